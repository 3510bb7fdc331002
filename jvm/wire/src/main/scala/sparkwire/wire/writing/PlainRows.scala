package sparkwire.wire.writing

import sparkwire.wire.places.PlainStruct

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
