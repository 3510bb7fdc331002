package sparkwire.wire.avro

import org.apache.avro.Schema

import sparkwire.wire.avro.container.AvroContainer
import sparkwire.wire.avro.framed.{AvroFrame, FrameKind, Writer}
import sparkwire.wire.avro.schemas.TypedSchema
import sparkwire.wire.core._

/** Avro data, one value without a header: reasons, options, and the ways to specify schemas. */
object Avro extends Format {
  val name = "avro"

  private final val AutoFrame = "auto"
  val Trailing: OptionSpec.Words = OptionSpec.Words("trailing", Seq("fail", "ignore"),
    "`ignore`: bytes behind the value are not looked at")
  val Unions: OptionSpec.Words = OptionSpec.Words("unions", Seq("value", "named"),
    "`named`: in a VARIANT the value of a union of several types is an object of one field, which " +
      "has the name of the type")
  val Frame: OptionSpec.Words = OptionSpec.Words("frame", FrameKind.words :+ AutoFrame,
    "what stands in front of the value; `auto`, the default where the writer is a map: as the " +
      "first bytes say")
  override val options: Seq[OptionSpec] = Seq(Options.InvalidUtf8, Trailing, Unions, Frame)

  val TruncatedDatum = new Reason("truncated-datum", "the input ends inside the value")
  val BadVarint = new Reason("bad-varint", "the number does not fit its type")
  val NegativeLength = new Reason("negative-length", "a length is negative")
  val BadUnionIndex = new Reason("bad-union-index", "the union has no branch with this index")
  val BadEnumIndex = new Reason("bad-enum-index", "the enum has no symbol with this index")
  val BadBoolean = new Reason("bad-boolean", "a boolean must be 00 or 01")
  val BadUtf8 = new Reason("bad-utf8", "the text is not well-formed UTF-8")
  val BadSchema = new Reason("bad-schema", "the text is not a valid Avro schema")
  val SchemaTooLarge = new Reason("schema-too-large",
    "the schema exceeds the limits of schemas that come with data")
  val IncompatibleSchema = new Reason("incompatible-schema",
    "the data written with the writer's schema cannot be read with the reader's schema")

  val BadFrame = new Reason("bad-frame",
    "the value does not start with the requested frame")

  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the value")

  /** The reasons for refusing a value, in any context. */
  private[wire] val ofValues: Seq[Reason] = Seq(
    BadVarint, NegativeLength, BadUnionIndex, BadEnumIndex, BadBoolean, BadUtf8, BadSchema,
    SchemaTooLarge, Reason.TypeMismatch, Reason.TooLarge, Reason.NestingTooDeep)

  def reasons: Seq[Reason] = Seq(
    TruncatedDatum, TrailingBytes, AvroFrame.TruncatedFrame, BadFrame, Reason.UnknownSchema,
    IncompatibleSchema, AvroContainer.BadDeflate) ++ ofValues

  private final val MaxAhead = 1 << 16

  /** Returns the count that a sink gets for the first block, -1 if it gets none. Mostly there is
    * only one block; each further one is announced by [[Sink.goesOn]].
    */
  private[avro] def countAhead(sink: Sink, first: Long): Int =
    if (sink.tracer.isOn || first > MaxAhead) -1 else first.toInt

  // Positions in `DurationParts`.
  final val Months = 0
  final val Days = 1
  final val Millis = 2

  /** A duration in self-describing values. */
  val DurationParts: Shape = Shape("duration",
    Vector(
      Field("months", Kind.Int64, "uint32"),
      Field("days", Kind.Int64, "uint32"),
      Field("millis", Kind.Int64, "uint32")
    ))

  /** One value with a known schema, as a typed column. */
  final case class Typed(schema: String) extends Root {
    @transient private[avro] lazy val typed: TypedSchema = TypedSchema.written(schema)
    def kind: Kind = typed.kind
    def newReader(options: Options): Reader =
      Avro.newReader(Writer.One(schema), _ => Plan.typed(typed), options, isTyped = true)
  }

  /** One value as a typed column of the reader's schema, by Avro's schema resolution. */
  final case class Resolved(writer: Writer, schema: String) extends Root {
    @transient private[avro] lazy val typed: TypedSchema = TypedSchema.reading(schema)
    def kind: Kind = typed.kind
    def newReader(options: Options): Reader =
      Avro.newReader(writer, Plan.resolved(_, typed, writer.isData), options, isTyped = true)
  }

  /** One self-describing value. */
  final case class Variant(writer: Writer) extends Root {
    def kind: Kind = Kind.Dynamic
    def newReader(options: Options): Reader =
      Avro.newReader(writer, Plan.dynamic(_, options), options, isTyped = false)
  }

  /** One value whose schema is in another input. */
  val Dynamic: Variant = Variant(Writer.Beside)

  private def newReader(writer: Writer, make: Schema => Plan, options: Options,
      isTyped: Boolean): Reader = {
    val usual = if (writer.goesById) AutoFrame else FrameKind.words(FrameKind.Bare)
    // `auto` is not in the list, so it becomes -1.
    val frame = FrameKind.words.indexOf(options.values.getOrElse(Frame.name, usual))
    new ValueReader(frame, writer.newPlans(make), options, isTyped)
  }
}
