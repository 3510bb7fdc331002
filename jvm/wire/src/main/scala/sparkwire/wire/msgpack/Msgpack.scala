package sparkwire.wire.msgpack

import sparkwire.wire.core._

/** MessagePack: families of first bytes, reasons, options. */
object Msgpack extends Format {
  val name = "msgpack"

  val ExtTypes: OptionSpec.Words = OptionSpec.Words("ext", Seq("plain", "aerospike"),
    "`aerospike`: ext values of the types that Aerospike gives a meaning are binary or text")
  override val options: Seq[OptionSpec] = Seq(Options.InvalidUtf8, Options.Mismatch, ExtTypes)

  // What a first byte begins. All numbers behind it are big endian, all lengths unsigned.
  final val FixInt = 0
  final val FixMap = 1
  final val FixArray = 2
  final val FixStr = 3
  final val Nil = 4
  final val Reserved = 5
  final val False = 6
  final val True = 7
  final val Bin8 = 8
  final val Bin16 = 9
  final val Bin32 = 10
  final val Ext8 = 11
  final val Ext16 = 12
  final val Ext32 = 13
  final val Float32 = 14
  final val Float64 = 15
  final val UInt8 = 16
  final val UInt16 = 17
  final val UInt32 = 18
  final val UInt64 = 19
  final val Int8 = 20
  final val Int16 = 21
  final val Int32 = 22
  final val Int64 = 23
  final val FixExt = 24
  final val Str8 = 25
  final val Str16 = 26
  final val Str32 = 27
  final val Array16 = 28
  final val Array32 = 29
  final val Map16 = 30
  final val Map32 = 31

  // First bytes of the most common values.
  final val LastFixInt = 0x7f
  final val FirstFixStr = 0xa0

  // 256 entries, made once from rules that can be read.
  private[this] val families: Array[Byte] = Array.tabulate(256) { first =>
    val family =
      if (first <= 0x7f || first >= 0xe0) FixInt
      else if (first <= 0x8f) FixMap
      else if (first <= 0x9f) FixArray
      else if (first <= 0xbf) FixStr
      else if (first <= 0xd3) Nil + (first - 0xc0)
      else if (first <= 0xd8) FixExt
      else Str8 + (first - 0xd9)
    family.toByte
  }

  def familyOf(first: Int): Int = families(first).toInt

  /** The one type of ext values that MessagePack itself gives a meaning. */
  final val TimestampExt = -1

  // Types to which Aerospike gives a meaning: see `ExtTypes`.
  final val GeoJsonExt = 23
  private final val FirstBlobExt = 7
  private final val LastBlobExt = 12
  private final val HllExt = 18

  /** Aerospike's blobs are bytes like any other. */
  def isBlob(ext: Int): Boolean = (ext >= FirstBlobExt && ext <= LastBlobExt) || ext == HllExt

  // Positions in `Ext`.
  final val ExtType = 0
  final val ExtData = 1

  /** How an ext of any other type is shown. */
  val Ext: Shape =
    Shape("ext", Vector(Field("@ext", Kind.Int8, ""), Field("data", Kind.Binary, "")))

  val Truncated = new Reason("truncated", "the bytes end inside a value")
  val LengthPastEnd =
    new Reason("length-past-end", "a length or count says more than there are bytes left")
  val ReservedByte = new Reason("reserved-byte-c1", "the byte c1 begins no value")
  val InvalidUtf8 = new Reason("invalid-utf8", "the text is not well-formed UTF-8")
  val TrailingBytes = new Reason("trailing-bytes", "bytes are left behind the value")
  val BadTimestamp = new Reason("int-out-of-range",
    "a timestamp takes 4, 8 or 12 bytes and has less than 1000000000 nanoseconds")

  def reasons: Seq[Reason] =
    Seq(Truncated, LengthPastEnd, ReservedByte, InvalidUtf8, TrailingBytes, BadTimestamp,
      Reason.TypeMismatch, Reason.TooLarge, Reason.NestingTooDeep)

  /** Values end to end. */
  val Stream: Series = new Series("values", "value", Kind.Asked, "", rowBytes = 64)

  /** One value and nothing behind it. */
  case object OneValue extends Root {
    def kind: Kind = Kind.Asked
    def newReader(options: Options): Reader = new ValueReader(options)
  }

  /** Values end to end. */
  case object ManyValues extends Root {
    def kind: Kind = Kind.Struct(Stream.shape)
    def newReader(options: Options): Reader = new StreamReader(options)
  }
}
