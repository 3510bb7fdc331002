package sparkwire.execution

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.{FilterExec, SparkPlan}
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

import sparkwire.expressions.{Decode, Types}
import sparkwire.optimizer.FieldChains

/** The conditions of a filter, in their order: those before the first one that decodes a value like
  * `decode`, those on this decoded value alone, and those after.
  */
private[execution] final class Conditions(filter: FilterExec, val decode: Decode) {
  private val full = decode.plan.resultType
  private val inputs = decode.children.map(_.canonicalized)

  /** Whether a decoding has the same result, up to the part of it that is needed. */
  def isSame(other: Decode): Boolean =
    other.plan == decode.plan && other.children.map(_.canonicalized) == inputs

  private val root: PartialFunction[Expression, Decode] = {
    case other: Decode if isSame(other) => other
  }

  private val (before, decoding) =
    split(filter.condition).span(!_.exists(root.isDefinedAt))
  val (onValue, after) = decoding.span(isOnValue)

  private def split(condition: Expression): Seq[Expression] = condition match {
    case And(one, other) => split(one) ++ split(other)
    case other => Seq(other)
  }

  private def isOnValue(condition: Expression): Boolean =
    condition.deterministic && !condition.exists(_.isInstanceOf[PlanExpression[_]]) &&
      condition.transformDown(root.andThen(_ => Literal.TrueLiteral)).references.isEmpty

  /** The rows on which the conditions before hold. */
  def filtered: SparkPlan =
    before.reduceOption(And).fold(filter.child)(FilterExec(_, filter.child))

  private def union(parts: Seq[DataType]): DataType =
    FieldChains.union(full, parts ++ decode.plan.least)

  private def asked: DataType = union(onValue.flatMap(needs))

  private def needs(expression: Expression): Seq[DataType] =
    FieldChains.uses[Decode](expression, root, _ => true).map(_._2)

  /** Returns the part of the value that expressions need, and the conditions too if that part may
    * have more fields: a value that is used as a whole has those that it has.
    */
  def requiredBy(using: Seq[Expression]): Option[DataType] = {
    val needed = union(using.flatMap(needs))
    val whole = using.flatMap(expression =>
      FieldChains.rebuild(expression, root.andThen(chained => Literal(null, chained.dataType)))
        .collect(root).map(_.required))
    if (whole.isEmpty) Some(union(Seq(needed, asked)))
    else Some(needed).filter(need => whole.forall(_ == need))
  }

  /** Returns an expression with the decoded value in place of the decoding. */
  def replaced(expression: Expression, value: Expression): Expression =
    FieldChains.rebuildLink(expression, root.andThen(_ => value))
      .transformDown(root.andThen(_ => value))

  /** Returns a part of the value with what the conditions need. */
  def requiredWith(part: DataType): DataType =
    if (onValue.isEmpty) part else union(Seq(part, asked))

  /** @param required
    *   the part of the value that is decoded for a row that is kept
    */
  def where(required: DataType): Option[Where] =
    for {
      onAsked <- on(asked)
      if Types.hasDistinctNames(required)
    } yield Where(asked, onAsked, if (covers(required, asked)) on(required) else None)

  /** Like [[where]], with fields that are decoded for the conditions only, if they can be taken out of
    * a row.
    */
  def whereBeside(required: DataType): Option[Where] = where(required).map { found =>
    (required, asked) match {
      case (shown: StructType, asked: StructType) if found.onAll.isEmpty =>
        val beside = asked.filterNot(field => shown.fieldNames.contains(field.name))
        val all = StructType(shown.fields ++ beside)
        if (HiddenFields.areRemovable(beside) && covers(all, asked))
          found.copy(onAll = on(all), beside = beside)
        else found
      case _ => found
    }
  }

  /** Returns the conditions over a row of one column, this part of the value. */
  private def on(part: DataType): Option[Expression] = {
    val value = BoundReference(0, part, nullable = true)
    val chains = FieldChains.rebuildLink(onValue.reduce(And), root.andThen(_ => value))
    val whole = chains.transformDown {
      case same if root.isDefinedAt(same) && root(same).required == part => value
    }
    Some(whole).filterNot(_.exists(_.isInstanceOf[Decode]))
  }

  private def covers(whole: DataType, part: DataType): Boolean = (whole, part) match {
    case (StructType(fields), StructType(asked)) =>
      asked.forall(field =>
        fields.exists(other => other.name == field.name && covers(other.dataType, field.dataType)))
    case (ArrayType(one, _), ArrayType(other, _)) => covers(one, other)
    case _ => whole == part
  }
}
