package sparkwire.optimizer

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project, UnaryNode}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

import sparkwire.expressions.{Decode, DecodePlan}

/** Lets a decode make only the fields that its query uses.
  *
  * All uses of one decode (same input, same plan) get the union of what they need, so that they
  * stay equal and Spark evaluates them once; one expression for each field would decode once for
  * each field. Every step changes nothing once the type is the least, so the rule ends.
  */
object PruneDecodedFields extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.transformUp {
    case node if node.expressions.exists(holdsDecode) || childProjectsDecode(node) =>
      across(within(node))
  }

  private def holdsDecode(
      expression: Expression): Boolean = expression.exists(_.isInstanceOf[Decode])

  private def childProjectsDecode(node: LogicalPlan): Boolean = node match {
    case unary: UnaryNode =>
      unary.child match {
        case project: Project => project.projectList.exists(holdsDecode)
        case _ => false
      }
    case _ => false
  }

  /** Which calls are the same decoding. The required type is left out: it is what is being found. */
  private final case class Key(inputs: Seq[Expression], plan: DecodePlan)
  private def keyOf(decode: Decode): Key = Key(decode.children.map(_.canonicalized), decode.plan)

  // Within one node: chains of field accesses that end in a decode call.

  private def within(node: LogicalPlan): LogicalPlan = {
    val needs = unions(node.expressions.flatMap(uses(_,
      { case decode: Decode if decode.plan.isPrunable => decode })))(
      keyOf, _.plan.resultType, _.plan.least)
    if (needs.isEmpty) node
    else node.mapExpressions(
      rebuild(_,
        {
          case decode: Decode if decode.plan.isPrunable && needs.contains(keyOf(decode)) =>
            decode.copy(required = needs(keyOf(decode)))
        }))
  }

  // Across two nodes: a field access above, the decode in the project below.

  private def across(node: LogicalPlan): LogicalPlan = node match {
    case parent: UnaryNode =>
      parent.child match {
        case project: Project => narrowBelow(parent, project)
        case _ => parent
      }
    case other => other
  }

  private def narrowBelow(parent: UnaryNode, project: Project): LogicalPlan = {
    val hidden = project.projectList.collect {
      case alias @ Alias(decode: Decode, _)
          if decode.plan.isPrunable && !parent.outputSet.contains(alias.toAttribute) =>
        alias.exprId -> decode
    }.toMap
    if (hidden.isEmpty) parent
    else {
      val isRoot: PartialFunction[Expression, AttributeReference] = {
        case attribute: AttributeReference if hidden.contains(attribute.exprId) => attribute
      }
      val found = parent.expressions.flatMap(uses(_, isRoot))
      val bare = found.collect {
        case (attribute, need) if need == attribute.dataType => attribute.exprId
      }.toSet
      val asked = unions(found.filterNot(use => bare(use._1.exprId)))(
        _.exprId, _.dataType, attribute => hidden(attribute.exprId).plan.least)
      val needs = together(asked, project, hidden)
        .filter { case (id, need) => need != hidden(id).required }
      if (needs.isEmpty) parent else replace(parent, project, hidden, needs)
    }
  }

  /** What is the same decoding in the project as well gets the same part: two parts would be two
    * decodings.
    */
  private def together(asked: Map[ExprId, DataType], project: Project,
      hidden: Map[ExprId, Decode]): Map[ExprId, DataType] =
    asked.groupBy { case (id, _) => keyOf(hidden(id)) }.flatMap { case (key, same) =>
      val others = project.projectList.filterNot(named => same.contains(named.exprId)).flatMap(
        uses(_, { case decode: Decode if keyOf(decode) == key => decode })).map(_._2)
      val part = (same.values ++ others).reduce(union(key.plan.resultType, _, _))
      same.map { case (id, _) => id -> part }
    }

  private def replace(parent: UnaryNode, project: Project, hidden: Map[ExprId, Decode],
      needs: Map[ExprId, DataType]): LogicalPlan = {
    val renewed = project.projectList.collect {
      case alias: Alias if needs.contains(alias.exprId) =>
        alias.exprId -> Alias(
          hidden(alias.exprId).copy(required = needs(alias.exprId)), alias.name)(
          qualifier = alias.qualifier)
    }.toMap
    val below = project.copy(
      projectList = project.projectList.map(named => renewed.getOrElse(named.exprId, named)))
    parent.withNewChildren(Seq(within(below))).mapExpressions(
      rebuild(_,
        {
          case attribute: AttributeReference if renewed.contains(attribute.exprId) =>
            renewed(attribute.exprId).toAttribute
        }))
  }

  /** What an expression needs of the roots it stands on: the chains, and the roots used whole. */
  private def uses[R <: Expression](expression: Expression,
      isRoot: PartialFunction[Expression, R]): Seq[(R, DataType)] =
    chain(expression, isRoot, expression.dataType) match {
      case Some((root, need)) => (root, need) +: root.children.flatMap(uses(_, isRoot))
      case None => expression.children.flatMap(uses(_, isRoot))
    }

  private def chain[R <: Expression](expression: Expression, isRoot: PartialFunction[Expression, R],
      need: => DataType): Option[(R, DataType)] =
    expression match {
      case GetStructField(child, ordinal, _) =>
        chain(child, isRoot, {
            val field = child.dataType.asInstanceOf[StructType](ordinal)
            StructType(Seq(field.copy(dataType = need)))
          })
      case GetArrayStructFields(child, field, _, _, containsNull) =>
        chain(child, isRoot,
          ArrayType(
            StructType(Seq(field.copy(dataType = need.asInstanceOf[ArrayType].elementType))),
            containsNull))
      case root if isRoot.isDefinedAt(root) => Some((isRoot(root), need))
      case _ => None
    }

  /** For each key the union of what its chains need, where that is less than the whole. */
  private def unions[R <: Expression, K](found: Seq[(R, DataType)])(
      key: R => K, whole: R => DataType, least: R => Option[DataType]): Map[K, DataType] =
    found.groupBy(use => key(use._1)).flatMap { case (key, uses) =>
      val full = whole(uses.head._1)
      if (uses.exists { case (root, need) => need == root.dataType && root.dataType == full }) None
      else Some(key -> (uses.map(_._2) ++ least(uses.head._1)).reduce(union(full, _, _)))
    }

  /** The fields of `full`, in its order, that one of the two has. */
  private def union(full: DataType, one: DataType, other: DataType): DataType =
    (full, one, other) match {
      case (StructType(fields), a: StructType, b: StructType) =>
        StructType(
          fields.flatMap { field =>
            val parts = Seq(a, b).flatMap(_.fields.find(_.name == field.name)).map(_.dataType)
            parts.reduceOption(union(field.dataType, _, _)).map(part => field.copy(dataType = part))
          })
      case (ArrayType(element, containsNull), ArrayType(a, _), ArrayType(b, _)) =>
        ArrayType(union(element, a, b), containsNull)
      case _ => full
    }

  /** Replaces the roots under chains and counts the positions of the fields anew. A root that is
    * used whole keeps its type, and with it the type of all that stands on it.
    */
  private def rebuild(expression: Expression,
      newRoot: PartialFunction[Expression, Expression]): Expression =
    expression match {
      case access @ GetStructField(child, ordinal, name) =>
        val below = rebuildLink(child, newRoot)
        if (below.dataType == child.dataType) access.withNewChildren(Seq(below))
        else {
          val field = child.dataType.asInstanceOf[StructType](ordinal).name
          GetStructField(below, below.dataType.asInstanceOf[StructType].fieldIndex(field), name)
        }
      case access @ GetArrayStructFields(child, field, _, _, containsNull) =>
        val below = rebuildLink(child, newRoot)
        if (below.dataType == child.dataType) access.withNewChildren(Seq(below))
        else {
          val element = below.dataType.asInstanceOf[ArrayType].elementType.asInstanceOf[StructType]
          GetArrayStructFields(below, element(field.name), element.fieldIndex(field.name),
            element.length, containsNull)
        }
      case other => other.mapChildren(rebuild(_, newRoot))
    }

  private def rebuildLink(child: Expression,
      newRoot: PartialFunction[Expression, Expression]): Expression =
    if (newRoot.isDefinedAt(child)) newRoot(child).mapChildren(rebuild(_, newRoot))
    else rebuild(child, newRoot)
}
