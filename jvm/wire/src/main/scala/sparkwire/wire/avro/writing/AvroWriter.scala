package sparkwire.wire.avro.writing

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.avro.{Schema, SchemaNormalization}

import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.framed.{AvroFrameLayouts, AvroHeader, FrameKind, SchemaId}
import sparkwire.wire.avro.schemas.{InvalidSchema, Schemas, TypedSchema}
import sparkwire.wire.core._
import sparkwire.wire.heads._
import sparkwire.wire.writing._

/** One value in Avro's binary form, by a schema.
  */
final case class EncodedValue(schema: String) extends Written {
  @transient private[avro] lazy val parsed: Schema = Schemas.ofWriter(schema)

  /** The kind of the typed column that `avro_decode` gives; a TIME may be given as a number. No column has the type of some schemas,
    * such as recursive ones: their values are self-describing.
    */
  @transient lazy val kind: Kind =
    try TypedSchema.written(schema, hasTimes = true).kind
    catch {
      case _: InvalidSchema =>
        // Refused here if it is not a schema at all.
        val _ = parsed
        Kind.Dynamic
    }

  override def isField: Boolean = true
  def newWriter(options: Options, output: Output): Writer = {
    val limits = new Limits(options)
    new AvroWriter(new StepBuilder(limits).of(parsed), limits, frameOf(options, output), output)
  }

  private def frameOf(options: Options, output: Output): AvroFrameWriter = {
    val kind = EncodedValue.frameOf(options)
    val id = kind match {
      case FrameKind.SingleObject =>
        SchemaId.ofBytes(
          SchemaNormalization.parsingFingerprint("CRC-64-AVRO", parsed))
      case _ => options.text(EncodedValue.Id).flatMap(EncodedValue.idOf(kind, _))
    }
    if (kind == FrameKind.Bare) null else new AvroFrameWriter(kind, id.orNull, output)
  }
}

object EncodedValue {
  val Frame: OptionSpec.Words = OptionSpec.Words("frame", Avro.frames :+ AvroHeader.Word,
    "what is written in front of the value; the id of a single object is the fingerprint of the schema, " +
      s"and `${AvroHeader.Word}` writes nothing, because `avro_header` makes the id")
  val Id: OptionSpec.Checked = OptionSpec.Checked("id", "a whole number or a UUID",
    "the id of the schema in the frame, if it is the same for all values",
    text =>
      if (idOf(FrameKind.Confluent, text).isDefined || idOf(FrameKind.Glue, text).isDefined) None
      else Some(s"'$text' is no id"))
  val options: Seq[OptionSpec] = Written.options ++ Seq(Frame, Id)

  /** The frame that these options ask for before the value. */
  private def frameOf(options: Options): Int = options.word(Frame) match {
    case AvroHeader.Word => FrameKind.Bare
    case word => FrameKind.words.indexOf(word)
  }

  /** Whether the frame has an id that is given, and not made from the schema. */
  def hasId(options: Options): Boolean =
    frameOf(options) == FrameKind.Confluent || frameOf(options) == FrameKind.Glue

  /** Whether the id in the frame is a text. */
  def isIdText(options: Options): Boolean = frameOf(options) == FrameKind.Glue

  /** Whether the id that the options name is one of the frame. */
  def isIdValid(options: Options): Boolean =
    options.text(Id).forall(idOf(frameOf(options), _).isDefined)

  /** Returns the id that a text means in a frame; None if it means none. */
  private[writing] def idOf(frame: Int, text: String): Option[SchemaId] = frame match {
    case FrameKind.Confluent => text.toIntOption.filter(_ >= 0).map(SchemaId.ofInt)
    case FrameKind.Glue => SchemaId.ofUuid(text)
    case _ => None
  }
}

/** Writes a value after its frame, null for no frame. */
private final class AvroWriter(root: DatumStep, limits: Limits, frame: AvroFrameWriter,
    output: Output)
    extends SourceWriter {
  override def setOtherInput(number: Int, value: AnyRef): Unit = frame.setId(value)

  def write(source: Source): Unit = {
    limits.begin()
    if (frame != null) frame.write()
    root.writeAny(source, 0, output)
  }
}

/** Writes one of the [[AvroFrameLayouts]]. A frame of Glue is written without compression.
  *
  * @param constant
  *   the id of all values; null if it is another input
  */
private final class AvroFrameWriter(kind: Int, constant: SchemaId, output: Output)
    extends HeadWriter(AvroFrameWriter.layoutOf(kind), output) {
  // Null if the input is not an id of the frame.
  private[this] var id = constant

  def setId(value: AnyRef): Unit = id = value match {
    case number: Integer if kind == FrameKind.Confluent => SchemaId.ofInt(number)
    case text: Array[Byte] => EncodedValue.idOf(kind, new String(text, UTF_8)).orNull
    case _ => null
  }

  def write(): Unit = {
    if (id == null) throw new Unencodable(AvroFrameWriter.BadId)
    output.setBigEndian(true)
    begin()
    val at = start + AvroFrameWriter.idAt(kind)
    if (id.length == SchemaId.IntBytes) output.putI32(at, id.low.toInt)
    else {
      if (id.length == SchemaId.UuidBytes) output.putI64(at, id.high)
      output.putI64(at + id.length - SchemaId.FingerprintBytes, id.low)
    }
  }
}

private[avro] object AvroFrameWriter {
  val BadId = new Reason("bad-id", "an id must be an INT for Confluent's frame, a UUID for Glue's")

  private def layoutOf(kind: Int): FixedLayout = kind match {
    case FrameKind.Confluent => AvroFrameLayouts.Confluent
    case FrameKind.SingleObject => AvroFrameLayouts.SingleObject
    case _ => AvroFrameLayouts.Glue
  }

  private def idAt(kind: Int): Int = kind match {
    case FrameKind.Confluent => AvroFrameLayouts.Confluent.at("schema_id")
    case FrameKind.SingleObject => AvroFrameLayouts.SingleObject.at("fingerprint")
    case _ => AvroFrameLayouts.Glue.at("schema_uuid")
  }
}
