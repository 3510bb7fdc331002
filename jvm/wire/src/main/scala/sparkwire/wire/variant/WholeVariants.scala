package sparkwire.wire.variant

import sparkwire.wire.core.Cursor
import sparkwire.wire.places.{EntryHeads, Offers}
import sparkwire.wire.sinks.Backoff

/** Offers that transcode whole arrays and maps to VARIANT.
  *
  * @param transcoding
  *   the transcoding of the format, null if it has none
  */
private[variant] abstract class WholeVariants(transcoding: VariantTranscoding, keys: KeyTable,
    entries: VariantEntries, writer: VariantWriter)
    extends Offers {
  private[this] val transcoder =
    if (transcoding == null) null else transcoding.toVariant(keys, entries)
  private[this] val backoff = new Backoff

  def mayBeTooDeep: Boolean

  override def tryValue(cursor: Cursor): Boolean = tryEntries(cursor, 0, null)

  override def tryEntries(cursor: Cursor, count: Int, heads: EntryHeads): Boolean = {
    val end =
      if (transcoder == null || cursor.room <= VariantTranscoding.MaxLevels || mayBeTooDeep) -1
      else take(cursor.bytes, cursor.position, cursor.end, count, heads)
    if (end >= 0) cursor.moveTo(end)
    end >= 0
  }

  /** Transcodes the array or map at `from`, or `count` entries as the fields of one object.
    *
    * @param heads
    *   finds the names and values of the entries, null for a value
    * @return
    *   where the value ends, -1 if it must be given part by part
    */
  def take(bytes: Array[Byte], from: Int, end: Int, count: Int, heads: EntryHeads): Int =
    if (!backoff.tryNext()) -1
    else {
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
