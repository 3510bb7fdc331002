package sparkwire.sinks

import sparkwire.sinks.containers.StructWriter
import sparkwire.sinks.names.KeyTable
import sparkwire.sinks.variant.VariantEntries
import sparkwire.wire.places.EntryHeads

/** How whole arrays and maps of a format are written from bytes to bytes, where giving each part of them to a sink costs
  * more than the part. Rows of the catalogue name the one of their format; most formats have none.
  *
  * A transcoder takes what is right and usual. What else it meets it leaves, from the beginning, to be given part by
  * part: refusals and rare forms are in one place only.
  */
trait Transcoding extends Serializable {
  private[sinks] def toRow(sink: RowSink): RowTranscoder
  private[sinks] def toVariant(keys: KeyTable, entries: VariantEntries): VariantTranscoder
}

private[sinks] object Transcoding {

  /** How many containers within one another a transcoder takes; deeper ones are left. */
  final val MostLevels = 32
}

/** Writes values to places of a row. What it returns is the position behind the value, or negative where it is left. */
private[sinks] trait RowTranscoder {

  /** Goes to bytes that end at `end`.
    *
    * @param room
    *   how many containers may be within one another, more than [[Transcoding.MostLevels]]
    */
  def begin(bytes: Array[Byte], end: Int, room: Int): Unit
  def value(at: Int, place: Place): Int

  /** The fields of one struct: entries of which `heads` tells where their names and values are. */
  def fields(count: Int, heads: EntryHeads, at: Int, struct: StructWriter): Int
}

/** Makes values a VARIANT. What it returns is two positions, behind the value in the input (upper half) and in the
  * output, or negative where the value is left.
  */
private[sinks] trait VariantTranscoder {

  /** Enough bytes of output for so many of input. */
  def roomFor(size: Int): Int

  /** Goes to bytes that end somewhere up to `end`.
    *
    * @param to
    *   where what is made has [[roomFor]] them
    */
  def begin(bytes: Array[Byte], end: Int, to: Array[Byte]): Unit

  /** Makes the array or map at `from`. */
  def make(from: Int, at: Int): Long

  /** Makes an object of the entries from `from` on. */
  def makeObject(count: Int, heads: EntryHeads, from: Int, at: Int): Long
}
