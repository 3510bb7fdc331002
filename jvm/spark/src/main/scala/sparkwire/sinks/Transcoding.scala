package sparkwire.sinks

import sparkwire.sinks.containers.StructWriter
import sparkwire.sinks.names.KeyTable
import sparkwire.sinks.variant.VariantEntries
import sparkwire.wire.places.EntryHeads

/** Writes whole arrays and maps of a format from bytes to bytes, where passing each part to a sink
  * costs more than the part itself. Rows of the catalogue name the transcoding of their format;
  * most formats have none.
  *
  * A transcoder takes well-formed values of the usual forms. It declines every other value as a
  * whole, and the reader then gives that value to the sink part by part. So refusals and rare forms
  * have one implementation.
  */
trait Transcoding extends Serializable {
  private[sinks] def toRow(sink: RowSink): RowTranscoder
  private[sinks] def toVariant(keys: KeyTable, entries: VariantEntries): VariantTranscoder
}

private[sinks] object Transcoding {

  /** The number of nested containers that a transcoder takes. It declines deeper values. */
  final val MaxLevels = 32
}

/** Writes values to places of a row. The methods return the position behind the value, or a
  * negative number if they decline it.
  */
private[sinks] trait RowTranscoder {

  /** Starts on input that ends at `end`.
    *
    * @param room
    *   how many containers may still be nested, always more than [[Transcoding.MaxLevels]]
    */
  def begin(bytes: Array[Byte], end: Int, room: Int): Unit
  def value(at: Int, place: Place): Int

  /** Writes the fields of one struct from `count` entries; `heads` finds the name and the value of
    * each.
    */
  def fields(count: Int, heads: EntryHeads, at: Int, struct: StructWriter): Int
}

/** Writes values as VARIANT. The methods return two positions: behind the value in the input (upper
  * half) and in the output (lower half). A negative result means that they decline the value.
  */
private[sinks] trait VariantTranscoder {

  /** Returns a size of the output in bytes that is enough for an input of `size` bytes. */
  def roomFor(size: Int): Int

  /** Starts on input that ends at or before `end`.
    *
    * @param to
    *   the output, with [[roomFor]] bytes from the position where the value is written
    */
  def begin(bytes: Array[Byte], end: Int, to: Array[Byte]): Unit

  /** Writes the array or map at `from` to position `at` of the output. */
  def make(from: Int, at: Int): Long

  /** Writes an object of `count` entries, the first at `from`, to position `at` of the output. */
  def makeObject(count: Int, heads: EntryHeads, from: Int, at: Int): Long
}
