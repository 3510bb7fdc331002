package sparkwire.wire.databus.schemas

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.{HashMap, HashSet, Locale}

import sparkwire.wire.core.{Cursor, Reason, Sink}
import sparkwire.wire.databus.Databus.BadSchema
import sparkwire.wire.databus.json.{JsonFaults, JsonText, JsonTree, JsonTreeReader}
import sparkwire.wire.databus.json.JsonTree._

/** Writes the text that Avro 1.4.0 writes for a schema it has parsed, byte for byte: events contain
  * the digest of that text. It is not the canonical form of later Avro versions.
  * | schema       | written, in this order                                                     |
  * | record, error | type, name, namespace, fields, other attributes, aliases                  |
  * | enum         | type, name, namespace, symbols, other attributes, aliases                  |
  * | fixed        | type, name, namespace, size, other attributes, aliases                     |
  * | array, map   | type, items or values, other attributes                                    |
  * | field        | name, type, doc, default, order unless ascending, other attributes         |
  * | primitive    | its name; with other attributes, an object of type and these attributes    |
  * | name, defined before | the name; the full one if its namespace is not the outermost one   |
  * | union        | the list                                                                   |
  *
  * Traps: other attributes are kept if they are strings, in the iteration order of a Java hash map
  * with the initial capacity 1; aliases come in the order of a hash set. A namespace is left out if
  * it equals the first one that was written. A name without a namespace takes the namespace of the
  * enclosing type or, because 1.4.0 fails to restore the empty namespace, the namespace of an
  * earlier type. Neither the characters of names nor defaults are validated.
  *
  * This code refuses everything that 1.4.0 refuses, and also texts that it accepts by oversight:
  * text after the schema, symbols that are not strings.
  *
  * One file: the grammar of a schema is recursive, with one method for each row of the table.
  */
private[databus] final class SchemaText(maxSize: Int) {
  import SchemaText._

  private[this] val trees = new JsonTreeReader(Faults)
  private[this] val out = new JsonText(maxSize, escapesPairs = false)
  private[this] val defined = new HashSet[SchemaName]
  // Equal namespaces are one object: to compare two long ones for each use of a type takes as long
  // as to read both.
  private[this] val spaces = new HashMap[String, String]
  private[this] var space: String = _
  private[this] var spaceWritten: String = _
  private[this] var cursor: Cursor = _
  private[this] var sink: Sink = _

  def bytes: Array[Byte] = out.bytes
  def length: Int = out.length

  /** Writes the schema in the text. A fault has the offset of the malformed value and the path of
    * the whole.
    */
  def write(text: Cursor, faults: Sink): Unit = {
    cursor = text
    sink = faults
    defined.clear()
    spaces.clear()
    space = null
    spaceWritten = null
    out.begin()
    val from = cursor.position
    val tree = parsed()
    cursor.moveTo(from)
    sink.tracer.outside()
    schema(tree)
    cursor.moveTo(cursor.end)
  }

  private def parsed(): JsonTree =
    try trees.read(cursor)
    finally sink.tracer.outside()

  /** Writes a schema and returns its identity within a union: a type, or the name of a type. */
  private def schema(tree: JsonTree): Any = tree match {
    case name: Text => reference(name)
    case fields: Fields => definition(fields)
    case items: Items => union(items)
    case other => refuse(other, NoSchema)
  }

  private def reference(tree: Text): Any =
    if (Primitives.contains(tree.text)) {
      out.text(tree.text)
      tree.text
    } else {
      val name = nameOf(tree.text, space)
      if (!defined.contains(name)) refuse(tree, Undefined)
      out.text(name.relativeTo(spaceWritten))
      name
    }

  private def nameOf(text: String, around: String): SchemaName = {
    val name = SchemaName.of(text, around)
    if (name.space == null || (name.space eq space)) name
    else {
      val known = spaces.putIfAbsent(name.space, name.space)
      if (known == null) name else SchemaName(known, name.name)
    }
  }

  private def union(tree: Items): Any = {
    val seen = new HashSet[Any]
    list(tree) { item =>
      val branch = schema(item)
      if (branch == Union) refuse(item, NestedUnion)
      if (!seen.add(branch)) refuse(item, Ambiguous)
    }
    Union
  }

  private def definition(tree: Fields): Any = tree.field("type") match {
    case kind: Text if Primitives.contains(kind.text) => primitive(kind.text, tree)
    case kind: Text if kind.text == "array" => container("array", "items", tree)
    case kind: Text if kind.text == "map" => container("map", "values", tree)
    case kind: Text if Named.contains(kind.text) => named(kind.text, tree)
    case null => refuse(tree, NoType)
    case other => refuse(other, NoType)
  }

  private def primitive(kind: String, tree: Fields): Any = {
    val others = otherAttributes(tree, SchemaWords)
    if (others.isEmpty) out.text(kind)
    else {
      begin(kind)
      write(others)
      out.put('}')
    }
    kind
  }

  private def container(kind: String, part: String, tree: Fields): Any = {
    begin(kind)
    out.name(part)
    schema(required(tree, part))
    write(otherAttributes(tree, SchemaWords))
    out.put('}')
    kind
  }

  private def named(kind: String, tree: Fields): Any = {
    val outer = space
    val own = tree.field("namespace")
    val name = nameOf(
      textOf(tree, "name", NoName), if (own == null || own.text == null) space else own.text)
    if (name.space == null && Primitives.contains(name.name)) refuse(tree, PrimitiveName)
    if (!defined.add(name)) refuse(tree, Redefined)
    if (name.space != null) space = name.space
    begin(kind)
    writeName(name)
    if (kind == "enum") symbols(tree) else if (kind == "fixed") size(tree) else fields(tree)
    write(otherAttributes(tree, SchemaWords))
    if (name.space != null && outer != null) space = outer
    writeAliases(aliases(tree), name)
    out.put('}')
    name
  }

  private def writeName(name: SchemaName): Unit = {
    out.name("name")
    out.text(name.name)
    if (name.space != null) {
      if (name.space != spaceWritten) {
        out.name("namespace")
        out.text(name.space)
      }
      if (spaceWritten == null) spaceWritten = name.space
    }
  }

  private def symbols(tree: Fields): Unit = {
    val seen = new HashSet[String]
    out.name("symbols")
    list(itemsOf(tree, "symbols")) { symbol =>
      if (symbol.text == null || !seen.add(symbol.text)) refuse(symbol, BadSymbol)
      out.text(symbol.text)
    }
  }

  private def size(tree: Fields): Unit = required(tree, "size") match {
    case number: Literal if number.written.toIntOption.exists(_ >= 0) =>
      out.name("size")
      out.raw(number.written.getBytes(US_ASCII))
    case other => refuse(other, BadSize)
  }

  private def fields(tree: Fields): Unit = {
    out.name("fields")
    list(itemsOf(tree, "fields"))(field)
  }

  private def field(tree: JsonTree): Unit = {
    out.put('{')
    attribute("name", textOf(tree, "name", NoName))
    out.name("type")
    schema(required(tree, "type"))
    tree.field("doc") match {
      case doc: Text => attribute("doc", doc.text)
      case _ =>
    }
    if (tree.field("default") != null) {
      out.name("default")
      value(tree.field("default"))
    }
    if (tree.field("order") != null) order(tree.field("order"))
    write(otherAttributes(tree, FieldWords))
    // Avro 1.4.0 refuses malformed aliases of a field, but does not write them.
    val _ = aliases(tree)
    out.put('}')
  }

  private def order(tree: JsonTree): Unit = {
    val word = if (tree.text == null) "" else tree.text.toUpperCase(Locale.ROOT)
    if (!Orders.contains(word)) refuse(tree, BadOrder)
    if (word != "ASCENDING") attribute("order", word.toLowerCase(Locale.ROOT))
  }

  /** Writes a default unchanged. */
  private def value(tree: JsonTree): Unit = tree match {
    case text: Text => out.text(text.text)
    case literal: Literal => out.raw(literal.written.getBytes(US_ASCII))
    case items: Items => list(items)(value)
    case fields: Fields =>
      out.put('{')
      fields.forEachField { (name, item) =>
        out.name(name)
        value(item)
      }
      out.put('}')
  }

  private def list(tree: Items)(write: JsonTree => Unit): Unit = {
    out.put('[')
    tree.all.foreach { item =>
      out.comma()
      write(item)
    }
    out.put(']')
  }

  private def otherAttributes(tree: JsonTree, reserved: Set[String]): HashMap[String, String] = {
    val others = new HashMap[String, String](1)
    tree.forEachField { (name, value) =>
      if (value.text != null && !reserved.contains(name)) others.put(name, value.text)
      ()
    }
    others
  }

  private def write(others: HashMap[String, String]): Unit = others.forEach(attribute(_, _))

  private def aliases(tree: JsonTree): HashSet[String] = tree.field("aliases") match {
    case null => new HashSet[String]
    case items: Items =>
      val found = new HashSet[String]
      items.all.foreach { alias =>
        if (alias.text == null) refuse(alias, BadAliases)
        found.add(alias.text)
      }
      found
    case other => refuse(other, BadAliases)
  }

  private def writeAliases(aliases: HashSet[String], of: SchemaName): Unit = {
    val names = new HashSet[SchemaName]
    aliases.forEach { alias =>
      names.add(SchemaName.of(alias, of.space))
      ()
    }
    if (!names.isEmpty) {
      out.name("aliases")
      out.put('[')
      names.forEach { name =>
        out.comma()
        out.text(name.relativeTo(of.space))
      }
      out.put(']')
    }
  }

  private def begin(kind: String): Unit = {
    out.put('{')
    attribute("type", kind)
  }

  private def attribute(name: String, value: String): Unit = {
    out.name(name)
    out.text(value)
  }

  private def required(tree: JsonTree, name: String): JsonTree = {
    val found = tree.field(name)
    if (found == null) refuse(tree, Incomplete)
    found
  }

  private def textOf(tree: JsonTree, name: String, reason: Reason): String = {
    val found = tree.field(name)
    if (found == null) refuse(tree, reason)
    if (found.text == null) refuse(found, reason)
    found.text
  }

  private def itemsOf(tree: JsonTree, name: String): Items = required(tree, name) match {
    case items: Items => items
    case other => refuse(other, Incomplete)
  }

  private def refuse(tree: JsonTree, reason: Reason): Nothing = {
    cursor.moveTo(tree.at)
    sink.tracer.outside()
    cursor.refuse(reason)
  }
}

private object SchemaText {
  private val Primitives =
    Set("string", "bytes", "int", "long", "float", "double", "boolean", "null")
  private val Named = Set("record", "error", "enum", "fixed")
  private val Orders = Set("ASCENDING", "DESCENDING", "IGNORE")
  private val SchemaWords =
    Set("doc", "fields", "items", "name", "namespace", "size", "symbols", "values", "type")
  private val FieldWords = Set("default", "doc", "name", "order", "type")

  /** The identity of a union within another one. */
  private case object Union

  private val Faults = new JsonFaults(BadSchema)
  private val NoSchema = BadSchema.because("a schema must be a string, an object or an array")
  private val NoType = BadSchema.because("the `type` of an object must be one of Avro's types")
  private val NoName = BadSchema.because("a field or named type must have a `name`")
  private val Undefined = BadSchema.because("the name is not defined before it is used")
  private val Redefined = BadSchema.because("the name is defined twice")
  private val PrimitiveName = BadSchema.because(
    "a named type must not have the name of a primitive type")
  private val Incomplete = BadSchema.because("a required attribute of a type is missing")
  private val BadSymbol = BadSchema.because("symbols must be distinct strings")
  private val BadSize = BadSchema.because("a size must be an integer of 0 or more")
  private val BadOrder = BadSchema.because("an order must be ascending, descending or ignore")
  private val BadAliases = BadSchema.because("aliases must be an array of strings")
  private val NestedUnion = BadSchema.because("a union must not contain a union directly")
  private val Ambiguous = BadSchema.because("a union must not contain the same type twice")
}
