package sparkwire.sinks

import sparkwire.sinks.containers.StructWriter
import sparkwire.wire.places.EntryHeads
import sparkwire.wire.variant.VariantTranscoding

/** Writes whole arrays and maps of a format from bytes to bytes, as VARIANT or to places of a row.
  * Rows of the catalogue name the transcoding of their format.
  */
trait Transcoding extends VariantTranscoding {
  private[sinks] def toRow(sink: RowSink): RowTranscoder
}

/** Writes values to places of a row. The methods return the position behind the value, or a
  * negative number if they decline it.
  */
private[sinks] trait RowTranscoder {

  /** Starts on input that ends at `end`.
    *
    * @param room
    *   how many containers may still be nested, always more than [[VariantTranscoding.MaxLevels]]
    */
  def begin(bytes: Array[Byte], end: Int, room: Int): Unit
  def value(at: Int, place: Place): Int

  /** Writes the fields of one struct from `count` entries; `heads` finds the name and the value of
    * each.
    */
  def fields(count: Int, heads: EntryHeads, at: Int, struct: StructWriter): Int
}
