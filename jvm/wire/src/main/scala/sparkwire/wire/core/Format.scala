package sparkwire.wire.core

/** Walks the bytes of one value and gives its fields to a sink, or throws [[Malformed]]. A reader
  * belongs to one task and may keep buffers.
  */
abstract class Reader {
  def read(cursor: Cursor, sink: Sink): Unit

  /** Sets the further inputs of the value that is read next, such as a schema in another column.
    * Binary and text inputs are byte arrays, numbers are boxed, NULL is null. The array belongs to
    * the caller, who reuses it for the next value.
    */
  def setOtherInputs(inputs: Array[AnyRef]): Unit = ()

  /** Announces, after [[setOtherInputs]], that the value itself is NULL. Happens only where
    * [[Root.takesNull]] allows it.
    */
  def valueIsNull(): Unit = ()

  /** Whether the reader works relative to the cursor's position, so that a value may begin anywhere
    * in the array.
    */
  def readsAnywhere: Boolean = false

  /** Returns an upper bound, in bytes, for the result of the value just read, had all of it been
    * wanted.
    *
    * @param length
    *   the size of the value on the wire in bytes
    */
  def mayBecome(length: Long): Long = Reader.mostOf(length)
}

object Reader {

  /** Refuses bytes after the end of the value that was read. They belong to no field. */
  def requireEnd(cursor: Cursor, sink: Sink, reason: Reason): Unit = if (cursor.left > 0) {
    sink.tracer.outside()
    cursor.refuse(reason)
  }

  // A byte of input becomes at most about 20 bytes of a VARIANT: an element, its offset, the id of
  // its key.
  final val MaxGrowth = 32L

  // Converting a decimal that exceeds Spark's precision to text takes time quadratic in its digits.
  private final val DecimalShare = 4096L

  /** Returns the charge, in bytes, for the time it takes to convert a decimal of `bytes` bytes to
    * text.
    */
  def costOfDecimal(bytes: Long): Long = bytes * bytes / DecimalShare

  /** Returns an upper bound for the result of `bytes` bytes of input, in bytes, with charges. */
  def mostOf(bytes: Long): Long = bytes * MaxGrowth + costOfDecimal(bytes)
}

/** One way to read values: the kind of the result, and its reader. Immutable, compared by value. */
abstract class Root extends Serializable {
  def kind: Kind
  def newReader(options: Options): Reader

  /** Whether a NULL in this input is meaningful; input 0 is the value itself. A NULL in any other
    * input makes the result NULL. A value that is NULL is read as no bytes, after a call of
    * [[Reader.valueIsNull]].
    */
  def takesNull(input: Int): Boolean = false

  /** How many of the other inputs come before the value in the argument list. */
  def inputsInFront: Int = 0

  /** The root whose walk explains a fault, if it is another one: for example, a text made from the
    * fields of a value has no fields of its own.
    */
  def explainer: Root = this
  final def newExplainer(options: Options): Reader = explainer.newChecker(options)

  /** Returns a reader that also refuses values that decoding tolerates. Faults and dissections come
    * from it.
    */
  def newChecker(options: Options): Reader = newReader(options)

  /** Whether the value is itself a schema: text that is not one is an invalid schema, not malformed
    * data.
    */
  def readsSchema: Boolean = false
}

/** A format, or a family of helper functions: the name that its errors begin with, and its options. */
abstract class Format extends Serializable {
  def name: String
  def options: Seq[OptionSpec] = Nil

  /** All reasons that a fault of this format can have. */
  def reasons: Seq[Reason]
  final def allOptions: Seq[OptionSpec] = Options.common ++ options
}

/** A map that is passed beside a value, as another input. Its entries are accessed by index and
  * read in place. Text is UTF-8.
  */
abstract class MapInput {
  def size: Int
  def intKey(entry: Int): Int
  def longKey(entry: Int): Long
  def textKey(entry: Int): Array[Byte]
  def binaryKey(entry: Int): Array[Byte]

  /** Returns a value that is text, null for NULL. */
  def textValue(entry: Int): Array[Byte]
}
