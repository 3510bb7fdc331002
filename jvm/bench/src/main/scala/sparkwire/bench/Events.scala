package sparkwire.bench

import java.nio.ByteBuffer

import scala.util.Random

import sparkwire.wire.databus.Checksums

/** Builds Databus events for timing. */
object Events {
  private val checksums = new Checksums

  /** Returns an event of version 1, big endian, with a long key and a value that fills up `size`
    * bytes.
    */
  def version1(size: Int): Array[Byte] = {
    val event = new Array[Byte](size)
    val buffer = ByteBuffer.wrap(event)
    buffer.putInt(5, size).putShort(9, 1).putLong(11, 5984508975840L).putShort(19, 1).putShort(
      21, 30)
    buffer.putLong(23, 1384000000123456789L).putShort(31, 15).putLong(33, 0x0011223344556677L)
    buffer.putLong(53, 12345L)
    (61 until size).foreach(at => event(at) = (at * 31).toByte)
    sealed1(event, 61)
  }

  /** Returns big-endian events of both versions and all opcodes, with long and text keys, of 100 to
    * 300 bytes, 200 on average.
    */
  def varied(count: Int, seed: Long): Array[Array[Byte]] = {
    val random = new Random(seed)
    Array.tabulate(count) { number =>
      if (number % 2 == 0) varied1(random) else varied2(random)
    }
  }

  private def varied1(random: Random): Array[Byte] = {
    val key = keyOf(random)
    val isText = key.length != 8
    // The checksum of the header ends before a text.
    val headerEnd = if (isText) 57 else 61
    val event = random.nextBytes(100 + random.nextInt(201))
    val buffer = ByteBuffer.wrap(event)
    buffer.put(0, 0.toByte).putInt(5, event.length)
      .putShort(9, (1 + random.nextInt(2) | (if (isText) 8 else 0)).toShort)
    buffer.putLong(23, timeOf(random))
    buffer.position(53)
    if (isText) buffer.putInt(key.length)
    buffer.put(key)
    sealed1(event, headerEnd)
  }

  private def sealed1(event: Array[Byte], headerEnd: Int): Array[Byte] = {
    val buffer = ByteBuffer.wrap(event)
    buffer.putInt(49, checksums.databusCrc(event, headerEnd, event.length))
    buffer.putInt(1, checksums.databusCrc(event, 5, headerEnd))
    event
  }

  private def varied2(random: Random): Array[Byte] = {
    val key = keyOf(random)
    val isText = key.length != 8
    val headerEnd = 45 + key.length + (if (isText) 4 else 0)
    val event = random.nextBytes(100 + random.nextInt(201))
    val buffer = ByteBuffer.wrap(event)
    buffer.put(0, 2.toByte).putInt(1, 0xcafedeed).putInt(5, headerEnd).putInt(17, event.length)
      .putShort(21, (0x80 | (if (isText) 2 else 1) << 2 | 1 + random.nextInt(2)).toShort)
      .putLong(23, timeOf(random))
    buffer.position(45)
    if (isText) buffer.putInt(key.length)
    buffer.put(key)
    // The payload is the rest, and its digest is an MD5.
    buffer.putInt(event.length - headerEnd - 22).putShort((random.nextInt(100) << 2).toShort)
    buffer.putInt(13, checksums.databusCrc(event, headerEnd, event.length))
    buffer.putInt(9, checksums.databusCrc(event, 13, headerEnd))
    event
  }

  // The opcodes have the same bits in both versions. A text never has the length of a number.
  private def keyOf(random: Random): Array[Byte] =
    random.nextBytes(if (random.nextBoolean()) 8 else 9 + random.nextInt(16))

  private def timeOf(random: Random): Long =
    1384000000000000000L + random.nextInt(Int.MaxValue) * 1000L
}
