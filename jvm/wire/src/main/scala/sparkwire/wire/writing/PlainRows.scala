package sparkwire.wire.writing

import sparkwire.wire.places.{CodeOnTrial, PlainStruct}

/** A place of rows from which generated code can write plain structs: the counterpart of
  * [[sparkwire.wire.places.PlainSlots]] for reading.
  */
trait PlainRows {

  /** Returns generated code for this struct, null if that is not possible. */
  def writer(struct: PlainStruct): PlainWriter
}

/** Generated code that writes the struct that its place has now. */
abstract class PlainWriter {

  /** Returns false if the struct has anything that is not plain or cannot be written: then nothing
    * has been written, and the writer goes field by field.
    */
  def tryWrite(output: Output): Boolean
}

/** The generated code for the structs of one place: of the rows that the first of them comes from.
  *
  * @param plain
  *   null for a struct that is not plain, for which there is no code
  */
private[wire] class PlainWrite(plain: PlainStruct) extends CodeOnTrial[PlainWriter] {
  private[this] val depth = if (plain == null) 0 else plain.depth
  private[this] var rows: PlainRows = _

  protected final override def generate(): PlainWriter =
    if (plain == null) null else rows.writer(plain)

  /** Writes the struct that `from` has now, of at most `levels` levels. Returns false, with nothing
    * written, if there is no code for it.
    *
    * @param from
    *   null for a struct that is in no rows
    */
  final def tryWrite(from: PlainRows, output: Output, levels: Int): Boolean = {
    if (rows == null) rows = from
    from != null && (from eq rows) && depth <= levels && {
      val writer = next(1)
      writer != null && {
        val isWritten = writer.tryWrite(output)
        if (isWritten) taken() else declined()
        isWritten
      }
    }
  }
}
