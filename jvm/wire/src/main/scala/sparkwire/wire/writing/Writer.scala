package sparkwire.wire.writing

import sparkwire.wire.core._

/** Writes the bytes of one value of one format to an [[Output]], or throws [[Unencodable]]. A writer
  * belongs to one task and may keep buffers.
  */
sealed abstract class Writer {

  /** Sets a further input of the values that follow, as [[sparkwire.wire.core.Reader.setOtherInputs]]
    * gives them. A fault in it is refused when a value is written.
    *
    * @param number
    *   the number of the input, counted from 1
    * @param value
    *   not NULL
    */
  def setOtherInput(number: Int, value: AnyRef): Unit = ()
}

/** A writer of self-describing values. It receives values as any sink does, so every reader can feed
  * it.
  */
abstract class SinkWriter extends Writer {
  def sink: Sink

  /** Begins the next value. */
  def begin(): Unit
}

/** A writer of values whose fields are known. It asks for the fields in its own order. */
abstract class SourceWriter extends Writer {
  def write(source: Source): Unit

  /** If a value becomes several results, as [[Written.partNames]] says: where each of them ends in the
    * output, -1 for one that is NULL. They stand one after the other.
    */
  def partEnds: Array[Int] = null
}

/** A root whose values can also be written. */
trait Written extends Serializable {

  /** The kind of the values that are written: the one that decoding gives. */
  def kind: Kind

  /** Whether a [[SourceWriter]] asks for the value as field 0 of a source, even if it is a struct. */
  def isField: Boolean = false

  /** Returns a writer, which begins each value after [[Output.begin]]. */
  def newWriter(options: Options, output: Output): Writer

  /** The names of the results, if a value becomes several. */
  def partNames: Seq[String] = Nil

  /** Whether a self-describing value of the format can be of this scalar kind. */
  def holds(kind: Kind): Boolean = true

  /** The structs that stand for a single value of the format, such as `{"@ext": 5, "data": …}`. A
    * source that finds one begins a struct of this shape.
    */
  def marks: Seq[Shape] = Nil

  /** Whether a struct of a mark's fields with this number in it stands for a single value. */
  def takesMark(mark: Shape, number: Long): Boolean = true

  /** The name of an object's entry that gives the kind of the object, null if there is none. A
    * source gives it before the other entries.
    */
  def typeMark: String = null

  /** The forms of instants whose parts stand for an instant, as decoding gives them if they are
    * outside the years 1 to 9999.
    */
  def instants: Seq[InstantForm] = Nil
}

object Written {
  val Derived: OptionSpec.Words = OptionSpec.Words("derived", Seq("make", "check"),
    "`check`: a derived field that is given must equal the one that is made; else it is ignored")

  /** The options of every function that writes. */
  val options: Seq[OptionSpec] = Seq(Options.MaxDepth, Options.MaxSize)
}
