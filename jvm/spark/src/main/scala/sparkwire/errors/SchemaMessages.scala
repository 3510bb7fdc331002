package sparkwire.errors

import sparkwire.wire.core.Nearest

/** What Avro's parser says of a text that is no schema, in words that need no knowledge of the parser. */
object SchemaMessages {
  private val types = Seq("null", "boolean", "int", "long", "float", "double", "bytes", "string",
    "record", "enum", "array", "map", "fixed")

  // Jackson's own, in which only the place is of use.
  private val json = "(?s)com\\.fasterxml\\..*line: (\\d+), column: (\\d+).*".r
  private val undefined = "Undefined (?:schema|name): \"?([^\"]*)\"?".r
  private val lone = "\\s*\"([^\"]*)\"\\s*".r

  /** A whole sentence.
    *
    * @param message
    *   the parser's
    */
  def sentence(message: String, schema: String): String = (message, schema) match {
    case (json(line, column), _) => s"it is no JSON (line $line, column $column)."
    case (undefined(name), _) => unknown(name)
    case (_, lone(name)) => unknown(name)
    case _ => s"$message."
  }

  private def unknown(name: String): String =
    s"the type '$name' is unknown: neither a type of Avro nor defined before it is used." +
      Nearest.hint(name, types)
}
