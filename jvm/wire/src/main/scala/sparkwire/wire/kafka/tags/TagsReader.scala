package sparkwire.wire.kafka.tags

import sparkwire.wire.core._
import sparkwire.wire.kafka.{Kafka, Varints}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.writing.{Output, Writer, Written}

/** Exactly one tag section. */
case object TagSection extends Root with Written {
  def kind: Kind = TagsReader.kind
  def newReader(options: Options): Reader = new TagsReader(options)
  def newWriter(options: Options, output: Output): Writer = new TagsWriter(options, output)
}

/** Reads exactly one tag section, in either of its forms.
  * | standard                                 | interleaved                              |
  * | UNSIGNED_VARINT count                    | UNSIGNED_VARINT count                    |
  * | count times: UNSIGNED_VARINT tag,        | count times: UNSIGNED_VARLONG tag and    |
  * | UNSIGNED_VARINT size, size bytes of data | size ([[InterleavedHeader]]), size bytes |
  *
  * Tags ascend. The bytes do not tell which of the two forms they have.
  */
private[kafka] final class TagsReader(options: Options) extends Reader {
  import TagsReader._

  private[this] val interleaved = Kafka.isInterleaved(options)
  private[this] val header = new InterleavedHeader

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    val count = Varints.unsignedInt(cursor)
    // The sink is not told a count that cannot be right.
    if (sink.beginArray(if (count <= cursor.left) count.toInt else -1)) {
      tags(cursor, sink, count)
      sink.endArray()
    } else tags(cursor, Nowhere, count)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  private def tags(cursor: Cursor, sink: Sink, count: Long): Unit = {
    var last = -1L
    var at = 0L
    while (at < count) {
      if (at > 0) cursor.allowance.spend(RowBytes)
      sink.element()
      tag(cursor, sink, last)
      last = header.tag
      at += 1
    }
  }

  private def tag(cursor: Cursor, sink: Sink, last: Long): Unit = {
    sink.beginStruct(Tag)
    val wantTag = sink.wanted(Number)
    if (interleaved) header.read(cursor) else header.tag = Varints.unsignedInt(cursor)
    TagHeads.checkOrder(cursor, header.tag, last)
    if (wantTag) sink.int(header.tag) else sink.skipped()

    if (!interleaved) header.size = TagHeads.framed(Size, cursor, sink)
    val wantData = sink.wanted(Data)
    val from = cursor.take(header.size, LengthPastEnd)
    if (wantData) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
    sink.endStruct()
  }
}

private[kafka] object TagsReader {
  private[tags] final val Number = 0
  private[tags] final val Data = 1
  private final val Size = 2
  // The approximate size of an element in a row, without its bytes.
  private final val RowBytes = 48

  private val Tag: Shape = Shape("tag",
    Vector(Field("tag", Kind.Int64, "tag"),
      Field("data", Kind.Binary, "bytes"), Field.frame("data", "size")))
  val kind: Kind = Kind.Sequence(Kind.Struct(Tag))
}
