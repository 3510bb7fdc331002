package sparkwire.wire.variant

import sparkwire.wire.places.EntryHeads
import sparkwire.wire.sinks.Backoff

/** Lets a format write whole arrays and maps from their bytes. */
private[variant] final class WholeVariants(keys: KeyTable, entries: VariantEntries,
    writer: VariantWriter) {
  // Kept, because it learns from the values of one place.
  private[this] var transcoder: VariantTranscoder = _
  private[this] val backoff = new Backoff

  /** Transcodes the array or map at `from`, or `count` entries as the fields of one object.
    *
    * @param heads
    *   finds the names and values of the entries, null for a value
    * @return
    *   where the value ends, -1 if it must be given part by part
    */
  def take(by: VariantTranscoding, bytes: Array[Byte], from: Int, end: Int, count: Int,
      heads: EntryHeads): Int =
    if (!backoff.tryNext()) -1
    else {
      if (transcoder == null) transcoder = by.toVariant(keys, entries)
      val until = from + math.min(end - from, WholeVariants.MaxBytes)
      val made =
        if (writer.tryReserve(transcoder.roomFor(until - from))) {
          transcoder.begin(bytes, until, writer.bytes)
          if (heads == null) transcoder.make(from, writer.place)
          else transcoder.makeObject(count, heads, from, writer.place)
        } else -1L
      backoff.ended(isTaken = made >= 0)
      if (made < 0) -1
      else {
        writer.goTo(made.toInt)
        (made >> 32).toInt
      }
    }
}

private object WholeVariants {
  // Larger containers are declined, and their parts are transcoded.
  private final val MaxBytes = 1 << 15
}
