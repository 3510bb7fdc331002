package sparkwire.sinks

import scala.annotation.switch

import org.apache.spark.sql.types._

import sparkwire.wire._

/** Writes values into Spark's own binary rows, as they come.
  *
  * What the bytes have ([[Kind]]) and what the query needs (a part of its Spark type) are put
  * together once, into a tree of [[Place]]s; a field is then one array look-up away from its place.
  * The buffer is used again for the next value.
  */
final class RowSink(kind: Kind, required: DataType) extends Sink {
  private[this] val root = RowFrame.root()
  private[this] val rootPlace = Place.of(kind, required, root, 0, null, null)

  private[this] var place = rootPlace
  private[this] var struct: StructWriter = _
  private[this] var list: ListWriter = _

  def begin(): Unit = {
    root.beginRoot()
    place = rootPlace
    struct = null
    list = null
  }

  def result: Any = root.result(required)

  override def beginStruct(shape: Shape): Unit = {
    struct = place.struct
    struct.begin()
  }

  override def wanted(field: Int): Boolean = {
    val slot = struct.slots(field)
    if (slot < 0) false
    else {
      place = struct.places(slot)
      true
    }
  }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = ()

  override def endStruct(): Unit = {
    val ended = struct
    ended.end()
    struct = ended.outerStruct
    list = ended.outerList
  }

  override def beginArray(): Unit = {
    list = place.list
    list.begin()
  }

  override def element(): Unit = {
    list.element()
    place = list.elementPlace
  }

  override def endArray(): Unit = {
    val ended = list
    ended.end()
    struct = ended.outerStruct
    list = ended.outerList
  }

  override def bool(value: Boolean): Unit =
    if (place.tag == Place.Bool) place.frame.writer.write(place.filled(), value) else mismatch()

  override def int(value: Long): Unit = {
    val writer = place.frame.writer
    (place.tag: @switch) match {
      case Place.Int64 => writer.write(place.filled(), value)
      case Place.Int32 if value == value.toInt => writer.write(place.filled(), value.toInt)
      case Place.Int16 if value == value.toShort => writer.write(place.filled(), value.toShort)
      case Place.Int8 if value == value.toByte => writer.write(place.filled(), value.toByte)
      case _ => mismatch()
    }
  }

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (place.tag == Place.Text) place.frame.writer.write(place.filled(), bytes, from, until - from)
    else mismatch()

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (place.tag == Place.Binary) place.frame.writer.write(place.filled(), bytes, from, until - from)
    else mismatch()

  override def timestamp(micros: Long): Unit =
    if (place.tag == Place.Timestamp) place.frame.writer.write(place.filled(), micros) else mismatch()

  private def mismatch(): Nothing = throw Reason.TypeMismatch.signal
}
