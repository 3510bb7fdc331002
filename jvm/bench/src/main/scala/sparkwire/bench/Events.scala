package sparkwire.bench

import java.nio.ByteBuffer

import sparkwire.wire.Checksums

/** Databus events by their layout, for timing. */
object Events {

  /** Version 1, big endian, a long key and a value of what is left of `size`. */
  def version1(size: Int): Array[Byte] = {
    val event = new Array[Byte](size)
    val buffer = ByteBuffer.wrap(event)
    buffer.putInt(5, size).putShort(9, 1).putLong(11, 5984508975840L).putShort(19, 1).putShort(
      21, 30)
    buffer.putLong(23, 1384000000123456789L).putShort(31, 15).putLong(33, 0x0011223344556677L)
    buffer.putLong(53, 12345L)
    (61 until size).foreach(at => event(at) = (at * 31).toByte)
    val checksums = new Checksums
    buffer.putInt(49, checksums.databusCrc(event, 61, size))
    buffer.putInt(1, checksums.databusCrc(event, 5, 61))
    event
  }
}
