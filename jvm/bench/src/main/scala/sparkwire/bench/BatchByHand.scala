package sparkwire.bench

import java.util.Arrays
import java.util.zip.{CRC32C, Inflater}

import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Bytes, Utf8}

import com.github.luben.zstd.Zstd
import net.jpountz.lz4.LZ4Factory
import org.xerial.snappy.Snappy

/** Reads a record batch of magic 2 that is the whole value, written by hand: its checksum, its
  * records unpacked, and the rows of `kafka_records_decode`, with the same checks of lengths and of
  * text. It shows the minimum time of each of these. It does not say where a fault is, and reads no
  * batches other than the benchmark's.
  */
private final class BatchByHand {
  import BatchByHand._

  private[this] val crc = new CRC32C
  private[this] val inflater = new Inflater(true)
  private[this] val lz4 = LZ4Factory.fastestInstance().safeDecompressor()
  private[this] val unpacked = new Array[Byte](1 << 18)

  /** Checks the checksum and unpacks the records. Returns where they end in their array. */
  def unpack(in: Array[Byte]): Int = {
    if (in(16) != 2 || Bytes.i32be(in, 8) != in.length - 12) refuse()
    crc.reset()
    crc.update(in, 21, in.length - 21)
    if (crc.getValue.toInt != Bytes.i32be(in, 17)) refuse()
    codec(in) match {
      case 0 => in.length
      case 1 =>
        // The head of gzip has ten bytes if it has no options.
        inflater.reset()
        inflater.setInput(in, Records + 10, in.length - Records - 10)
        inflater.inflate(unpacked)
      case 2 => snappy(in)
      case 3 => lz4Blocks(in)
      case 4 =>
        Zstd.decompressByteArray(
          unpacked, 0, unpacked.length, in, Records, in.length - Records).toInt
    }
  }

  private def codec(in: Array[Byte]): Int = Bytes.i16be(in, 21) & 7

  private def snappy(in: Array[Byte]): Int = {
    var at = Records + 16
    var size = 0
    while (at < in.length) {
      val length = Bytes.i32be(in, at)
      size += Snappy.uncompress(in, at + 4, length, unpacked, size)
      at += 4 + length
    }
    size
  }

  private def lz4Blocks(in: Array[Byte]): Int = {
    var at = Records + 7
    var size = 0
    var length = Bytes.i32le(in, at)
    while (length != 0) {
      val bytes = length & Int.MaxValue
      if (length < 0) System.arraycopy(in, at + 4, unpacked, size, bytes)
      size +=
        (if (length < 0) bytes
         else lz4.decompress(in, at + 4, bytes, unpacked, size, unpacked.length - size))
      at += 4 + bytes
      length = Bytes.i32le(in, at)
    }
    size
  }

  // The rows. The bytes of the result begin at 0.
  private[this] val out = new Array[Byte](1 << 20)
  private[this] val rows = new UnsafeArrayData
  private[this] var size = 0
  private[this] var from: Array[Byte] = _
  private[this] var at = 0
  private[this] var end = 0

  /** Returns the array of rows, which is valid until the next call. */
  def read(in: Array[Byte]): UnsafeArrayData = {
    end = unpack(in)
    from = if (codec(in) == 0) in else unpacked
    at = if (codec(in) == 0) Records else 0
    val count = Bytes.i32be(in, 57)
    size = 0
    val array = begin(count)
    var number = 0
    while (number < count) {
      val row = size
      writeRow(in, row)
      putExtent(array + headOf(count) + 8 * number, row, size - row)
      number += 1
    }
    if (at != end) refuse()
    rows.pointTo(out, Platform.BYTE_ARRAY_OFFSET.toLong, size)
    rows
  }

  private def writeRow(in: Array[Byte], row: Int): Unit = {
    reserve(8 + 8 * 9)
    put(row, 0)
    put(row + 8, Bytes.i64be(in, 0))
    put(row + 16, 2)
    val name = Codecs(codec(in))
    val text = append(name, 0, name.length)
    putExtent(row + 24, text - row, name.length)
    put(row + 32, Bytes.i32be(in, 12) & 0xffffffffL)
    put(row + 40, Bytes.i64be(in, 43))
    put(row + 48, Bytes.i16be(in, 51) & 0xffffL)
    put(row + 56, Bytes.i16be(in, 21) >>> 4 & 1)
    put(row + 64, Bytes.i16be(in, 21) >>> 5 & 1)
    val record = size
    writeRecord(in, record)
    putExtent(row + 72, record - row, size - record)
  }

  private def writeRecord(in: Array[Byte], record: Int): Unit = {
    val length = varint()
    val until = at + length
    if (length < 0 || until > end) refuse()
    at += 1
    val millis = Bytes.i64be(in, 27) + varlong()
    val delta = varint()
    val sequence = Bytes.i32be(in, 53)
    reserve(8 + 8 * 7)
    put(record, 0)
    put(record + 8, Bytes.i64be(in, 0) + delta)
    put(record + 16, millis * 1000)
    put(record + 24, millis)
    put(record + 32,
      (if (sequence < 0) -1 else (sequence + delta) & Int.MaxValue) & 0xffffffffL)
    writePart(record, 4, until)
    writePart(record, 5, until)
    val count = varint()
    if (count < 0 || count > until - at) refuse()
    val headers = begin(count)
    var number = 0
    while (number < count) {
      val header = size
      reserve(8 + 8 * 2)
      put(header, 0)
      writePart(header, 0, until)
      if (!Utf8.isValid(from, lastPart, at)) refuse()
      writePart(header, 1, until)
      putExtent(headers + headOf(count) + 8 * number, header - headers, size - header)
      number += 1
    }
    putExtent(record + 56, headers - record, size - headers)
    if (at != until) refuse()
  }

  private[this] var lastPart = 0

  /** Writes a key or value, which may be null, to a field. */
  private def writePart(row: Int, field: Int, until: Int): Unit = {
    val length = varint()
    if (length < -1 || length > until - at) refuse()
    if (length < 0) {
      put(row, Platform.getLong(out, Start + row) | 1L << field)
      put(row + 8 + 8 * field, 0)
    } else {
      lastPart = at
      putExtent(row + 8 + 8 * field, append(from, at, length) - row, length)
      at += length
    }
  }

  private def varint(): Int = varlong().toInt

  private def varlong(): Long = {
    var value = 0L
    var shift = 0
    while (from(at) < 0) {
      value |= (from(at) & 0x7fL) << shift
      shift += 7
      at += 1
    }
    value |= from(at).toLong << shift
    at += 1
    value >>> 1 ^ -(value & 1)
  }

  /** Begins an array of structs and returns where it is. */
  private def begin(count: Int): Int = {
    val array = size
    reserve(headOf(count) + 8 * count)
    Arrays.fill(out, array, array + headOf(count), 0.toByte)
    put(array, count)
    array
  }

  private def headOf(count: Int): Int = UnsafeArrayData.calculateHeaderPortionInBytes(count)

  private def append(bytes: Array[Byte], first: Int, length: Int): Int = {
    val to = size
    reserve(length + 7 & -8)
    if (size > to) put(size - 8, 0)
    System.arraycopy(bytes, first, out, to, length)
    to
  }

  private def reserve(bytes: Int): Unit = size += bytes
  private def put(position: Int, value: Long): Unit =
    Platform.putLong(out, Start + position, value)
  private def putExtent(position: Int, offset: Int, length: Int): Unit =
    put(position, offset.toLong << 32 | length)

  private def refuse(): Nothing = throw new IllegalArgumentException("malformed")
}

private object BatchByHand {
  private final val Start = Platform.BYTE_ARRAY_OFFSET.toLong

  /** Where the records of a batch begin. */
  private final val Records = 61
  private val Codecs = Array("none", "gzip", "snappy", "lz4", "zstd").map(_.getBytes)
}
