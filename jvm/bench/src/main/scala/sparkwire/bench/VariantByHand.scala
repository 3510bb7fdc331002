package sparkwire.bench

import java.util.Arrays

import org.apache.spark.unsafe.types.VariantVal

import sparkwire.wire.core.Bytes

/** Writes a finished VARIANT once more, value by value. The sizes of all values, the order of the
  * fields and the ids of their names are read from it, so this is less work than to make one. It
  * shows the minimum time for a VARIANT.
  */
private final class VariantByHand {
  private[this] var from: Array[Byte] = _
  private[this] var out = new Array[Byte](1 << 16)

  def write(variant: VariantVal): VariantVal = {
    from = variant.getValue
    if (out.length < from.length + 8) out = new Array[Byte](2 * from.length)
    val size = value(0)
    new VariantVal(
      Arrays.copyOf(out, size), Arrays.copyOf(variant.getMetadata, variant.getMetadata.length))
  }

  /** Writes the value at `at` to the same place. Returns where it ends. */
  private def value(at: Int): Int = {
    val first = from(at) & 0xff
    out(at) = first.toByte
    (first & 3) match {
      case 0 => copy(at + 1, sizeOfPrimitive(first >>> 2, at))
      case 1 => copy(at + 1, first >>> 2)
      case 2 => container(at, (first >>> 4 & 3) + 1, (first >>> 2 & 3) + 1, (first & 0x40) != 0)
      case _ => container(at, 0, (first >>> 2 & 3) + 1, (first & 0x10) != 0)
    }
  }

  private def container(at: Int, idSize: Int, offsetSize: Int, isLarge: Boolean): Int = {
    val countSize = if (isLarge) 4 else 1
    val count = number(at + 1, countSize)
    put(at + 1, countSize, count)
    val ids = at + 1 + countSize
    val offsets = ids + count * idSize
    val values = offsets + (count + 1) * offsetSize
    var end = values
    var i = 0
    while (i < count) {
      if (idSize > 0) put(ids + i * idSize, idSize, number(ids + i * idSize, idSize))
      val offset = number(offsets + i * offsetSize, offsetSize)
      put(offsets + i * offsetSize, offsetSize, offset)
      end = math.max(end, value(values + offset))
      i += 1
    }
    put(offsets + count * offsetSize, offsetSize, end - values)
    end
  }

  private def sizeOfPrimitive(kind: Int, at: Int): Int = kind match {
    case 0 | 1 | 2 => 0
    case 3 => 1
    case 4 => 2
    case 5 | 11 | 14 => 4
    case 6 | 7 | 12 | 13 => 8
    case 8 => 5
    case 9 => 9
    case 10 => 17
    case 15 | 16 => 4 + number(at + 1, 4)
  }

  private def copy(at: Int, size: Int): Int = {
    if (size <= 8 && at + 8 <= from.length) Bytes.putI64le(out, at, Bytes.i64le(from, at))
    else System.arraycopy(from, at, out, at, size)
    at + size
  }

  // Most numbers of a container take one or two bytes.
  private def number(at: Int, size: Int): Int = size match {
    case 1 => from(at) & 0xff
    case 2 => from(at) & 0xff | (from(at + 1) & 0xff) << 8
    case 3 => from(at) & 0xff | (from(at + 1) & 0xff) << 8 | (from(at + 2) & 0xff) << 16
    case _ => Bytes.i32le(from, at)
  }

  private def put(at: Int, size: Int, value: Int): Unit = size match {
    case 1 => out(at) = value.toByte
    case 2 =>
      out(at) = value.toByte
      out(at + 1) = (value >>> 8).toByte
    case 3 =>
      out(at) = value.toByte
      out(at + 1) = (value >>> 8).toByte
      out(at + 2) = (value >>> 16).toByte
    case _ => Bytes.putI32le(out, at, value)
  }
}
