package sparkwire.wire.writing

import sparkwire.wire.places.{CodeOnTrial, PlainStruct}

/** A place of rows from which generated code can write plain structs: what
  * [[sparkwire.wire.places.PlainSlots]] is for reading.
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

/** The generated code for the structs of one place.
  *
  * @param plain
  *   null for a struct that is not plain, for which there is no code
  */
private[wire] final class PlainWrite(plain: PlainStruct, rows: PlainRows) {
  private[this] val trial =
    if (plain == null) null else new CodeOnTrial[PlainWriter](() => rows.writer(plain))
  private[this] val depth = if (plain == null) 0 else plain.depth

  /** Writes a struct of at most `levels` levels. Returns false, with nothing written, if there is no
    * code for it.
    */
  def tryWrite(output: Output, levels: Int): Boolean = trial != null && depth <= levels && {
    val writer = trial.next(1)
    writer != null && {
      val isWritten = writer.tryWrite(output)
      if (isWritten) trial.taken() else trial.declined()
      isWritten
    }
  }
}
