package sparkwire.wire.ignite.cdc

import java.util.{HashMap, LinkedHashMap}

import sparkwire.wire.core._
import sparkwire.wire.ignite.{ModifiedUtf8, TypesJson}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.cdc.ObjectStream._
import sparkwire.wire.ignite.values.{MetadataReader, OneIgniteValue}
import sparkwire.wire.writing.Output

/** The description of a type: the file in which a node stores it, or a record of the topic that the
  * streamer fills.
  */
case object OneMetadata extends Root {
  def kind: Kind = Kind.Text
  def newReader(options: Options): Reader = new MetadataOfBoth(options)
  override def explainer: Root = ExplainedMetadata
}

/** A file is explained as the value that it is. */
private case object ExplainedMetadata extends Root {
  def kind: Kind = Kind.Text
  def newReader(options: Options): Reader = new Reader {
    private[this] val values = OneIgniteValue(Kind.Dynamic).newReader(options)
    private[this] val records = new MetadataRecord(options)
    def read(cursor: Cursor, sink: Sink): Unit =
      if (MetadataRecord.beginsAt(cursor)) { val _ = records.read(cursor) }
      else values.read(cursor, sink)
  }
}

private final class MetadataOfBoth(options: Options) extends Reader {
  private[this] val files = new MetadataReader(options)
  private[this] val records = new MetadataRecord(options)
  def read(cursor: Cursor, sink: Sink): Unit =
    if (MetadataRecord.beginsAt(cursor)) {
      val text = records.read(cursor)
      sink.text(text, 0, text.length)
    } else files.read(cursor, sink)
}

/** Reads what Ignite's streamer says of types: an [[ObjectStream]] of one object, either a
  * `BinaryMetadata`, which writes itself, or the name of a class, a `TypeMappingImpl` with the fields
  * `typeId`, `platform` and `typeName`. The data of a BinaryMetadata, big endian:
  * | version (1), type id (4), text: its name                                                     |
  * | n (4), -1 for none; n fields: text: the name; type code (4), field id (4)                     |
  * | text: the affinity key                                                                       |
  * | n (4), -1 for none; n schemas: schema id (4), m (4), m field ids (4)                         |
  * | is enum (1); if it is: n (4), n constants: text: the name; ordinal (4)                       |
  *
  * A text is 1 (1) for none, or 0 (1), n (2), n bytes of modified UTF-8.
  */
private[cdc] final class MetadataRecord(options: Options) {
  import MetadataRecord._

  private[this] val contents = new Contents
  private[this] val classes = new JavaClasses(contents)
  private[this] val values = new JavaValues(contents, classes, options)
  private[this] val blocks = new Blocks
  private[this] val data = new Output
  private[this] val inside = new Cursor

  /** Returns the text for the option `types`. */
  def read(cursor: Cursor): Array[Byte] = {
    values.begin()
    val form = classes.readRoot(cursor, NoMetadata)
    val text =
      if (form.name == Description && form.isExternal) readDescription(cursor)
      else if (form.name == Mapping && form.parent == null && form.has("typeId" -> 'I') &&
        form.has("typeName" -> 'L')) readMapping(cursor, form)
      else cursor.refuse(NoMetadata)
    Reader.requireEnd(cursor, Nowhere, TrailingBytes)
    text
  }

  private def readMapping(cursor: Cursor, form: JavaClass): Array[Byte] = {
    val numbers = cursor.take(form.size.toLong, Truncated)
    val typeId = cursor.i32At(numbers + form.offsetOf("typeId", 'I'))
    var name: String = null
    form.objects.foreach { field =>
      if (field.name != "typeName") { val _ = values.read(cursor) }
      else name = values.readName(cursor)
    }
    TypesJson.write(typeId, Some(name), Nil, new HashMap, new LinkedHashMap, cursor.allowance)
  }

  private def readDescription(cursor: Cursor): Array[Byte] = {
    blocks.begin()
    data.begin()
    blocks.copyAll(cursor, data)
    blocks.end(cursor)
    inside.wrapUnpacked(data.bytes, data.position, cursor)
    inside.setBigEndian(true)
    inside.skip(1, Truncated)
    val typeId = inside.i32(Truncated)
    val name = Option(textOf(inside))
    val ids = new LinkedHashMap[String, Integer]
    fill(inside, ids) {
      inside.skip(4, Truncated)
      inside.i32(Truncated)
    }
    val _ = textOf(inside)
    val schemas = Vector.newBuilder[Array[Int]]
    repeat(inside) {
      inside.skip(4, Truncated)
      val count = checked(inside, inside.i32(Truncated), 4)
      schemas += Array.fill(count)(inside.i32(Truncated))
    }
    val constants = new LinkedHashMap[String, Integer]
    if (inside.u8(Truncated) != 0) fill(inside, constants)(inside.i32(Truncated))
    if (inside.left > 0) cursor.refuse(NoMetadata)
    MetadataReader.describe(typeId, name, ids, schemas.result(), constants, cursor.allowance)
  }

  /** Reads a count, and evaluates `one` as often. */
  private def repeat(cursor: Cursor)(one: => Unit): Unit = {
    val count = cursor.i32(Truncated)
    // Each has a number of four bytes, at least.
    var left = if (count == -1) 0 else checked(cursor, count, 4)
    while (left > 0) {
      one
      left -= 1
    }
  }

  private def fill(cursor: Cursor, into: LinkedHashMap[String, Integer])(value: => Int): Unit =
    repeat(cursor) {
      val name = textOf(cursor)
      if (name == null) cursor.refuse(NoMetadata)
      cursor.allowance.spend(MetadataReader.EntryBytes)
      val _ = into.put(name, value)
    }

  private def textOf(cursor: Cursor): String =
    if (cursor.u8(Truncated) != 0) null
    else {
      val length = cursor.u16(Truncated)
      val from = cursor.take(length.toLong, LengthPastEnd)
      ModifiedUtf8.decode(cursor.bytes, from, cursor.position)
    }
}

private object MetadataRecord {
  private val Description = "org.apache.ignite.internal.binary.BinaryMetadata"
  private val Mapping = "org.apache.ignite.internal.cdc.TypeMappingImpl"

  /** Whether the bytes are an object stream. No value of Ignite begins like one. */
  def beginsAt(cursor: Cursor): Boolean =
    cursor.left >= 4 && Bytes.i32be(cursor.bytes, cursor.position) == Magic
}
