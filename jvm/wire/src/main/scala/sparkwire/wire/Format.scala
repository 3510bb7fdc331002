package sparkwire.wire

/** Walks the bytes of one value and gives what it finds to a sink, or throws [[Malformed]]. A
  * reader belongs to one task and may keep buffers.
  */
abstract class Reader {
  def read(cursor: Cursor, sink: Sink): Unit
}

/** One way to read values: what they become, and who reads them. Immutable, compared by value. */
abstract class Root extends Serializable {
  def kind: Kind
  def newReader(options: Options): Reader

  /** The root whose walk explains a fault, where that is another one: a text made from the fields,
    * say, has no fields of its own.
    */
  def explainer: Root = this
  final def newExplainer(options: Options): Reader = explainer.newReader(options)

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
