package sparkwire.sinks
package variant

import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

import sparkwire.wire.core.Bytes
import sparkwire.wire.variant.Variant

/** Reads VARIANTs that are a single number, text or binary. This is simpler than Spark's reader,
  * which covers all values.
  */
private[sparkwire] object VariantScalar {

  /** Returns a Long, Double, UTF8String or Array[Byte]; null for any other value. */
  def of(variant: VariantVal): Any = {
    val bytes = variant.getValue
    val head = bytes(0) & 0xff
    if ((head & 3) == Variant.ShortStringKind) UTF8String.fromBytes(bytes, 1, head >> 2)
    else if ((head & 3) != Variant.PrimitiveKind) null
    else primitive(bytes, head >> 2)
  }

  private def primitive(bytes: Array[Byte], code: Int): Any = code match {
    case Variant.Int1 => bytes(1).toLong
    case Variant.Int2 => Bytes.i16le(bytes, 1).toLong
    case Variant.Int4 => Bytes.i32le(bytes, 1).toLong
    case Variant.Int8 => Bytes.i64le(bytes, 1)
    case Variant.Double => java.lang.Double.longBitsToDouble(Bytes.i64le(bytes, 1))
    case Variant.LongString => UTF8String.fromBytes(bytes, 5, Bytes.i32le(bytes, 1))
    case Variant.Binary => java.util.Arrays.copyOfRange(bytes, 5, 5 + Bytes.i32le(bytes, 1))
    case _ => null
  }
}
