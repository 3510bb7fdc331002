package sparkwire.catalog

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.avro.Schema
import org.apache.avro.Schema.Type
import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.avro.functions.from_avro
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.types._

import sparkwire.SparkSuite
import sparkwire.functions.{avro_container_decode, avro_decode, avro_variant, cernan_decode}
import sparkwire.wire.Vectors
import sparkwire.wire.avro.{AvroGenerator, ContainerReaderSuite}

import org.scalatest.funsuite.AnyFunSuite

/** Avro in Spark: the same types and values as from Spark's own reader, and our own features. */
class AvroPeerSuite extends AnyFunSuite with SparkSuite {
  private val session: SparkSession = spark

  private def table(values: Seq[Array[Byte]]) =
    session.createDataFrame(
      session.sparkContext.parallelize(values.map(Row(_)), 1), StructType.fromDDL("value BINARY"))

  /** Makes values comparable: bytes become hex, and doubles in arrays become floats, because Avro
    * 1.12.0, on which Spark's reader is built, reads them with that precision.
    */
  private def plain(value: Any, inArray: Boolean = false): Any = value match {
    case row: Row => row.toSeq.map(plain(_, inArray = false))
    case bytes: Array[Byte] => Vectors.hex(bytes)
    case items: mutable.Seq[_] => items.map(plain(_, inArray = true)).toList
    case items: Seq[_] => items.map(plain(_, inArray = true)).toList
    case map: scala.collection.Map[_, _] => map.map { case (key, inner) =>
        key -> plain(inner, inArray = false)
      }
    case number: Double if inArray => number.toFloat
    case other => other
  }

  private def nullable(dataType: DataType): DataType = dataType match {
    case StructType(fields) =>
      StructType(
        fields.map(field => StructField(field.name, nullable(field.dataType), nullable = true)))
    case ArrayType(element, _) => ArrayType(nullable(element), containsNull = true)
    case MapType(key, value, _) => MapType(key, nullable(value), valueContainsNull = true)
    case other => other
  }

  // Spark's reader has no column for a type whose only value is null.
  private def isSupported(schema: Schema): Boolean = schema.getType match {
    case Type.RECORD => schema.getFields.asScala.forall(field => isSupported(field.schema))
    case Type.ARRAY => isSupported(schema.getElementType)
    case Type.MAP => isSupported(schema.getValueType)
    case Type.UNION =>
      val members = schema.getTypes.asScala
      members.size > 1 && members.forall(isSupported) && hasFixedsApart(members.toSeq)
    case _ => true
  }

  // Avro reuses the fixed of the previous row if the size is the same, whatever its name. Spark's
  // reader, which goes by the name, then takes the value for the other member.
  private def hasFixedsApart(members: Seq[Schema]): Boolean = {
    val sizes = members.filter(_.getType == Type.FIXED).map(_.getFixedSize)
    sizes.distinct.length == sizes.length
  }

  private val seed = Random.nextLong()

  for (number <- 0 until 40)
    test(s"types and values are those of from_avro, schema $number of seed $seed") {
      val generator = new AvroGenerator(seed + number)
      val schema = Iterator.continually(generator.record(3)).filter(isSupported).next()
      val values = Seq.fill(20)(AvroGenerator.write(schema, generator.value(schema)))
      withClue(s"$schema: ") {
        val both = table(values).select(
          from_avro(col("value"), schema.toString).as("theirs"),
          avro_decode(col("value"), schema.toString).as("ours"))
        assert(both.schema("ours").dataType === nullable(both.schema("theirs").dataType))
        for (row <- both.collect()) assert(plain(row.get(1)) === plain(row.get(0)))
      }
    }

  test("doubles of an array keep their precision") {
    val bytes = Vectors.bytes("02 9a9999999999b93f 00")
    val decoded = table(Seq(bytes)).select(
      avro_decode(col("value"), """{"type":"array","items":"double"}"""))
    assert(decoded.head().getSeq[Double](0) === Seq(0.1))
  }

  test("interpreted is generated, and pruned is whole") {
    val generator = new AvroGenerator(7)
    for (_ <- 0 until 10) {
      val schema = generator.record(3)
      val values = Seq.fill(5)(AvroGenerator.write(schema, generator.value(schema)))
      val whole = table(values).select(avro_decode(col("value"), schema.toString).as("r"))
      val once = generated(whole.collect().map(row => plain(row.get(0))).toSeq)
      assert(interpreted(
        table(values).select(avro_decode(col("value"), schema.toString)).collect()
          .map(row => plain(row.get(0))).toSeq) === once)
      for (field <- schema.getFields.asScala) {
        val alone = table(values).select(avro_decode(col("value"), schema.toString)(field.name))
        assert(alone.collect().map(row => plain(row.get(0))).toSeq ===
          once.map(_.asInstanceOf[Seq[Any]](field.pos)))
      }
    }
  }

  test("any type may stand at the top") {
    for ((schema, hex, result) <- Seq[(String, String, Any)](
        ("\"int\"", "54", 42), ("\"null\"", "", null), ("\"string\"", "0261", "a"),
        ("""["null","long"]""", "0254", 42L), ("""["int","string"]""", "0254", List[Any](42, null)),
        ("""{"type":"array","items":"null"}""", "0400", List[Any](null, null)),
        ("""{"type":"record","name":"E","fields":[]}""", "", Nil)))
      for (run <- Seq(generated[Any] _, interpreted[Any] _))
        assert(
          run(
            plain(
              if (hex.startsWith("0254") && result.isInstanceOf[List[_]])
                one(s"SELECT avro_decode(X'0054', '$schema')")
              else one(s"SELECT avro_decode(X'$hex', '$schema')"))) === result,
          schema)
    succeed
  }

  test("of a key that comes twice the last one counts, as VARIANT both are there") {
    val schema = """{"type":"map","values":"int"}"""
    val hex = "06 026102 026204 026106 00".replace(" ", "")
    assert(one(s"SELECT avro_decode(X'$hex', '$schema')") === Map("b" -> 2, "a" -> 3))
    assert(one(s"SELECT to_json(avro_variant(X'$hex', '$schema'))") ===
      """[{"key":"a","value":1},{"key":"b","value":2},{"key":"a","value":3}]""")
  }

  test("schemas of a column, NULL and broken ones among them") {
    val found = rows("""SELECT to_json(try_avro_variant(v, s)), avro_variant_fault(v, s).reason
      FROM VALUES (X'54', '"int"'), (X'0261', '"string"'), (X'54', NULL), (NULL, '"int"'),
        (X'54', 'none'), (X'', '"int"'), (X'54', '"int"') AS t(v, s)""").map(_.toSeq)
    assert(found === Seq(Seq("42", null), Seq("\"a\"", null), Seq(null, null), Seq(null, null),
      Seq(null, "bad-schema"), Seq(null, "truncated-datum"), Seq("42", null)))
  }

  test("schemas that no column can have are refused at analysis") {
    val node = """{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}"""
    refused(s"SELECT avro_decode(X'00', '$node')", "SPARKWIRE_INVALID_SCHEMA", "contains itself")
    refused("SELECT avro_decode(X'00', 'none')", "SPARKWIRE_INVALID_SCHEMA", "schema")
    refused("SELECT avro_decode(X'00', CAST(NULL AS STRING))", "SPARKWIRE_INVALID_SCHEMA", "NULL")
    refused("SELECT avro_decode(X'00', s) FROM VALUES ('\"int\"') t(s)",
      "SPARKWIRE_INVALID_SCHEMA", "constant")
    refused(
      "SELECT avro_decode(X'00', '{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":40}')",
      "SPARKWIRE_INVALID_SCHEMA", "40 digits")
  }

  // Values that a query does not need must still be refused if they are too large.

  private val wide =
    (0 until 200).map(n => s"""{"name":"a_field_with_a_long_name_$n","type":"null"}""")
      .mkString("{\"type\":\"record\",\"name\":\"Wide\",\"fields\":[", ",", "]}")

  test("records that outgrow their bytes are refused, wanted or not") {
    import ContainerReaderSuite.{block, header}
    val small = """{"type":"record","name":"S","fields":[{"name":"t","type":"string"}]}"""
    val record = ContainerReaderSuite.varint(10) ++ Array.fill[Byte](10)(97)
    val zeros = header(wide) ++ block(20000, Array())
    val names = header(small.replace("\"t\"", s"\"${"n" * 5000}\"")) ++
      block(10000, Array.fill[Byte](10000)(0))
    val bombs = header(small, "deflate") ++
      block(500000, ContainerReaderSuite.deflated(Array.fill(500000)(record).flatten))
    for ((what, bytes) <- Seq("zeros" -> zeros, "names" -> names, "bombs" -> bombs)) {
      val df = table(Seq(bytes))
      for (column <- Seq("records", "record_count", "avro_codec"))
        assert(
          df.selectExpr(
            s"try_avro_container_decode(value).$column IS NULL",
            "avro_container_fault(value).reason")
            .head().toSeq === Seq[Any](true, "too-large"),
          s"$what $column")
    }
    val df = table(Seq(bombs))
    assert(df.select(
      avro_container_decode(col("value"), Map("maxSize" -> (128 << 20).toString))(
        "record_count"))
      .head().getLong(0) === 500000)
  }

  test("records of a type are read within packets, streams and containers alike") {
    val line = Vectors.read("cernan", "resolve").head
    val schema = line.json.get("reader_schema").toString
    val df = table(Seq(line.bytes))
    val packet =
      df.select(cernan_decode(col("value"), schema).as("p")).select("p.records", "p.avro")
    val records = plain(packet.head().get(0))
    assert(records.asInstanceOf[Seq[_]].length === 4)
    val container = packet.select(avro_container_decode(col("avro"), schema)("records"))
    assert(plain(container.head().get(0)) === records)
    assert(plain(
      df.selectExpr(s"cernan_decode_all(value, '$schema').packets[0].packet.records")
        .head().get(0)) === records)
    val variants = df.select(avro_variant(col("value"), col("value").cast("string")))
    assert(variants.schema.head.dataType === VariantType)
  }
}
