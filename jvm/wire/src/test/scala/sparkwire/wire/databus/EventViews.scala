package sparkwire.wire.databus

import scala.jdk.CollectionConverters._

import sparkwire.wire.{Line, Tree}
import sparkwire.wire.Tree._

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.Assertions

/** Converts the views of the vectors to the trees that the readers should give. */
object EventViews extends Assertions {
  // Fields that a view has in another form, and fields of readers other than the event reader.
  private val elsewhere = Set("json", "json_plain", "control_text", "partition_id", "value",
    "value_length", "magic", "payload", "offset")
  private val asTheyAre = Seq("version", "size", "sequence", "physical_partition_id",
    "logical_partition_id", "timestamp_nanos", "src_id", "schema_version", "attributes",
    "header_crc", "body_crc", "opcode", "key_type", "key", "key_bytes", "schema_id", "is_trace",
    "is_ext_replicated")
  private val flags = Seq("is_control", "is_private_control", "is_checkpoint", "is_end_of_period",
    "is_scn_regress", "is_error")
  private val version2 = Set("header_length", "key_part", "metadata")

  /** Returns all fields of the event that a view describes. */
  def event(order: String, view: JsonNode): Tree = {
    val names = view.fieldNames.asScala.toSet
    assert(names.diff(elsewhere ++ asTheyAre ++ flags ++ version2).isEmpty, "unknown in the view")
    val isVersion1 = view.get("version").asInt == 0
    val source = EventWriter.ofSource(view.get("src_id").asInt)
    // A view omits a flag if the peer derives it from only 16 bits of the source id.
    for ((name, value) <- source if names(name) && flags.contains(name))
      assert(Flag(view.get(name).asBoolean) === value, name)
    assert(view.get("partition_id").asInt === view.get("physical_partition_id").asInt)

    val fields = asTheyAre.map(name => name -> value(view.get(name))) ++ source ++ Seq(
      "byte_order" -> Text(order),
      "timestamp" -> Micros(Math.floorDiv(view.get("timestamp_nanos").asLong, 1000L)),
      "payload" -> value(view.get("value"))
    )
    if (isVersion1)
      struct(
        fields :+
          ("header_length" -> Whole(if (view.get("key_type").asText == "LONG") 61L else 57L)): _*)
    else struct(
      fields ++ Seq(
        "header_length" -> value(view.get("header_length")),
        "key_part" -> part(view.get("key_part")),
        "metadata" -> part(view.get("metadata")),
        "schema_digest_type" -> part(view.get("payload")).at("digest_type")
      ): _*)
  }

  /** Returns only these fields of the view. */
  def some(view: JsonNode, names: String*): Map[String, Tree] =
    names.map(name => name -> value(view.get(name))).toMap

  /** Returns a batch and its tail. */
  def batch(line: Line): Tree = {
    val view = line.view
    val events = view.get("events").elements.asScala.map { event =>
      struct(
        "offset" -> Whole(event.get("offset").asLong),
        "event" -> EventViews.event(line.order, event))
    }
    val offset = view.get("tail_offset").asLong
    val isWhole = view.get("tail_status").asText == "NONE"
    assert(isWhole === line.fails.isEmpty)
    if (isWhole) assert(offset === line.bytes.length)
    struct(
      "events" -> Items(events.toVector),
      "tail" -> line.fails.fold[Tree](NoValue) { reason =>
        struct("reason" -> Text(reason), "offset" -> Whole(offset))
      })
  }

  private def part(node: JsonNode): Tree =
    if (node.isNull) NoValue
    else struct(
      "digest_type" -> value(node.get("schema_digest_type")),
      "digest" -> value(node.get("schema_digest")),
      "schema_version" -> value(node.get("schema_version")),
      "data" -> value(node.get("data")))

  private def value(node: JsonNode): Tree =
    if (node.isNull) NoValue
    else if (node.isObject) Hex(node.get("$hex").asText)
    else if (node.isTextual) Text(node.asText)
    else if (node.isBoolean) Flag(node.asBoolean)
    else if (node.canConvertToLong) Whole(node.asLong)
    else fail(s"no view has $node")
}
