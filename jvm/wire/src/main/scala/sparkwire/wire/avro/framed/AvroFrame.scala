package sparkwire.wire.avro
package framed

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Cursor, Field, Format, Kind, Options, Reader, Reason, Root, Shape}

/** What stands in front of an Avro value and names the schema that it was written by.
  * | frame         | bytes                                                                       |
  * | confluent     | 00, int32: the id in a registry, big endian                                 |
  * | single-object | c3 01, 8 bytes: the schema's CRC-64-AVRO, the low byte first                |
  * | glue          | 03, compression (00 none, 05 zlib), 16 bytes: a UUID; what follows is packed |
  *
  * Trap: a bare value may begin with the same bytes. An int of 0 is 00, one of -2 is 03. Where no frame is named,
  * the first bytes decide, and a value that ends inside what they announce is refused.
  */
object AvroFrame extends Format {
  val name = "avro"

  // Positions in `Parts`.
  final val Frame = 0
  final val Id = 1
  final val Uuid = 2
  final val Fingerprint = 3
  final val Compression = 4
  final val Offset = 5
  final val Datum = 6

  val Parts: Shape = Shape("frame",
    Vector(
      Field("frame", Kind.Text, "magic"),
      Field("schema_id", Kind.Int32, "int32"),
      Field("schema_uuid", Kind.Text, "uuid"),
      Field("fingerprint", Kind.Binary, "fingerprint"),
      Field("compression", Kind.Text, "compression"),
      Field("offset", Kind.Int32, ""),
      Field.frame("", "datum")
    ))

  val TruncatedFrame =
    new Reason("truncated-frame", "the bytes end inside what stands in front of the value")

  def reasons: Seq[Reason] = Seq(TruncatedFrame)

  /** What stands in front of one value; the value itself is not looked at. */
  case object OneFrame extends Root {
    def kind: Kind = Kind.Struct(Parts)
    def newReader(options: Options): Reader = new FrameReader
  }
}

/** The kinds of frames, and where their parts are. */
private[wire] object FrameKind {
  final val Bare = 0
  final val Confluent = 1
  final val SingleObject = 2
  final val Glue = 3

  /** As users name them, by their numbers. */
  val words: IndexedSeq[String] = Vector("none", "confluent", "single-object", "glue")
  val names: Array[Array[Byte]] = words.map(_.getBytes(UTF_8)).toArray

  /** How many bytes mark the kind. */
  def magicBytes(kind: Int): Int = kind match {
    case Bare => 0
    case SingleObject => 2
    case _ => 1
  }

  def idBytes(kind: Int): Int = kind match {
    case Bare => 0
    case Confluent => SchemaId.IntBytes
    case SingleObject => SchemaId.FingerprintBytes
    case Glue => SchemaId.UuidBytes
  }

  // The first byte of each kind, the second of a single object, and those that Glue has for its compressions.
  private final val ConfluentMagic = 0
  private final val ObjectMagic = 0xc3.toByte
  private final val ObjectVersion = 1
  private final val GlueMagic = 3
  final val GluePlain = 0
  final val GlueZlib = 5

  /** The kind that the bytes at the cursor begin like. If they end before that can be told, the value is refused. */
  def at(cursor: Cursor): Int =
    if (cursor.left == 0) Bare
    else cursor.bytes(cursor.position) match {
      case ConfluentMagic => Confluent
      case ObjectMagic => if (second(cursor) == ObjectVersion) SingleObject else Bare
      case GlueMagic =>
        val compression = second(cursor)
        if (compression == GluePlain || compression == GlueZlib) Glue else Bare
      case _ => Bare
    }

  private def second(cursor: Cursor): Int = {
    if (cursor.left < 2) cursor.refuse(AvroFrame.TruncatedFrame)
    cursor.bytes(cursor.position + 1) & 0xff
  }
}
