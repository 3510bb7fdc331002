package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters

import sparkwire.wire.core.Sink
import sparkwire.wire.variant.reading.VariantReader

/** Gives a VARIANT in a row to a sink. */
private[sources] final class VariantValue(writing: Writing) {
  private[this] val place = new VariantPlace
  private[this] val reader = new VariantReader(writing.format, writing.options.maxSize)

  def give(row: SpecializedGetters, at: Int, sink: Sink): Unit = {
    place.find(row, at)
    reader.give(place.bytes, place.from, place.until, place.names, place.namesFrom,
      place.namesUntil, sink)
  }
}
