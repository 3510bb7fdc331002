package sparkwire.wire.variant

import sparkwire.wire.places.EntryHeads

/** Writes whole arrays and maps of a format as VARIANT from bytes to bytes, where passing each part
  * to a sink costs more than the part itself. Most formats have none.
  *
  * A transcoder takes well-formed values of the usual forms. It declines every other value as a
  * whole, and the reader then gives that value to the sink part by part. So refusals and rare forms
  * have one implementation.
  */
private[sparkwire] trait VariantTranscoding {
  def toVariant(keys: KeyTable, entries: VariantEntries): VariantTranscoder
}

private[sparkwire] object VariantTranscoding {

  /** The number of nested containers that a transcoder takes. It declines deeper values. */
  final val MaxLevels = 32
}

/** Writes values as VARIANT. The methods return two positions: after the value in the input (upper
  * half) and in the output (lower half). A negative result means that they decline the value.
  */
private[sparkwire] trait VariantTranscoder {

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
