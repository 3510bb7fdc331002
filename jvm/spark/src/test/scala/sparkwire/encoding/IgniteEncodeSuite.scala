package sparkwire.encoding

import org.apache.ignite.binary.BinaryObject
import org.apache.spark.sql.Row
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.SparkSuite
import sparkwire.wire.{Line, Vectors, VectorTests}
import sparkwire.wire.ignite.Node

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** `ignite_encode` and its twins: a decoded value that is encoded again decodes to the same value,
  * and Ignite's own marshaller reads it.
  */
class IgniteEncodeSuite
    extends AnyFunSuite with SparkSuite with VectorTests with BeforeAndAfterAll {
  private var node: Node = _
  override def beforeAll(): Unit = node = new Node
  override def afterAll(): Unit = node.close()

  private val files = Seq("primitives" -> 78, "arrays" -> 29, "containers" -> 26, "enums" -> 13,
    "objects-full" -> 24, "objects-compact" -> 16, "handles" -> 10, "unregistered" -> 4,
    "special" -> 6, "pyignite" -> 46)

  private def optionsOf(line: Line): String =
    Option(line.json.get("types")).fold("")(types =>
      s"'types', '${types.toString.replace("'", "\\'")}'")

  private def again(line: Line): Row = {
    val hex = s"X'${Vectors.hex(line.bytes)}'"
    val types = optionsOf(line)
    val options = if (types.isEmpty) "" else s", map($types)"
    val written =
      s", map('serializedJava', 'write'${if (types.isEmpty) "" else s", $types"})"
    rows(s"SELECT d, ignite_encode_fault(d$written), " +
      s"ignite_decode(try_ignite_encode(d$written)$options) FROM " +
      s"(SELECT ignite_decode($hex$options) AS d)")
      .head
  }

  // Values that have no other form than in the bytes that were decoded.
  private def isWritten(fault: Row): Boolean = fault == null

  for ((file, inAll) <- files)
    eachLine("ignite", file, inAll) { line =>
      val row = again(line)
      val fault = row.getStruct(1)
      if (isWritten(fault)) {
        val (one, other) = (row.getAs[VariantVal](0), row.getAs[VariantVal](2))
        assert(other.toString === one.toString)
      } else assert(Set("type-mismatch", "unknown-type", "conflicting-field")(fault.getString(0)))
    }

  private def bytes(sql: String): Array[Byte] =
    rows(s"SELECT $sql").head.getAs[Array[Byte]](0)

  private val fields: Seq[(String, AnyRef)] = Seq("id" -> Int.box(7), "name" -> "Ann",
    "salary" -> new java.math.BigDecimal("10.50"), "debt" -> new java.math.BigDecimal("-1.28"),
    "big" -> Long.box(5000000000L), "small" -> Short.box(3), "tiny" -> Byte.box(1),
    "ok" -> Boolean.box(true), "f" -> Float.box(1.5f), "d" -> Double.box(2.5),
    "raw" -> Array[Byte](1, 2), "at" -> java.sql.Timestamp.valueOf("2026-11-26 10:00:00.123456"),
    "none" -> null)

  private val ann = "named_struct('id', 7, 'name', 'Ann', 'salary', 10.50BD, 'debt', -1.28BD, " +
    "'big', 5000000000L, 'small', 3S, 'tiny', 1Y, 'ok', true, 'f', 1.5F, 'd', 2.5D, " +
    "'raw', X'0102', 'at', timestamp_micros(" + {
      val at = java.sql.Timestamp.valueOf("2026-11-26 10:00:00.123456")
      at.getTime / 1000 * 1000000 + at.getNanos / 1000
    } + "), 'none', CAST(NULL AS STRING))"

  private def built(of: String, fields: Seq[(String, AnyRef)]): BinaryObject = {
    val builder = node.ignite.binary.builder(of)
    fields.foreach { case (name, value) =>
      if (value == null) builder.setField(name, null, classOf[String])
      else builder.setField(name, value)
    }
    builder.build()
  }

  test("an object of a typed column is that of a node's builder, to the last byte") {
    val names = fields.map(field => s""""${field._1}"""").mkString(",")
    val types = s"""[{"type_name": "Person", "schemas": [[$names]]}]"""
    val made =
      bytes(s"ignite_encode($ann, map('type', 'Person', 'footer', 'compact', 'types', '$types'))")
    assert(Vectors.hex(made) === Vectors.hex(node.bytes(built("Person", fields))))
  }

  test("a node keeps what we write and finds it by what it writes itself") {
    val person = built("Person", fields)
    val full = node.read(bytes(s"ignite_encode($ann, map('type', 'Person'))"))
    assert(full.hashCode === person.hashCode)
    for ((name, value) <- fields if !value.isInstanceOf[Array[Byte]])
      assert(full.field[AnyRef](name) === value)
    val cache = node.ignite.getOrCreateCache[BinaryObject, BinaryObject]("people").withKeepBinary
      .asInstanceOf[org.apache.ignite.IgniteCache[BinaryObject, BinaryObject]]
    // A cluster's keys have the footer that the cluster writes.
    val key = node.read(
      bytes("ignite_encode(named_struct('k', 5L), map('type', 'Key', " +
        """'footer', 'compact', 'types', '[{"type_name": "Key", "schemas": [["k"]]}]'))"""))
    cache.put(key, full)
    assert(cache.get(built("Key", Seq("k" -> Long.box(5)))).field[String]("name") === "Ann")
  }

  test("a node reads objects in objects, collections and maps") {
    val outer = node.read(
      bytes("ignite_encode(named_struct('@type', 'Outer', 'list', array(1, 2), " +
        "'map', map('a', 1L), 'inner', named_struct('x', 1, '@type', 'Inner')))"))
    assert(outer.field[java.util.List[Integer]]("list") === java.util.List.of(1, 2))
    assert(outer.field[java.util.Map[String, Long]]("map") === java.util.Map.of("a", 1L))
    val inner = outer.field[BinaryObject]("inner")
    assert(inner.field[Int]("x") === 1)
    assert(inner.hashCode === built("Inner", Seq("x" -> Int.box(1))).hashCode)
  }

  test("a name that sorts before @type does not hide the type") {
    assert(Vectors.hex(bytes("""ignite_encode(parse_json('{"#5": 1, "@type": "T"}'))""")) ===
      Vectors.hex(bytes("""ignite_encode(parse_json('{"@type": "T", "#5": 1}'))""")))
  }

  private def fault(sql: String): (String, String) = {
    val row = rows(s"SELECT ignite_encode_fault($sql)").head.getStruct(0)
    (row.getString(0), row.getString(1))
  }

  private def variant(pairs: (String, String)*): String =
    s"to_variant_object(array(${pairs.map { case (key, value) =>
        s"named_struct('key', '$key', 'value', $value)"
      }.mkString(", ")}))"

  test("two fields of one id are refused, by the name of the second") {
    assert(fault("named_struct('@type', 'T', 'a', 1, 'A', 2)") === ("conflicting-field", "A"))
    assert(fault("named_struct('@type', 'T', 'a', 1, '#97', 2)") === ("conflicting-field", "#97"))
    assert(
      fault("""parse_json('{"@type": "T", "a": 1, "b": {"@type": "U", "A": 1, "a": 2}}')""") ===
        ("conflicting-field", "b.a"))
    // The same fields in an object and in the one around it.
    for (count <- Seq(1, 15, 16, 17, 40, 500)) {
      val fields = (0 until count).map(i => s""""f$i": $i""").mkString(", ")
      val json = s"""{"@type": "T", $fields, "in": {"@type": "U", $fields}, "last": 1}"""
      assert(one(s"SELECT ignite_decode(ignite_encode(parse_json('$json')))").toString.length >
        10 * count)
      val twice = s"""{"@type": "T", $fields, "in": {"@type": "U", $fields, "F0": 1}}"""
      // VARIANT sorts names, so one of the two comes later.
      assert(fault(s"parse_json('$twice')")._1 === "conflicting-field")
    }
  }

  test("an object in pairs says each thing once") {
    val type1 = "@type" -> "'T'"
    assert(fault(variant(type1, "a" -> "'1'", "@type" -> "'U'")) === ("conflicting-field", "@type"))
    assert(fault(variant(type1, "a" -> "'1'", "a" -> "'2'")) === ("conflicting-field", "a"))
    assert(fault("named_struct('@type', 'T', '@raw', X'01', '@raw', X'02')") ===
      ("conflicting-field", "@raw"))
  }

  test("what stands for a decimal has no raw data, which would be lost") {
    assert(
      fault("named_struct('@type', 'decimal', 'scale', 0, 'unscaled', '1', '@raw', X'01')")._1 ===
        "type-mismatch")
  }

  test("serialized Java is written only if the option says so") {
    val value = "named_struct('@type', 'optimized', 'data', X'0102')"
    assert(fault(value) === ("type-mismatch", "@type"))
    assert(fault("""parse_json('{"a": [{"@type": "optimized", "data": "x"}]}')""")._1 ===
      "type-mismatch")
    val written = bytes(s"ignite_encode($value, map('serializedJava', 'write'))")
    assert(Vectors.hex(written) === "fe020000000102")
    assert(
      rows("SELECT ignite_encode_fault(ignite_decode(X'fe020000000102'))").head.getStruct(0)
        .getString(2).contains("serializedJava = 'write'"))
  }

  test("what cannot be written") {
    assert(fault("named_struct('a', 1)") === ("unknown-type", ""))
    assert(fault("named_struct('@type', 'T', 'a', named_struct('b', 1))") === ("unknown-type", "a"))
    assert(fault("""parse_json('{"@type": "T", "@0": 1}')""")._1 === "unknown-type")
    assert(fault("""parse_json('{"@type": "T", "a": 1}'), map('footer', 'compact', 'types',
      '[{"type_name": "T", "schemas": [["b"]]}]')""")._1 === "unknown-type")
    assert(fault("""parse_json('[{"@cycle": 0}]')""") === ("type-mismatch", "[0].@cycle"))
  }
}
