package sparkwire.wire.aerospike

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core._
import sparkwire.wire.msgpack.{Msgpack, MsgpackValues}
import sparkwire.wire.writing._

/** Aerospike change notifications, as its connectors ship them in MessagePack: fields, types of
  * bins, reasons, options.
  */
object Aerospike extends Format {
  val name = "aerospike"

  val LutUnit: OptionSpec.Words = OptionSpec.Words("lutUnit", Seq("millis", "seconds"),
    "what `lut` counts; `seconds` for old connectors")
  val VerifyDigest: OptionSpec.Words = OptionSpec.Words("verifyDigest", Seq("false", "true"),
    "`true`: refuse a digest that is not that of set and user key")
  override val options: Seq[OptionSpec] =
    Seq(LutUnit, VerifyDigest, Options.InvalidUtf8, Options.Mismatch)

  // Positions of the fields in `Message`.
  final val Version = 0
  final val Op = 1
  final val Namespace = 2
  final val Set = 3
  final val TheDigest = 4
  final val UserKey = 5
  final val Generation = 6
  final val Expiry = 7
  final val ExpiresAt = 8
  final val Lut = 9
  final val LastUpdate = 10
  final val Flags = 11
  final val Durable = 12
  final val Bins = 13
  // The heads of the arrays that hold the fields.
  final val MessageHead = 14
  final val PayloadHead = 15
  final val KeyHead = 16

  private val keyFields = Vector(
    Field("namespace", Kind.Text, "str"),
    Field("set", Kind.Text, "str"),
    Field("digest", Kind.Binary, "bin"),
    Field("user_key", Kind.Dynamic, "")
  )

  val Message: Shape = Shape("message",
    Vector(
      Field("version", Kind.Int32, "int"), Field("op", Kind.Text, "int")) ++ keyFields ++ Vector(
      Field("generation", Kind.Int64, "int"),
      Field("expiry", Kind.Int64, "int"),
      Field("expires_at", Kind.Timestamp, ""),
      Field("lut", Kind.Int64, "int"),
      Field("last_update", Kind.Timestamp, ""),
      Field("flags", Kind.Int64, "int"),
      Field("durable", Kind.Bool, ""),
      Field("bins", Kind.Asked, "bins"),
      Field.frame("", "message"),
      Field.frame("", "payload"),
      Field.frame("", "key")
    ))

  // Positions in `Key`; a message has the fields in the same order.
  final val KeyNamespace = 0
  final val KeyHeadAlone = 4

  val Key: Shape = Shape("key", keyFields :+ Field.frame("", "key"))

  // Positions in `Bin`.
  final val BinName = 0
  final val BinType = 1
  final val BinTypeName = 2
  final val BinFlags = 3
  final val BinValue = 4

  val Bin: Shape = Shape("bin",
    Vector(
      Field("name", Kind.Text, "str"),
      Field("type", Kind.Int32, "int"),
      Field("type_name", Kind.Text, ""),
      Field("flags", Kind.Int64, "int"),
      Field("value", Kind.Dynamic, "")
    ))

  // Types of bins.
  final val NullBin = 0
  final val IntegerBin = 1
  final val DoubleBin = 2
  final val StringBin = 3
  final val BlobBin = 4
  final val JavaBin = 7
  final val ErlangBin = 12
  final val BooleanBin = 17
  final val HllBin = 18
  final val MapBin = 19
  final val ListBin = 20
  final val GeoJsonBin = 23

  /** The names of bin types, indexed by type; null where there is no such type. */
  private[aerospike] val typeNames: Array[Array[Byte]] = {
    val names = new Array[Array[Byte]](GeoJsonBin + 1)
    Seq(NullBin -> "NULL", IntegerBin -> "INTEGER", DoubleBin -> "DOUBLE", StringBin -> "STRING",
      BlobBin -> "BLOB",
      JavaBin -> "JAVA_BLOB", 8 -> "CSHARP_BLOB", 9 -> "PYTHON_BLOB", 10 -> "RUBY_BLOB",
      11 -> "PHP_BLOB",
      ErlangBin -> "ERLANG_BLOB", BooleanBin -> "BOOLEAN", HllBin -> "HLL", MapBin -> "MAP",
      ListBin -> "LIST",
      GeoJsonBin -> "GEOJSON").foreach { case (number, word) =>
      names(number) = word.getBytes(US_ASCII)
    }
    names
  }

  private[aerospike] val Write = "WRITE".getBytes(US_ASCII)
  private[aerospike] val Delete = "DELETE".getBytes(US_ASCII)

  val NotArray = new Reason("message-not-array", "a message must be an array")
  val BadSize =
    new Reason(
      "message-bad-size",
      "a message must have exactly three elements: version, type and payload")
  val BadVersion = new Reason("bad-version", "the version must be 1")
  val BadType = new Reason("bad-message-type", "the message type must be 1 (WRITE) or 2 (DELETE)")
  val PayloadNotArray = new Reason("payload-not-array", "the payload must be an array")
  val PayloadBadSize =
    new Reason(
      "payload-bad-size",
      "the payload of a WRITE must have 5 elements, that of a DELETE 5, or 2 from old connectors")
  val BadKey =
    new Reason(
      "bad-key",
      "a key must have four elements: namespace, set, digest and user key, each of a permitted type")
  val BadDigestLength = new Reason("bad-digest-length", "a digest must have 20 bytes")
  val BadDigest = new Reason("bad-digest", "the digest does not match the set and the user key")
  val WrongType = new Reason("field-wrong-type", "the field has the wrong MessagePack type")
  val OutOfRange = new Reason("int-out-of-range", "the integer does not fit in 64 bits with a sign")
  val BadBin = new Reason(
    "bad-bin", "a bin must have four elements: name (str), type (int), flags (int) and value")
  val UnknownBinType = new Reason("unknown-bin-type", "the bin type is unknown")
  val BinMismatch =
    new Reason(
      "bin-value-type-mismatch",
      "the MessagePack type of the value does not match the bin type")

  // Both formats use the same word for numbers out of range.
  def reasons: Seq[Reason] = (Seq(
    NotArray, BadSize, BadVersion, BadType, PayloadNotArray, PayloadBadSize, BadKey,
    BadDigestLength, BadDigest, WrongType, OutOfRange, BadBin, UnknownBinType,
    BinMismatch) ++ Msgpack.reasons).distinctBy(_.word)

  /** One message, with nothing after it. */
  case object OneMessage extends Root with MsgpackValues {
    def kind: Kind = Kind.Struct(Message)
    def newReader(options: Options): Reader = new NotificationReader(options)
    def newWriter(options: Options, output: Output): Writer =
      new NotificationWriter(options, output)
  }

  /** The bins of a message, in the order of the bytes. */
  case object BinList extends Root {
    def kind: Kind = Kind.Sequence(Kind.Struct(Bin))
    def newReader(options: Options): Reader = new BinsReader(options)
  }

  /** A key that stands alone. */
  case object OneKey extends Root with MsgpackValues {
    def kind: Kind = Kind.Struct(Key)
    def newReader(options: Options): Reader = new KeyReader(options)
    def newWriter(options: Options, output: Output): Writer = new LoneKeyWriter(options, output)
  }
}
