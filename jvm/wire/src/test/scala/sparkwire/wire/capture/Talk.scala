package sparkwire.wire.capture

import scala.collection.mutable

import sparkwire.wire.capture.Packets._

/** Writes a conversation of two sides, a packet for each part.
  *
  * @param start
  *   the first sequence number of both
  */
final class Talk(start: Long = 1000, to: Side = server, from: Side = client) {
  private val packets = mutable.Buffer.empty[Captured]
  private val next = Array(start, start)
  private val sides = Array(from, to)

  def said: Seq[Captured] = packets.toSeq

  def add(side: Int, data: Array[Byte], flags: Int = 0): Talk = {
    packets += packet(side, next(side), data, flags)
    next(side) += data.length + (if ((flags & (Syn | Fin)) != 0) 1 else 0)
    this
  }

  private def packet(side: Int, sequence: Long, data: Array[Byte], flags: Int): Captured = {
    val isFirst = side == 0 && flags == Syn
    Captured(
      ethernet(
        ipv4(sides(side), sides(1 - side),
          tcp(sides(side), sides(1 - side),
            sequence & 0xffffffffL, data, if (isFirst) -1 else next(1 - side) & 0xffffffffL,
            flags))),
      nanos = (packets.length + 1) * 1000L)
  }

  def open(): Talk = add(0, Array.emptyByteArray, Syn).add(1, Array.emptyByteArray, Syn)
  def close(): Talk = add(0, Array.emptyByteArray, Fin).add(1, Array.emptyByteArray, Fin)
  def up(data: Array[Byte]*): Talk = add(0, join(data: _*))
  def down(data: Array[Byte]*): Talk = add(1, join(data: _*))

  /** The capture does not have these bytes, which the other side acknowledges. */
  def lose(side: Int, size: Int): Talk = {
    next(side) += size
    this
  }

  /** Changes the order of the last packets. */
  def reorder(order: Int*): Talk = {
    val last = packets.takeRight(order.length).toSeq
    packets.dropRightInPlace(order.length)
    packets ++= order.map(last)
    this
  }
}
