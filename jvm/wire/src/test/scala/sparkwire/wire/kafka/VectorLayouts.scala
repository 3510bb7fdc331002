package sparkwire.wire.kafka

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/** The types of the vectors in our type language. */
object VectorLayouts {
  def of(schema: JsonNode): String =
    if (schema.isTextual) schema.asText.replace('(', '<').replace(')', '>')
    else if (schema.has("struct")) s"STRUCT<${listOf(schema)}>"
    else schema.properties.asScala.map(entry => s"${entry.getKey}<${of(entry.getValue)}>").mkString

  def listOf(schema: JsonNode): String = schema.get("struct").asScala.map { field =>
    if (field.has("tags"))
      field.get("tags").properties.asScala.map(entry =>
        s"${entry.getKey} ${named(entry.getValue)}").mkString("TAGGED_FIELDS(", ", ", ")")
    else named(field)
  }.mkString(", ")

  private def named(field: JsonNode): String =
    s"${field.get("name").asText} ${of(field.get("type"))}"
}
