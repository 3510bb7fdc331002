package sparkwire.wire.databus

import java.util.Arrays

import sparkwire.wire.core.{DeafSink, Shape}

/** Keeps the fields of one event, for code that needs them in another order than the bytes have.
  *
  * A field is accessed by its position in `Databus.Event`. The fields of a part come after those,
  * from [[EventFields.InKeyPart]] or [[EventFields.InMetadata]] on. Bytes are not copied; only
  * their positions are kept.
  */
private[databus] final class EventFields extends DeafSink {
  private[this] val kept = new Array[Boolean](EventFields.Slots)
  private[this] val numbers = new Array[Long](EventFields.Slots)
  private[this] val arrays = new Array[Array[Byte]](EventFields.Slots)
  private[this] val starts = new Array[Int](EventFields.Slots)
  private[this] val ends = new Array[Int](EventFields.Slots)
  private[this] var base = 0
  private[this] var index = 0

  def begin(): Unit = {
    Arrays.fill(kept, false)
    base = 0
  }

  def has(field: Int): Boolean = kept(field)
  def number(field: Int): Long = numbers(field)
  def flag(field: Int): Boolean = numbers(field) != 0
  def bytes(field: Int): Array[Byte] = arrays(field)
  def from(field: Int): Int = starts(field)
  def until(field: Int): Int = ends(field)

  override def beginStruct(shape: Shape): Boolean = {
    if (shape eq Databus.Part) {
      kept(index) = true
      base = if (index == Databus.KeyPart) EventFields.InKeyPart else EventFields.InMetadata
    }
    true
  }

  override def needed: Long = -1L

  override def wanted(field: Int): Boolean = {
    index = base + field
    true
  }

  override def derives(field: Int): Boolean = wanted(field)
  override def endStruct(): Unit = base = 0
  override def bool(value: Boolean): Unit = int(if (value) 1 else 0)

  override def int(value: Long): Unit = {
    kept(index) = true
    numbers(index) = value
  }

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit = binary(bytes, from, until)

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    kept(index) = true
    arrays(index) = bytes
    starts(index) = from
    ends(index) = until
  }
}

private[databus] object EventFields {
  final val InKeyPart = 40
  final val InMetadata = 48
  private final val Slots = 56
}
