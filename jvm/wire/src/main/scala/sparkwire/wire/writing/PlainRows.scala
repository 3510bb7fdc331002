package sparkwire.wire.writing

import sparkwire.wire.places.{CodeOnTrial, PlainStruct}

/** A place of rows from which generated code can write plain structs: the counterpart of
  * [[sparkwire.wire.places.PlainSlots]] for reading.
  */
trait PlainRows {

  /** Returns generated code for this struct, null if that is not possible. */
  def writer(struct: PlainStruct): PlainWriter

  /** Returns generated code for whole values, null if that is not possible. */
  def writer(coded: CodedWriter): PlainWriter
}

/** Generated code that writes the struct that its place has now. */
abstract class PlainWriter {

  /** Returns false if the struct has anything that is not plain or cannot be written: then nothing
    * has been written, and the writer goes field by field.
    */
  def tryWrite(output: Output): Boolean
}

/** The generated code for the values of one place: of the rows that the first of them comes from. */
private[wire] class PlainWrite private (depthOfValues: => Int, newWriter: PlainRows => PlainWriter)
    extends CodeOnTrial[PlainWriter] {

  /** @param plain
    *   null for a struct that is not plain, for which there is no code
    */
  def this(plain: PlainStruct) =
    this(plain.depth, rows => if (plain == null) null else rows.writer(plain))

  def this(coded: CodedWriter) = this(coded.depth, _.writer(coded))

  private[this] lazy val depth = depthOfValues
  private[this] var rows: PlainRows = _

  protected final override def generate(): PlainWriter = newWriter(rows)

  /** Writes the struct that `from` has now, of at most `levels` levels. Returns false, with nothing
    * written, if there is no code for it.
    *
    * @param from
    *   null for a struct that is in no rows
    */
  final def tryWrite(from: PlainRows, output: Output, levels: Int): Boolean = {
    if (rows == null) rows = from
    from != null && (from eq rows) && {
      val writer = next(1)
      writer != null && depth <= levels && {
        val isWritten = writer.tryWrite(output)
        if (isWritten) taken() else declined()
        isWritten
      }
    }
  }
}
