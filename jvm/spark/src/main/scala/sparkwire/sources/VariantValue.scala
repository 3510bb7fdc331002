package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters

import sparkwire.wire.core.{Options, Sink}
import sparkwire.wire.variant.reading.VariantReader
import sparkwire.wire.writing.Written

/** Gives a VARIANT in a row to a sink. */
private[sources] final class VariantValue(format: Written, options: Options) {
  private[this] val place = new VariantPlace
  private[this] val reader = new VariantReader(format, options.maxSize)

  def give(row: SpecializedGetters, at: Int, sink: Sink): Unit = {
    place.find(row, at)
    reader.give(place.bytes, place.from, place.until, place.names, place.namesFrom,
      place.namesUntil, sink)
  }
}
