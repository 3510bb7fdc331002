package sparkwire.encoding

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.{Vectors, VectorTests}
import sparkwire.wire.databus.EventGenerator

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** `databus_encode` and its twins. */
class DatabusEncodeSuite extends AnyFunSuite with SparkSuite with VectorTests {
  private val files = Seq("events-v1" -> 60, "events-v2" -> 38, "system" -> 52, "random" -> 170)

  private def encodedAgain(rows: Seq[Row], options: String = ""): Map[String, String] = {
    view("events_to_encode", "name STRING, value BINARY", rows)
    this.rows("SELECT name, lower(hex(databus_encode(databus_decode(value)" +
      s"$options))) FROM events_to_encode")
      .map(row => row.getString(0) -> row.getString(1)).toMap
  }

  private def rowsOf(file: String): Seq[Row] =
    Vectors.read("databus", file).map(line => Row(line.name, line.bytes))

  for ((file, inAll) <- files) {
    lazy val again = encodedAgain(rowsOf(file))
    lazy val checked = encodedAgain(rowsOf(file), ", map('derived', 'check')")
    eachLine("databus", file, inAll) { line =>
      assert(again(line.name) === Vectors.hex(line.bytes))
      assert(checked(line.name) === Vectors.hex(line.bytes))
    }
  }

  test("random events are written as they were") {
    val parameters = Gen.Parameters.default
    val events = (1 to 300).map(seed =>
      Row(seed.toString, EventGenerator.event.pureApply(parameters, Seed(seed.toLong)).bytes))
    val again = encodedAgain(events)
    for (row <- events)
      assert(again(row.getString(0)) === Vectors.hex(row.getAs[Array[Byte]](1)), row.getString(0))
  }

  test("wrong checksums are mended") {
    val events = rowsOf("random").take(50)
    val damaged = events.zipWithIndex.map { case (row, number) =>
      val bytes = row.getAs[Array[Byte]](1)
      val version2 = bytes(0) == 2
      val at = if (number % 2 == 0) { if (version2) 9 else 1 }
      else { if (version2) 13 else 49 }
      Row(row.getString(0), bytes.updated(at, (bytes(at) ^ 0x55).toByte))
    }
    view("damaged_events", "name STRING, value BINARY", damaged)
    val orders = Vectors.read("databus", "random").map(line => line.name -> line.order).toMap
    for (order <- Seq("big", "little")) {
      val mended = rows("SELECT name, lower(hex(databus_encode(databus_decode(value, " +
        s"map('verify', 'none', 'byteOrder', '$order'))))) FROM damaged_events WHERE name IN (" +
        s"${events.map(_.getString(0)).filter(orders(_) == order).mkString("'", "', '", "'")})")
      assert(mended.nonEmpty)
      val before = events.map(row => row.getString(0) -> row.getAs[Array[Byte]](1)).toMap
      mended.foreach(row => assert(row.getString(1) === Vectors.hex(before(row.getString(0)))))
    }
  }

  private val least = "'key', 7, 'sequence', 5, 'timestamp_nanos', 9, 'src_id', 15"
  private def decoded(fields: String, part: String = "*"): Row =
    rows(
      s"SELECT d.$part FROM (SELECT databus_decode(databus_encode(named_struct($fields))) d)").head

  test("what is not given is version 2, big endian, and otherwise absent") {
    val row = decoded(least)
    def field(name: String): Any = row.get(row.fieldIndex(name))
    assert(field("version") === 2.toByte)
    assert(field("byte_order") === "big")
    assert(field("key") === 7L)
    assert(field("timestamp_nanos") === 9L)
    for (name <- Seq("opcode", "key_bytes", "key_part", "metadata", "payload", "schema_id"))
      assert(field(name) === null, name)
    assert(field("is_trace") === false)
    assert(field("physical_partition_id") === 0.toShort)
  }

  test("fields in any order, of any integer type, named in any case") {
    val row = decoded("'PAYLOAD', X'01', 'src_id', CAST(15 AS TINYINT), 'opcode', 'DELETE', " +
      "'sequence', CAST(5 AS BIGINT), 'key_bytes', X'0203', " +
      "'timestamp', TIMESTAMP'1970-01-01 00:00:01Z', 'is_trace', true, 'version', 0, " +
      "'byte_order', 'little', 'schema_version', 3")
    def field(name: String): Any = row.get(row.fieldIndex(name))
    assert(field("payload") === Array[Byte](1))
    assert(field("key_bytes") === Array[Byte](2, 3))
    assert(field("opcode") === "DELETE")
    assert(field("timestamp_nanos") === 1000000000L)
    assert(field("is_trace") === true)
    assert(field("byte_order") === "little")
    assert(field("schema_version") === 3.toShort)
  }

  test("a control event needs no key") {
    assert(decoded("'sequence', 5, 'timestamp_nanos', 9, 'src_id', -2", "is_end_of_period") ===
      Row(true))
  }

  test("a named field decides its bits of the attributes, attributes gives the others") {
    def bits(fields: String): Any = decoded(s"$least, $fields", "attributes").get(0)
    assert(bits("'attributes', 256") === (256 | 4))
    assert(bits("'attributes', 1") === 5)
    assert(bits("'attributes', 1, 'opcode', 'DELETE'") === 6)
    assert(bits("'attributes', 48, 'is_trace', false") === 20)
    assert(bits("'attributes', 3, 'opcode', 'UPSERT', 'version', 0") === 3)
    assert(bits("'attributes', 3, 'opcode', 'DELETE', 'version', 0") === 2)
  }

  test("parts") {
    val row = decoded("'key_part', named_struct('data', X'01', 'schema_version', -8192), " +
      "'metadata', named_struct('digest', X'01020304'), 'payload', X'', 'sequence', 1, " +
      "'timestamp_nanos', 1, 'src_id', 1, 'schema_digest_type', 'CRC32'")
    def field(name: String): Any = row.get(row.fieldIndex(name))
    val key = field("key_part").asInstanceOf[Row]
    assert(key.getString(0) === "MD5")
    assert(key.getAs[Array[Byte]](1) === new Array[Byte](16))
    assert(key.getShort(2) === -8192)
    assert(field("metadata").asInstanceOf[Row].getString(0) === "CRC32")
    assert(field("schema_id") === Array[Byte](0, 0, 0, 0))
  }

  private val refusals = Seq(
    ("'key', 1, 'key_bytes', X'00'", "conflicting-field", "key_bytes"),
    ("'key', 1, 'key_part', named_struct('data', X'')", "conflicting-field", "key"),
    ("'sequence', 1, 'src_id', 15", "missing-field", "key"),
    ("'key', 1, 'src_id', 15, 'timestamp_nanos', 1", "missing-field", "sequence"),
    ("'key', 1, 'src_id', 15, 'sequence', 1", "missing-field", "timestamp_nanos"),
    ("'key', 1, 'timestamp_nanos', 1, 'sequence', 1", "missing-field", "src_id"),
    (s"$least, 'version', 1", "out-of-range", "version"),
    (s"$least, 'version', 300", "out-of-range", "version"), (s"$least, 'byte_order', 'middle'",
      "type-mismatch", "byte_order"), (s"$least, 'opcode', 'INSERT'", "type-mismatch", "opcode"),
    (s"$least, 'attributes', 3", "type-mismatch", "attributes"),
    (s"$least, 'attributes', 65536", "out-of-range", "attributes"),
    (s"$least, 'physical_partition_id', 40000", "out-of-range", "physical_partition_id"),
    (s"$least, 'physical_partition_id', 1, 'logical_partition_id', 2", "conflicting-field",
      "logical_partition_id"), (s"$least, 'schema_version', 8192", "out-of-range",
      "schema_version"), (s"$least, 'schema_id', X'0102'", "type-mismatch", "schema_id"),
    (s"$least, 'payload', X'00', 'schema_digest_type', 'SHA'", "type-mismatch",
      "schema_digest_type"),
    (s"$least, 'metadata', named_struct('digest', X'01')", "type-mismatch", "metadata.digest"),
    (s"$least, 'version', 0, 'metadata', named_struct('data', X'')", "conflicting-field",
      "metadata"), (s"$least, 'version', 0, 'schema_id', X'00'", "type-mismatch", "schema_id"),
    ("'version', 0, 'key', 1, 'sequence', 1, 'timestamp_nanos', 1, 'src_id', 32768",
      "out-of-range", "src_id"),
    ("'key', 1, 'sequence', 1, 'src_id', 1, 'timestamp', TIMESTAMP'2300-01-01 00:00:00Z'",
      "out-of-range", "timestamp"))
  for ((fields, reason, path) <- refusals)
    test(s"$fields: $reason at $path") {
      val found = rows(
        s"SELECT databus_encode_fault(s), try_databus_encode(s) FROM (SELECT named_struct($fields) s)")
        .head
      assert(found.getStruct(0).getString(0) === reason)
      assert(found.getStruct(0).getString(1) === path)
      assert(found.isNullAt(1))
    }

  private val mismatches = Seq("'size', 1" -> "size", "'header_length', 1" -> "header_length",
    "'header_crc', 1" -> "header_crc", "'body_crc', 1" -> "body_crc",
    "'key_type', 'STRING'" -> "key_type", "'is_control', true" -> "is_control",
    "'source_kind', 'PRIVATE_SYSTEM'" -> "source_kind", "'attributes', 0" -> "attributes",
    "'timestamp', TIMESTAMP'2020-01-01 00:00:00Z'" -> "timestamp",
    "'payload', X'00', 'schema_digest_type', 'MD5', 'schema_id', X'01020304'" ->
      "schema_digest_type",
    "'metadata', named_struct('digest_type', 'CRC32', 'digest', X'00112233445566778899aabbccddeeff')" ->
      "metadata.digest_type")
  for ((fields, path) <- mismatches)
    test(s"$fields is ignored, or held against what is made") {
      assert(one(s"SELECT databus_encode_fault(named_struct($least, $fields))") === null)
      assert(one(s"SELECT databus_encode_fault(named_struct($least, $fields), " +
        "map('derived', 'check'))")
        .asInstanceOf[Row].toSeq.take(2) ===
        Seq("derived-mismatch", path))
    }

  test("types and fields that no event has are refused at analysis") {
    def isRefused(value: String, words: String*) =
      refused(s"SELECT databus_encode($value)", "SPARKWIRE_WRONG_ARGUMENTS", words: _*)
    isRefused("X'00'", "a STRUCT as databus_decode gives it, not BINARY")
    isRefused("named_struct('opcod', 'UPSERT')", "opcod is no field.", "Did you mean opcode?",
      "Accepted: version, byte_order, ")
    isRefused("named_struct('key', 'text')",
      "key is STRING. Accepted: TINYINT, SMALLINT, INT, BIGINT.")
    isRefused("named_struct('metadata', named_struct('digst', X'00'))", "metadata.digst",
      "Did you mean digest")
    isRefused("named_struct('key', 1, 'KEY', 2)", "comes twice")
  }

  test("generated and interpreted code give the same") {
    val query = "SELECT lower(hex(databus_encode(databus_decode(value)))) FROM events_to_encode"
    view("events_to_encode", "name STRING, value BINARY", rowsOf("random"))
    assert(generated(unfolded(rows(query))) === interpreted(unfolded(rows(query))))
  }

  test("events as JSON lines have it are written") {
    val line = "{\"timestampInNanos\":1,\"sequence\":777,\"endOfPeriod\":true}"
    assert(
      one(s"SELECT databus_decode(databus_encode(databus_decode_json('$line'))).src_id") === -2)
  }
}
