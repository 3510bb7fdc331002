package sparkwire.catalog

import org.apache.spark.sql.Row
import org.apache.spark.sql.functions.{col, lit, typedLit}

import sparkwire.SparkSuite
import sparkwire.functions._

import org.scalatest.funsuite.AnyFunSuite

/** Ids of schemas that do not precede Avro values, and the frames of payloads that are not Avro. */
class SchemaIdsSuite extends AnyFunSuite with SparkSuite {
  private val guid = "00112233-4455-6677-8899-aabbccddeeff"
  private val other = "ffffffff-4455-6677-8899-aabbccddeeff"
  private val schema =
    """{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"}]}"""
  private val reader = """{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},
    {"name":"ms","type":"long","default":-1}]}"""

  private def header(key: String, hex: String) =
    Row(key, if (hex == null) null else java.util.HexFormat.of.parseHex(hex))
  private val id = "000000002a"
  private val guidHeader = "01" + guid.replace("-", "")

  view("topic", "number INT, headers ARRAY<STRUCT<key: STRING, value: BINARY>>, value BINARY",
    Seq(
      Seq(header("__value_schema_id", id)),
      Seq(header("__value_schema_id", "00"), header("__key_schema_id", guidHeader),
        header("__value_schema_id", guidHeader), header("other", "01")),
      Seq(header("__value_schema_id", id), header("__value_schema_id", null)),
      Seq(header("__VALUE_SCHEMA_ID", id), header(null, id), null),
      Seq(),
      null,
      Seq(header("__value_schema_id", "")),
      Seq(header("__value_schema_id", "02")),
      Seq(header("__value_schema_id", id + "00"))
    ).zipWithIndex.map { case (headers, number) =>
      Row(number, headers, java.util.HexFormat.of.parseHex("042f61"))
    })

  private def row(values: Any*): Seq[Any] = values

  private def read(call: String): Seq[Any] =
    rows(s"SELECT $call FROM topic ORDER BY number").map(_.get(0))

  private def bothWays(query: => Any): Any = {
    val made = generated(query)
    assert(interpreted(query) === made)
    made
  }

  test("the id of a value, of each header") {
    assert(bothWays(read("try_avro_header_id(headers).schema_id")) ===
      row(42, null, null, null, null, null, null, null, null))
    assert(bothWays(read("try_avro_header_id(headers).schema_uuid")) ===
      row(null, guid, null, null, null, null, null, null, null))
    assert(bothWays(read("avro_header_id_fault(headers).reason")) ===
      Seq(null, null, null, null, null, null, "truncated-frame", "bad-frame", "trailing-bytes"))
    assert(read("try_avro_header_id(headers, 'key').schema_uuid").take(2) === Seq(null, guid))
    assert(
      rows("SELECT h.* FROM (SELECT avro_header_id(headers) h FROM topic WHERE number = 0)").map(
        _.toSeq) ===
        Seq(row("confluent-header", 42, null, null, null, 0)))
    assert(
      messageOf("SELECT avro_header_id(headers) FROM topic WHERE number = 7").startsWith(
        "[SPARKWIRE_MALFORMED] avro: bad-frame at byte 0 (frame): the header must begin with 00"))
  }

  private def messageOf(query: String): String =
    errorOf(query).asInstanceOf[Exception].getMessage

  test("headers of Kafka's source, of other names, and none") {
    assert(
      one(s"SELECT avro_header_id(array(struct('__value_schema_id' AS k, X'$id' AS v))).schema_id")
        === 42)
    for (none <- Seq("array()", "NULL", "map_entries(map('a', X'00'))"))
      assert(one(s"SELECT avro_header_id($none) IS NULL") === true)
    for (wrong <-
        Seq("X'00'", "'a'", "array('a')", "array(struct(1, X'00'))", "array(struct('a'))"))
      refused(s"SELECT avro_header_id($wrong)", "SPARKWIRE_WRONG_ARGUMENTS",
        "headers must be ARRAY<STRUCT<key STRING, value BINARY>>")
    refused("SELECT avro_header_id(headers, 'topic') FROM topic", "SPARKWIRE_INVALID_OPTION",
      "Accepted: value, key")
  }

  test("a column is named by the call that the query has") {
    assert(sql("SELECT avro_header_id(headers, 'key').schema_id FROM topic").columns ===
      Seq("avro_header_id(headers).schema_id"))
  }

  test("a header is made for each form of id") {
    val uuidHex = guid.replace("-", "").toUpperCase
    for ((
        given, hex) <- Seq("42" -> "000000002A", "42S" -> "000000002A", s"'$guid'" -> s"01$uuidHex",
        s"upper('$guid')" -> s"01$uuidHex", s"X'$uuidHex'" -> s"01$uuidHex",
        "X'0000002A'" -> "000000002A", "NULL" -> null, "CAST(NULL AS STRING)" -> null))
      assert(one(s"SELECT hex(avro_header($given))") === hex, given)
    for (wrong <- Seq("'none'", "X'00'", "X'0102030405060708'"))
      refused(s"SELECT avro_header($wrong)", "SPARKWIRE_INVALID_OPTION", "not the id of a schema")
    assert(rows("SELECT avro_header(id) FROM VALUES ('a'), (NULL) AS t(id)").map(_.get(0)) ===
      Seq(null, null))
    assert(bothWays(read("hex(avro_header(number))").take(2)) === Seq("0000000000", "0000000001"))
  }

  private val byInt = s"map(42, '$schema')"
  private val byGuid = s"map('$guid', '$schema')"

  test("values by ids that are in headers") {
    val found = Seq("/a", null, null, null, null, null, null, null, null)
    for ((map, id) <- Seq(byInt -> "schema_id", s"map(42L, '$schema')" -> "schema_id",
        s"map(X'0000002A', '$schema')" -> "schema_id")) {
      val call = s"value, $map, '$reader', id => try_avro_header_id(headers).$id"
      assert(bothWays(read(s"avro_decode($call).path")) === found, map)
      assert(read(s"avro_fault($call)").forall(_ == null))
    }
    val uuid = "try_avro_header_id(headers).schema_uuid"
    assert(read(s"avro_decode(value, $byGuid, '$reader', id => $uuid).ms").take(2) ===
      row(null, -1L))
    assert(read(s"to_json(avro_variant(value, $byGuid, id => $uuid))").take(2) ===
      Seq(null, "{\"path\":\"/a\"}"))
    val bytes = s"unhex(replace($uuid, '-'))"
    assert(read(s"avro_variant(value, $byGuid, $bytes)::STRING").take(2) ===
      Seq(null, "{\"path\":\"/a\"}"))
  }

  test("a map in a column, a table, and a position instead of a name") {
    assert(read(s"avro_decode(value, map(number, '$schema'), '$reader', number).path").distinct ===
      Seq("/a"))
    assert(read(s"try_avro_variant(value, map(number, '$schema'), 1)::STRING").take(3) ===
      Seq(null, "{\"path\":\"/a\"}", null))
    view("schemas_by_guid", "id STRING, schema STRING", Seq(Row(guid, schema)))
    assert(one(s"""SELECT avro_decode(X'042f61', registry => 'schemas_by_guid', reader => '$reader',
      id => '$guid').path""") === "/a")
  }

  test("an id that the map lacks is in the message") {
    for ((map, id, shown) <- Seq((byInt, "43", "43"), (byGuid, s"'$other'", other),
        (byGuid, "'none'", "\"none\""), (byInt, "X'0000002b'", "0000002b"))) {
      assert(
        messageOf(s"SELECT avro_decode(X'042f61', $map, '$reader', id => $id)").startsWith(
          "[SPARKWIRE_MALFORMED] avro: unknown-schema at byte 0: " + s"no schema is known for the id $shown"))
      assert(rows(s"""SELECT inline(avro_dissect(X'042f61', $map, '$reader', id => $id))""")
        .map(_.getString(3)) === Seq("FAULT"))
    }
    assert(one("SELECT avro_variant_fault(X'042f61', map(), id => 1).reason") === "unknown-schema")
    assert(one(s"SELECT avro_fault(X'', $byInt, '$reader', id => 42).reason") === "truncated-datum")
  }

  test("an id that leads nowhere is refused at analysis") {
    val option = "SPARKWIRE_INVALID_OPTION"
    refused(s"SELECT avro_decode(X'', '$schema', id => 1)", option, "the writer is one schema")
    refused(s"SELECT avro_decode(X'', '$schema', '$reader', 1)", option, "the writer is one schema")
    refused(s"SELECT avro_variant(X'', '$schema', 1)", option, "the writer is one schema")
    refused(s"SELECT avro_decode(X'', $byInt, '$reader', id => 1, options => map('frame', 'auto'))",
      option, "frame = 'auto'", "nothing precedes the value")
    refused(s"SELECT avro_decode(X'', $byInt, id => 1)", "SPARKWIRE_INVALID_SCHEMA",
      "reader is missing")
    val wrong = "SPARKWIRE_WRONG_ARGUMENTS"
    refused(s"SELECT avro_variant(X'', $byInt, id => '$guid')", wrong,
      "id is STRING, but the keys of the map are INT")
    refused(s"SELECT avro_variant(X'', $byGuid, id => 1)", wrong,
      "id is INT, but the keys of the map are STRING")
    refused(
      s"SELECT avro_variant(X'', $byInt, id => 1D)", wrong, "id must be INT, STRING or BINARY")
    assert(one(s"""SELECT avro_variant(X'042f61', $byInt, id => 42,
      options => map('frame', 'none'))::STRING""") === "{\"path\":\"/a\"}")
  }

  test("a value is encoded bare, for a header") {
    val value = s"named_struct('path', '/a'), '$schema'"
    assert(one(s"SELECT hex(avro_encode($value, map('frame', 'confluent-header')))") === "042F61")
    refused(s"SELECT avro_encode($value, 1, map('frame', 'confluent-header'))",
      "SPARKWIRE_INVALID_OPTION", "avro_header(id)")
  }

  test("Spark's own functions read what follows the frame of a registry") {
    val json = java.util.HexFormat.of.formatHex("""{"path": "/a"}""".getBytes)
    assert(one(s"""SELECT from_json(string(registry_frame(X'0000000007$json').payload),
      'path STRING').path""") === "/a")
    assert(rows("""SELECT frame.message_indexes, hex(frame.payload) FROM (SELECT
      registry_frame(X'00000000070202ff', map('payload', 'protobuf')) AS frame)""").map(_.toSeq) ===
      Seq(row(Seq(1), "FF")))
    assert(
      messageOf("SELECT registry_frame(X'0000')").startsWith(
        "[SPARKWIRE_MALFORMED] registry: truncated-frame at byte 1 (schema_id): "))
    refused("SELECT registry_frame(X'', map('payload', 'avro'))", "SPARKWIRE_INVALID_OPTION",
      "Accepted: json, protobuf")
  }

  test("the methods of the Scala door") {
    val df = sql("SELECT * FROM topic WHERE number = 0")
    val found = avro_header_id(col("headers"))
    val map = typedLit(Map(42 -> schema))
    def only(column: org.apache.spark.sql.Column) = df.select(column).head().get(0)
    assert(only(avro_decode(col("value"), map, reader, found("schema_id"))("path")) === "/a")
    assert(only(avro_variant(col("value"), map, found("schema_id")).cast("string")) ===
      "{\"path\":\"/a\"}")
    assert(only(avro_header_id(col("headers"), "key")) === null)
    assert(only(avro_header(lit(42))) === Array[Byte](0, 0, 0, 0, 42))
    assert(only(registry_frame(col("value"), Map("payload" -> "protobuf"))("frame")) === "none")
  }
}
