package sparkwire.optimizer

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{Filter, Generate, LogicalPlan, Project}
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

import sparkwire.expressions.Decode
import sparkwire.optimizer.FieldChains._

/** Moves the selection of fields of an exploded array's elements below the explode. Spark does so
  * for one field, but keeps the whole element if two fields are used.
  * {{{
  * Project [e.a, e.b]                    Project [e.a, e.b]
  * +- Generate explode(decode.l) e   =>  +- Generate explode(decode{l[a, b]}.l) e
  * }}}
  */
private[optimizer] object ExplodedElements {

  def narrow(node: LogicalPlan): LogicalPlan = node match {
    case project: Project =>
      val (filters, below) = filtersOf(project.child)
      below match {
        case generate: Generate => narrow(project, filters, generate).getOrElse(project)
        case _ => project
      }
    case other => other
  }

  private def filtersOf(node: LogicalPlan): (Seq[Filter], LogicalPlan) = node match {
    case filter: Filter =>
      val (more, below) = filtersOf(filter.child)
      (filter +: more, below)
    case other => (Nil, other)
  }

  private def narrow(project: Project, filters: Seq[Filter],
      generate: Generate): Option[LogicalPlan] =
    for {
      array <- explodedBy(generate.generator)
      element = generate.generatorOutput.last
      above = project.expressions ++ filters.map(_.condition)
      need <- needOf(element, above)
      (newArray, below) <- narrowed(array, need, generate.child, above)
    } yield {
      // Not `need`: the elements keep the fields that are decoded in any case.
      val kept = newArray.dataType.asInstanceOf[ArrayType].elementType
      val newElement =
        AttributeReference(element.name, kept, element.nullable)(qualifier = element.qualifier)
      val newGenerate = generate.copy(
        generator = generate.generator.withNewChildren(Seq(newArray)).asInstanceOf[Generator],
        generatorOutput = generate.generatorOutput.init :+ newElement,
        child = below)
      val isElement: PartialFunction[Expression, Expression] = {
        case attribute: AttributeReference if attribute.exprId == element.exprId => newElement
      }
      val filtered = filters.foldRight[LogicalPlan](newGenerate) { (filter, below) =>
        Filter(rebuild(filter.condition, isElement), below)
      }
      project.withNewChildren(Seq(filtered)).mapExpressions(rebuild(_, isElement))
    }

  private def explodedBy(generator: Generator): Option[Expression] =
    Option(generator).collect { case Explode(array) => array; case PosExplode(array) => array }
      .filter(
        _.dataType match {
          case ArrayType(_: StructType, _) => true
          case _ => false
        })

  /** Returns the part of an element that the nodes above need, if that is less than all of it. */
  private def needOf(element: Attribute, above: Seq[Expression]): Option[DataType] = {
    val found = above.flatMap(
      uses[AttributeReference](_,
        { case attribute: AttributeReference if attribute.exprId == element.exprId => attribute },
        _ => true))
    if (found.isEmpty) None
    else Some(union(element.dataType, found.map(_._2))).filter(_ != element.dataType)
  }

  /** Returns the array with only `need` of its elements, and the node below that produces it. */
  private def narrowed(array: Expression, need: DataType, below: LogicalPlan,
      above: Seq[Expression]): Option[(Expression, LogicalPlan)] =
    (array, below) match {
      case (attribute: AttributeReference, project: Project) =>
        val isFree = !above.exists(_.references.contains(attribute))
        project.projectList.collectFirst {
          case alias: Alias if isFree && alias.exprId == attribute.exprId => alias
        }.flatMap(alias =>
          onDecode(alias.child, need).map(renewed(project, alias, _))
            .orElse(belowProject(project, alias, need)))
      case _ => onDecode(array, need).map((_, below))
    }

  private def renewed(project: Project, alias: Alias, child: Expression): (Expression, Project) = {
    val made = Alias(child, alias.name)(qualifier = alias.qualifier)
    val list = project.projectList.map(named => if (named eq alias) made else named)
    (made.toAttribute, project.copy(projectList = list))
  }

  /** Narrows an array that a projection takes from a decoding in the projection below it, as Spark
    * does if it takes other fields of the decoding, too.
    */
  private def belowProject(project: Project, alias: Alias,
      need: DataType): Option[(Expression, LogicalPlan)] = project.child match {
    case inner: Project =>
      val decoded = inner.projectList.collect {
        case of @ Alias(decode: Decode, _)
            if decode.plan.isPrunable && alias.references.contains(of.toAttribute) &&
              !project.outputSet.contains(of.toAttribute) => of -> decode
      }
      decoded match {
        case Seq((of, decode)) => narrowedBelow(project, alias, need, inner, of, decode)
        case _ => None
      }
    case _ => None
  }

  private def narrowedBelow(project: Project, alias: Alias, need: DataType, inner: Project,
      of: Alias, decode: Decode): Option[(Expression, LogicalPlan)] = {
    val isRoot: PartialFunction[Expression, AttributeReference] = {
      case attribute: AttributeReference if attribute.exprId == of.exprId => attribute
    }
    val needed = alias.dataType.asInstanceOf[ArrayType].copy(elementType = need)
    val others = project.projectList.filterNot(_ eq alias)
      .flatMap(uses(_, isRoot, (_: AttributeReference) => decode.plan.isNullAlike)).map(_._2)
    chain(alias.child, isRoot, needed).map { case (_, part) =>
      union(decode.plan.resultType, (part +: others) ++ decode.plan.least)
    }.filter(_ != decode.required).map { required =>
      val (value, below) = renewed(inner, of, decode.copy(required = required))
      val list = project.projectList.map(named =>
        rebuild(named, isRoot.andThen(_ => value)).asInstanceOf[NamedExpression])
      val made = list(project.projectList.indexOf(alias)).asInstanceOf[Alias]
      val (array, above) = renewed(Project(list, below), made, made.child)
      (array, above)
    }
  }

  private def onDecode(array: Expression, need: DataType): Option[Expression] = {
    val needed = array.dataType.asInstanceOf[ArrayType].copy(elementType = need)
    chain(array, { case decode: Decode if decode.plan.isPrunable => decode }, needed).map {
      case (decode, part) =>
        val required = union(decode.plan.resultType, Seq(part) ++ decode.plan.least)
        rebuildLink(array,
          { case root: Decode if root eq decode => decode.copy(required = required) })
    }.filter(_.dataType != array.dataType)
  }
}
