package sparkwire.wire.msgpack

import java.math.BigInteger

import scala.jdk.CollectionConverters._

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.core.InstantForm

import com.fasterxml.jackson.databind.JsonNode

/** Converts the values of the vectors, which name their types, to trees. */
object TypedValues {

  def tree(view: JsonNode): Tree = {
    val value = view.get("v")
    view.get("t").asText match {
      case "nil" => NoValue
      case "bool" => Flag(value.asBoolean)
      case "int" => whole(value.bigIntegerValue)
      case "float" => Real(double(value))
      case "str" | "geojson" => Text(value.asText)
      case "list" => Items(value.asScala.map(tree).toVector)
      case "map" =>
        Entries(value.asScala.map(pair => tree(pair.get(0)) -> tree(pair.get(1))).toVector)
      case "timestamp" =>
        Instant(InstantForm.Seconds, value.get("seconds").asLong, value.get("nanos").asInt)
      case "ext" => struct("@ext" -> Whole(view.get("type").asLong), "data" -> hexOf(value))
      case "bin" | "java_blob" | "csharp_blob" | "python_blob" | "ruby_blob" | "php_blob" | "erlang_blob" | "hll" =>
        hexOf(value)
    }
  }

  def hexOf(value: JsonNode): Tree = Hex(value.get("$hex").asText)

  private def double(value: JsonNode): Double =
    if (value.isNumber) value.asDouble
    else java.lang.Double.longBitsToDouble(
      java.lang.Long.parseUnsignedLong(value.get("$f64").asText, 16))

  private def whole(value: BigInteger): Tree =
    if (value.bitLength < 64) Whole(value.longValue) else BigWhole(value)

  /** Makes a uint 64, which readers always give as unsigned, equal to the same signed number. */
  def plain(tree: Tree): Tree = tree match {
    case BigWhole(value) => whole(value)
    case Items(items) => Items(items.map(plain))
    case Entries(entries) =>
      Entries(entries.map { case (key, value) => plain(key) -> plain(value) })
    case Struct(fields) => Struct(fields.map { case (name, value) => name -> plain(value) })
    case other => other
  }

  def nested(head: String, depth: Int, inner: String): Array[Byte] =
    Vectors.bytes(head * depth + inner)
}
