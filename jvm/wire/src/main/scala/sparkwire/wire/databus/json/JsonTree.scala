package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.UTF_8
import java.util.LinkedHashMap

import sparkwire.wire.core.Cursor

/** A JSON value and the offset of its first byte, as in Jackson's tree model: of several fields
  * with the same name, the last value counts, in the position of the first. Numbers are integers or
  * doubles.
  */
private[databus] sealed abstract class JsonTree {
  def at: Int

  /** The value if it is a string, else null. */
  def text: String = null

  /** Returns a field, null if it is absent. */
  def field(name: String): JsonTree = null
  def forEachField(take: (String, JsonTree) => Unit): Unit = ()
}

private[databus] object JsonTree {
  final class Text(val at: Int, override val text: String) extends JsonTree

  /** A number, true, false or null, as Jackson writes it. */
  final class Literal(val at: Int, val written: String) extends JsonTree
  final class Items(val at: Int, val all: Seq[JsonTree]) extends JsonTree

  final class Fields(val at: Int, all: LinkedHashMap[String, JsonTree]) extends JsonTree {
    override def field(name: String): JsonTree = all.get(name)
    override def forEachField(take: (String, JsonTree) => Unit): Unit =
      all.forEach((name, value) => take(name, value))
  }
}

/** Builds trees. They are no deeper than the cursor allows, so that code which walks them may
  * recurse.
  */
private[databus] final class JsonTreeReader(faults: JsonFaults) {
  import JsonTree._

  private[this] val scanner = new JsonScanner(faults, oneLine = false)

  /** Reads the text as one value. */
  def read(cursor: Cursor): JsonTree = {
    scanner.space(cursor)
    val tree = value(cursor)
    scanner.space(cursor)
    if (cursor.left > 0) scanner.unexpected(cursor)
    tree
  }

  private def value(cursor: Cursor): JsonTree = {
    val at = cursor.position
    scanner.peek(cursor) match {
      case '{' => new Fields(at, fields(cursor))
      case '[' => new Items(at, items(cursor))
      case '"' => new Text(at, string(cursor))
      case _ =>
        scanner.skipScalar(cursor)
        new Literal(at, written(new String(cursor.bytes, at, cursor.position - at, UTF_8)))
    }
  }

  private def fields(cursor: Cursor): LinkedHashMap[String, JsonTree] = {
    val all = new LinkedHashMap[String, JsonTree]
    cursor.enter()
    scanner.expect(cursor, '{')
    scanner.space(cursor)
    var more = scanner.peek(cursor) != '}'
    while (more) {
      val name = string(cursor)
      scanner.colon(cursor)
      all.put(name, value(cursor))
      more = tryComma(cursor)
    }
    scanner.expect(cursor, '}')
    cursor.leave()
    all
  }

  private def items(cursor: Cursor): Seq[JsonTree] = {
    val all = Vector.newBuilder[JsonTree]
    cursor.enter()
    scanner.expect(cursor, '[')
    scanner.space(cursor)
    var more = scanner.peek(cursor) != ']'
    while (more) {
      all += value(cursor)
      more = tryComma(cursor)
    }
    scanner.expect(cursor, ']')
    cursor.leave()
    all.result()
  }

  private def tryComma(cursor: Cursor): Boolean = {
    scanner.space(cursor)
    val more = scanner.peek(cursor) == ','
    if (more) {
      scanner.expect(cursor, ',')
      scanner.space(cursor)
    }
    more
  }

  private def string(cursor: Cursor): String = {
    if (scanner.peek(cursor) != '"') scanner.unexpected(cursor)
    scanner.decodeString(cursor)
    new String(scanner.bytes, 0, scanner.length, UTF_8)
  }

  private def written(literal: String): String =
    if (literal.head != '-' && !literal.head.isDigit) literal
    else if (literal.exists(c => c == '.' || c == 'e' || c == 'E')) writtenDouble(literal.toDouble)
    else if (literal == "-0") "0"
    else literal

  // Java's text of a double. From JDK 19 on it is shorter for some numbers (2e23).
  private def writtenDouble(value: Double): String =
    if (value.isInfinite) s"\"$value\"" else value.toString
}
