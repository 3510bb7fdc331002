package sparkwire.wire.msgpack

import sparkwire.wire.core._
import sparkwire.wire.writing._

/** MessagePack: reasons, options, types of ext values. */
object Msgpack extends Format {
  val name = "msgpack"

  val ExtTypes: OptionSpec.Words = OptionSpec.Words("ext",
    Seq("plain", Aerospike, Fluent),
    "`aerospike`: ext values of the types that Aerospike gives a meaning are binary or text; " +
      "`fluent`: those of type 0 are the times of fluentd and fluent-bit")

  // The meaning of the ext types of an application: words of `ExtTypes`.
  final val Aerospike = "aerospike"
  final val Fluent = "fluent"

  /** The form in which an Aerospike server stores lists and maps: see [[StoredParticles]]. */
  private[wire] final val Particles = "particles"
  override val options: Seq[OptionSpec] =
    Seq(Options.InvalidUtf8, Options.Mismatch, Options.Structs, ExtTypes)

  /** The only ext type that MessagePack itself defines. */
  final val TimestampExt = -1

  // Ext types that Aerospike defines: see `ExtTypes`.
  final val GeoJsonExt = 23
  private final val FirstBlobExt = 7
  private final val LastBlobExt = 12
  private final val HllExt = 18

  /** The EventTime of fluentd's Forward protocol. */
  final val EventTimeExt = 0

  /** Whether Aerospike defines this ext type as plain bytes. */
  def isBlob(ext: Int): Boolean = (ext >= FirstBlobExt && ext <= LastBlobExt) || ext == HllExt

  // Positions in `Ext`.
  final val ExtType = 0
  final val ExtData = 1

  /** The form of an ext of any other type. */
  val Ext: Shape =
    Shape("ext", Vector(Field("@ext", Kind.Int8, ""), Field("data", Kind.Binary, "")))

  val Truncated = new Reason("truncated", "the input ends inside a value")
  val LengthPastEnd =
    new Reason("length-past-end", "a length or count is larger than the bytes left allow")
  val ReservedByte = new Reason(
    "reserved-byte-c1", "the first byte c1 is reserved and starts no value")
  val InvalidUtf8 = new Reason("invalid-utf8", "the text is not well-formed UTF-8")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the value")
  val BadTimestamp = new Reason("int-out-of-range",
    "a timestamp must have 4, 8 or 12 bytes and less than 1000000000 nanoseconds")

  val BadEventTime: Reason = BadTimestamp.because(
    "an EventTime must have 8 or 12 bytes and less than 1000000000 nanoseconds")

  def reasons: Seq[Reason] =
    Seq(Truncated, LengthPastEnd, ReservedByte, InvalidUtf8, TrailingBytes, BadTimestamp,
      Reason.TypeMismatch, Reason.TooLarge, Reason.NestingTooDeep)

  /** One value, with nothing after it. */
  case object OneValue extends Root with MsgpackValues {
    def kind: Kind = Kind.Asked
    def newReader(options: Options): Reader = new MsgpackReader(options)

    def newWriter(options: Options, output: Output): Writer = new SinkWriter {
      private[this] val writer = new MsgpackWriter(output, options.maxDepth)
      def sink: Sink = writer
      def begin(): Unit = writer.begin()
    }
  }
}

/** Roots whose self-describing values are MessagePack. */
trait MsgpackValues extends Written {
  override def holds(kind: Kind): Boolean = kind match {
    case Kind.Date | Kind.LocalTimestamp | _: Kind.Time => false
    case _ => true
  }
  override def marks: Seq[Shape] = Seq(Msgpack.Ext)
  // Decoding gives a timestamp for the ext type of timestamps.
  override def takesMark(mark: Shape, number: Long): Boolean =
    number == number.toByte && number != Msgpack.TimestampExt
  override def instants: Seq[InstantForm] = Seq(InstantForm.Seconds)
}
