package sparkwire.wire.ignite

import sparkwire.wire.heads.{FixedLayout, LayoutBits, LayoutValue}
import sparkwire.wire.heads.LayoutEdge.{End, Footer, HeaderEnd, Offset}
import sparkwire.wire.heads.LayoutField._
import sparkwire.wire.ignite.Ignite._

/** The layout of objects. Little endian. A dissection shows the fields by these names. The checksum
  * is the hash that Java computes for an array of bytes.
  */
private[ignite] object ObjectLayouts {
  val Object: FixedLayout = FixedLayout(
    "object",
    int8("code", 0).is(ObjectCode.toLong),
    int8("version", 1).is(1),
    uint16("flags", 2).flags(
      LayoutBits("USER_TYPE", 0x1),
      LayoutBits("HAS_SCHEMA", HasSchema),
      LayoutBits("HAS_RAW_DATA", HasRawData),
      LayoutBits("OFFSET_ONE_BYTE", OneByteOffsets),
      LayoutBits("OFFSET_TWO_BYTES", TwoByteOffsets),
      LayoutBits("COMPACT_FOOTER", CompactFooter),
      LayoutBits("CUSTOM_DOTNET_TYPE", 0x40)),
    int32("type id", 4).saying("If it is 0, the class name follows the header"),
    int32("hash code", 8).sums(HeaderEnd, Footer),
    int32("length", 12).counts(Offset(0), End),
    int32("schema id", 16).saying("A hash of the fields in their order"),
    int32("footer offset", 20).counts(Offset(0), Footer).saying(
      "In an object without a schema, the offset of the raw data, or 24"),
    varying("class name", 24, "string").saying("If the type id is 0. The header ends with it"),
    after("fields").saying("One full value each"),
    after("raw data"),
    after("footer").saying("For each field its id, which a compact footer does not have, and its " +
      "offset, unsigned, of 1, 2 or 4 bytes as the flags say"),
    after("raw offset", "int32").saying("If there are a schema and raw data")
  )

  /** The names of the flags, from the lowest bit. */
  val flagNames: Array[String] = Object("flags").value match {
    case LayoutValue.Flags(bits) => bits.map(_.from).toArray
    case _ => Array.empty
  }
}
