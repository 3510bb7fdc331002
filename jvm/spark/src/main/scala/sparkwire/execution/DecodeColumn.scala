package sparkwire.execution

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, UnsafeRow}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, ColumnarToRowExec, SparkPlan}
import org.apache.spark.sql.vectorized.{ColumnarBatch, ColumnVector}

import sparkwire.expressions.{Decode, Decoder}

/** [[DecodeRows]] over one column of a columnar child, such as a Parquet scan: the decoder reads
  * each value where the column vector holds it. Spark's own `ColumnarToRowExec` copies every value
  * into an array first.
  *
  * It is deliberately not a `ColumnarToRowTransition`, although it turns columns into rows. Spark
  * assumes that a transition changes only the form of the data, and removes it where the consumer
  * can read columns (a columnar cache serializer does so). This operator also changes the data.
  *
  * @param decode
  *   a decoding of one column of `child`
  */
final case class DecodeColumn(decode: Decode, output: Seq[Attribute], child: SparkPlan)
    extends DecodedRows {

  override protected def doExecute(): RDD[InternalRow] =
    if (child.supportsColumnar) {
      // Local values, so that this operator is not sent to the tasks.
      val (from, made, nulls) = (column, decode, DecodeRows.nulls(schema))
      child.executeColumnar().mapPartitions(new DecodedColumn(_, from, made.newDecoder(), nulls))
    } else {
      // Spark ran its columnar rules a second time and inserted a transition to rows below.
      rowsOf(child.execute())
    }

  override protected def withNewChildInternal(newChild: SparkPlan): DecodeColumn =
    copy(child = newChild)
}

/** Replaces a [[DecodeRows]] over Spark's own `ColumnarToRowExec` with a [[DecodeColumn]], whatever
  * gives the columns. That may be the scan of another engine, whose vectors are also
  * `ColumnVector`s: over Comet's, the decoder reads Arrow's memory (`tests/compat/comet.py`). The
  * rule runs after Spark and other extensions have inserted their transitions; where another
  * engine's transition replaces Spark's, it is left alone.
  */
object DecodeColumns extends Rule[SparkPlan] {

  /** The hook through which Spark runs the rule. */
  object AfterTransitions extends ColumnarRule {
    override def postColumnarTransitions: Rule[SparkPlan] = DecodeColumns
  }

  override def apply(plan: SparkPlan): SparkPlan = plan.transform {
    case rows @ DecodeRows(decode, output, ColumnarToRowExec(child)) if rows.column >= 0 =>
      DecodeColumn(decode, output, child)
  }
}

/** The rows of one task. */
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
    // As in Spark's own transition. Readers that fill the same vectors again keep them.
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
