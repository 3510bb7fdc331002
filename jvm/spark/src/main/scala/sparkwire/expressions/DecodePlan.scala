package sparkwire.expressions

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types.{DataType, VariantType}
import org.apache.spark.sql.vectorized.ColumnVector

import sparkwire.errors.Twins
import sparkwire.rows.RowForm
import sparkwire.wire.core.{Format, Options, Root}

/** The result of a call for a value and for a fault. */
sealed abstract class Ending extends Serializable

object Ending {

  /** The value, or an error. */
  case object Strict extends Ending

  /** The value, or NULL. */
  case object Attempt extends Ending

  /** NULL for a value, or the fault. */
  case object FaultRow extends Ending

  /** The meaning of each byte. */
  case object Dissection extends Ending
}

/** Everything that a decoder is made from. Immutable and compared by value: calls are grouped by
  * it.
  *
  * @param asked
  *   the type that the user named for self-describing values
  */
final case class DecodePlan(
    function: String,
    format: Format,
    root: Root,
    options: Options,
    ending: Ending,
    twins: Twins,
    asked: DataType = VariantType) {
  @transient lazy val valueType: DataType = Types.of(root.kind, asked)

  def resultType: DataType = ending match {
    case Ending.Strict | Ending.Attempt => valueType
    case Ending.FaultRow => Types.Fault
    case Ending.Dissection => Types.Dissection
  }

  /** The part of the result that is decoded in any case, if there is one: a value that does not fit
    * the type that the user named is refused, whether the query needs it or not. With `verify` off
    * there is no such part, unless fields that are left out would change the matches of the others:
    * fields that are filled by their positions, or by names that differ only in case.
    */
  @transient lazy val least: Option[DataType] =
    if (asked == VariantType ||
      (!options.verifies && !options.arraysFillStructs && Types.hasDistinctNames(asked))) None
    else Types.askedPart(root.kind, valueType)

  /** Whether a part of the result may be larger than its share of the input, and be refused for
    * that.
    */
  @transient lazy val mayGrow: Boolean = Types.holdsDynamic(root.kind)

  /** Whether a query can need a part of the result. */
  def isPrunable: Boolean = ending == Ending.Strict || ending == Ending.Attempt

  /** Whether the result is NULL, or refused, for the same values, whichever part of it is needed. */
  def isNullAlike: Boolean = options.verifies

  /** Equal for calls that may share one decoding. The function's name counts, because it is part of
    * the text of errors.
    */
  @transient override lazy val hashCode: Int = (function, options, ending).hashCode
}

/** Decodes one value after another. A result is valid until the next value. */
private[sparkwire] trait ValueDecoder {

  /** Sets an input after the value, for the value that is decoded next.
    *
    * @param number
    *   the number of the input, counted from 1
    */
  def setInput(number: Int, value: Any): Unit

  /** Like [[decode]], for a value with other inputs, each of which may be NULL. */
  def decodeAmong(value: Any): Any

  /** Decodes a value that is NULL and has no other inputs. */
  def decodeNull(): Any

  /** Decodes a field of a row, BINARY or STRING and not NULL, without allocating an array for it.
    */
  def decodeAt(row: UnsafeRow, field: Int): Any

  /** Decodes a value of a column, BINARY or STRING and not NULL. */
  def decodeAt(column: ColumnVector, row: Int): Any

  /** @param value
    *   a BINARY or STRING value as Spark passes it, not null
    */
  def decode(value: Any): Any
}

/** Makes the decoders of a task. Generated code holds a reference to it. */
private[sparkwire] trait ValueDecoderSource extends Serializable {
  def newDecoder(): ValueDecoder

  /** The class of the decoders, for the variables of generated code. */
  def decoderClass: Class[_ <: ValueDecoder]
}

/** A plan and the part of its result that a query needs. */
final case class DecoderSource(plan: DecodePlan, required: DataType, inputs: Int, form: RowForm)
    extends ValueDecoderSource {
  override def newDecoder(): Decoder = new Decoder(plan, required, inputs, form)
  override def decoderClass: Class[Decoder] = classOf[Decoder]
}
