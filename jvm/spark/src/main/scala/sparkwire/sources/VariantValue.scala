package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeRow}
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Options, Sink}
import sparkwire.wire.variant.reading.VariantReader
import sparkwire.wire.writing.Written

/** Gives a VARIANT in a row to a sink. */
private[sources] final class VariantValue(format: Written, options: Options) {
  private[this] val reader = new VariantReader(format, options.maxSize)

  def give(row: SpecializedGetters, at: Int, sink: Sink): Unit = row match {
    case unsafe: UnsafeRow if unsafe.getBaseObject.isInstanceOf[Array[Byte]] =>
      giveIn(unsafe.getBaseObject.asInstanceOf[Array[Byte]], unsafe.getBaseOffset,
        unsafe.getLong(at), sink)
    case _ =>
      val variant = row.getVariant(at)
      val (value, names) = (variant.getValue, variant.getMetadata)
      reader.give(value, 0, value.length, names, 0, names.length, sink)
  }

  /** Gives a VARIANT in place: the size of the value, the value, and its dictionary. */
  private def giveIn(bytes: Array[Byte], base: Long, extent: Long, sink: Sink): Unit = {
    val at = (base - Platform.BYTE_ARRAY_OFFSET + (extent >>> 32)).toInt
    val end = at + extent.toInt
    val size = Platform.getInt(bytes, base + (extent >>> 32))
    reader.give(bytes, at + 4, at + 4 + size, bytes, at + 4 + size, end, sink)
  }
}
