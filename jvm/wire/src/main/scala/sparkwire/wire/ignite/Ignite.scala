package sparkwire.wire.ignite

import sparkwire.wire.core._

/** Binary objects of Apache Ignite and of databases made from it: codes, flags, reasons, options.
  */
object Ignite extends Format {
  val name = "ignite"

  /** Type information that compact objects and enumerations do not carry themselves. */
  val Types: OptionSpec.Checked = OptionSpec.Checked("types",
    "a JSON array of objects with type_name or type_id, schemas, enum_values",
    "what the cluster knows of its types: names, fields in the order of writing, constants",
    TypeDescriptions.whyNot)

  val OptimizedValues: OptionSpec.Words = OptionSpec.Words("optimized", Seq("known", "raw"),
    "`raw`: serialized Java stays bytes, well-known classes too")

  val Zone: OptionSpec.Checked = OptionSpec.Checked("zone",
    "a time zone such as UTC, Europe/Berlin, +02:00",
    "the zone in which a stored `java.sql.Date` is counted as a day and a `java.sql.Time` as a time " +
      "of day; UTC if not given",
    DayZone.whyNot)
  override val options: Seq[OptionSpec] = Seq(Types, Options.Mismatch, OptimizedValues, Zone)

  // Codes of values. All numbers after a code are little endian.
  final val ByteCode = 1
  final val ShortCode = 2
  final val IntCode = 3
  final val LongCode = 4
  final val FloatCode = 5
  final val DoubleCode = 6
  final val CharCode = 7
  final val BoolCode = 8
  final val StringCode = 9
  final val UuidCode = 10
  final val DateCode = 11
  final val ByteArray = 12
  final val ShortArray = 13
  final val IntArray = 14
  final val LongArray = 15
  final val FloatArray = 16
  final val DoubleArray = 17
  final val CharArray = 18
  final val BoolArray = 19
  final val StringArray = 20
  final val UuidArray = 21
  final val DateArray = 22
  final val ObjectArray = 23
  final val CollectionCode = 24
  final val MapCode = 25
  final val WrappedCode = 27
  final val EnumCode = 28
  final val EnumArray = 29
  final val DecimalCode = 30
  final val DecimalArray = 31
  final val ClassCode = 32
  final val TimestampCode = 33
  final val TimestampArray = 34
  final val ProxyCode = 35
  final val TimeCode = 36
  final val TimeArray = 37
  final val BinaryEnumCode = 38
  final val NullCode = 101
  final val HandleCode = 102
  final val ObjectCode = 103
  final val OptimizedCode = -2
  final val TransformedCode = -3

  // The names of the codes in a dissection, by code.
  private val codeNames = Array(null, "byte", "short", "int", "long", "float", "double", "char",
    "bool", "string", "uuid", "date", "byte[]", "short[]", "int[]", "long[]", "float[]", "double[]",
    "char[]", "bool[]", "string[]", "uuid[]", "date[]", "object[]", "collection", "map", null,
    "wrapped", "enum", "enum[]", "decimal", "decimal[]", "class", "timestamp", "timestamp[]",
    "proxy", "time", "time[]", "binary enum")

  /** Returns the name of a code, null if no value begins with it. */
  def nameOf(code: Int): String =
    if (code > 0 && code < codeNames.length) codeNames(code)
    else
      code match {
        case NullCode => "null"
        case HandleCode => "handle"
        case ObjectCode => "object"
        case OptimizedCode => "optimized"
        case _ => null
      }

  // Flags of objects. Other bits have no meaning for the layout.
  final val HasSchema = 0x0002
  final val HasRawData = 0x0004
  final val OneByteOffsets = 0x0008
  final val TwoByteOffsets = 0x0010
  final val CompactFooter = 0x0020

  // Positions in the shapes of values without fields of their own. The mark comes first in each.
  final val Mark = 0
  final val Interfaces = 1
  final val Handler = 2
  final val Data = 1

  val Proxy: Shape = Shape("proxy",
    Vector(
      Field("@type", Kind.Text, ""),
      Field("interfaces", Kind.Sequence(Kind.Dynamic), "count"),
      Field("handler", Kind.Dynamic, "")
    ))
  val OptimizedShape: Shape =
    Shape(
      "optimized", Vector(Field("@type", Kind.Text, ""), Field("data", Kind.Binary, "optimized")))

  /** Stands for a value that is inside itself: a handle led back to it while it was being read. */
  val Cycle: Shape = Shape("cycle", Vector(Field("@cycle", Kind.Int32, "handle")))

  val EmptyInput = new Reason("empty-input", "there are no bytes, and even a null value has one")
  val UnknownCode = new Reason("unknown-type-code", "the first byte is not a known type code")
  val Transformed: Reason = UnknownCode.because(
    "a transformed value (code -3) was compressed or encrypted by a plug-in of the cluster, which alone can read it")
  val Truncated = new Reason("truncated-value", "the input ends inside a value")
  val LengthPastEnd =
    new Reason("length-past-end", "a length or count is larger than the bytes left allow")
  val NegativeLength = new Reason("negative-length", "a length or count is negative")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the value")
  val BadDecimal = new Reason("bad-decimal", "a decimal must have at least one byte")
  val BadNanos =
    new Reason("bad-timestamp-nanos", "the nanoseconds within a millisecond must be 0 to 999999")
  val BadElement =
    new Reason("bad-element-type", "the type of an element is not the element type of its array")
  val BadCollectionKind =
    new Reason("bad-collection-kind", "the kind of a collection must be -1 to 5")
  val BadSingleton: Reason = BadCollectionKind.because(
    "a singleton list (kind 5) must have one element")
  val BadMapKind = new Reason("bad-map-kind", "the kind of a map must be 0, 1 or 2")
  val BadHandle =
    new Reason("bad-handle", "a handle must refer to an earlier value in the same buffer")
  val BadClassName =
    new Reason(
      "bad-class-name",
      "an object with type id 0 must have a class name (a string) after its header")
  val BadWrapped =
    new Reason("bad-field-offset", "the offset of the root object is outside the wrapped data")
  val TruncatedHeader = new Reason(
    "truncated-header", "the input ends inside the object's header of 24 bytes")
  val BadVersion = new Reason("bad-version", "the version of an object must be 1")
  val BadLength = new Reason(
    "bad-object-length", "the length of an object must be at least 24, the size of its header")
  val BadFooterOffset =
    new Reason("bad-footer-offset", "the footer offset is outside the object")
  val BadFooterSize =
    new Reason("bad-footer-size", "the size of the footer is not a multiple of its entry size")
  val BadWidths: Reason = BadFooterSize.because(
    "the flags for offsets of one byte and of two bytes are both set")
  val BadFieldCount: Reason =
    BadFooterSize.because(
      "the number of offsets in the footer is not the number of fields of the schema")
  val BadFieldOffset =
    new Reason("bad-field-offset", "a field offset is outside the data of its object")
  val BadRawOffset =
    new Reason("bad-raw-offset", "the raw data offset is outside the data of its object")
  val NoSchema: Reason = Reason.UnknownSchema.because(
    "the schema of this compact object is unknown: the option `types` does not describe it, and the requested columns in their order do not match it")
  val NoMetadata: Reason = Reason.TypeMismatch.because("the object is not a type description")
  // Change events.
  val NotEvent =
    new Reason("not-an-event", "the bytes are not a Java object stream of one Ignite change event")
  val BadStream =
    new Reason("bad-object-stream", "the bytes break the form of Java's object streams")
  val UnknownClass = new Reason(
    "unknown-class",
    "the key or value has an object of a class that is not read: it is neither a binary object nor a " +
      "number, text, time, array, list, set or map of the JDK")

  def reasons: Seq[Reason] = Seq(EmptyInput, UnknownCode, Truncated, LengthPastEnd, NegativeLength,
    TrailingBytes, BadDecimal, BadNanos, BadElement, BadCollectionKind, BadMapKind, BadHandle,
    BadClassName, TruncatedHeader, BadVersion, BadLength, BadFooterOffset, BadFooterSize,
    BadFieldOffset, BadRawOffset, NotEvent, BadStream, UnknownClass, Reason.UnknownSchema,
    Reason.TypeMismatch, Reason.TooLarge,
    Reason.NestingTooDeep)
}
