package sparkwire.wire.ignite

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Map

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import sparkwire.wire.core.Allowance

import com.fasterxml.jackson.core.{JsonGenerator, JsonParser, JsonProcessingException}
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.exc.MismatchedInputException
import com.fasterxml.jackson.databind.node.{ArrayNode, ObjectNode}

/** The text that describes types: a JSON array of objects with these keys:
  * | key         | value                                                                   |
  * | type_name   | as in the cluster: usually the full name of a class                     |
  * | type_id     | optional: its id in the cluster, if not id(type_name)                    |
  * | schemas     | optional: arrays of fields in the order of writing                      |
  * | enum_values | optional: an object of constants and their ordinals                     |
  *
  * A field is its name, or `{"name": …, "id": …}` if the cluster has another id for it than
  * id(name). The name is left out if it is not known.
  */
private[ignite] object TypesJson {
  private val mapper = new ObjectMapper()
    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)

  private val TypeKeys = Seq("type_name", "type_id", "schemas", "enum_values")
  private val FieldKeys = Seq("name", "id")

  /** The error in a text: a message for its author. It never leaves this object. */
  private final class Wrong(why: String) extends RuntimeException(why, null, false, false)
  private def wrong(why: String): Nothing = throw new Wrong(why)

  def parse(json: String): Either[String, TypeDescriptions] =
    try Right(describe(mapper.readTree(json)))
    catch {
      case refused: Wrong => Left(refused.getMessage)
      case error: JsonProcessingException => Left(notJson(error))
    }

  /** Says where the text is not JSON, and why. */
  private def notJson(error: JsonProcessingException): String = {
    val why = error match {
      case _: MismatchedInputException => "something stands behind the array"
      // Jackson names the source that it reads, which tells the user nothing.
      case _ =>
        error.getOriginalMessage.replaceAll("\\[Source: .*; line: (\\d+), column: (\\d+)\\]",
          "line $1, column $2")
    }
    // An error from a limit of Jackson, such as the nesting depth, has no location.
    val at = error.getLocation
    if (at == null) s"no description of types: $why"
    else s"no JSON at line ${at.getLineNr}, column ${at.getColumnNr}: $why"
  }

  /** Writes the text for one type, in UTF-8.
    *
    * @param schemas
    *   the ids of the fields
    * @param names
    *   the names of the fields that are known, by id
    * @param costs the cost that the text may have: a name may occur in many schemas
    */
  def write(typeId: Int, name: Option[String], schemas: Seq[Array[Int]],
      names: Map[Integer, String], constants: Map[String, Integer],
      costs: Allowance): Array[Byte] = {
    val text = new ChargedText(costs)
    val json = mapper.getFactory.createGenerator(text)
    json.writeStartArray()
    json.writeStartObject()
    name.foreach(json.writeStringField("type_name", _))
    if (!name.exists(Hashes.id(_) == typeId)) json.writeNumberField("type_id", typeId)
    if (schemas.nonEmpty) {
      json.writeArrayFieldStart("schemas")
      schemas.foreach(writeSchema(json, _, names))
      json.writeEndArray()
    }
    if (!constants.isEmpty) {
      json.writeObjectFieldStart("enum_values")
      constants.forEach((constant, ordinal) => json.writeNumberField(constant, ordinal.intValue))
      json.writeEndObject()
    }
    json.writeEndObject()
    json.writeEndArray()
    json.close()
    text.toByteArray
  }

  private def writeSchema(json: JsonGenerator, ids: Array[Int],
      names: Map[Integer, String]): Unit = {
    json.writeStartArray()
    ids.foreach { id =>
      val name = names.get(id)
      if (name != null && Hashes.id(name) == id) json.writeString(name)
      else {
        json.writeStartObject()
        if (name != null) json.writeStringField("name", name)
        json.writeNumberField("id", id)
        json.writeEndObject()
      }
    }
    json.writeEndArray()
  }

  /** A text in memory that is charged for each piece when it arrives. */
  private final class ChargedText(costs: Allowance) extends ByteArrayOutputStream {
    override def write(bytes: Array[Byte], from: Int, length: Int): Unit = {
      costs.spend(length.toLong)
      super.write(bytes, from, length)
    }
  }

  private def describe(root: JsonNode): TypeDescriptions = root match {
    case list: ArrayNode =>
      val types = mutable.LinkedHashMap.empty[Int, TypeDescription]
      list.asScala.zipWithIndex.foreach { case (node, at) => describeType(node, s"[$at]", types) }
      new TypeDescriptions(types.values)
    case _ => wrong("not an array of types")
  }

  private def describeType(node: JsonNode, at: String,
      types: mutable.Map[Int, TypeDescription]): Unit = {
    val entry = objectOf(node, at, TypeKeys)
    val name = textOf(entry, "type_name", at)
    val id = Option(entry.get("type_id")).map(intOf(_, s"$at.type_id")).getOrElse {
      if (name == null) wrong(s"$at has neither type_name nor type_id")
      Hashes.id(name)
    }
    if (id == 0) wrong(s"$at: no type has the id 0")
    val described = types.getOrElseUpdate(id, new TypeDescription(id, name))
    if (name != described.name)
      wrong(s"$at: ${shown(described.name)} and ${shown(name)} have the same id $id")
    Option(entry.get("schemas")).foreach { schemas =>
      arrayOf(schemas, s"$at.schemas").zipWithIndex.foreach { case (fields, index) =>
        described.add(orderOf(fields, s"$at.schemas[$index]"))
      }
    }
    Option(entry.get("enum_values")).foreach(describeConstants(_, s"$at.enum_values", described))
  }

  private def orderOf(node: JsonNode, at: String): FieldOrder = {
    val fields = arrayOf(node, at).zipWithIndex.map { case (field, index) =>
      fieldOf(field, s"$at[$index]")
    }
    new FieldOrder(fields.map(_._1).toArray, fields.map(_._2).toArray)
  }

  private def fieldOf(node: JsonNode, at: String): (Int, String) = {
    val (id, name) =
      if (node.isTextual) (Hashes.id(node.textValue), node.textValue)
      else {
        val entry = objectOf(node, at, FieldKeys)
        if (!entry.has("id")) wrong(s"$at has no id")
        (intOf(entry.get("id"), s"$at.id"), textOf(entry, "name", at))
      }
    if (id == 0) wrong(s"$at: no field has the id 0, so no empty name")
    (id, name)
  }

  private def describeConstants(node: JsonNode, at: String, described: TypeDescription): Unit =
    node match {
      case constants: ObjectNode =>
        constants.properties.asScala.foreach { constant =>
          val ordinal = intOf(constant.getValue, s"$at.${constant.getKey}")
          val known = described.constant(ordinal)
          if (known != null && new String(known, UTF_8) != constant.getKey)
            wrong(s"$at: the ordinal $ordinal has two constants")
          described.add(constant.getKey, ordinal)
        }
      case _ => wrong(s"$at is not an object of constants and ordinals")
    }

  private def objectOf(node: JsonNode, at: String, keys: Seq[String]): ObjectNode = node match {
    case entry: ObjectNode =>
      entry.fieldNames.asScala.find(!keys.contains(_)).foreach { unknown =>
        wrong(s"$at has the unknown key '$unknown', known are ${keys.mkString(", ")}")
      }
      entry
    case _ => wrong(s"$at is not an object")
  }

  private def arrayOf(node: JsonNode, at: String): Seq[JsonNode] = node match {
    case list: ArrayNode => list.asScala.toSeq
    case _ => wrong(s"$at is not an array")
  }

  private def textOf(entry: ObjectNode, key: String, at: String): String =
    if (!entry.has(key)) null
    else if (entry.get(key).isTextual) entry.get(key).textValue
    else wrong(s"$at.$key is not a string")

  private def intOf(node: JsonNode, at: String): Int =
    if (node.isIntegralNumber && node.canConvertToInt) node.intValue
    else wrong(s"$at is not an integer of 32 bits")

  private def shown(name: String): String =
    if (name == null) "a type without a name" else s"'$name'"
}
