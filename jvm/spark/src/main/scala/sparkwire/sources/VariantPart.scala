package sparkwire.sources

import java.math.BigDecimal

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeRow}
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Kind, Shape, Sink}
import sparkwire.wire.variant.reading.VariantSources
import sparkwire.wire.writing.Source

/** VARIANTs in place of values of any kind. */
private[sources] final class VariantPart(kind: Kind, writing: Writing) extends RowPart {
  private[this] val place = new VariantPlace
  private[this] val made = new VariantSources(kind, writing.format, writing.options, writing.costs)
  // The VARIANT that was looked at last, as field 0.
  private[this] var source: Source = _

  private def of(row: SpecializedGetters, at: Int): Source = {
    place.find(row, at)
    source = made.of(
      place.bytes, place.from, place.until, place.names, place.namesFrom, place.namesUntil)
    source
  }

  /** Returns the VARIANT as the field that was asked for last, so that the source knows the path. */
  private def asked(row: SpecializedGetters, at: Int): Source = {
    val one = of(row, at)
    val _ = one.has(0)
    one
  }

  override def pathInside: String = if (source == null) "" else source.path

  def has(row: SpecializedGetters, at: Int): Boolean = !row.isNullAt(at) && of(row, at).has(0)
  def family(row: SpecializedGetters, at: Int): Int = of(row, at).family(0)
  def bool(row: SpecializedGetters, at: Int): Boolean = of(row, at).bool(0)
  def int(row: SpecializedGetters, at: Int): Long = of(row, at).int(0)
  def unsigned(row: SpecializedGetters, at: Int): Long = of(row, at).unsigned(0)
  def decimal(row: SpecializedGetters, at: Int): BigDecimal = of(row, at).decimal(0)
  def double(row: SpecializedGetters, at: Int): Double = of(row, at).double(0)
  def text(row: SpecializedGetters, at: Int): Unit = of(row, at).text(0)
  def binary(row: SpecializedGetters, at: Int): Unit = of(row, at).binary(0)
  def bytes: Array[Byte] = source.bytes
  def from: Int = source.from
  def until: Int = source.until
  def struct(row: SpecializedGetters, at: Int): Source = asked(row, at).struct(0)
  def struct(row: SpecializedGetters, at: Int, shape: Shape): Source =
    asked(row, at).struct(0, shape)
  def matches(row: SpecializedGetters, at: Int, shape: Shape): Boolean =
    of(row, at).matches(0, shape)
  def list(row: SpecializedGetters, at: Int): Source = of(row, at).list(0)
  def entries(row: SpecializedGetters, at: Int): Source = of(row, at).entries(0)
  def dynamic(row: SpecializedGetters, at: Int, sink: Sink): Unit = of(row, at).dynamic(0, sink)
}

/** Where a VARIANT of a row is: the value in one array, its dictionary of names in another. */
private[sources] final class VariantPlace {
  var bytes: Array[Byte] = _
  var from = 0
  var until = 0
  var names: Array[Byte] = _
  var namesFrom = 0
  var namesUntil = 0

  def find(row: SpecializedGetters, at: Int): Unit = row match {
    case unsafe: UnsafeRow if unsafe.getBaseObject.isInstanceOf[Array[Byte]] =>
      findIn(unsafe.getBaseObject.asInstanceOf[Array[Byte]], unsafe.getBaseOffset,
        unsafe.getLong(at))
    case _ =>
      val variant = row.getVariant(at)
      bytes = variant.getValue
      from = 0
      until = bytes.length
      names = variant.getMetadata
      namesFrom = 0
      namesUntil = names.length
  }

  /** Finds a VARIANT in place: the size of the value, the value, and its dictionary. */
  private def findIn(array: Array[Byte], base: Long, extent: Long): Unit = {
    val at = (base - Platform.BYTE_ARRAY_OFFSET + (extent >>> 32)).toInt
    bytes = array
    from = at + 4
    until = from + Platform.getInt(array, base + (extent >>> 32))
    names = array
    namesFrom = until
    namesUntil = at + extent.toInt
  }
}
