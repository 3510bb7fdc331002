package sparkwire.wire.aerospike

import scala.jdk.CollectionConverters._

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.TypedValues

import com.fasterxml.jackson.databind.JsonNode

/** Converts the views of the vectors to the trees that the readers should give. */
object MessageViews {

  def message(view: JsonNode): Tree = {
    val isWrite = view.get("type").asText == "WRITE"
    val expiry = whole(view, "expiry")
    val lut = whole(view, "lut")
    val Struct(keyFields) = key(view.get("key")): @unchecked
    Struct(keyFields ++ struct(
      "version" -> Whole(view.get("version").asLong),
      "op" -> Text(view.get("type").asText),
      "generation" -> whole(view, "generation"),
      "expiry" -> expiry,
      "expires_at" -> time(expiry, 1000000L, -1, 0),
      "lut" -> lut,
      "last_update" -> time(lut, 1000L, 0),
      "flags" -> (if (isWrite) NoValue else whole(view, "flags")),
      "durable" -> (if (isWrite) NoValue else Flag(view.get("durable").asBoolean)),
      "bins" -> (if (isWrite) binMap(view.get("bins")) else NoValue)
    ).fields)
  }

  def key(view: JsonNode): Tree = struct(
    "namespace" -> Text(view.get("namespace").asText),
    "set" -> (if (view.get("set").isNull) NoValue else Text(view.get("set").asText)),
    "digest" -> TypedValues.hexOf(view.get("digest")),
    "user_key" -> (if (view.get("user_key").isNull) NoValue
                   else TypedValues.tree(view.get("user_key")))
  )

  private def binMap(bins: JsonNode): Tree =
    Entries(
      bins.asScala.map(bin =>
        Text(bin.get("name").asText) -> TypedValues.tree(bin.get("value"))).toVector)

  def binList(view: JsonNode): Tree =
    if (view.get("type").asText == "DELETE") NoValue
    else Items(
      view.get("bins").asScala.map { bin =>
        struct("name" -> Text(bin.get("name").asText), "type" -> Whole(bin.get("type").asLong),
          "type_name" -> Text(bin.get("type_name").asText),
          "flags" -> Whole(bin.get("flags").asLong),
          "value" -> TypedValues.tree(bin.get("value")))
      }.toVector)

  private def whole(view: JsonNode, field: String): Tree = {
    val value = view.get(field)
    if (value.isNull) NoValue else Whole(value.asLong)
  }

  private def time(count: Tree, micros: Long, never: Long*): Tree = count match {
    case Whole(value) if !never.contains(value) => Micros(value * micros)
    case _ => NoValue
  }
}
