package sparkwire.optimizer

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Which fields are decoded, and how often. */
class PruneDecodedFieldsSuite extends AnyFunSuite with PrunedQueries {
  // One node.

  test("two fields of one call are one decoding of both") {
    prunes("SELECT counted(v).key, counted(v).sequence FROM eight", Set("{key,sequence}"), 8)
  }

  test("fields come in the order of the struct, not of the query") {
    prunes("SELECT counted(v).sequence, counted(v).key FROM eight", Set("{key,sequence}"), 8)
  }

  test("a field in a call of another function is a field") {
    prunes("SELECT hex(counted(v).payload), length(counted(v).key_bytes) + 1 FROM eight",
      Set("{key_bytes,payload}"), 8)
  }

  test("a field of a nested struct is only that") {
    prunes("SELECT counted(v).key_part.data, counted(v).metadata.digest_type FROM eight",
      Set("{key_part{data},metadata{digest_type}}"), 8)
  }

  test("a nested struct as a whole, and one of its fields") {
    prunes("SELECT counted(v).metadata, counted(v).metadata.digest FROM eight",
      Set("{metadata{digest_type,digest,schema_version,data}}"), 8)
  }

  test("a call that is used whole makes them all whole") {
    prunes("SELECT counted(v), counted(v).key FROM eight", Set("all"), 8)
    prunes("SELECT to_json(counted(v)), counted(v).key FROM eight", Set("all"), 8)
  }

  test("branches decode the union of what all of them need") {
    prunes(
      "SELECT CASE WHEN counted(v).is_control THEN counted(v).key ELSE counted(v).sequence END FROM eight",
      Set("{key,sequence,is_control}"))
    prunes("SELECT coalesce(counted(v).key, counted(v).sequence) FROM eight", Set("{key,sequence}"))
  }

  test("a call inside the input of another call is found too") {
    prunes(
      "SELECT try_databus_decode(counted(v).payload).key FROM eight", Set("{key}", "{payload}"), 8)
  }

  test("different inputs are different decodings") {
    prunes("SELECT counted(a).key, counted(b).size FROM (SELECT v a, v || X'' b FROM eight)",
      Set("{key}", "{size}"), 16)
  }

  // Two nodes.

  test("fields above a sub-query with the call") {
    prunes(
      "SELECT d.key, d.sequence FROM (SELECT counted(v) d FROM eight)", Set("{key,sequence}"), 8)
  }

  test("the same in a common table expression, used twice") {
    prunes(
      """WITH e AS (SELECT name, counted(v) d FROM eight)
      SELECT a.d.key, b.d.sequence FROM e a JOIN e b ON a.name = b.name""",
      Set("{key}", "{sequence}"), 16)
  }

  test("a filter asks for what it needs, and shares the decoding of what is selected") {
    val kept = rows("SELECT v FROM eight WHERE databus_decode(v).opcode = 'UPSERT'").length
    assert(0 < kept && kept < 8)
    prunes(
      "SELECT d.key, d.sequence FROM (SELECT counted(v) d FROM eight) WHERE d.opcode = 'UPSERT'",
      Set("{key,sequence}", "{opcode}"), 8)
  }

  test("the conjuncts of a filter decode the same part") {
    prunes("SELECT name FROM eight WHERE counted(v).src_id > 0 AND counted(v).sequence > 0",
      Set("{sequence,src_id}"))
  }

  test("an aggregate over fields is one decoding") {
    prunes(
      "SELECT d.opcode, sum(d.size), count(d.key) FROM (SELECT counted(v) d FROM eight) GROUP BY d.opcode",
      Set("{size,opcode,key}"), 8)
    prunes(
      "SELECT d.opcode, d.key_type, sum(d.size) FROM (SELECT counted(v) d FROM eight) GROUP BY d.opcode, d.key_type",
      Set("{size,opcode,key_type}"), 8)
  }

  test("one call under two names is one decoding") {
    prunes("SELECT d.key, e.size FROM (SELECT counted(v) d, counted(v) e FROM eight)",
      Set("{size,key}"), 8)
    prunes("SELECT d.key, e FROM (SELECT counted(v) d, counted(v).size e FROM eight)",
      Set("{size,key}"), 8)
    prunes("SELECT d.key, e FROM (SELECT counted(v) d, counted(v) e FROM eight)", Set("all"), 8)
  }

  test("sort and limit, window, distinct and union are one decoding each") {
    prunes(
      "SELECT d.key, d.size FROM (SELECT counted(v) d FROM eight) ORDER BY d.sequence, d.size LIMIT 2",
      Set("{size,key,sequence}"))
    prunes(
      "SELECT d.key, row_number() OVER (PARTITION BY d.opcode ORDER BY d.header_crc) FROM (SELECT counted(v) d FROM eight)",
      Set("{opcode,key,header_crc}"), 8)
    prunes("SELECT DISTINCT d.opcode FROM (SELECT counted(v) d FROM eight)", Set("{opcode}"), 8)
    prunes(
      "SELECT d.key FROM (SELECT counted(v) d FROM eight UNION ALL SELECT counted(v) d FROM eight)",
      Set("{key}"), 16)
  }

  test("what is sorted or filtered by a field, and used whole") {
    prunes("SELECT d FROM (SELECT counted(v) d FROM eight) ORDER BY d.sequence", Set("all"))
    prunes(
      "SELECT d FROM (SELECT counted(v) d FROM eight LIMIT 4) WHERE d.sequence > 0", Set("all"))
  }

  test("a join on a field decodes it once more, to see that it is not NULL") {
    prunes(
      """SELECT a.d.size FROM (SELECT counted(v) d FROM eight) a
      JOIN (SELECT counted(v) d FROM eight) b ON a.d.header_crc = b.d.header_crc""",
      Set("{size,header_crc}", "{header_crc}"))
  }

  // Arrays of structs.

  test("a field of the structs of an array") {
    prunes(s"SELECT d.events.offset FROM ($batch)", Set("{events{offset}}"))
    prunes(s"SELECT d.tail.reason, d.events.event.key FROM ($batch)",
      Set("{events{event{key}},tail{reason}}"))
    prunes("SELECT databus_decode_all(v).events.event.metadata.digest_type FROM batches",
      Set("{events{event{metadata{digest_type}}}}"))
  }

  private val wholeEvents = "{events{offset,event{version,byte_order,size," +
    "header_length,opcode,key_type,key,key_bytes,key_part{digest_type,digest,schema_version,data}," +
    "sequence,physical_partition_id,logical_partition_id,timestamp,timestamp_nanos,src_id,source_kind," +
    "is_control,is_private_control,is_checkpoint,is_end_of_period,is_scn_regress,is_error,is_trace," +
    "is_ext_replicated,schema_id,schema_digest_type,schema_version,attributes,header_crc,body_crc," +
    "metadata{digest_type,digest,schema_version,data},payload}}}"

  test("an array that only is counted, or taken whole") {
    prunes(s"SELECT size(d.events) FROM ($batch)", Set("{events{offset}}"))
    prunes(s"SELECT d.events FROM ($batch)", Set(wholeEvents))
  }

  test("an element by its position") {
    val query =
      s"SELECT d.events[0].event.key, element_at(d.events, -1).offset FROM ($batch) WHERE name LIKE '%single%'"
    assert(parts(sql(query)).forall(part => part.startsWith("{events{")))
    isSameUnpruned(query)
  }

  // Uses that are not fields.

  test("whether there is an event at all") {
    for (query <- Seq("SELECT counted(v) IS NOT NULL FROM eight",
        "SELECT count(d), count(*) FROM (SELECT counted(v) d FROM eight)",
        "SELECT count(try_databus_decode(v)), count(*) FROM mixed",
        "SELECT name FROM (SELECT name, try_databus_decode(v) d FROM mixed) WHERE d IS NULL",
        "SELECT d.key FROM (SELECT try_databus_decode(v) d FROM mixed) WHERE d IS NOT NULL")) {
      val frame = sql(query)
      assert(results(frame) === interpreted(unpruned(results(sql(query)))), query)
    }
  }

  // A value that does not fit its type is NULL, also if only other fields are used.
  test("a field of a type that some values do not fit") {
    view("misfits", "v BINARY",
      // {"a": 1, "b": 2}, and with "x" instead of 2
      Seq("82a16101a16202", "82a16101a162a178").map(hex => Row(Vectors.bytes(hex))))
    isSameUnpruned("SELECT try_msgpack_decode(v, 'a INT, b INT, c INT').a FROM misfits")
    isSameUnpruned("SELECT d.a FROM (SELECT try_msgpack_decode(v, 'a INT, b INT') d FROM misfits)")
  }

  test("all fields by a star") {
    prunes("SELECT d.* FROM (SELECT counted(v) d FROM eight)", Set("all"), 8)
  }

  test("higher-order functions see whole elements") {
    prunes(s"SELECT transform(d.events, e -> e.event.key) FROM ($batch)",
      Set(wholeEvents))
  }

  test("faults and dissections are never pruned") {
    val query =
      "SELECT databus_fault(v).reason, databus_dissect(v)[0].path, databus_dissect(v).length FROM bad"
    assert(parts(sql(query)) === Set("all"))
    isSameUnpruned(query)
  }

  test("what nothing uses is dropped by Spark") {
    prunes("SELECT count(*) FROM (SELECT counted(v) d FROM eight)", Set.empty, 0)
  }

  test("a cached table decodes everything, its readers nothing") {
    sql("CACHE TABLE cached_events AS SELECT counted(v) d FROM eight")
    assert(parts(sql("SELECT d.key FROM cached_events")) === Set.empty)
    assert(results(sql("SELECT d.key FROM cached_events")) ===
      results(sql("SELECT databus_decode(v).key AS key FROM eight")))
  }

  // Options.

  test("calls with different options stay two calls") {
    val frame = sql("""SELECT databus_decode(v).key, databus_decode(v, map('verify', 'none')).key,
      databus_decode(v, map('verify', 'none')).size FROM eight""")
    val decodes = decodesIn(frame.queryExecution.optimizedPlan)
    assert(decodes.map(d => (d.plan.options.values, show(d.required))).toSet ===
      Set((Map.empty, "{key}"), (Map("verify" -> "none"), "{size,key}")))
  }

  test("calls with the same options in another order are one call") {
    val frame = sql("""SELECT databus_decode(v, map('verify', 'none', 'byteOrder', 'big')).key,
      databus_decode(v, map('byteOrder', 'big', 'verify', 'none')).size FROM eight""")
    assert(parts(frame) === Set("{size,key}"))
  }

  test("a call and its try_ twin stay two calls") {
    val frame = sql("SELECT databus_decode(v).key, try_databus_decode(v).size FROM eight")
    assert(parts(frame) === Set("{key}", "{size}"))
  }

  test("what is refused does not depend on the fields, with full verification") {
    for (field <- Seq("version", "key", "payload", "metadata.digest", "is_error", "timestamp"))
      assert(one(s"SELECT count(try_databus_decode(v).$field) FROM bad") === 0L, field)
    val error =
      errorOf("SELECT databus_decode(v).version FROM bad WHERE name = 'bad-v1-be-value-bit'")
    assert(SparkSuite.parametersOf(error)("reason") === "bad-body-crc")
  }

  test("without verification a field is had from an event whose checksum is wrong") {
    val none = "map('verify', 'none')"
    assert(one(
      s"SELECT databus_decode(v, $none).key FROM bad WHERE name = 'bad-v1-be-value-bit'") === 12345L)
    assert(one(
      s"SELECT databus_decode(v, $none).key FROM bad WHERE name = 'bad-v2-be-sequence-bit'") === 12345L)
  }

  test("the rule is named by its class, as `excludedRules` wants it") {
    unpruned(assert(parts(sql("SELECT counted(v).key FROM eight")) === Set("all")))
    assert(parts(sql("SELECT counted(v).key FROM eight")) === Set("{key}"))
  }
}
