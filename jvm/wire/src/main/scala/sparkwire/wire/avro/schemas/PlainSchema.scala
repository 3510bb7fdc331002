package sparkwire.wire.avro.schemas

import java.io.StringWriter

import com.fasterxml.jackson.core.{JsonFactory, JsonFactoryBuilder, JsonGenerator, JsonParser}
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** Rewrites the text of a schema that comes with data, before Avro's parser reads it. It keeps
  * everything that the meaning of data depends on, and everything that Avro's parser refuses
  * schemas for. It leaves out attributes of other names, aliases, and the content of defaults.
  *
  * The parser of Avro has one table of field names for the whole JVM. Names with equal hashes make
  * it refuse good schemas. The remaining attributes have only names that Avro defines. Aliases with
  * equal hashes would take time that is quadratic in their number. Neither they nor defaults are
  * used in the schema that data was written with.
  */
private[schemas] final class PlainSchema(text: String) {
  import PlainSchema._

  val count = new SchemaCount
  private[this] val out = new StringWriter
  private[this] val json: JsonGenerator = Mapper.getFactory.createGenerator(out)

  /** Returns the text for Avro's parser. */
  def rewritten: String = {
    val parser = Mapper.getFactory.createParser(text)
    val tree = Mapper.readTree[JsonNode](parser)
    val rest = new StringWriter
    parser.releaseBuffered(rest)
    if (tree == null) text
    else {
      schema(tree, null)
      json.close()
      // Avro refuses text after the schema.
      out.append(rest.toString).toString
    }
  }

  private def schema(tree: JsonNode, space: String): Unit = {
    count.node()
    if (tree.isArray) {
      json.writeStartArray()
      tree.forEach(branch => schema(branch, space))
      json.writeEndArray()
    } else if (tree.isObject) {
      json.writeStartObject()
      attributes(tree, space)
      json.writeEndObject()
    } else {
      if (tree.isTextual) count.reference(space, tree.textValue)
      scalar(tree)
    }
  }

  private def attributes(tree: JsonNode, around: String): Unit = {
    val kind = textOf(tree, "type")
    val name = textOf(tree, "name")
    val isNamed = kind != null && NamedTypes.contains(kind) && name != null
    val space = if (isNamed) define(tree, name, around) else around
    if (kind != null && !isNamed && !Containers.contains(kind)) count.reference(around, kind)
    copy(tree, SchemaWords)
    aliases(tree)
    if (kind == "array") part(tree, "items", space)
    else if (kind == "map") part(tree, "values", space)
    else if (kind == "record" || kind == "error") list(tree, "fields")(field(_, space))
    else if (kind == "enum") list(tree, "symbols")(scalar)
  }

  /** Counts a named type and returns its namespace, which its parts have, too. */
  private def define(tree: JsonNode, name: String, around: String): String = {
    val own = textOf(tree, "namespace")
    val space = if (own == null) around else own
    count.definition(space, name)
    val dot = name.lastIndexOf('.')
    if (dot < 0) space else name.substring(0, dot)
  }

  private def field(tree: JsonNode, space: String): Unit =
    if (!tree.isObject) scalar(tree)
    else {
      json.writeStartObject()
      copy(tree, FieldWords)
      aliases(tree)
      part(tree, "type", space)
      json.writeEndObject()
    }

  private def part(tree: JsonNode, name: String, space: String): Unit = {
    val found = tree.get(name)
    if (found != null) {
      json.writeFieldName(name)
      schema(found, space)
    }
  }

  private def list(tree: JsonNode, name: String)(write: JsonNode => Unit): Unit = {
    val found = tree.get(name)
    if (found != null) {
      json.writeFieldName(name)
      if (found.isArray) {
        json.writeStartArray()
        found.forEach(item => write(item))
        json.writeEndArray()
      } else scalar(found)
    }
  }

  private def copy(tree: JsonNode, names: Array[String]): Unit = names.foreach { name =>
    val found = tree.get(name)
    if (found != null) {
      json.writeFieldName(name)
      scalar(found)
    }
  }

  /** Leaves out the aliases that are texts: Avro refuses any others. */
  private def aliases(tree: JsonNode): Unit = {
    val found = tree.get("aliases")
    if (found != null) {
      json.writeFieldName("aliases")
      if (!found.isArray) scalar(found)
      else {
        json.writeStartArray()
        found.forEach(alias => if (!alias.isTextual) scalar(alias))
        json.writeEndArray()
      }
    }
  }

  /** Writes a value that has no parts; any other without them. */
  private def scalar(tree: JsonNode): Unit =
    if (tree.isArray) {
      json.writeStartArray()
      json.writeEndArray()
    } else if (tree.isObject) {
      json.writeStartObject()
      json.writeEndObject()
    } else if (tree.isTextual) json.writeString(tree.textValue)
    else if (tree.isNull) json.writeNull()
    else tree.serialize(json, null)

  private def textOf(tree: JsonNode, name: String): String = {
    val found = tree.get(name)
    if (found == null) null else found.textValue
  }
}

private object PlainSchema {

  // Without a table of names, which hostile names could fill. Otherwise as in Avro.
  private val Mapper = new ObjectMapper(
    new JsonFactoryBuilder()
      .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
      .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
      .build()
      .enable(JsonParser.Feature.ALLOW_COMMENTS))

  private val NamedTypes = Set("record", "error", "enum", "fixed")
  private val Containers = Set("array", "map") ++ NamedTypes
  private val SchemaWords = Array("type", "name", "namespace", "doc", "default", "size",
    "logicalType", "precision", "scale")
  private val FieldWords = Array("name", "doc", "order", "default")
}
