package sparkwire.wire.cernan

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.avro.AvroViews

import com.fasterxml.jackson.databind.JsonNode

/** Converts the packets in the views of the vectors to the trees that the reader should give. */
object PacketViews {

  def packet(view: JsonNode, bytes: Array[Byte]): Tree = {
    val from = view.get("avro_offset").asInt
    val container = bytes.slice(from, from + view.get("avro_length").asInt)
    val Struct(head) = header(view): @unchecked
    val Struct(avro) = containerOf(view.get("avro")): @unchecked
    Struct(head ++ avro + ("avro" -> Hex(Vectors.hex(container))))
  }

  def header(view: JsonNode): Tree = struct(
    "version" -> Whole(view.get("version").asLong),
    "sync" -> Flag(view.get("sync").asBoolean),
    "control" -> Whole(view.get("control").asLong),
    "id" -> AvroViews.whole(view.get("id")),
    "shard_by" -> AvroViews.whole(view.get("shard_by")),
    "kafka_key" -> Text(view.get("kafka_key").asText),
    "metadata" -> metadata(view.get("metadata")),
    "pairs" -> pairs(view.get("kv_wire"))
  )

  private def metadata(said: JsonNode): Tree =
    if (said.isNull) NoValue
    else Struct(
      said.asScala.map { pair =>
        text(pair.get("key")) -> AvroViews.tree(pair.get("value"))
      }.toMap)

  private def text(said: JsonNode): String =
    new String(Vectors.bytes(said.get("$hex").asText), UTF_8)

  private def pairs(said: JsonNode): Tree =
    if (said.isNull) NoValue
    else Items(
      said.asScala.map { pair =>
        struct("key" -> AvroViews.tree(pair.get("key")),
          "value" -> AvroViews.tree(pair.get("value")))
      }.toVector)

  def containerOf(avro: JsonNode, records: String = "records"): Tree = struct(
    "avro_schema" -> Text(avro.get("schema_text").asText),
    "avro_codec" -> Text(avro.get("codec").asText),
    "avro_metadata" -> Struct(
      avro.get("meta").properties.asScala.map(e => e.getKey -> AvroViews.tree(e.getValue)).toMap),
    "record_count" -> Whole(avro.get("record_count").asLong),
    "records" -> AvroViews.tree(
      if (avro.has("records_logical") && !avro.get("records_logical").isNull)
        avro.get("records_logical")
      else avro.get(records),
      AvroViews.unitsOf(avro.get("schema_text").asText))
  )
}
