package sparkwire.wire.capture

import java.nio.{ByteBuffer, ByteOrder}

import sparkwire.wire.capture.Packets.join

/** A packet to be written.
  *
  * @param captured
  *   how many of its bytes are written
  * @param more
  *   how many more bytes it is said to have had
  */
final case class Captured(bytes: Array[Byte], nanos: Long = 0, captured: Int = Int.MaxValue,
    more: Int = 0) {
  def kept: Array[Byte] = bytes.take(captured)
  def length: Int = bytes.length + more
}

/** Writes files of captures. */
object CaptureFiles {
  def numbers(order: ByteOrder, parts: Any*): Array[Byte] = join(
    parts.map {
      case number: Short => ByteBuffer.allocate(2).order(order).putShort(number).array
      case number: Int => ByteBuffer.allocate(4).order(order).putInt(number).array
      case number: Long => ByteBuffer.allocate(8).order(order).putLong(number).array
      case bytes: Array[Byte] => bytes
      case other => throw new IllegalArgumentException(s"$other")
    }: _*)

  def pcap(packets: Seq[Captured], linkType: Int = 1, hasNanos: Boolean = false,
      order: ByteOrder = ByteOrder.LITTLE_ENDIAN): Array[Byte] = {
    val magic = if (hasNanos) 0xa1b23c4d else 0xa1b2c3d4
    val head =
      numbers(order, magic, 2.toShort, 4.toShort, 0, 0, 262144, linkType)
    join(
      head +: packets.map { packet =>
        val rest = packet.nanos % 1000000000L
        numbers(order, (packet.nanos / 1000000000L).toInt,
          (if (hasNanos) rest else rest / 1000).toInt, packet.kept.length, packet.length,
          packet.kept)
      }: _*)
  }

  /** The blocks of a pcapng file in one byte order. */
  final class Blocks(order: ByteOrder) {
    def block(kind: Int, body: Any*): Array[Byte] = {
      val plain = numbers(order, body: _*)
      val padded = plain ++ new Array[Byte]((4 - plain.length % 4) % 4)
      numbers(order, kind, padded.length + 12, padded, padded.length + 12)
    }
    def section: Array[Byte] =
      block(0x0a0d0d0a, 0x1a2b3c4d, 1.toShort, 0.toShort, -1L)
    def interface(linkType: Int = 1, snapLength: Int = 0,
        options: Array[Byte] =
          Array.empty): Array[Byte] = block(1, linkType.toShort, 0.toShort, snapLength, options)
    def resolution(code: Int): Array[Byte] =
      numbers(order, 9.toShort, 1.toShort, Array[Byte](code.toByte, 0, 0, 0))
    def offset(seconds: Long): Array[Byte] = numbers(order, 14.toShort, 8.toShort, seconds)
    def enhanced(packet: Captured, units: Long, interface: Int = 0): Array[Byte] =
      block(6, interface, (units >>> 32).toInt, units.toInt, packet.kept.length,
        packet.length, packet.kept)
    def obsolete(packet: Captured, units: Long, interface: Int = 0): Array[Byte] =
      block(2, interface.toShort, 0.toShort, (units >>> 32).toInt, units.toInt, packet.kept.length,
        packet.length, packet.kept)
    def simple(packet: Captured): Array[Byte] = block(3, packet.length, packet.kept)
  }

  val little: Blocks = new Blocks(ByteOrder.LITTLE_ENDIAN)
  val big: Blocks = new Blocks(ByteOrder.BIG_ENDIAN)

  def pcapng(packets: Seq[Captured]): Array[Byte] =
    join(
      Seq(little.section, little.interface()) ++
        packets.map(packet => little.enhanced(packet, packet.nanos / 1000)): _*)
}
