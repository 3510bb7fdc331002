package sparkwire.wire.capture.files

import sparkwire.wire.capture.{Capture, CapturedPacket}
import sparkwire.wire.core.Bytes
import sparkwire.wire.files.FileWindow

/** A pcapng file: blocks, in the byte order of their section. Each has
  * | offset | type | field                            |
  * | 0      | u32  | type                             |
  * | 4      | u32  | n, the length of the whole block |
  * | 8      |      | body                             |
  * | n - 4  | u32  | n                                |
  *
  * | type       | block            | fields of the body, with their offsets in the block               |
  * | `0a0d0d0a` | section header   | 8 u32 `1a2b3c4d`, which tells the byte order                      |
  * | 1          | interface        | 8 u16 link type, 12 u32 snapshot length, 16 options               |
  * | 2          | obsolete packet  | 8 u16 interface, then as an enhanced packet                       |
  * | 3          | simple packet    | 8 u32 length on the wire, 12 bytes                                |
  * | 6          | enhanced packet  | 8 u32 interface, 12 u32 u32 time (high word first in either order), 20 u32 captured, 24 u32 length on the wire, 28 bytes |
  *
  * Blocks of other types are skipped. The numbers of interfaces start again in each section. A
  * simple packet belongs to interface 0, has no time, and does not say how much of it was captured.
  */
private[files] final class PcapngReader(window: FileWindow) extends PacketFileReader(window) {
  import PcapngReader._

  private[this] var at = 0L
  private[this] val interfaces = new Interfaces

  protected def step(): Boolean =
    if (!has(at, 1)) end()
    else if (!has(at, MinBlock)) break(Capture.TruncatedFile, at)
    else {
      val head = load(at, MinBlock)
      val kind = Bytes.i32be(window.bytes, head)
      if (kind == Section && !beginsSection(head)) break(Capture.BadBlock, at)
      else {
        val length = u32(head + 4)
        if (length < MinBlock || length % 4 != 0) break(Capture.BadBlock, at)
        else block(if (kind == Section) Section else i32(head), length)
      }
    }

  private def beginsSection(head: Int): Boolean = {
    val order = Bytes.i32be(window.bytes, head + 8)
    setBigEndian(order == ByteOrderMagic)
    interfaces.clear()
    order == ByteOrderMagic || Integer.reverseBytes(order) == ByteOrderMagic
  }

  private def block(kind: Int, length: Long): Boolean = {
    val from = at
    kind match {
      case Interface if length <= CapturedPacket.MaxSize => whole(length) && addInterface(length)
      case Obsolete | Enhanced if length >= PacketHead + 4 =>
        fits(length) && timed(kind, length) && closes(from, length)
      case Simple if length >= SimpleHead + 4 =>
        fits(length) && simple(length) && closes(from, length)
      case Interface | Obsolete | Enhanced | Simple => break(Capture.BadBlock, at)
      case _ => skip(length)
    }
  }

  /** Whether the file has the whole block, which is loaded. */
  private def whole(length: Long): Boolean =
    if (!has(at, length.toInt)) break(Capture.TruncatedFile, at)
    else if (u32(load(at, length.toInt) + length.toInt - 4) != length) break(Capture.BadBlock, at)
    else true

  // A packet with the options after it.
  private def fits(length: Long): Boolean =
    if (length > 2L * CapturedPacket.MaxSize) break(Capture.BadPacketLength, at) else whole(length)

  private def closes(from: Long, length: Long): Boolean = {
    at = from + length
    true
  }

  private def skip(length: Long): Boolean = {
    val last = at + length - 4
    if (!has(last, 4)) break(Capture.TruncatedFile, at)
    else if (u32(load(last, 4)) != length) break(Capture.BadBlock, at)
    else {
      at += length
      false
    }
  }

  private def addInterface(length: Long): Boolean = {
    val from = load(at, length.toInt)
    val end = from + length.toInt - 4
    if (end - from < InterfaceHead || interfaces.isFull) break(Capture.BadBlock, at)
    else {
      interfaces.add(linkType = u16(from + 8), snapLength = u32(from + 12))
      interfaceOptions(from + InterfaceHead, end)
      at += length
      false
    }
  }

  /** Options are u16 code, u16 length, value, and padding to 4 bytes. An option that does not fit
    * ends them.
    */
  private def interfaceOptions(from: Int, end: Int): Unit = {
    var option = from
    while (option + 4 <= end && u16(option) != 0) {
      val length = u16(option + 2)
      val value = option + 4
      if (value + length <= end) {
        if (u16(option) == Resolution && length == 1) interfaces.setResolution(byteAt(value))
        if (u16(option) == Offset && length == 8) interfaces.setOffset(i64(value))
      }
      option = value + (length + 3) / 4 * 4
    }
  }

  private def timed(kind: Int, length: Long): Boolean = {
    val from = load(at, length.toInt)
    val number = if (kind == Obsolete) u16(from + 8).toLong else u32(from + 8)
    val captured = u32(from + 20)
    if (number >= interfaces.count || captured > length - PacketHead - 4)
      break(Capture.BadBlock, at)
    else if (captured > CapturedPacket.MaxSize) break(Capture.BadPacketLength, at)
    else {
      packet.linkType = interfaces.linkType(number.toInt)
      packet.micros = interfaces.micros(number.toInt, u32(from + 12) << 32 | u32(from + 16))
      setPacket(at, from + PacketHead, captured.toInt, u32(from + 24))
      true
    }
  }

  private def simple(length: Long): Boolean = {
    val from = load(at, length.toInt)
    val onWire = u32(from + 8)
    if (interfaces.count == 0) break(Capture.BadBlock, at)
    else {
      val limit = interfaces.snapLength(0)
      val there = math.min(onWire, length - SimpleHead - 4)
      val captured = if (limit == 0) there else math.min(there, limit)
      packet.linkType = interfaces.linkType(0)
      packet.micros = CapturedPacket.NoTime
      setPacket(at, from + SimpleHead, math.min(captured, CapturedPacket.MaxSize).toInt, onWire)
      true
    }
  }
}

private[files] object PcapngReader {
  final val Section = 0x0a0d0d0a
  private final val Interface = 1
  private final val Obsolete = 2
  private final val Simple = 3
  private final val Enhanced = 6
  private final val ByteOrderMagic = 0x1a2b3c4d

  private final val MinBlock = 12
  private final val InterfaceHead = 16
  private final val PacketHead = 28
  private final val SimpleHead = 12

  // Options of interfaces: `if_tsresol`, `if_tsoffset`.
  private final val Resolution = 9
  private final val Offset = 14
}
