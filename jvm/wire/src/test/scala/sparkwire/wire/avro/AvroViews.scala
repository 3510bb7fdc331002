package sparkwire.wire.avro

import java.math.{BigDecimal, BigInteger}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.HexFormat

import scala.jdk.CollectionConverters._

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.core.Kind

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** Converts the values in the views of the vectors to the trees that the readers should give. */
object AvroViews {

  /** Returns the unit in microseconds of each time of day in a schema, by the name of its field. */
  def unitsOf(schema: String): Map[String, Long] = {
    val units = Map("time-millis" -> 1000L, "time-micros" -> 1L)
    def in(node: JsonNode): Map[String, Long] =
      Option(node.get("fields")).fold(Map.empty[String, Long])(
        _.asScala.flatMap { field =>
          val unit =
            Option(field.get("type").get("logicalType")).flatMap(word => units.get(word.asText))
          in(field.get("type")) ++ unit.map(field.get("name").asText -> _)
        }.toMap)
    in(new ObjectMapper().readTree(schema))
  }

  /** Converts a value, with or without logical types. Values of logical types are marked, for
    * example `{"$ts": 0}`. Where the view has both forms, `logical` is the one with logical types.
    *
    * @param units
    *   the units of the times of day in the value: see [[unitsOf]]
    */
  def tree(value: JsonNode, units: Map[String, Long] = Map.empty): Tree =
    if (value == null || value.isNull) NoValue
    else if (value.isBoolean) Flag(value.asBoolean)
    else if (value.isIntegralNumber) Whole(value.asLong)
    else if (value.isNumber) Real(value.asDouble)
    else if (value.isTextual) Text(value.asText)
    else if (value.isArray) Items(value.asScala.map(tree(_, units)).toVector)
    else marked(value).getOrElse(
      Struct(
        value.properties.asScala.map(field =>
          field.getKey ->
            (if (field.getValue.has("$time")) timeOfDay(field.getValue, units(field.getKey))
             else tree(field.getValue, units)))
          .filter(_._2 != NoValue).toMap))

  private def timeOfDay(said: JsonNode, unit: Long): Tree =
    Whole(java.time.LocalTime.parse(said.get("$time").asText).toNanoOfDay / 1000 / unit)

  private def marked(value: JsonNode): Option[Tree] =
    if (value.size != 1) None
    else {
      val said = value.properties.asScala.head
      val inner = said.getValue
      said.getKey match {
        case "$hex" => Some(Hex(inner.asText))
        case "$f64" =>
          Some(
            Real(
              java.lang.Double.longBitsToDouble(
                java.lang.Long.parseUnsignedLong(inner.asText, 16))))
        case "$ts" => Some(Micros(inner.asLong))
        case "$ts_ntz" => Some(LocalMicros(inner.asLong))
        case "$date" => Some(Days(java.time.LocalDate.parse(inner.asText).toEpochDay.toInt))
        case "$dec" =>
          val decimal = new BigDecimal(inner.asText)
          Some(Scaled(decimal.unscaledValue, decimal.scale))
        case "$uuid" => Some(Text(inner.asText))
        case _ => None
      }
    }

  /** Converts a tree to the form of the views: a map with text keys becomes an object, and a union
    * becomes its member.
    */
  def plain(tree: Tree, like: Tree = NoValue): Tree = (tree, like) match {
    case (Struct(fields), of) if fields.nonEmpty && fields.keys.forall(_.matches("member\\d+")) =>
      plain(fields.values.head, of)
    case (Struct(fields), Struct(others)) =>
      Struct(
        fields.map { case (name, value) =>
          name -> plain(value, others.getOrElse(name, NoValue))
        }.filter(_._2 != NoValue))
    case (Struct(fields), _) =>
      Struct(
        fields.map { case (name, value) => name -> plain(value, NoValue) }.filter(_._2 != NoValue))
    case (Entries(entries), of) =>
      plain(
        Struct(entries.collect { case (Text(key), value) => key -> value }.toMap), of)
    case (Items(items), Items(others)) if items.length == others.length =>
      Items(items.zip(others).map { case (item, other) => plain(item, other) })
    case (Items(items), _) => Items(items.map(plain(_, NoValue)))
    case (BigWhole(value), _) if value.bitLength < 64 => Whole(value.longValue)
    case (other, _) => other
  }

  /** Converts a value in Avro's own JSON encoding, which names the branch of a union. The only
    * unions of its schema are those with null.
    */
  def encoded(value: JsonNode, kind: Kind): Tree = (value, kind) match {
    case (node, _) if node.isNull => NoValue
    case (node, Kind.Struct(shape)) =>
      struct(shape.fields.map(field => field.name -> encoded(node.get(field.name), field.kind)): _*)
    case (node, Kind.Sequence(element)) =>
      Items(unbranched(node, array = true).asScala.map(encoded(_, element)).toVector)
    case (node, Kind.Mapping(_, inner)) =>
      Entries(
        node.properties.asScala.map(entry =>
          (Text(entry.getKey): Tree) -> encoded(entry.getValue, inner)).toVector)
    case (node, Kind.Binary) =>
      Hex(
        HexFormat.of.formatHex(unbranched(node).asText.getBytes("ISO-8859-1")))
    case (node, Kind.Text) => Text(new String(unbranched(node).asText.getBytes(UTF_8), UTF_8))
    case (node, Kind.Float32 | Kind.Float64) => Real(unbranched(node).asDouble)
    case (node, _) => Whole(unbranched(node).asLong)
  }

  private def unbranched(node: JsonNode, array: Boolean = false): JsonNode =
    if (node.isObject && (!array || node.size == 1)) node.properties.asScala.head.getValue else node

  def whole(value: JsonNode): Tree = {
    val number: BigInteger = value.bigIntegerValue
    if (number.bitLength < 64) Whole(number.longValue) else BigWhole(number)
  }
}
