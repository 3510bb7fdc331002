package sparkwire.wire.capture

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1

/** A side of a connection: the bytes of its address, and its port. */
final case class Side(address: Seq[Int], port: Int)

/** Builds packets from the inside out: a TCP segment, an IP packet, a frame. */
object Packets {
  val client: Side = Side(Seq(10, 0, 0, 1), 40000)
  val server: Side = Side(Seq(10, 0, 0, 2), 9092)
  val client6: Side = Side(Seq(0x20, 1, 0xd, 0xb8) ++ Seq.fill(11)(0) :+ 1, 40000)
  val server6: Side = Side(Seq(0x20, 1, 0xd, 0xb8) ++ Seq.fill(11)(0) :+ 2, 9092)

  final val Fin = 1
  final val Syn = 2
  final val Rst = 4
  final val Ack = 16

  def text(of: String): Array[Byte] = of.getBytes(ISO_8859_1)

  def join(parts: Array[Byte]*): Array[Byte] = {
    val out = new ByteArrayOutputStream
    parts.foreach(out.write)
    out.toByteArray
  }
  def bytes(numbers: Int*): Array[Byte] = numbers.map(_.toByte).toArray
  def u16(number: Int): Array[Byte] = bytes(number >> 8, number)
  def u32(number: Long): Array[Byte] = ByteBuffer.allocate(4).putInt(number.toInt).array

  /** @param options
    *   of the TCP header, a multiple of 4 bytes
    */
  def tcp(from: Side, to: Side, sequence: Long, data: Array[Byte], expected: Long = -1,
      flags: Int = 0, options: Array[Byte] = Array.empty): Array[Byte] = {
    val all = flags | (if (expected >= 0) Ack else 0)
    join(u16(from.port), u16(to.port), u32(sequence), u32(math.max(0, expected)),
      bytes((20 + options.length) / 4 << 4, all), u16(65535), u32(0), options, data)
  }

  def address(of: Side): Array[Byte] = bytes(of.address: _*)

  def ipv4(from: Side, to: Side, payload: Array[Byte], id: Int = 0, fragment: Int = 0,
      options: Array[Byte] = Array.empty, length: Int = -1, protocol: Int = 6): Array[Byte] = {
    val header = 20 + options.length
    val total = if (length >= 0) length else header + payload.length
    join(bytes(0x40 | header / 4, 0), u16(total), u16(id), u16(fragment), bytes(64, protocol, 0, 0),
      address(from), address(to), options, payload)
  }

  /** @param extensions
    *   extension headers, and `next` the type of the first of them
    */
  def ipv6(from: Side, to: Side, payload: Array[Byte], next: Int = 6,
      extensions: Array[Byte] = Array.empty): Array[Byte] = join(
    bytes(0x60, 0, 0, 0),
    u16(extensions.length + payload.length), bytes(next, 64), address(from), address(to),
    extensions, payload)

  def ethernet(ip: Array[Byte], tags: Int*): Array[Byte] = {
    val kind = if ((ip(0) & 0xf0) == 0x40) 0x0800 else 0x86dd
    join(new Array[Byte](12), tags.map(tag => join(u16(tag), u16(7))).fold(Array.empty)(join(_, _)),
      u16(kind), ip)
  }

  /** A frame with a segment. */
  def frame(from: Side, to: Side, sequence: Long, data: String, expected: Long = -1,
      flags: Int = 0): Array[Byte] = {
    val segment = tcp(from, to, sequence, text(data), expected, flags)
    ethernet(if (from.address.length == 4) ipv4(from, to, segment) else ipv6(from, to, segment))
  }
}
