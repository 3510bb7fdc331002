package sparkwire.errors

import sparkwire.wire.core.Nearest

/** Rewrites the messages of Avro's parser about an invalid schema, so that users need no knowledge
  * of the parser.
  */
object SchemaMessages {
  private val types = Seq("null", "boolean", "int", "long", "float", "double", "bytes", "string",
    "record", "enum", "array", "map", "fixed")

  private val undefined = "Undefined (?:schema|name): \"?([^\"]*)\"?".r
  private val lone = "\\s*\"([^\"]*)\"\\s*".r

  /** Returns a whole sentence.
    *
    * @param message
    *   the message of the parser
    */
  def sentence(message: String, schema: String): String = (message, schema) match {
    case (undefined(name), _) => unknown(name)
    case (_, lone(name)) => unknown(name)
    case _ => s"$message."
  }

  private def unknown(name: String): String =
    s"the type '$name' is unknown: neither a type of Avro nor defined before it is used." +
      Nearest.hint(name, types)
}
