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
final case class DecodeColumn(decode: Decode, output: Seq[Attribute], where: Option[Where],
    child: SparkPlan)
    extends DecodedRows {

  override protected def doExecute(): RDD[InternalRow] =
    if (child.supportsColumnar) {
      // Local values, so that this operator is not sent to the tasks.
      val (from, all, condition, nulls) =
        (column, decode.source, where, DecodeRows.nulls(schema))
      child.executeColumnar().mapPartitions { batches =>
        val values = new ColumnValues(batches, from)
        condition match {
          case Some(where) =>
            new FilteredColumn(values, FilteredSource(all, where).newDecoder(), nulls)
          case None => new DecodedColumn(values, all.newDecoder(), nulls)
        }
      }
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
    case rows @ DecodeRows(decode, output, ColumnarToRowExec(child), where, Seq())
        if rows.column >= 0 => DecodeColumn(decode, output, where, child)
  }
}

/** The values of one task. */
private final class ColumnValues(batches: Iterator[ColumnarBatch], column: Int) {
  private[this] var batch: ColumnarBatch = _
  var values: ColumnVector = _
  var row = -1
  private[this] var rows = 0

  /** Whether there is one more value. */
  def hasNext: Boolean = {
    while (row + 1 >= rows && batches.hasNext) begin(batches.next())
    row + 1 < rows
  }

  private def begin(next: ColumnarBatch): Unit = {
    // As in Spark's own transition. Readers that fill the same vectors again keep them.
    if (batch != null) batch.closeIfFreeable()
    batch = next
    values = next.column(column)
    row = -1
    rows = next.numRows
  }
}

/** The rows of one task. */
private final class DecodedColumn(from: ColumnValues, decoder: Decoder, nulls: UnsafeRow)
    extends Iterator[InternalRow] {
  override def hasNext: Boolean = from.hasNext

  override def next(): InternalRow = {
    from.row += 1
    if (from.values.isNullAt(from.row)) nulls
    else
      decoder.decodeAt(from.values, from.row) match {
        case made: UnsafeRow => made
        case _ => nulls
      }
  }
}

/** The rows of one task that a condition keeps. Not the same class as [[DecodedColumn]], whose
  * compiled code has the decoder inlined only as long as it calls no other one.
  */
private final class FilteredColumn(from: ColumnValues, decoder: FilteredDecoder, nulls: UnsafeRow)
    extends Iterator[InternalRow] {
  // Null if it has been handed on.
  private[this] var found: InternalRow = _

  override def hasNext: Boolean = {
    while (found == null && from.hasNext) {
      from.row += 1
      val decoded =
        if (from.values.isNullAt(from.row)) decoder.decodeNull()
        else decoder.decodeAt(from.values, from.row)
      found = decoded match {
        case made: UnsafeRow => made
        case null => nulls
        case _ => null
      }
    }
    found != null
  }

  override def next(): InternalRow = {
    if (!hasNext) throw new NoSuchElementException
    val row = found
    found = null
    row
  }
}
