package sparkwire.encoding

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row

import sparkwire.SparkSuite

import org.scalatest.funsuite.AnyFunSuite

/** Values of 120 MiB and of 100 levels are written or refused, for the same reason by every twin. */
class LargeEncodeSuite extends AnyFunSuite with SparkSuite {
  private val size = 120 << 20
  private val most = "map('maxSize', '134217728')"

  // How each function is called for one large value.
  private val calls: Map[String, String] = Map(
    "msgpack_encode" -> "v",
    "ignite_encode" -> "v",
    "avro_encode" -> "v, '\"bytes\"'",
    "avro_container_encode" -> "named_struct('records', array(v)), '\"bytes\"'",
    "cernan_encode" -> "named_struct('avro', v)",
    "databus_encode" ->
      "named_struct('key', 1L, 'src_id', 1, 'sequence', 1L, 'timestamp_nanos', 1L, 'payload', v)",
    "kafka_encode" -> "named_struct('a', v), 'a COMPACT_BYTES'",
    "kafka_tags_encode" -> "array(named_struct('tag', 1L, 'data', v))",
    "kafka_records_encode" -> "array(named_struct('record', named_struct('value', v)))",
    "aerospike_encode" -> ("named_struct('op', 'WRITE', 'namespace', 'n', 'set', 's', " +
      "'digest', aerospike_digest('s', 7), 'generation', 1, 'expiry', 0, 'lut', 5, " +
      "'bins', named_struct('b', v))")
  )

  private def lengthOf(function: String, options: String): Row = sql(
    s"""SELECT length(try_$function(${calls(function)}, $options)) AS length,
      ${function}_fault(${calls(function)}, $options).reason AS reason
      FROM (SELECT CAST(repeat('x', $size) AS BINARY) AS v FROM range(1))""").head()

  for (function <- calls.keys.toSeq.sorted) {
    test(s"$function: a value of 120 MiB is written if maxSize allows it") {
      val written = lengthOf(function, most)
      assert(written.isNullAt(1), written)
      assert(written.getInt(0) > size && written.getInt(0) < size + 1000)
    }

    test(s"$function: a value of 120 MiB is too large by default") {
      assert(lengthOf(function, "map()") === Row(null, "too-large"))
    }
  }

  private def nested(levels: Int): String = "array(" * levels + "1" + ")" * levels
  private def arrays(levels: Int): String =
    (1 to levels).foldLeft("\"int\"")((item, _) => s"""{"type":"array","items":$item}""")

  test("values of 100 levels are written, and read again") {
    assert(sql(s"SELECT hex(msgpack_encode(${nested(100)}))").head().getString(0) ===
      "91" * 100 + "01")
    assert(sql(s"SELECT hex(avro_encode(${nested(100)}, '${arrays(100)}'))").head().getString(0) ===
      "02" * 101 + "00" * 100)
    assert(sql(s"SELECT ignite_fault(ignite_encode(${nested(100)})) IS NULL").head().getBoolean(0))
  }

  test("types of more levels are refused at analysis, values by maxDepth") {
    for (call <- Seq(s"msgpack_encode(${nested(101)})", s"ignite_encode(${nested(101)})")) {
      val error = intercept[Exception with SparkThrowable](sql(s"SELECT $call"))
      assert(error.getMessage.contains("100 levels"), call.take(30))
    }
    val deep = "[" * 300 + "1" + "]" * 300
    for (function <- Seq("msgpack_encode", "ignite_encode"))
      assert(sql(s"SELECT ${function}_fault(parse_json('$deep'), map('maxDepth', '299')).reason")
        .head().getString(0) === "nesting-too-deep")
  }
}
