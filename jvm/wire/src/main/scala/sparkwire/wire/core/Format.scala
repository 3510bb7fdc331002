package sparkwire.wire.core

/** Walks the bytes of one value and gives what it finds to a sink, or throws [[Malformed]]. A
  * reader belongs to one task and may keep buffers.
  */
abstract class Reader {
  def read(cursor: Cursor, sink: Sink): Unit

  /** For values that are read with the help of others, such as the schema in another column: what
    * those are for the value that is read next. Bytes and text as bytes, numbers boxed, null for
    * NULL. The array is the caller's and changes from value to value.
    */
  def beside(inputs: Array[AnyRef]): Unit = ()

  /** The value itself is NULL: said after [[beside]], where [[Root.takesNull]] lets it be. */
  def valueIsNull(): Unit = ()

  /** Whether it counts from where the cursor stands, and not from the beginning of the array. */
  def readsAnywhere: Boolean = false

  /** How many bytes the value just read may have become at most, had all of it been wanted.
    *
    * @param length
    *   of the value on the wire
    */
  def mayBecome(length: Long): Long = Reader.mostOf(length)
}

object Reader {
  // A byte of input becomes at most some 20 bytes of a VARIANT: an element, its offset, its key's number.
  final val MostGrowth = 32L

  // What digits of a decimal cost that Spark's do not hold grows with their square.
  private final val DecimalShare = 4096L

  /** What the text of a decimal of so many bytes is charged for the time that making it takes. */
  def costOfDecimal(bytes: Long): Long = bytes * bytes / DecimalShare

  /** What so many bytes become at most, charges included. */
  def mostOf(bytes: Long): Long = bytes * MostGrowth + costOfDecimal(bytes)
}

/** One way to read values: what they become, and who reads them. Immutable, compared by value. */
abstract class Root extends Serializable {
  def kind: Kind
  def newReader(options: Options): Reader

  /** Whether a NULL in this input, counted from 0 for the value itself, says something. Any other
    * makes the result NULL. A value that is NULL is read as no bytes, and [[Reader.valueIsNull]] told.
    */
  def takesNull(input: Int): Boolean = false

  /** How many of the other inputs a user writes in front of the value. */
  def inputsInFront: Int = 0

  /** The root whose walk explains a fault, where that is another one: a text made from the fields,
    * say, has no fields of its own.
    */
  def explainer: Root = this
  final def newExplainer(options: Options): Reader = explainer.newChecker(options)

  /** A reader that refuses also what decoding passes over. Faults and dissections come from it. */
  def newChecker(options: Options): Reader = newReader(options)

  /** What is read is itself a schema: a text that is none is an invalid schema, not malformed data. */
  def readsSchema: Boolean = false
}

/** A format, or a helper family: the name its errors begin with, and the options it knows. */
abstract class Format extends Serializable {
  def name: String
  def options: Seq[OptionSpec] = Nil

  /** Every word a fault of this format can have. */
  def reasons: Seq[Reason]
  final def allOptions: Seq[OptionSpec] = Options.common ++ options
}
