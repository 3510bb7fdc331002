package sparkwire.encoding

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.avro.{Schema, SchemaNormalization}
import org.apache.avro.Schema.Type
import org.apache.avro.file.{CodecFactory, DataFileReader, DataFileWriter, SeekableByteArrayInput}
import org.apache.avro.generic.{GenericData, GenericDatumReader, GenericDatumWriter, GenericRecord}
import org.apache.avro.message.{BinaryMessageDecoder, BinaryMessageEncoder}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.SparkSuite
import sparkwire.wire.Vectors
import sparkwire.wire.avro.AvroGenerator

import org.scalatest.funsuite.AnyFunSuite

/** Avro's own library writes random values by random schemas; the values that we decode and write
  * again are the same, and its library reads them.
  */
class AvroEncodeSuite extends AnyFunSuite with SparkSuite {
  private val session = spark

  private def table(values: Seq[Array[Byte]]): DataFrame =
    session.createDataFrame(
      session.sparkContext.parallelize(values.map(Row(_)), 1), StructType.fromDDL("value BINARY"))

  private def hex(row: Row, at: Int): String = Vectors.hex(row.getAs[Array[Byte]](at))

  // A decoded value does not tell which of two number types it had, nor how many bytes a decimal had
  // on the wire.
  private def isTold(schema: Schema): Boolean = schema.getType match {
    case Type.RECORD => schema.getFields.asScala.forall(field => isTold(field.schema))
    case Type.ARRAY => isTold(schema.getElementType)
    case Type.MAP => isTold(schema.getValueType)
    case Type.BYTES => schema.getLogicalType == null
    case Type.UNION =>
      val types = schema.getTypes.asScala.map(_.getType).toSet
      !(types(Type.INT) && types(Type.LONG)) && !(types(Type.FLOAT) && types(Type.DOUBLE)) &&
      schema.getTypes.asScala.forall(isTold)
    case _ => true
  }

  // A date or timestamp beyond the year 9999 is a whole number in a VARIANT, which does not tell it from
  // another number of a union.
  private def isToldByVariant(schema: Schema): Boolean = schema.getType match {
    case Type.RECORD => schema.getFields.asScala.forall(field => isToldByVariant(field.schema))
    case Type.ARRAY => isToldByVariant(schema.getElementType)
    case Type.MAP => isToldByVariant(schema.getValueType)
    case Type.UNION =>
      val branches = schema.getTypes.asScala
      val numbers = branches.filter(branch =>
        Set(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE)(branch.getType) || isLogical(branch))
      (numbers.length < 2 || !numbers.exists(isClock)) && branches.forall(isToldByVariant)
    case _ => true
  }
  private def isLogical(schema: Schema): Boolean = schema.getProp("logicalType") != null
  private def isClock(schema: Schema): Boolean = isLogical(schema) &&
    (schema.getType == Type.INT || schema.getType == Type.LONG)

  private val seed = Random.nextLong()

  for (number <- 0 until 40)
    test(s"a typed column is written as it was, schema $number of seed $seed") {
      val generator = new AvroGenerator(seed + number)
      val schema = generator.record(3)
      val values = Seq.fill(20)(AvroGenerator.write(schema, generator.value(schema)))
      val again = table(values).selectExpr("value", s"avro_decode(value, '$schema') AS r")
        .selectExpr("value", "r", s"avro_encode(r, '$schema') AS again")
        .selectExpr("value", "again", "to_json(struct(r))",
          s"to_json(struct(avro_decode(again, '$schema') AS r))")
      withClue(s"$schema: ") {
        for (row <- again.collect()) {
          assert(row.get(3) === row.get(2))
          if (isTold(schema)) assert(hex(row, 1) === hex(row, 0))
        }
      }
    }

  for (number <- 0 until 40)
    test(s"a VARIANT is written to be decoded to the same, schema $number of seed $seed") {
      val generator = new AvroGenerator(seed + 1000 + number)
      val schema = Iterator.continually(generator.record(3)).filter(isToldByVariant).next()
      val values = Seq.fill(20)(AvroGenerator.write(schema, generator.value(schema)))
      val again = table(values).selectExpr(s"avro_variant(value, '$schema') AS v")
        .selectExpr("v", s"avro_encode(v, '$schema') AS again")
        .selectExpr("v", s"avro_variant(again, '$schema') AS w")
      withClue(s"$schema: ") {
        for (row <- again.collect()) {
          val (one, other) = (row.getAs[VariantVal](0), row.getAs[VariantVal](1))
          assert(Vectors.hex(other.getValue) === Vectors.hex(one.getValue))
          assert(Vectors.hex(other.getMetadata) === Vectors.hex(one.getMetadata))
        }
      }
    }

  private val hit =
    """{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},""" +
      """{"name":"ms","type":"int","default":-1},{"name":"tag","type":["null","string"],"default":null}]}"""

  private def row(sql: String): Row = session.sql(s"SELECT $sql").head()
  private def bytes(sql: String): String = hex(row(sql), 0)

  test("fields in any order, and those that are not given") {
    assert(bytes(s"avro_encode(named_struct('ms', 42, 'path', '/a'), '$hit')") ===
      "042f61" + "54" + "00")
    assert(bytes(s"avro_encode(named_struct('path', '/a'), '$hit')") === "042f610100")
    assert(bytes(s"avro_encode(named_struct('PATH', '/a', 'ms', CAST(NULL AS INT)), '$hit')") ===
      "042f610100")
    assert(bytes(s"""avro_encode(parse_json('{"path": "/a", "tag": "x"}'), '$hit')""") ===
      "042f6101020278")
  }

  test("a record of a union whose fields have the types of the value comes first") {
    def record(name: String, dataType: String): String =
      s"""{"type":"record","name":"$name","fields":[{"name":"x","type":$dataType}]}"""
    def union(one: String, other: String): String =
      record("O", s"[${record("A", one)},${record("B", other)}]")
    def written(json: String, schema: String): String =
      bytes(s"""avro_encode(parse_json('{"x": {"x": $json}}'), '$schema')""")
    val scalars = union("\"float\"", "\"int\"")
    // 16777217 is not a float.
    assert(written("16777217", scalars) === "02" + "82808010")
    assert(written("1.5", scalars) === "00" + "0000c03f")
    val lists =
      union("""{"type":"array","items":"float"}""", """{"type":"array","items":"int"}""")
    assert(written("[1]", lists) === "02" + "020200")
    // None has its own type: the first one that takes the value.
    assert(written("7", union("\"string\"", "\"float\"")) === "02" + "0000e040")
    val decimal = """{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}"""
    assert(written("13", union(decimal, "\"int\"")) === "02" + "1a")
  }

  test("a number of a union is kept rather than rounded") {
    def written(json: String, schema: String): String =
      bytes(s"avro_encode(parse_json('$json'), '$schema')")
    val decimal = """{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}"""
    assert(written("13", s"[$decimal,\"int\"]") === "02" + "1a")
    assert(written("13", s"[\"float\",$decimal]") === "02" + "04" + "0514")
    assert(written("1.5", s"[\"float\",$decimal]") === "02" + "04" + "0096")
    // Parsed JSON has decimals.
    assert(written("1.5", "[\"int\",\"double\"]") === "02" + "000000000000f83f")
    assert(written("1.5", s"[\"int\",\"double\",$decimal]") === "04" + "04" + "0096")
  }

  test("what does not fit") {
    def fault(sql: String): (String, String) = {
      val found = row(s"avro_encode_fault($sql)").getStruct(0)
      (found.getString(0), found.getString(1))
    }
    val ints =
      """{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"array","items":"int"}}]}"""
    assert(fault("named_struct('a', array(1, 3000000000))" + s", '$ints'") ===
      ("out-of-range", "a[1]"))
    assert(
      fault(s"named_struct('a', CAST(NULL AS ARRAY<INT>)), '$ints'") === ("missing-field", "a"))
    assert(fault(s"""parse_json('{"a": [1, "x"]}'), '$ints'""") === ("type-mismatch", "a[1]"))
    assert(fault(s"""parse_json('{"a": [], "b": 1}'), '$ints'""") === ("unknown-field", "b"))
    assert(fault("""parse_json('{"a": 1.5}'), '{"type":"map","values":"int"}'""") ===
      ("out-of-range", "a"))
    assert(
      fault("""'D', '{"type":"enum","name":"E","symbols":["A"]}'""") === ("unknown-symbol", ""))
    assert(fault("""X'00', '{"type":"fixed","name":"F","size":2}'""") === ("wrong-size", ""))
    assert(
      fault("""1.234, '{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}'""") ===
        ("out-of-range", ""))
    assert(fault("""parse_json('true'), '["null","int"]'""") === ("type-mismatch", ""))
    assert(fault("""parse_json('true'), '["string","int"]'""") === ("no-branch", ""))
    for (wrong <- Seq(s"named_struct('b', 1), '$ints'", "'a', '\"int\"'"))
      assert(intercept[Exception](row(s"avro_encode($wrong)")).getMessage.contains("Accepted: "))
  }

  test("a million looks at branches are no reason to refuse an array of members") {
    val records = Seq("A", "B").map(name =>
      s"""{"type":"record","name":"$name","fields":[{"name":"f$name","type":"int"}]}""")
    val schema = s"""{"type":"array","items":${records.mkString("[", ",", "]")}}"""
    val member = "named_struct('member1', named_struct('fB', 1))"
    assert(row(s"length(avro_encode(array_repeat($member, 700000), '$schema'))").getInt(0) ===
      3 + 2 * 700000 + 1)
  }

  test("frames") {
    val datum = bytes(s"avro_encode(named_struct('path', '/a'), '$hit')")
    assert(bytes(
      s"avro_encode(named_struct('path', '/a'), '$hit', map('frame', 'confluent', 'id', '42'))") ===
      "000000002a" + datum)
    assert(bytes(
      s"avro_encode(named_struct('path', '/a'), '$hit', 7, map('frame', 'confluent'))") ===
      "0000000007" + datum)
    val uuid = "00112233-4455-6677-8899-aabbccddeeff"
    assert(bytes(
      s"avro_encode(named_struct('path', '/a'), '$hit', '$uuid', map('frame', 'glue'))") ===
      "0300" + uuid.replace("-", "") + datum)
    val schema = new Schema.Parser().parse(hit)
    val single =
      row(s"avro_encode(named_struct('path', '/a'), '$hit', map('frame', 'single-object'))")
        .getAs[Array[Byte]](0)
    val theirs = new BinaryMessageDecoder[GenericRecord](GenericData.get(), schema)
      .decode(single, null)
    assert(theirs.get("path").toString === "/a" && theirs.get("ms") === -1)
    val encoder = new BinaryMessageEncoder[GenericRecord](GenericData.get(), schema)
    assert(Vectors.hex(encoder.encode(theirs).array) === Vectors.hex(single))
    assert(SchemaNormalization.parsingFingerprint("CRC-64-AVRO", schema).length === 8)
    for (wrong <- Seq("map('frame', 'confluent')", "map('id', '7')", "7, map('frame', 'glue')",
        "map('frame', 'glue', 'id', '7')"))
      assert(
        intercept[Exception](row(s"avro_encode(1, '\"int\"', $wrong)")).getMessage.contains("id"))
  }

  test("a text that is no id is refused, as anything else of a value is") {
    val call = "encode(1, '\"int\"', 'x', map('frame', 'glue'))"
    assert(row(s"try_avro_$call").isNullAt(0))
    val message = intercept[Exception](row(s"avro_$call")).getMessage
    assert(message.contains("[SPARKWIRE_UNENCODABLE] avro: bad-id"), message)
    val fault = row("avro_encode_fault(1, '\"int\"', 'x', map('frame', 'glue'))").getStruct(0)
    assert(fault.getString(0) === "bad-id")
  }

  test("a recursive schema, from a VARIANT") {
    val list =
      """{"type":"record","name":"L","fields":[{"name":"v","type":"int"},{"name":"n","type":["null","L"]}]}"""
    assert(bytes(s"""avro_encode(parse_json('{"v": 1, "n": {"v": 2}}'), '$list')""") === "02020400")
    val deep = (1 to 400).foldLeft("null")((inner, v) => s"""{"v": $v, "n": $inner}""")
    assert(bytes(s"avro_encode(parse_json('$deep'), '$list')").length > 1600)
    assert(row(s"avro_encode_fault(parse_json('$deep'), '$list', map('maxDepth', '399'))")
      .getStruct(0).getString(0) === "nesting-too-deep")
  }

  for (codec <- Seq("null", "deflate", "snappy", "bzip2", "xz", "zstandard"))
    test(s"a container is written as Avro's own writer wrote it: $codec") {
      val generator = new AvroGenerator(seed + codec.hashCode)
      val schema = Iterator.continually(generator.record(2)).filter(isTold).next()
      val file = new ByteArrayOutputStream
      val writer = new DataFileWriter[AnyRef](new GenericDatumWriter[AnyRef](schema))
        .setCodec(CodecFactory.fromString(codec)).setSyncInterval(64000)
      writer.setMeta("who", "me")
      writer.create(schema, file, Array.tabulate[Byte](16)(_.toByte))
      (1 to 2000).foreach(_ => writer.append(generator.value(schema)))
      writer.close()
      val sync = "000102030405060708090a0b0c0d0e0f"
      val options = s"map('sync', '$sync', 'codecs', 'null,$codec')"
      val again = table(Seq(file.toByteArray)).selectExpr("value",
        "avro_container_decode(value) AS untyped",
        s"avro_container_decode(value, '$schema') AS typed").selectExpr("value",
        s"avro_container_encode(typed, $options)", s"avro_container_encode(untyped, $options)",
        s"avro_container_encode(typed, map('codecs', '$codec')) = " +
          s"avro_container_encode(typed, map('codecs', '$codec'))")
        .head()
      withClue(s"$schema: ")(assert(hex(again, 1) === hex(again, 0)))
      val reader = new DataFileReader[AnyRef](
        new SeekableByteArrayInput(again.getAs[Array[Byte]](2)),
        new GenericDatumReader[AnyRef](schema))
      assert(reader.iterator.asScala.length === 2000)
      assert(again.getBoolean(3))
    }

  test("a whole number that a float or a double does not have is refused") {
    def fault(value: String, schema: String): Row =
      row(s"avro_encode_fault($value, '\"$schema\"')")
    for ((schema, good, bad) <- Seq(
        ("float", Seq("16777216", "-16777218", "4611686018427387904"),
          Seq("16777217", "9223372036854775807")),
        ("double", Seq("9007199254740992", "9007199254740994"),
          Seq("9007199254740993", "9223372036854775807")))) {
      for (number <- good)
        assert(fault(s"parse_json('$number')", schema).isNullAt(0), number)
      for (number <- bad; value <- Seq(s"parse_json('$number')", s"parse_json('[$number]')"))
        assert(!fault(value, schema).isNullAt(0), number)
      assert(
        fault(s"parse_json('${bad.head}')", schema).getStruct(0).getString(0) === "out-of-range")
    }
    // Few decimals are a double.
    assert(fault("parse_json('1.1')", "double").isNullAt(0))
  }

  private def containerFault(codec: String, options: String): Row =
    row(s"avro_container_encode_fault(named_struct('avro_codec', '$codec', 'records', array(1)), " +
      s"'\"int\"'$options)")

  test("a value may name a codec that costs little, or that the option lists") {
    for (codec <- Seq("null", "deflate", "snappy", "zstandard"))
      assert(containerFault(codec, "").isNullAt(0))
    for (codec <- Seq("bzip2", "xz")) {
      val fault = containerFault(codec, "").getStruct(0)
      assert((fault.getString(0), fault.getString(1)) === ("unsupported-codec", "avro_codec"))
      assert(fault.getString(2).contains("the option codecs lists"))
      assert(containerFault(codec, s", map('codecs', 'deflate, $codec')").isNullAt(0))
      assert(containerFault(codec, s", map('codec', '$codec')").isNullAt(0))
      assert(!containerFault("deflate", s", map('codecs', '$codec')").isNullAt(0))
      val metadata =
        s"named_struct('avro_metadata', map('avro.codec', CAST('$codec' AS BINARY)), " +
          "'records', array(1)), '\"int\"'"
      assert(row(s"avro_container_encode_fault($metadata)").getStruct(0).getString(0) ===
        "unsupported-codec")
    }
    assert(errorOf("SELECT avro_container_encode(named_struct('records', array(1)), '\"int\"', " +
      "map('codecs', 'xz,lzma'))")
      .getCondition === "SPARKWIRE_INVALID_OPTION")
  }

  test("the other inputs of a value that is NULL are not evaluated") {
    view("none", "v INT, zero INT", Seq(Row(null, 0)))
    for (run <- Seq(generated[Any] _, interpreted[Any] _))
      run(
        assert(one(
          "SELECT avro_encode(v, '\"int\"', CAST(1 DIV zero AS INT), map('frame', 'confluent')) FROM none") ==
          null))
  }

  test("records by a schema that the value does not name") {
    val made = row("avro_container_encode(named_struct('records', array(1, 2, 3)), '\"int\"', " +
      "map('codec', 'deflate', 'blockSize', '2'))")
      .getAs[Array[Byte]](0)
    val reader = new DataFileReader[Integer](
      new SeekableByteArrayInput(made), new GenericDatumReader[Integer]())
    assert(reader.iterator.asScala.map(_.toInt).toSeq === Seq(1, 2, 3))
    assert(reader.getMetaString("avro.codec") === "deflate")
  }

  test("a VARIANT with shared parts costs no more than its limits") {
    // A list of 60,000 elements, each of which is the same list of 60,000 NULLs.
    val count = 60000
    def list(offsets: Int => Int, values: Array[Byte]): Array[Byte] = {
      val head = ByteBuffer.allocate(5 + 4 * (count + 1)).order(java.nio.ByteOrder.LITTLE_ENDIAN)
      head.put((3 | (3 << 2) | (4 << 2)).toByte).putInt(count)
      (0 to count).foreach(at => head.putInt(offsets(at)))
      head.array ++ values
    }
    val inner = list(identity, new Array[Byte](count))
    val outer = list(at => if (at == count) inner.length else 0, inner)
    val root = sparkwire.wire.avro.writing.EncodedValue(
      """{"type":"array","items":{"type":"array","items":"null"}}""")
    val plan = sparkwire.expressions.EncodePlan("avro_encode", sparkwire.wire.avro.Avro, root,
      sparkwire.wire.core.Options.none, sparkwire.expressions.Ending.FaultRow,
      sparkwire.errors.Twins("try_avro_encode", "avro_encode_fault"))
    val encoder = new sparkwire.expressions.Encoder(plan, VariantType)
    val before = System.nanoTime()
    val fault = encoder.encode(new VariantVal(outer, Array[Byte](1, 0, 0)))
      .asInstanceOf[org.apache.spark.sql.catalyst.InternalRow]
    assert(fault.getUTF8String(0).toString === "too-large")
    assert(System.nanoTime() - before < 20L * 1000 * 1000 * 1000)
  }
}
