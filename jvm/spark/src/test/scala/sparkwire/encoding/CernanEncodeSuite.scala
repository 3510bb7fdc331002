package sparkwire.encoding

import java.util.Locale

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.{Vectors, VectorTests}

import org.scalatest.funsuite.AnyFunSuite

/** Packets that are decoded and encoded again. */
class CernanEncodeSuite extends AnyFunSuite with SparkSuite with VectorTests {
  private val session = spark

  private def row(sql: String): Row = session.sql(s"SELECT $sql").head()
  private def bytes(sql: String): String = Vectors.hex(row(sql).getAs[Array[Byte]](0))

  for ((file, inAll) <- Seq("packets" -> 79, "beyond-peer" -> 4)) {
    lazy val again = {
      view("packets_to_encode", "name STRING, value BINARY",
        Vectors.read("cernan", file).map(line => Row(line.name, line.bytes)))
      rows("SELECT name, hex(cernan_encode(cernan_decode(value))), " +
        "hex(cernan_encode(cernan_decode(value), map('derived', 'check'))), " +
        "to_json(p.records), to_json(cernan_decode(cernan_encode(named_struct(" +
        "'avro_schema', p.avro_schema, 'avro_codec', p.avro_codec, 'avro_metadata', " +
        "p.avro_metadata, 'records', p.records), map('codecs', " +
        "'null,deflate,snappy,bzip2,xz,zstandard'))).records) FROM " +
        "(SELECT *, cernan_decode(value) AS p FROM packets_to_encode)")
        .map(row => row.getString(0) -> row).toMap
    }
    eachLine("cernan", file, inAll) { line =>
      val found = again(line.name)
      assert(found.getString(1).toLowerCase(Locale.ROOT) === Vectors.hex(line.bytes))
      assert(found.getString(2) === found.getString(1))
      // The container made of its records has the same records.
      assert(found.getString(4) === found.getString(3))
    }
  }

  private val schema = "\"int\""

  test("a packet of records, with what is made from other fields") {
    val packet = "cernan_encode(named_struct('sync', true, 'id', 7, 'shard_by', 77, " +
      s"'metadata', map('host', X'77656231'), 'records', array(1, 2)), '$schema', " +
      "map('sync', '00112233445566778899aabbccddeeff'))"
    val made = bytes(packet)
    assert(
      made.drop(8).startsWith(
        "00000002" + "00000001" + "0000000000000007" + "000000000000004d" + "01" + "04686f7374" +
          "000477656231" + "4f626a01"))
    assert(java.lang.Long.parseLong(made.take(8), 16) === made.length / 2 - 4)
    val again = row(s"to_json(cernan_decode($packet))").getString(0)
    for (part <- Seq("\"kafka_key\":\"4D\"", "\"records\":[1,2]", "\"sync\":true"))
      assert(again.contains(part))
  }

  test("what does not fit") {
    def fault(sql: String): (String, String) = {
      val found = row(s"cernan_encode_fault($sql)").getStruct(0)
      (found.getString(0), found.getString(1))
    }
    val base = "'records', array(1)"
    assert(fault(s"named_struct('id', -1BD, $base), '$schema'") === ("out-of-range", "id"))
    assert(fault(s"named_struct('version', 1L, 'metadata', map('a', X''), $base), '$schema'") ===
      ("conflicting-field", "metadata"))
    assert(
      fault("named_struct('pairs', array(named_struct('key', CAST(repeat('k', 256) AS BINARY), " +
        s"'value', X'')), $base), '$schema'") === ("too-long", "pairs[0].key"))
    assert(fault(s"named_struct($base)") === ("missing-field", "avro_schema"))
    assert(fault(
      s"named_struct('shard_by', 77, 'kafka_key', '4E', $base), '$schema', map('derived', 'check')") ===
      ("derived-mismatch", "kafka_key"))
  }
}
