package sparkwire.execution

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{DataType, StructField, StructType}
import org.apache.spark.sql.vectorized.ColumnVector

import sparkwire.expressions.{Decode, Decoder, DecoderSource, ValueDecoder, ValueDecoderSource}
import sparkwire.rows.RowForm

/** A condition on a decoded value, which decides whether its row is kept. It is an expression over
  * a row of one column, the decoded part.
  *
  * @param asked
  *   the part of the value that the condition needs
  * @param onAsked
  *   the condition on `asked`
  * @param onAll
  *   the condition on the part that the query needs of a row that is kept, with the fields of
  *   `beside` after it; None if the condition needs more than that
  * @param beside
  *   fields that only the condition needs, and that are taken out of a row that is kept
  */
final case class Where(asked: DataType, onAsked: Expression, onAll: Option[Expression],
    beside: Seq[StructField] = Nil) {
  override def toString: String = {
    def named(name: String, dataType: DataType) = AttributeReference(name, dataType)()
    val text = onAsked.transform {
      case field: GetStructField => named(field.extractFieldName, field.dataType)
      case BoundReference(_, dataType, _) => named("value", dataType)
    }
    s"where ${text.sql}"
  }
}

/** Makes decoders that return [[FilteredDecoder.Rejected]] for a value whose row is not kept. */
private[execution] final case class FilteredSource(exact: DecoderSource, where: Where)
    extends ValueDecoderSource {
  override def decoderClass: Class[FilteredDecoder] = classOf[FilteredDecoder]
  override def newDecoder(): FilteredDecoder = {
    val asked = exact.copy(required = where.asked, form = RowForm.Apart)
    new FilteredDecoder(exact.newDecoder(), asked.newDecoder(), Predicate.create(where.onAsked),
      where.onAll.map(condition => newAtOnce(Predicate.create(condition))))
  }

  private def newAtOnce(condition: BasePredicate): AtOnce = exact.required match {
    case shown: StructType if where.beside.nonEmpty =>
      val all = exact.copy(required = StructType(shown.fields ++ where.beside))
      // Whoever takes fields of a struct does not mind more fields after them.
      val hidden =
        if (exact.form == RowForm.Fields) new HiddenFields(shown, where.beside) else null
      new AtOnce(all.newDecoder(), all.form, condition, hidden)
    case _ => new AtOnce(exact.newDecoder(), exact.form, condition, null)
  }
}

private[execution] object FilteredSource {
  def of(decode: Decode, where: Option[Where]): ValueDecoderSource =
    where.fold[ValueDecoderSource](decode.source)(FilteredSource(decode.source, _))
}

/** Decodes the values of rows that a condition keeps. There are two ways to do so, with the same
  * result: decode all that the query needs and what the condition needs, and test that; or decode
  * only what the condition needs, test that, and decode the value again if its row is kept. The
  * first way decodes each value once, the second is cheaper if few rows are kept. Which of them is
  * taken depends on how many of the last rows were kept.
  *
  * @param exact
  *   decodes what the query needs
  * @param asked
  *   decodes what the condition needs
  * @param atOnce
  *   the first way, if there is one
  */
private[execution] final class FilteredDecoder(exact: Decoder, asked: Decoder,
    onAsked: BasePredicate, atOnce: Option[AtOnce])
    extends ValueDecoder {
  import FilteredDecoder._

  private[this] val first = atOnce.orNull
  private[this] val one = new GenericInternalRow(1)
  private[this] var isAtOnce = first != null
  // Of the current block of rows.
  private[this] var rows = 0
  private[this] var kept = 0

  override def setInput(number: Int, value: Any): Unit = {
    exact.setInput(number, value)
    asked.setInput(number, value)
    if (first != null) first.decoder.setInput(number, value)
  }

  // The ways in which a value arrives.

  override def decode(value: Any): Any =
    if (isAtOnce) tested(first.decoder.decode(value))
    else if (isKept(asked.decode(value))) exact.decode(value)
    else Rejected

  override def decodeAmong(value: Any): Any =
    if (isAtOnce) tested(first.decoder.decodeAmong(value))
    else if (isKept(asked.decodeAmong(value))) exact.decodeAmong(value)
    else Rejected

  override def decodeAt(row: UnsafeRow, field: Int): Any =
    if (isAtOnce) tested(first.decoder.decodeAt(row, field))
    else if (isKept(asked.decodeAt(row, field))) exact.decodeAt(row, field)
    else Rejected

  override def decodeAt(column: ColumnVector, row: Int): Any =
    if (isAtOnce) tested(first.decoder.decodeAt(column, row))
    else if (isKept(asked.decodeAt(column, row))) exact.decodeAt(column, row)
    else Rejected

  override def decodeNull(): Any = if (isKept(null)) null else Rejected

  private def tested(made: Any): Any =
    if (counted(first.isKept(made))) first.handedOn(made) else Rejected

  private def isKept(made: Any): Boolean = {
    one.update(0, made)
    counted(onAsked.eval(one))
  }

  private def counted(isKept: Boolean): Boolean = {
    rows += 1
    if (isKept) kept += 1
    if (rows == Block) {
      isAtOnce = first != null && kept >= Block / 2
      rows = 0
      kept = 0
    }
    isKept
  }
}

private[execution] object FilteredDecoder {

  /** Returned for a value whose row is not kept. */
  case object Rejected

  /** After so many rows, the way is chosen again. */
  private final val Block = 1024
}

/** Decodes at once what the query needs and what the condition needs.
  *
  * @param form
  *   of the rows of `decoder`
  * @param hidden
  *   takes out the fields that only the condition needs, null if there are none
  */
private[execution] final class AtOnce(val decoder: Decoder, form: RowForm,
    condition: BasePredicate, hidden: HiddenFields) {
  private[this] val one = new GenericInternalRow(1)

  def isKept(made: Any): Boolean =
    if (form == RowForm.Column && made != null) condition.eval(made.asInstanceOf[InternalRow])
    else {
      one.update(0, made)
      condition.eval(one)
    }

  def handedOn(made: Any): Any = made match {
    case row: UnsafeRow if hidden != null => hidden.removed(row)
    case other => other
  }
}
