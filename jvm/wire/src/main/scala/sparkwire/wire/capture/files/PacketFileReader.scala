package sparkwire.wire.capture.files

import sparkwire.wire.capture.{Capture, CapturedPacket}
import sparkwire.wire.core.{Bytes, Reason}
import sparkwire.wire.files.FileWindow

/** Goes from packet to packet in a file. A broken file ends where it is broken, because nothing tells
  * where the next packet begins.
  */
abstract class PacketFileReader(window: FileWindow) {
  val packet: CapturedPacket = new CapturedPacket

  private[this] var big = true
  private[this] var broken: Reason = _
  private[this] var where = 0L
  private[this] var hasEnded = false

  /** Why the file ends here, null if it ends as it should. */
  final def fault: Reason = broken

  /** The position of the fault in the file. */
  final def faultPosition: Long = where

  /** Moves to the next packet. Returns false after the last one. */
  final def next(): Boolean = {
    var found = false
    while (!found && !hasEnded) found = step()
    found
  }

  /** Reads the next record or block. Returns whether it is a packet. */
  protected def step(): Boolean

  protected final def setBigEndian(value: Boolean): Unit = big = value

  protected final def end(): Boolean = {
    hasEnded = true
    false
  }

  protected final def break(reason: Reason, position: Long): Boolean = {
    broken = reason
    where = position
    end()
  }

  /** Whether the file has so many bytes from a position on. */
  protected final def has(position: Long, size: Int): Boolean =
    window.ensure(position, size) >= size

  /** Returns the position in the buffer of bytes that the file has. */
  protected final def load(position: Long, size: Int): Int = window.load(position, size)

  protected final def u16(at: Int): Int =
    (if (big) Bytes.i16be(window.bytes, at) else Bytes.i16le(window.bytes, at)) & 0xffff
  protected final def i32(at: Int): Int =
    if (big) Bytes.i32be(window.bytes, at) else Bytes.i32le(window.bytes, at)
  protected final def u32(at: Int): Long = i32(at) & 0xffffffffL
  protected final def i64(at: Int): Long =
    if (big) Bytes.i64be(window.bytes, at) else Bytes.i64le(window.bytes, at)
  protected final def byteAt(at: Int): Int = window.bytes(at) & 0xff

  /** Sets the packet whose bytes begin at `at` in the buffer. */
  protected final def setPacket(position: Long, at: Int, captured: Int, length: Long): Unit = {
    packet.position = position
    packet.bytes = window.bytes
    packet.from = at
    packet.captured = captured
    packet.length = math.max(length, captured.toLong)
  }
}

object PacketFileReader {

  /** Returns the reader of a file by its first bytes. */
  def of(window: FileWindow): PacketFileReader =
    if (window.ensure(0, 4) < 4) new NoCapture(window)
    else {
      val magic = Bytes.i32be(window.bytes, window.load(0, 4))
      if (magic == PcapngReader.Section) new PcapngReader(window)
      else if (PcapReader.isMagic(magic)) new PcapReader(window)
      else new NoCapture(window)
    }

  /** A file that is empty, or no capture. */
  private final class NoCapture(window: FileWindow) extends PacketFileReader(window) {
    protected def step(): Boolean = if (has(0, 1)) break(Capture.BadMagic, 0) else end()
  }
}
