package sparkwire.wire.ignite

import java.math.BigInteger

import scala.jdk.CollectionConverters._

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{InstantForm, Options}

import com.fasterxml.jackson.databind.JsonNode

/** Converts the views of the vectors to the trees that the reader should give. */
object IgniteViews {

  /** Returns the options of a line. The views show serialized Java as bytes, hence `raw`. */
  def optionsOf(line: Line): Options =
    Options(
      Option(line.json.get("types")).map(types => "types" -> types.toString).toMap +
        ("optimized" -> "raw"))

  def tree(view: JsonNode): Tree = {
    val value = view.get("v")
    val kind = view.get("t").asText
    kind match {
      case "object_array" | "enum_array" | "collection" => Items(trees(value))
      case "map" =>
        Entries(value.asScala.map(pair => tree(pair.get(0)) -> tree(pair.get(1))).toVector)
      case "enum" | "binary_enum" =>
        if (view.has("name")) Text(view.get("name").asText)
        else struct("@type" -> typeOf(view), "ordinal" -> whole(view.get("ordinal")))
      case "wrapped" => tree(value)
      case "handle" =>
        if (view.has("cycle")) struct("@cycle" -> whole(view.get("to"))) else tree(value)
      case "class" => typeOf(view)
      case "proxy" => struct("@type" -> Text("proxy"),
          "interfaces" -> Items(view.get("interfaces").asScala.map(typeOf).toVector),
          "handler" -> tree(view.get("handler")))
      case "optimized" => struct("@type" -> Text("optimized"), "data" -> hexOf(value))
      case "object" => objectOf(view)
      case _ if kind.endsWith("_array") && kind != "byte_array" =>
        Items(value.asScala.map(simple(kind.stripSuffix("_array"), _)).toVector)
      case _ => simple(kind, value)
    }
  }

  private def trees(values: JsonNode): Vector[Tree] = values.asScala.map(tree).toVector

  private def objectOf(view: JsonNode): Tree = {
    val fields = view.get("fields").asScala.zipWithIndex.map { case (field, at) =>
      val key =
        if (field.has("name")) field.get("name").asText
        else if (field.has("id")) s"#${field.get("id").asInt}"
        else s"@$at"
      key -> tree(field.get("value"))
    }
    val raw = Option(view.get("raw")).map(hexOf)
    struct(Seq("@type" -> typeOf(view)) ++ fields ++ raw.map("@raw" -> _): _*)
  }

  private def typeOf(view: JsonNode): Tree =
    Seq("type_name", "class_name").find(view.has).map(key => Text(view.get(key).asText))
      .getOrElse(whole(view.get("type_id")))

  private def simple(kind: String, value: JsonNode): Tree =
    if (value == null || value.isNull) NoValue
    else
      kind match {
        case "byte" | "short" | "int" | "long" | "time" => whole(value)
        case "float" | "double" => Real(double(value))
        case "char" =>
          val unit = value.asInt.toChar
          if (Character.isSurrogate(unit)) Whole(unit.toLong) else Text(unit.toString)
        case "bool" => Flag(value.asBoolean)
        case "string" | "uuid" => Text(value.asText)
        case "date" => Instant(InstantForm.Date, value.asLong, 0)
        case "timestamp" =>
          Instant(InstantForm.Timestamp, value.get("ms").asLong, value.get("nanos").asInt)
        case "decimal" =>
          Scaled(new BigInteger(value.get("unscaled").asText), value.get("scale").asInt)
        case "byte_array" => hexOf(value)
      }

  private def whole(value: JsonNode): Tree = Whole(value.asLong)
  private def hexOf(value: JsonNode): Tree = Hex(value.get("$hex").asText)
  private def double(value: JsonNode): Double =
    if (value.isNumber) value.asDouble
    else java.lang.Double.longBitsToDouble(
      java.lang.Long.parseUnsignedLong(value.get("$f64").asText, 16))
}
