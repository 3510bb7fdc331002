package sparkwire.wire.ignite.values

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core._
import sparkwire.wire.ignite.{Buffer, ObjectHead, ObjectLayouts, Rereads, Wrapped}
import sparkwire.wire.ignite.Ignite._

/** Finds the object in a value, inside of any number of wrappers. The root of a wrapper may also be
  * a handle.
  */
private[ignite] final class RootObject(options: Options) {
  private[this] val values = new IgniteReader(Kind.Dynamic, options)
  private[this] val rereads = new Rereads
  private[this] val buffer = new Buffer(rereads)
  private[this] val verifies = options.verifies
  val head = new ObjectHead

  /** Returns false if the value is not an object. Checks all of it first, if `verify` is `full`. */
  def find(cursor: Cursor): Boolean = {
    val spent = cursor.allowance.mark
    if (verifies || cursor.left == 0) values.read(cursor, null)
    // The next steps read some of the same bytes.
    cursor.allowance.goBack(spent)
    cursor.setBigEndian(false)
    cursor.moveTo(0)
    rereads.begin(cursor)
    buffer.begin(0, cursor.end)
    var code = cursor.u8(Truncated).toByte
    // Ends, because each wrapper is within the one before, and a handle leads to another value.
    while (code == WrappedCode || code == HandleCode) {
      if (code == WrappedCode) {
        val root = Wrapped.enter(cursor, null)
        cursor.setEnd(Wrapped.end(cursor, cursor.position))
        buffer.begin(cursor.position, cursor.end)
        cursor.moveTo(root)
      } else {
        val start = cursor.position - 1
        cursor.moveTo(buffer.targetOf(cursor, start, cursor.i32(Truncated)))
      }
      code = cursor.u8(Truncated).toByte
    }
    if (code == ObjectCode) head.read(cursor, null)
    code == ObjectCode
  }
}

/** Gives the header of an object as a struct; see [[ObjectHead]]. A value that is not an object
  * becomes NULL.
  */
private[ignite] final class ObjectHeaderReader(options: Options) extends Reader {
  import ObjectHeaderReader._

  private[this] val root = new RootObject(options)

  def read(cursor: Cursor, sink: Sink): Unit =
    if (root.find(cursor)) {
      val head = root.head
      sink.beginStruct(Header)
      if (sink.derives(TypeId)) sink.int(head.typeId.toLong)
      if (sink.derives(ClassName)) giveClassName(sink, head)
      if (sink.derives(SchemaId)) sink.int(head.schemaId.toLong)
      if (sink.derives(HashCode)) sink.int(head.hash.toLong)
      if (sink.derives(HashOk)) sink.bool(head.hash == head.hashOfData)
      if (sink.derives(Flags)) giveFlags(sink, head)
      if (sink.derives(Length)) sink.int(head.length.toLong)
      if (sink.derives(FieldIds)) giveFieldIds(sink, head)
      if (sink.derives(Raw)) {
        if (head.hasRaw) sink.binary(cursor.bytes, head.rawFrom, head.footerFrom)
        else sink.nothing()
      }
      sink.endStruct()
    } else sink.nothing()

  private def giveClassName(sink: Sink, head: ObjectHead): Unit = {
    val name = head.className
    if (name == null) sink.nothing()
    else sink.repairedText(name, 0, name.length)
  }

  private def giveFlags(sink: Sink, head: ObjectHead): Unit =
    if (sink.beginArray(-1)) {
      var bit = 0
      while (bit < 16) {
        if ((head.flags & (1 << bit)) != 0) {
          sink.element()
          sink.word(flagWords(bit))
        }
        bit += 1
      }
      sink.endArray()
    }

  private def giveFieldIds(sink: Sink, head: ObjectHead): Unit =
    if (head.isCompact && head.count > 0) sink.nothing()
    else if (sink.beginArray(head.count)) {
      var field = 0
      while (field < head.count) {
        sink.element()
        sink.int(head.id(field).toLong)
        field += 1
      }
      sink.endArray()
    }
}

object ObjectHeaderReader {

  // Positions in `Header`.
  private final val TypeId = 0
  private final val ClassName = 1
  private final val SchemaId = 2
  private final val HashCode = 3
  private final val HashOk = 4
  private final val Flags = 5
  private final val Length = 6
  private final val FieldIds = 7
  private final val Raw = 8

  val Header: Shape = Shape("header",
    Vector(
      Field("type_id", Kind.Int32, ""),
      Field("class_name", Kind.Text, ""),
      Field("schema_id", Kind.Int32, ""),
      Field("hash_code", Kind.Int32, ""),
      Field("hash_ok", Kind.Bool, ""),
      Field("flags", Kind.Sequence(Kind.Text), ""),
      Field("length", Kind.Int32, ""),
      Field("field_ids", Kind.Sequence(Kind.Int32), ""),
      Field("raw", Kind.Binary, "")
    ))

  // Bits without a name are shown as hexadecimal numbers.
  private val flagWords: Array[Array[Byte]] = Array.tabulate(16) { bit =>
    (if (bit < ObjectLayouts.flagNames.length) ObjectLayouts.flagNames(bit)
     else f"0x${1 << bit}%04x").getBytes(UTF_8)
  }
}

/** Gives the hash of an object's data, which its header should contain. A value that is not an
  * object becomes NULL.
  */
private[ignite] final class HashReader(options: Options) extends Reader {
  private[this] val root = new RootObject(options)

  def read(cursor: Cursor, sink: Sink): Unit =
    if (root.find(cursor)) sink.int(root.head.hashOfData.toLong) else sink.nothing()
}
