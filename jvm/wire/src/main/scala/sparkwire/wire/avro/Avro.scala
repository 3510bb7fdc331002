package sparkwire.wire.avro

import sparkwire.wire.core._

/** Avro data, one value without a header: reasons, options, and the ways to specify schemas. */
object Avro extends Format {
  val name = "avro"

  val Trailing: OptionSpec.Words = OptionSpec.Words("trailing", Seq("fail", "ignore"),
    "`ignore`: bytes behind the value are not looked at")
  val Unions: OptionSpec.Words = OptionSpec.Words("unions", Seq("value", "named"),
    "`named`: in a VARIANT the value of a union of several types is an object of one field, which " +
      "has the name of the type")

  /** The names of the frames, in the order of their numbers. */
  private[avro] val frames: IndexedSeq[String] =
    Vector("none", "confluent", "single-object", "glue")
  private[avro] final val AutoFrame = "auto"
  val Frame: OptionSpec.Words = OptionSpec.Words("frame", frames :+ AutoFrame,
    "what stands in front of the value; `auto`, the default where the writer is a map: as the " +
      "first bytes say")
  override val options: Seq[OptionSpec] = Seq(Options.InvalidUtf8, Trailing, Unions, Frame)

  /** Only for typed columns: a VARIANT has no TIME. */
  val Time: OptionSpec.Words = OptionSpec.Words("time", Seq("number", "time"),
    "`time`: `time-millis` and `time-micros` become TIME, which needs Spark 4.1 or later with " +
      "`spark.sql.timeType.enabled` = `true`")
  val ofTyped: Seq[OptionSpec] = allOptions :+ Time

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

  val TruncatedFrame =
    new Reason("truncated-frame", "the input ends inside the frame before the value")
  val BadFrame = new Reason("bad-frame",
    "the value does not start with the requested frame")
  val BadDeflate = new Reason("bad-deflate", "a block cannot be inflated")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the value")

  val NotInDay: Reason =
    Reason.TypeMismatch.because("a time of day must be at least 0 and less than 24 hours")

  /** The reasons for refusing a value, in any context. */
  private[wire] val ofValues: Seq[Reason] = Seq(
    BadVarint, NegativeLength, BadUnionIndex, BadEnumIndex, BadBoolean, BadUtf8, BadSchema,
    SchemaTooLarge, Reason.TypeMismatch, Reason.TooLarge, Reason.NestingTooDeep)

  def reasons: Seq[Reason] = Seq(
    TruncatedDatum, TrailingBytes, TruncatedFrame, BadFrame, Reason.UnknownSchema,
    IncompatibleSchema, BadDeflate) ++ ofValues

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
}
