package sparkwire.fuzz

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import sparkwire.wire.Vectors
import sparkwire.wire.avro.ContainerReaderSuite

/** Schemas, types and values for calls for which the vectors of a format are not enough. */
private[fuzz] object FuzzSamples {
  // A record with a field of every kind, but not recursive, because a typed column cannot be.
  val schema = """{"type": "record", "name": "r", "fields": [
    {"name": "n", "type": ["null", "long"]}, {"name": "u", "type": ["int", "string", "bytes"]},
    {"name": "a", "type": {"type": "array", "items": "double"}},
    {"name": "m", "type": {"type": "map", "values": {"type": "array", "items": "string"}}},
    {"name": "e", "type": {"type": "enum", "name": "e", "symbols": ["A", "B"]}},
    {"name": "d", "type": {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 2}},
    {"name": "t", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}"""

  // A null and a union's int, doubles, a map of lists, a symbol, a decimal and a time; then a
  // record with as little as possible.
  val data: Seq[Array[Byte]] = Seq(
    "00 00 0e 04 000000000000f03f 000000000000e0bf 00 02 026b 02 02 76 00 00 02 04 04d2 c0fc9ac0b561",
    "02 fe07 02 026a 00 00 00 00 00").map(Vectors.bytes)

  // Values preceded by the ids of the schemas below, and values with other ids.
  val framed: Seq[Array[Byte]] = data.map(Vectors.bytes("00 00000001") ++ _) ++
    Seq("00 00000002 0e", "00 00000003 0261", "00 00000004 0e", "c301 0102030405060708 0e",
      "03 05 00112233445566778899aabbccddeeff 789c 63 05 00 00 0f 00 0f").map(Vectors.bytes)

  // Protobuf after an id and no index, a GUID and two, a Glue UUID, and the same compressed.
  val messages: Seq[Array[Byte]] = Seq("00 00000001 00 0807",
    "01 00112233445566778899aabbccddeeff 04 02 00 0807",
    "03 00 00112233445566778899aabbccddeeff 01 0807",
    "03 05 00112233445566778899aabbccddeeff 789c 6360 0400 0011 000a",
    "").map(Vectors.bytes)

  val writers: Schemas = Schemas(
    Map(1 -> schema,
      2 -> """{"type": "record", "name": "r", "fields": [{"name": "n", "type": "int"}]}""",
      3 -> "\"string\""))
  val reader =
    """{"type": "record", "name": "r", "fields": [
    {"name": "e", "default": "A", "type": {"type": "enum", "name": "e", "symbols": ["A"], "default": "A"}},
    {"name": "n", "type": ["null", "double"]}, {"name": "x", "type": "long", "default": 7},
    {"name": "a", "type": {"type": "array", "items": "double"}, "default": [0.5]}]}"""

  val containers: Seq[Array[Byte]] = Seq("null", "deflate").map { codec =>
    val values = data.flatten.toArray
    val block = if (codec == "null") values else ContainerReaderSuite.deflated(values)
    ContainerReaderSuite.header(schema, codec) ++
      ContainerReaderSuite.block(data.length.toLong, block)
  }

  // Reads a part of every record, whatever its schema.
  val parts =
    """{"type": "record", "name": "r", "fields": [
    {"name": "favorite_number", "type": ["null", "double"], "default": null},
    {"name": "name", "type": ["null", "string"], "default": null},
    {"name": "n", "type": ["null", "long"], "default": null},
    {"name": "a", "type": {"type": "array", "items": "double"}, "default": []}]}"""

  // Two values of the type below, the second one with an x that is not a number.
  /** An array for a STRUCT, with arrays and maps for the structs in it. */
  val arrays: Array[Byte] =
    java.util.HexFormat.of.parseHex("9407a1619392059201a16282a178c0a17991c0c0c3")

  val stream: Array[Byte] =
    Vectors.bytes("82a16101a16c9182a1780aa17907 82a16103a16c9182a178a178a17907")

  // For the list of types below: one value with every optional part, and one with none.
  val listed: Seq[Array[Byte]] = Seq(
    "03 00026162 02 000102030405060708090a0b0c0d0e0f 8501 01 01 03 03aabb " +
      "00000002 03 0001 ffff 00 02 00 03 036869 05 03 030204",
    "00 ffff 01 00000000 00").map(Vectors.bytes)

  val types =
    """[{"type_name": "acme.Types$Person", "schemas": [["id", "name", "salary"]]}]"""

  def keptTypes: Seq[Array[Byte]] =
    Using.resource(Files.walk(Path.of("tests/ignite-node/binary_meta")))(
      _.iterator.asScala.filter(Files.isRegularFile(_)).toSeq.sorted.map(Files.readAllBytes))

  def texts(file: String, field: String): Seq[String] =
    Vectors.read("databus", file).map(_.json.path(field)).filter(_.isTextual).map(_.asText)
}
