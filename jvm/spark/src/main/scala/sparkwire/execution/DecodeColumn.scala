package sparkwire.execution

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, UnsafeRow}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{
  ColumnarRule, ColumnarToRowExec, ColumnarToRowTransition, SparkPlan
}
import org.apache.spark.sql.vectorized.{ColumnarBatch, ColumnVector}

import sparkwire.expressions.{Decode, Decoder}

/** [[DecodeRows]] over the column of a file: values are decoded where the file's reader has put them. Spark's own
  * way from columns to rows makes an array for each value, before anything looks at it.
  *
  * @param decode
  *   of one column of `child`
  */
final case class DecodeColumn(decode: Decode, output: Seq[Attribute], child: SparkPlan)
    extends DecodedRows with ColumnarToRowTransition {

  override protected def doExecute(): RDD[InternalRow] = {
    // Values, so that tasks are not sent this operator.
    val (from, made, nulls) = (column, decode, DecodeRows.nulls(schema))
    child.executeColumnar().mapPartitions(new DecodedColumn(_, from, made.newDecoder(), nulls))
  }

  override protected def withNewChildInternal(newChild: SparkPlan): DecodeColumn =
    copy(child = newChild)
}

/** Finds where Spark has put its own step from columns to rows below a [[DecodeRows]], and takes both at once. It
  * comes after that: who puts another step there, for columns of another kind, is left alone.
  */
object DecodeColumns extends Rule[SparkPlan] {

  /** Where Spark takes it. */
  object AfterTransitions extends ColumnarRule {
    override def postColumnarTransitions: Rule[SparkPlan] = DecodeColumns
  }

  override def apply(plan: SparkPlan): SparkPlan = plan.transform {
    case rows @ DecodeRows(decode, output, ColumnarToRowExec(child)) if rows.column >= 0 =>
      DecodeColumn(decode, output, child)
  }
}

/** Rows of one task. */
private final class DecodedColumn(
    batches: Iterator[ColumnarBatch], column: Int, decoder: Decoder, nulls: UnsafeRow)
    extends Iterator[InternalRow] {
  private[this] var batch: ColumnarBatch = _
  private[this] var values: ColumnVector = _
  private[this] var row = 0
  private[this] var rows = 0

  override def hasNext: Boolean = {
    while (row == rows && batches.hasNext) begin(batches.next())
    row < rows
  }

  private def begin(next: ColumnarBatch): Unit = {
    // As Spark's own way does: readers that fill the same vectors again keep them.
    if (batch != null) batch.closeIfFreeable()
    batch = next
    values = next.column(column)
    row = 0
    rows = next.numRows
  }

  override def next(): InternalRow = {
    val at = row
    row += 1
    if (values.isNullAt(at)) nulls
    else
      decoder.decodeAt(values, at) match {
        case made: UnsafeRow => made
        case _ => nulls
      }
  }
}
