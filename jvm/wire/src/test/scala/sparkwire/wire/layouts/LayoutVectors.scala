package sparkwire.wire.layouts

import scala.jdk.CollectionConverters._

import sparkwire.wire.{Line, Tree, Vectors}
import sparkwire.wire.core.Options
import sparkwire.wire.layouts.reading.OneLayout

import com.fasterxml.jackson.databind.JsonNode

/** A line of the vectors with the layout that it belongs to. */
final case class LayoutLine(line: Line, layout: String, options: Options) {
  def name: String = line.name
  def field(name: String): Option[JsonNode] = Option(line.json.get(name))

  /** The reasons with which the value may be refused. */
  def reasons: Seq[String] =
    line.fails.toSeq ++ field("or").toSeq.flatMap(_.elements.asScala.map(_.asText))
  def root: OneLayout = OneLayout(layout, options)
}

object LayoutVectors {

  /** Returns the lines of a file. A line without a name says which layout the lines after it have. */
  def read(file: String): Seq[LayoutLine] = {
    var headings = Map.empty[String, JsonNode]
    Vectors.read("layouts", file).flatMap { line =>
      val json = line.json
      if (!json.has("name")) {
        headings += json.get("layout_name").asText -> json
        None
      } else {
        val heading = Option(json.get("layout_name")).flatMap(name => headings.get(name.asText))
        val layout = Option(json.get("layout")).orElse(heading.map(_.get("layout"))).get.asText
        val options =
          Option(json.get("options")).orElse(heading.flatMap(h => Option(h.get("options"))))
        Some(LayoutLine(line, layout, Options(options.fold(Map.empty[String, String])(optionsOf))))
      }
    }
  }

  private def optionsOf(json: JsonNode): Map[String, String] =
    json.properties.asScala.map(entry => entry.getKey -> entry.getValue.asText).toMap

  /** Returns where a decoded value differs from a view, None if it does not. */
  def difference(found: Tree, view: JsonNode, path: String = ""): Option[String] = {
    def differs = Some(s"$path: $found is not $view")
    def unless(same: Boolean) = if (same) None else differs
    if (view.isObject && view.size == 1 && view.fieldNames.next().startsWith("$"))
      unless(isMark(found, view))
    else if (view.has("$case")) found match {
      // Within a VARIANT, a switch is the value of its case.
      case bare if difference(bare, view.get("value"), path).isEmpty => None
      case Tree.Struct(fields) if fields.size <= 1 =>
        val name = view.get("$case").asText
        difference(fields.getOrElse(name, Tree.NoValue), view.get("value"), s"$path.$name")
      case _ => differs
    }
    else (found, view) match {
      case (Tree.NoValue, json) => unless(json.isNull)
      case (Tree.Struct(fields), json) if json.isObject =>
        val names = json.fieldNames.asScala.toSeq
        if (!fields.keys.forall(names.contains)) differs
        else
          names.flatMap(name =>
            difference(
              fields.getOrElse(name, Tree.NoValue), json.get(name), s"$path.$name")).headOption
      case (Tree.Items(items), json) if json.isArray =>
        if (items.length != json.size) differs
        else
          items.indices.flatMap(at => difference(items(at), json.get(at), s"$path[$at]")).headOption
      case (Tree.Whole(value), json) if json.isNumber =>
        unless(json.decimalValue.compareTo(java.math.BigDecimal.valueOf(value)) == 0)
      case (Tree.BigWhole(value), json) =>
        unless(json.isIntegralNumber && json.bigIntegerValue == value)
      case (Tree.Scaled(unscaled, scale), json) if json.isNumber =>
        unless(new java.math.BigDecimal(unscaled, scale).compareTo(json.decimalValue) == 0)
      case (Tree.Real(value), json) =>
        unless(json.isNumber && Tree.Real(json.doubleValue) == Tree.Real(value))
      case (Tree.Flag(value), json) => unless(json.isBoolean && json.booleanValue == value)
      case (Tree.Text(value), json) => unless(json.isTextual && json.asText == value)
      case _ => differs
    }
  }

  private def isMark(found: Tree, view: JsonNode): Boolean = {
    val mark = view.fieldNames.next()
    val value = view.get(mark)
    (mark, found) match {
      case ("$hex", Tree.Hex(hex)) => hex == value.asText
      case ("$float", Tree.Real(real)) => value.asText match {
          case "NaN" => real.isNaN
          case "Infinity" => real == Double.PositiveInfinity
          case _ => real == Double.NegativeInfinity
        }
      case ("$enum", Tree.Text(text)) => text == value.asText
      case ("$timestamp", Tree.Micros(micros)) => micros == value.asLong
      case ("$date", Tree.Days(days)) => days == value.asInt
      case ("$decimal", Tree.Scaled(unscaled, scale)) =>
        new java.math.BigDecimal(unscaled, scale) == new java.math.BigDecimal(value.asText)
      case _ => false
    }
  }
}
