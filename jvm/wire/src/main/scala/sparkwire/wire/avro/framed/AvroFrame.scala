package sparkwire.wire.avro.framed

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.{Cursor, Field, Format, Kind, Options, Reader, Reason, Root, Shape}

/** The frame before an Avro value, which identifies the schema that it was written with: one
  * of the [[AvroFrameLayouts]].
  *
  * Trap: a bare value may begin with the same bytes. An int of 0 is 00, one of -2 is 03. If the
  * user does not name the frame, the first bytes decide, and a value that ends inside that frame is
  * refused.
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

  def reasons: Seq[Reason] = Seq(Avro.TruncatedFrame)

  /** The frame before one value; the value itself is not checked. */
  case object OneFrame extends Root {
    def kind: Kind = Kind.Struct(Parts)
    def newReader(options: Options): Reader = new AvroFrameReader
  }
}

/** The kinds of frames, and the sizes of their parts. */
private[wire] object FrameKind {
  final val Bare = 0
  final val Confluent = 1
  final val SingleObject = 2
  final val Glue = 3

  /** The names for users, indexed by kind. */
  val words: IndexedSeq[String] = Avro.frames
  val names: Array[Array[Byte]] = words.map(_.getBytes(UTF_8)).toArray

  private val magics = Array(0, AvroFrameLayouts.Confluent.at("schema_id"),
    AvroFrameLayouts.SingleObject.at("fingerprint"), AvroFrameLayouts.Glue.at("compression"))

  /** Returns the number of bytes that identify the kind. */
  def magicBytes(kind: Int): Int = magics(kind)

  def idBytes(kind: Int): Int = kind match {
    case Bare => 0
    case Confluent => SchemaId.IntBytes
    case SingleObject => SchemaId.FingerprintBytes
    case Glue => SchemaId.UuidBytes
  }

  // The first byte of each kind, the second one of a single object, and Glue's values for
  // compression.
  private val ConfluentMagic = AvroFrameLayouts.Confluent.constant("magic").toByte
  private val ObjectMagic = AvroFrameLayouts.SingleObject.constant("magic").toByte
  private val ObjectVersion = AvroFrameLayouts.SingleObject.constant("version").toInt
  private val GlueMagic = AvroFrameLayouts.Glue.constant("magic").toByte
  private val compressions = AvroFrameLayouts.Glue.bits("compression", "compression")
  val GluePlain: Int = compressions("none")
  val GlueZlib: Int = compressions("zlib")

  /** Returns the kind that the bytes at the cursor look like. Refuses if they end before that is
    * certain.
    */
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
    if (cursor.left < 2) cursor.refuse(Avro.TruncatedFrame)
    cursor.bytes(cursor.position + 1) & 0xff
  }
}
