package sparkwire.wire.ignite.types

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core.{Cursor, Sink, Utf8}
import sparkwire.wire.ignite.{ClassName, Hashes, Leaves, TypeDescription, TypeDescriptions}
import sparkwire.wire.ignite.Ignite._

/** Reads values that consist of little more than a type. On the wire a type is its id or, after an
  * id of 0, the name of its class. Holds the type that was read last.
  */
private[ignite] final class TypeNames(types: TypeDescriptions) {
  private[this] var idOnWire = 0
  private[this] var className: Array[Byte] = _
  private[this] var described: TypeDescription = _

  def read(cursor: Cursor): Unit = {
    idOnWire = cursor.i32(Truncated)
    if (idOnWire == 0) {
      val from = ClassName.read(cursor)
      className = Arrays.copyOfRange(cursor.bytes, from, cursor.position)
      idOnWire = Hashes.id(new String(className, UTF_8))
    } else className = null
    described = types.of(idOnWire)
  }

  /** The name of the type; null if only the id is known. */
  private def name: Array[Byte] =
    if (described != null && described.nameBytes != null) described.nameBytes
    else if (className == null) null
    else Utf8.repaired(className)

  def give(sink: Sink): Unit = {
    val known = name
    if (known == null) sink.int(idOnWire.toLong) else sink.textForm(known, 0, known.length)
  }

  /** Reads a constant of an enumeration, after its code. */
  def giveEnum(cursor: Cursor, sink: Sink): Unit = {
    read(cursor)
    val ordinal = cursor.i32(Truncated)
    if (sink != null)
      sink.enumerated(
        name, idOnWire, ordinal, if (described == null) null else described.constant(ordinal))
  }

  /** Reads a class, after its code. */
  def giveClass(cursor: Cursor, sink: Sink): Unit = {
    read(cursor)
    if (sink != null) give(sink)
  }

  /** Reads the interfaces of a proxy, after its code. Returns whether the sink takes the proxy, of
    * which the handler is still to come.
    */
  def beginProxy(cursor: Cursor, sink: Sink): Boolean = {
    // A type takes at least four bytes.
    val count = Leaves.count(cursor, 4)
    val isTaken = sink != null && sink.beginStruct(Proxy)
    if (isTaken && sink.derives(Mark)) sink.word(TypeNames.ProxyMark)
    val wantInterfaces = isTaken && sink.wanted(Interfaces)
    if (wantInterfaces && sink.beginArray(count)) {
      giveInterfaces(cursor, sink, count)
      sink.endArray()
    } else giveInterfaces(cursor, null, count)
    if (isTaken && !wantInterfaces) sink.skipped()
    isTaken
  }

  private def giveInterfaces(cursor: Cursor, sink: Sink, count: Int): Unit = {
    var left = count
    while (left > 0) {
      if (sink != null) {
        sink.element()
        sink.tracer.wire("type")
      }
      giveClass(cursor, sink)
      left -= 1
    }
  }
}

private[ignite] object TypeNames {
  val ProxyMark: Array[Byte] = "proxy".getBytes(UTF_8)
  val OptimizedMark: Array[Byte] = "optimized".getBytes(UTF_8)
}
