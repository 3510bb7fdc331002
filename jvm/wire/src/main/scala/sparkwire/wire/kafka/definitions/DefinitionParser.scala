package sparkwire.wire.kafka.definitions

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import sparkwire.wire.kafka.BadKafkaLayout

import com.fasterxml.jackson.core.{JsonParser, JsonProcessingException}
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode, ObjectMapper}

/** Message definitions in Kafka's JSON, with its rules.
  * | key of a message                                  | means                                      |
  * | `name`                                            | the name of the root struct                |
  * | `type`                                            | request, response, header, data, metadata, |
  * |                                                   | coordinator-key or coordinator-value       |
  * | `apiKey`                                          | api key, or type of record                 |
  * | `validVersions`                                   | `none`: a removed api                      |
  * | `flexibleVersions`                                | compact lengths and tags; none if absent   |
  * | `fields`, `commonStructs`                         |                                            |
  *
  * | key of a field     | means                                                                    |
  * | `name`, `type`     |                                                                          |
  * | `versions`         | where it is on the wire; `taggedVersions` if absent                      |
  * | `fields`           | of a struct that is not a common struct                                  |
  * | `nullableVersions` | none if absent                                                           |
  * | `tag`, `taggedVersions` | where it is in the tag section, with this tag                       |
  * | `flexibleVersions` | instead of the message's, for a string or bytes                          |
  * | `default`          | text, number or boolean; `"null"`, the word, is null                     |
  *
  * Trap: `"default": null` in JSON is the same as no default at all.
  */
private[kafka] object DefinitionParser {
  private val mapper = new ObjectMapper()
    .enable(JsonParser.Feature.ALLOW_COMMENTS)
    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)

  // The keys of definitions. The last ones of each set say nothing about the bytes.
  private val messageKeys =
    Set("name", "type", "apiKey", "validVersions", "flexibleVersions", "fields",
      "commonStructs", "listeners", "latestVersionUnstable", "deprecatedVersions", "about")
  private val messageTypes =
    Set("request", "response", "header", "data", "metadata", "coordinator-key",
      "coordinator-value")
  private val structKeys = Set("name", "versions", "fields", "about")
  private val fieldKeys = Set("name", "type", "versions", "fields", "nullableVersions", "tag",
    "taggedVersions", "flexibleVersions", "default", "ignorable", "mapKey", "entityType",
    "zeroCopy", "about")

  // Each use of a struct counts: a handful of common structs could stand for billions of fields.
  private[kafka] final val MaxFields = 20000
  // Kafka's own are up to 6 levels deep. Each level takes some ten stack frames.
  private final val DeepestStructs = 100

  def parse(text: String): MessageDefinition = {
    val json =
      try mapper.readTree(text)
      catch {
        case error: JsonProcessingException => refuse(s"no JSON: ${error.getOriginalMessage}")
      }
    if (json == null || !json.isObject) refuse("a message definition is a JSON object")
    new DefinitionParser(json).message
  }

  private[kafka] def refuse(message: String): Nothing = throw new BadKafkaLayout(message)

  private[kafka] val scalars: Map[String, Int] = Map("bool" -> Code.Bool, "int8" -> Code.Int8,
    "int16" -> Code.Int16, "uint16" -> Code.UInt16, "int32" -> Code.Int32, "uint32" -> Code.UInt32,
    "int64" -> Code.Int64, "float64" -> Code.Float64, "uuid" -> Code.Uuid, "string" -> Code.Text,
    "bytes" -> Code.Bytes, "records" -> Code.Bytes)
}

private final class DefinitionParser(json: JsonNode) {
  import DefinitionParser._

  private val name = text(json, "name", "the message").getOrElse(refuse("the message has no name"))
  private val valid = range(json, "validVersions", name).getOrElse(
    refuse(s"$name has no validVersions"))
  private val flexible = range(json, "flexibleVersions", name).getOrElse(Versions.None)
  private val common: Map[String, JsonNode] = items(json, "commonStructs", name).map { struct =>
    keysWithin(struct, structKeys, s"a common struct of $name")
    named(struct, name) -> struct
  }.toMap
  private val inline = mutable.Set.empty[String]
  private var fieldCount = 0

  def message: MessageDefinition = {
    keysWithin(json, messageKeys, name)
    if (!isName(name)) refuse(s"'$name' is not the name of a message")
    val messageType = text(json, "type", name).getOrElse("data")
    if (!messageTypes(messageType))
      refuse(
        s"$name has the type '$messageType'. Known: ${messageTypes.toSeq.sorted.mkString(", ")}")
    val apiKey = Option(json.get("apiKey")).filterNot(_.isNull).map { key =>
      if (!key.canConvertToInt || !key.isIntegralNumber)
        refuse(s"the apiKey of $name is not an integer")
      key.asInt
    }
    val names = items(json, "commonStructs", name).map(named(_, name))
    names.diff(names.distinct).headOption.foreach(twice => refuse(s"$name has two structs $twice"))
    val root =
      if (valid.isEmpty) new StructDefinition(name, valid, Vector.empty, Vector.empty, false)
      else struct(json, name, valid, Nil)
    new MessageDefinition(name, messageType, apiKey, valid, flexible, root)
  }

  /** @param outer
    *   the enclosing structs, the innermost first
    */
  private def struct(json: JsonNode, owner: String, versions: Versions,
      outer: List[String]): StructDefinition = {
    if (outer.length > DeepestStructs) refuse(s"structs are nested deeper than $DeepestStructs")
    val fields = items(json, "fields", owner).map(field(_, owner, outer)).toVector
    val names = fields.map(_.name.toLowerCase)
    names.diff(names.distinct).headOption.foreach(twice =>
      refuse(s"$owner has two fields '$twice'"))
    val tags = fields.map(_.tag).filter(_ >= 0)
    tags.diff(tags.distinct).headOption.foreach(twice =>
      refuse(s"$owner has two fields with tag $twice"))
    val (kept, others) = fields.partition(_.versions.meets(valid))
    new StructDefinition(
      owner, versions, kept, others.map(_.tag).filter(_ >= 0), valid.meets(flexible))
  }

  private def field(json: JsonNode, owner: String,
      outer: List[String]): FieldDefinition = {
    val name = named(json, owner)
    val where = s"$owner.$name"
    keysWithin(json, fieldKeys, where)
    fieldCount += 1
    if (fieldCount > MaxFields) refuse(s"the message has more than $MaxFields fields")
    val typeName = text(json, "type", where).getOrElse(refuse(s"$where has no type")).trim
    val isArray = typeName.startsWith("[]")
    val elementType = typeName.stripPrefix("[]").trim
    val tagged = range(json, "taggedVersions", where).getOrElse(Versions.None)
    val own = range(json, "versions", where).getOrElse(
      if (tagged.isEmpty) refuse(s"$where has no versions") else tagged)
    val nullable = range(json, "nullableVersions", where).getOrElse(Versions.None)
    val code = scalars.getOrElse(elementType, Code.Struct)
    val isStruct = code == Code.Struct
    if (isStruct && !elementType.headOption.exists(_.isUpper))
      refuse(
        s"$where has the type '$typeName'. Known: ${scalars.keys.toSeq.sorted.mkString(", ")}, " +
          "the name of a struct, and [] with one of these")
    if (!isStruct && json.hasNonNull("fields")) refuse(s"$where is not a struct, but has fields")
    val canBeNull = isArray || isStruct || code == Code.Text || code == Code.Bytes
    if (!nullable.isEmpty && !canBeNull) refuse(s"$where is a $typeName, which is never null")
    val tag = checkedTag(json, where, typeName, own, tagged, nullable)
    FieldDefinition(
      name = lowered(name), typeName = typeName, code = code,
      struct = if (isStruct) structOf(json, elementType, where, own, outer) else null,
      isArray = isArray, versions = own, nullable = nullable, tag = tag, tagged = tagged,
      flexible = ownFlexible(json, where, typeName),
      default = default(json, where, typeName, code, isArray, own.isWithin(nullable)))
  }

  private def checkedTag(json: JsonNode, where: String, typeName: String, versions: Versions,
      tagged: Versions, nullable: Versions): Int = {
    val written = Option(json.get("tag")).filterNot(_.isNull)
    written match {
      case None if !tagged.isEmpty => refuse(s"$where has taggedVersions, but no tag")
      case None => -1
      case Some(tag) =>
        if (!tag.isIntegralNumber || !tag.canConvertToInt || tag.asInt < 0)
          refuse(s"the tag of $where is not a number from 0")
        if (tagged.isEmpty) refuse(s"$where has a tag, but no taggedVersions")
        if (!tagged.isOpenEnded) refuse(s"the taggedVersions of $where must end with +")
        if (!tagged.isWithin(versions))
          refuse(s"the taggedVersions of $where are not within its versions")
        if (!tagged.isWithin(flexible))
          refuse(s"the taggedVersions of $where are not within the flexibleVersions of the message")
        if (typeName == "records") refuse(s"$where: records cannot be tagged")
        if (nullable.meets(tagged) && !tagged.isWithin(nullable))
          refuse(s"either all taggedVersions of $where are nullable, or none")
        tag.asInt
    }
  }

  private def ownFlexible(json: JsonNode, where: String, typeName: String): Versions =
    range(json, "flexibleVersions", where) match {
      case None => flexible
      case Some(_) if typeName != "string" && typeName != "bytes" =>
        refuse(s"$where is a $typeName: only a string or bytes has flexibleVersions of its own")
      case Some(own) => own
    }

  private def default(json: JsonNode, where: String, typeName: String, code: Int, isArray: Boolean,
      isNullable: Boolean): DefaultValue = {
    val written = Option(json.get("default")).filterNot(_.isNull)
    if (written.exists(!_.isValueNode)) refuse(s"the default of $where is neither text nor number")
    if (typeName == "records" && written.isEmpty) DefaultValue.Null
    else DefaultValue.parse(written.map(_.asText), code, isArray, isNullable)
      .fold(why => refuse(s"the default of $where is $why"), identity)
  }

  private def structOf(json: JsonNode, typeName: String, where: String, versions: Versions,
      outer: List[String]): StructDefinition = {
    if (!isName(typeName))
      refuse(s"$where has the type '$typeName', which is not the name of a struct")
    val found = common.get(typeName) match {
      case Some(_) if json.has("fields") =>
        refuse(s"$where is of the common struct $typeName and has fields of its own")
      case Some(struct) =>
        if (outer.contains(typeName)) refuse(s"the struct $typeName contains itself")
        struct
      case None =>
        if (!json.has("fields")) refuse(s"$where is of the struct $typeName, which is not defined")
        if (!inline.add(typeName) && !repeats(outer))
          refuse(s"the struct $typeName is defined twice")
        json
    }
    val own = common.get(typeName).fold(versions)(struct =>
      range(struct, "versions", typeName).getOrElse(valid))
    struct(found, typeName, own, typeName :: outer)
  }

  /** Whether an inline struct may come again, because the common struct around it is used again. */
  private def repeats(outer: List[String]): Boolean = outer.exists(common.contains)

  private def lowered(name: String): String = s"${name.head.toLower}${name.tail}"
  private def isName(name: String): Boolean = name.matches("[A-Za-z][A-Za-z0-9]*")

  private def named(json: JsonNode, owner: String): String = {
    val name =
      text(json, "name", s"a part of $owner").getOrElse(refuse(s"a part of $owner has no name"))
    if (!isName(name))
      refuse(s"'$name' in $owner is not a name: letters and digits, a letter first")
    name
  }

  private def keysWithin(json: JsonNode, known: Set[String], where: String): Unit =
    json.fieldNames.asScala.find(!known(_)).foreach(key =>
      refuse(s"$where has the key '$key'. Known: ${known.toSeq.sorted.mkString(", ")}"))

  private def text(json: JsonNode, key: String, where: String): Option[String] =
    Option(json.get(key)).filterNot(_.isNull).map { value =>
      if (!value.isTextual) refuse(s"the $key of $where is not text")
      value.asText
    }

  private def range(json: JsonNode, key: String, where: String): Option[Versions] =
    text(json, key, where).map { written =>
      val range = Versions.parse(written)
      if (range == null)
        refuse(
          s"the $key of $where are '$written', which is not a range such as 3, 1-4, 2+ or none")
      range
    }

  private def items(json: JsonNode, key: String, where: String): Seq[JsonNode] =
    Option(json.get(key)).filterNot(_.isNull).fold(Seq.empty[JsonNode]) { list =>
      if (!list.isArray || list.elements.asScala.exists(!_.isObject))
        refuse(s"the $key of $where are not a list of objects")
      list.elements.asScala.toSeq
    }
}
