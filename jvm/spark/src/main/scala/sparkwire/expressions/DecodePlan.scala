package sparkwire.expressions

import org.apache.spark.sql.types.{DataType, VariantType}

import sparkwire.errors.Twins
import sparkwire.sinks.{RowForm, Transcoding}
import sparkwire.wire.core.{Format, Options, Root}

/** What becomes of a value, and of a fault. */
sealed abstract class Ending extends Serializable

object Ending {

  /** The value, or an error. */
  case object Strict extends Ending

  /** The value, or NULL. */
  case object Attempt extends Ending

  /** NULL, or why not. */
  case object FaultRow extends Ending

  /** What each byte is. */
  case object Dissection extends Ending
}

/** All that a decoder is made from. Immutable and compared by value: calls are grouped by it.
  *
  * @param asked
  *   the type that the user named for values that say themselves what they are
  * @param transcoding
  *   of the format, null if it has none
  */
final case class DecodePlan(
    function: String,
    format: Format,
    root: Root,
    options: Options,
    ending: Ending,
    twins: Twins,
    asked: DataType = VariantType,
    transcoding: Transcoding = null) {
  @transient lazy val valueType: DataType = Types.of(root.kind, asked)

  def resultType: DataType = ending match {
    case Ending.Strict | Ending.Attempt => valueType
    case Ending.FaultRow => Types.Fault
    case Ending.Dissection => Types.Dissection
  }

  /** The least that can be asked for, if anything: a value that does not fit the type that the user
    * named is refused, whether the query needs it or not. With `verify` off that is left undone, but
    * not where fewer names would be told apart in another way.
    */
  @transient lazy val least: Option[DataType] =
    if (asked == VariantType || (!options.verifies && Types.hasDistinctNames(asked))) None
    else Types.askedPart(root.kind, valueType)

  /** Whether a part of the result may be larger than its share of the input, and be refused for it. */
  @transient lazy val mayGrow: Boolean = Types.holdsDynamic(root.kind)

  /** A result of which a part can be asked for. */
  def isPrunable: Boolean = ending == Ending.Strict || ending == Ending.Attempt

  /** Calls that may share one decoding. The function's name is part of the text of errors. */
  @transient override lazy val hashCode: Int = (function, options, ending).hashCode
}

/** A plan and the part of its result that a query needs: what generated code holds a reference to. */
final case class DecoderSource(plan: DecodePlan, required: DataType, inputs: Int, form: RowForm) {
  def newDecoder(): Decoder = new Decoder(plan, required, inputs, form)
}
