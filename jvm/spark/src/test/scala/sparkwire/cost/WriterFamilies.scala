package sparkwire.cost

import java.io.ByteArrayOutputStream

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._
import org.apache.spark.types.variant.VariantBuilder
import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

import sparkwire.cost.CostFamily.{valueOf, Column}
import sparkwire.wire.avro.ContainerReaderSuite.{block, header, packet}

/** Values that become bytes of every format but Avro: see [[AvroWriterFamilies]]. */
object WriterFamilies {

  /** Returns the VARIANT of a text in JSON. */
  private[cost] def json(text: String): Column = {
    val variant = VariantBuilder.parseJson(text, false)
    Column(new VariantVal(variant.getValue, variant.getMetadata), VariantType)
  }

  /** Returns a VARIANT of arrays in arrays, of about so many bytes. All elements of an array are at
    * the same place.
    */
  private[cost] def sharing(size: Int, levels: Int): Column = {
    val count = size / levels / 4
    val parts = (1 to levels).foldLeft(Array[Byte](0)) { (inner, _) =>
      val out = new ByteArrayOutputStream
      // An array whose count and offsets have four bytes each.
      out.write(0x1f)
      number(out, count)
      (0 until count).foreach(_ => number(out, 0))
      number(out, inner.length)
      out.write(inner)
      out.toByteArray
    }
    Column(new VariantVal(parts, Array[Byte](1, 0, 0)), VariantType)
  }

  private def number(out: ByteArrayOutputStream, value: Int): Unit =
    (0 to 24 by 8).foreach(shift => out.write(value >> shift))

  private def named(size: Int): String =
    (0 until size / 12).map(number => f""""$number%08d":1""").mkString("{", ",", "}")

  private def repeated(size: Int, piece: String): String =
    Seq.fill(math.max(1, size / (piece.length + 1)))(piece).mkString("[", ",", "]")

  private def encode(format: String, name: String, attacks: String)(
      value: Int => Any): CostFamily =
    CostFamily(s"write-$format-$name", attacks, s"${format}_encode")(size => Seq(value(size)))

  /** Families of formats that take any value. */
  private def anyValue(format: String): Seq[CostFamily] = Seq(
    encode(format, "elements", "An array of as many elements as fit.")(size =>
      json(repeated(size, "1"))),
    encode(format, "names", "An object of as many names as fit.")(size => json(named(size))),
    encode(format, "objects", "As many small objects as fit.")(size =>
      json(repeated(size, """{"@type":"T","a":1,"b":{"c":[2]}}"""))),
    encode(format, "nested", "Arrays as deep as they may be, again and again.")(size =>
      json(repeated(size, "[" * 300 + "]" * 300))),
    encode(format, "long-text", "One text.")(size => json("\"" + "x" * size + "\"")),
    encode(format, "shared-offsets", "Arrays of arrays of a few bytes that are all the same.")(
      size =>
        sharing(size, 4)),
    encode(format, "rows", "A typed array of structs.")(size =>
      Column(
        new GenericArrayData(
          Array.fill[Any](size / 16)(InternalRow(1L, UTF8String.fromString("a")))),
        ArrayType(new StructType().add("a", LongType).add("b", StringType))))
  )

  private val self = Seq("msgpack", "ignite").flatMap(anyValue) ++ Seq(
    encode("ignite", "fields", "An object of as many fields as fit.")(size =>
      json(named(size).replaceFirst("\\{", "{\"@type\":\"T\","))),
    encode("ignite", "digits", "Decimals of as many digits as may be read.")(size =>
      json(repeated(size, s"""{"@type":"decimal","scale":1,"unscaled":"${"7" * 9000}"}"""))),
    encode("msgpack", "marks", "As many values of MessagePack's own types as fit.")(size =>
      json(repeated(size, """{"@ext":5,"data":"AA=="}""")))
  )

  // Formats whose values have fixed fields.

  private val fixed = Seq(
    encode("aerospike", "bins", "As many bins as fit.")(size =>
      valueOf("aerospike_decode", AerospikeFamilies.manyBins(size))),
    CostFamily("write-aerospike-key", "A long user key.", "aerospike_key_encode")(size =>
      Seq(valueOf("aerospike_key_decode", AerospikeFamilies.longKey(size)))),
    encode("databus", "long", "One event with as large a payload as fits.")(size =>
      Column(InternalRow(new Array[Byte](size), 1L),
        new StructType().add("payload", BinaryType).add("key", LongType))),
    encode("cernan", "records", "A packet of as many records as fit.")(size =>
      valueOf(
        "cernan_decode", packet(header("\"int\"") ++ block(size / 2L, new Array[Byte](size / 2))))),
    encode("cernan", "blocks", "A packet of as many blocks as fit.")(size =>
      valueOf("cernan_decode",
        packet(header("\"int\"") ++ Array.fill(size / 19)(
          block(1, Array[Byte](2))).flatten))),
    encode("kafka_tags", "tags", "As many tagged fields as fit.")(size =>
      Column(
        new GenericArrayData(
          (0 until size / 8).map(tag =>
            InternalRow(tag.toLong, Array[Byte](1))).toArray[Any]),
        ArrayType(new StructType().add("tag", LongType).add("data", BinaryType)))),
    encode("kafka_records", "records", "A batch of as many records as fit.")(size =>
      records(size / 16)(InternalRow(Array[Byte](1), null))),
    encode("kafka_records", "headers", "Records with as many headers as fit.")(size =>
      records(8)(InternalRow(null, headers(size / 80)))),
    encode("kafka_request", "topics", "A request with as many topics as fit.")(size =>
      json(
        s"""{"api_key":3,"api_version":12,"body":{"topics":${repeated(size, "{\"name\":\"a\"}")}}}""")),
    encode("kafka_response", "brokers", "A response with as many brokers as fit.")(size =>
      json(
        s"""{"api_key":3,"api_version":12,"body":{"brokers":${repeated(size, "{\"node_id\":1,\"host\":\"h\"}")}}}""")),
    CostFamily("write-kafka-record", "A commit with a long text.", "kafka_record_encode")(size =>
      Seq(
        json(
          s"""{"record_type":1,"key":{"group":"g","topic":"t","partition":1},
          "value":{"offset":1,"metadata":"${"x" * math.min(size, 32000)}","commit_timestamp":1}}"""),
        "__consumer_offsets")),
    CostFamily("write-kafka", "A list of as many structs as fit.", "kafka_encode")(size =>
      Seq(json(s"""{"topics":${repeated(size, "{\"name\":\"a\"}")}}"""), "MetadataRequest", 12))
  )

  private val headerType =
    ArrayType(new StructType().add("key", StringType).add("value", BinaryType))

  private def headers(count: Int): GenericArrayData = new GenericArrayData(
    Array.fill[Any](count)(InternalRow(UTF8String.fromString("k"), Array[Byte](1))))

  private def records(count: Int)(record: => InternalRow): Column =
    Column(
      new GenericArrayData(Array.fill[Any](count)(InternalRow(record))),
      ArrayType(
        new StructType().add("record",
          new StructType().add("key", BinaryType).add("headers", headerType))))

  val all: Seq[CostFamily] = self ++ fixed
}
