package sparkwire.files.lines

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.time.ZoneOffset

import org.apache.spark.types.variant.Variant
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.wire.variant.{Variant => Codes}

/** Writes a VARIANT as `to_json` does, some times faster: Spark starts a JSON generator for each string.
  *
  * Objects, arrays and the usual primitives are written here; Spark writes the others. The bytes are
  * not trusted: if a number leads out of them, Spark reads the whole VARIANT and refuses it.
  */
private[lines] final class VariantJson(out: LineText) {
  import VariantJson._

  private[this] var value: Array[Byte] = _
  private[this] var names: Array[Byte] = _
  // Of the dictionary: the size of its numbers, where they are, and where the names are.
  private[this] var nameSize = 0
  private[this] var nameCount = 0L
  private[this] var nameOffsets = 0
  private[this] var firstName = 0L

  def put(variant: VariantVal): Unit = {
    value = variant.getValue
    names = variant.getMetadata
    val before = out.length
    try {
      beginNames()
      put(0)
    } catch {
      // A position may also be one that no array has.
      case _: IndexOutOfBoundsException | _: ArithmeticException =>
        out.truncate(before)
        putBySpark(value)
    }
  }

  private def putBySpark(value: Array[Byte]): Unit =
    out.json(new Variant(value, names).toJson(ZoneOffset.UTC))

  private def beginNames(): Unit = {
    nameSize = ((names(0) >> 6) & 3) + 1
    nameCount = number(names, 1, nameSize)
    nameOffsets = 1 + nameSize
    firstName = nameOffsets + (nameCount + 1) * nameSize
  }

  private def number(bytes: Array[Byte], at: Long, size: Int): Long = {
    var found = 0L
    var i = size
    while (i > 0) {
      i -= 1
      found = (found << 8) | (bytes(Math.toIntExact(at) + i) & 0xff)
    }
    found
  }

  private def putName(id: Long): Unit = {
    if (id >= nameCount) throw new IndexOutOfBoundsException
    val at = nameOffsets + id * nameSize
    val from = number(names, at, nameSize)
    putText(names, firstName + from, number(names, at + nameSize, nameSize) - from)
  }

  private def putText(bytes: Array[Byte], at: Long, length: Long): Unit = {
    if (length < 0 || at + length > bytes.length) throw new IndexOutOfBoundsException
    out.quoted(bytes, at.toInt, length.toInt)
  }

  private def put(position: Long): Unit = {
    if (position >= value.length) throw new IndexOutOfBoundsException
    val at = position.toInt
    val first = value(at) & 0xff
    (first & 3) match {
      case Codes.PrimitiveKind => putPrimitive(first >> 2, at)
      case Codes.ShortStringKind => putText(value, at + 1L, (first >> 2).toLong)
      case Codes.ObjectKind => putObject(first >> 2, at)
      case _ => putArray(first >> 2, at)
    }
  }

  private def putPrimitive(code: Int, at: Int): Unit = code match {
    case Codes.Null => out.put(Null)
    case Codes.True => out.put(True)
    case Codes.False => out.put(False)
    case Codes.Int1 => out.long(value(at + 1).toLong)
    case Codes.Int2 => out.long(number(value, at + 1, 2).toShort.toLong)
    case Codes.Int4 => out.long(number(value, at + 1, 4).toInt.toLong)
    case Codes.Int8 => out.long(number(value, at + 1, 8))
    case Codes.Double =>
      val double = java.lang.Double.longBitsToDouble(number(value, at + 1, 8))
      if (java.lang.Double.isFinite(double)) out.double(double) else putOther(at, 9)
    case Codes.LongString => putText(value, at + 5L, number(value, at + 1, 4))
    case Codes.Binary => putOther(at, 5 + number(value, at + 1, 4))
    case _ => putOther(at, math.min(LongestNumber, value.length.toLong - at))
  }

  /** Lets Spark write a primitive. */
  private def putOther(at: Int, length: Long): Unit = {
    if (length > value.length - at) throw new IndexOutOfBoundsException
    putBySpark(java.util.Arrays.copyOfRange(value, at, at + length.toInt))
  }

  private def putObject(bits: Int, at: Int): Unit = {
    val offsetSize = (bits & 3) + 1
    val idSize = ((bits >> 2) & 3) + 1
    val countSize = if ((bits & Codes.LargeObject) != 0) 4 else 1
    val count = number(value, at + 1L, countSize)
    val ids = at + 1L + countSize
    val offsets = ids + count * idSize
    val values = offsets + (count + 1) * offsetSize
    out.put('{')
    var i = 0L
    while (i < count) {
      if (i > 0) out.put(',')
      putName(number(value, ids + i * idSize, idSize))
      out.put(':')
      put(values + number(value, offsets + i * offsetSize, offsetSize))
      i += 1
    }
    out.put('}')
  }

  private def putArray(bits: Int, at: Int): Unit = {
    val offsetSize = (bits & 3) + 1
    val countSize = if ((bits & Codes.LargeArray) != 0) 4 else 1
    val count = number(value, at + 1L, countSize)
    val offsets = at + 1L + countSize
    val values = offsets + (count + 1) * offsetSize
    out.put('[')
    var i = 0L
    while (i < count) {
      if (i > 0) out.put(',')
      put(values + number(value, offsets + i * offsetSize, offsetSize))
      i += 1
    }
    out.put(']')
  }
}

private[lines] object VariantJson {
  // The most bytes of a primitive that has neither text nor binary: a decimal.
  private final val LongestNumber = 18L

  private val Null = "null".getBytes(ISO_8859_1)
  private val True = "true".getBytes(ISO_8859_1)
  private val False = "false".getBytes(ISO_8859_1)
}
