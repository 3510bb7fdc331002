package sparkwire.encoding

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.{Line, Vectors, VectorTests}

import org.scalatest.funsuite.AnyFunSuite

/** `aerospike_encode`, `aerospike_key_encode` and their twins. */
class AerospikeEncodeSuite extends AnyFunSuite with SparkSuite with VectorTests {
  private val key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
  private val write =
    s"93010195${key}01ce6565ee38cf0000018b7babc48d9194a47476616c0300aa746573742d76616c7565"

  private def results(lines: Seq[Line], query: String): Map[String, Any] = {
    view("messages_to_encode", "name STRING, value BINARY",
      lines.map(line => Row(line.name, line.bytes)))
    rows(s"SELECT name, $query FROM messages_to_encode").map(row =>
      row.getString(0) -> row.get(1)).toMap
  }

  // Details that a decoded message does not contain: types and flags of bins, float 32, longer
  // forms, the short DELETE of old connectors, and digests that are wrong.
  for ((file, inAll) <- Seq("messages-basic" -> 31, "messages-bins" -> 62,
      "messages-encodings" -> 54, "messages-depth" -> 5)) {
    lazy val lines = Vectors.read("aerospike", file)
    lazy val decoded = results(lines, "CAST(to_json(aerospike_decode(value)) AS STRING)")
    lazy val again = results(lines,
      "CAST(to_json(aerospike_decode(aerospike_encode(aerospike_decode(value)))) AS STRING)")
    eachLine("aerospike", file, inAll) { line =>
      if (line.view.get("key").get("digest_ok").asText == "false") succeed
      else assert(again(line.name) === decoded(line.name))
    }
  }

  test("a message is the same bytes again") {
    assert(one(s"SELECT lower(hex(aerospike_encode(aerospike_decode(X'$write'))))") === write)
    assert(one(s"SELECT lower(hex(aerospike_encode(aerospike_decode(X'$write', 'tval STRING'))))")
      === write)
    assert(one(s"SELECT lower(hex(aerospike_key_encode(aerospike_key_decode(X'$key'))))") === key)
  }

  private val identity = "'namespace', 'test', 'set', 'demo', 'user_key', 123"

  test("the digest is made") {
    assert(one(s"SELECT lower(hex(aerospike_key_encode(named_struct($identity))))") === key)
    assert(one(s"SELECT lower(hex(aerospike_key_encode(named_struct($identity, 'digest', " +
      "unhex(repeat('00', 20))))))") === key)
    for (userKey <- Seq("'id123'", "X'0102'", "CAST(1.5 AS DOUBLE)", "123",
        "parse_json('\"id123\"')")) {
      val made = "aerospike_key_encode(named_struct('namespace', 'n', 'set', 'premium', " +
        s"'user_key', $userKey))"
      assert(one(s"SELECT aerospike_key_decode($made, map('verifyDigest', 'true')).digest = " +
        s"aerospike_digest('premium', $userKey)") === true)
    }
  }

  test("bins of every kind") {
    val bins = "named_struct('i', 1, 'd', CAST(0.5 AS DOUBLE), 's', 'x', 'b', X'00', 'f', true, " +
      "'l', array(1, 2), 'm', map('a', 1), 'none', CAST(NULL AS INT), 'dec', 1.5)"
    val message = s"aerospike_encode(named_struct('op', 'WRITE', $identity, 'bins', $bins))"
    assert(
      rows(s"SELECT inline(transform(aerospike_bins($message), b -> struct(b.name, b.type_name)))")
        === Seq(Row("i", "INTEGER"), Row("d", "DOUBLE"), Row("s", "STRING"), Row("b", "BLOB"),
          Row("f", "BOOLEAN"), Row("l", "LIST"), Row("m", "MAP"), Row("dec", "DOUBLE")))
    val nulls = s"aerospike_encode(named_struct('op', 'WRITE', $identity, 'bins', " +
      "parse_json('{\"a\": null, \"b\": [null]}')))"
    assert(one(s"SELECT to_json(aerospike_decode($nulls).bins)") === "{\"a\":null,\"b\":[null]}")
  }

  test("a DELETE, with times") {
    val message = s"aerospike_encode(named_struct('op', 'DELETE', $identity, 'durable', true, " +
      "'expiry', 0, 'last_update', TIMESTAMP'1970-01-01 00:00:01.5Z'))"
    val row =
      rows("SELECT m.op, m.flags, m.durable, m.generation, m.expiry, m.lut, m.bins IS NULL " +
        s"FROM (SELECT aerospike_decode($message) m)")
        .head
    assert(row === Row("DELETE", 1L, true, null, 0L, 1500L, true))
  }

  private val written = s"'op', 'WRITE', $identity"
  private val refusals = Seq(
    (identity, "missing-field", "op"), ("'op', 'WRITE', 'set', 'demo', 'user_key', 1",
      "missing-field", "namespace"), ("'op', 'WRITE', 'namespace', 'n'", "missing-field", "digest"),
    ("'op', 'PATCH', 'namespace', 'n'", "type-mismatch", "op"), (s"$written, 'version', 2",
      "out-of-range", "version"), (s"$written, 'digest', X'00'", "type-mismatch", "digest"),
    (s"$written, 'flags', 1", "conflicting-field", "flags"),
    (s"'op', 'DELETE', $identity, 'bins', map('a', 1)", "conflicting-field", "bins"),
    (s"$written, 'bins', array(1)", "type-mismatch", "bins"),
    (s"$written, 'bins', map(1, 2)", "type-mismatch", "bins[0].key"),
    (s"$written, 'bins', map('t', TIMESTAMP'2024-01-01 00:00:00Z')", "type-mismatch", "bins.t"),
    (s"$written, 'bins', map('u', 18446744073709551615)", "out-of-range", "bins.u"),
    ("'op', 'WRITE', 'namespace', 'n', 'user_key', true", "type-mismatch", "user_key"))
  for ((fields, reason, path) <- refusals)
    test(s"$fields: $reason at $path") {
      val fault = one(s"SELECT aerospike_encode_fault(named_struct($fields))").asInstanceOf[Row]
      assert(fault.getString(0) === reason)
      assert(fault.getString(1) === path)
      assert(one(s"SELECT try_aerospike_encode(named_struct($fields))") === null)
    }

  test("derived fields are held against what is made") {
    for ((fields, path) <- Seq(
        s"$written, 'digest', unhex(repeat('00', 20))" -> "digest",
        s"$written, 'expiry', 5, 'expires_at', TIMESTAMP'1970-01-01 00:00:06Z'" -> "expires_at",
        s"$written, 'lut', 5, 'last_update', TIMESTAMP'1970-01-01 00:00:06Z'" -> "last_update",
        s"'op', 'DELETE', $identity, 'flags', 2, 'durable', true" -> "durable")) {
      assert(one(s"SELECT aerospike_encode_fault(named_struct($fields))") === null)
      val fault =
        one(s"SELECT aerospike_encode_fault(named_struct($fields), map('derived', 'check'))")
          .asInstanceOf[Row]
      assert(fault.getString(0) === "derived-mismatch")
      assert(fault.getString(1) === path)
    }
  }
}
