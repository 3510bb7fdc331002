package sparkwire.fuzz

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.{Random, Using}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, Expression, Literal, UnsafeProjection
}
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.catalog.{Arguments, FunctionCatalog}
import sparkwire.errors.MalformedInputException
import sparkwire.expressions.Decode
import sparkwire.wire.Vectors
import sparkwire.wire.avro.ContainerReaderSuite
import sparkwire.wire.kafka.KafkaClasses

/** A target for made-up bytes: the functions of one family, with the same further arguments.
  *
  * @param function
  *   the strict function of the family; a function that never refuses has no twins
  */
class FuzzTarget(val function: String, vectors: String, further: Any*) {
  private lazy val strict = call(function).get
  private lazy val attempt = call(s"try_$function")
  private lazy val fault = call(s"${stem}_fault")
  private lazy val dissect = call(s"${stem}_dissect")
  // A function without a dissection of its own reads what the functions of its format read.
  private lazy val fields = dissect.orElse(call(s"${function.takeWhile(_ != '_')}_dissect"))
  private def stem = function.stripSuffix("_decode")

  private lazy val handedOn = attempt match {
    case Some(decode: Decode)
        if decode.children.length == 1 && decode.children.head.dataType == BinaryType =>
      Some(new HandedOn(decode))
    case _ => None
  }

  /** The bytes to begin with, some of them valid. */
  def known: Seq[Array[Byte]] = Vectors.bytesOf(vectors)

  /** Returns whether bytes are decoded to a value. */
  def decodes(bytes: Array[Byte]): Boolean = attempt.getOrElse(strict).eval(row(bytes)) != null

  private lazy val (good, bad) = known.partition(decodes)

  /** Returns `count` of the known values, about half of them valid if there are that many. */
  def some(count: Int, random: Random): Seq[Array[Byte]] = {
    val few = random.shuffle(good).take(math.max(count / 2, count - bad.length))
    few ++ random.shuffle(bad).take(count - few.length)
  }

  protected def arguments: Seq[Expression] =
    BoundReference(0, inputType, nullable = true) +: further.map {
      case options: Map[_, _] => Literal.create(options, MapType(StringType, StringType))
      case Schemas(byId) => Literal.create(byId, MapType(IntegerType, StringType))
      case one => Literal(one)
    }

  /** The types of [[row]]. */
  def inputTypes: Seq[DataType] = arguments.collect { case input: BoundReference =>
    input.dataType
  }

  /** Returns a call in SQL of a function of the family. */
  def sql(function: String, inputs: Seq[String]): String =
    arguments.map {
      case input: BoundReference => inputs(input.ordinal)
      case constant => constant.sql
    }.mkString(s"$function(", ", ", ")")

  /** The functions of the family that return NULL, the fault or the bytes with their meaning. */
  def twins: Seq[String] = Seq(s"try_$function", s"${stem}_fault", s"${stem}_dissect")
    .filter(name => FunctionCatalog.all.exists(_.name == name))

  protected def inputType: DataType = BinaryType
  def row(bytes: Array[Byte]): InternalRow = InternalRow(bytes)

  private def call(function: String, options: Map[String, String] = Map.empty): Option[Expression] =
    FunctionCatalog.all.find(_.name == function).map { row =>
      val more = if (options.isEmpty) Nil
      else Seq(Literal.create(options, MapType(StringType, StringType)))
      row.build(Arguments.bind(row, arguments ++ more))
    }

  private def takesOptions =
    FunctionCatalog.all.exists(row =>
      row.name == function && row.parameters.exists(_.name == "options"))

  /** Returns the decoding that fails for malformed input, or None if the call already has options
    * or takes none.
    */
  def decoding(options: Map[String, String]): Option[Decode] =
    if (further.exists(_.isInstanceOf[Map[_, _]]) || (options.nonEmpty && !takesOptions)) None
    else call(function, options).collect { case decode: Decode => decode }

  /** Asserts that bytes give a value or a fault, that nothing else is thrown, that all functions of
    * the family agree, and that they do not cost too much.
    */
  def check(bytes: Array[Byte]): Unit = {
    def cost = Cost.of(bytes, mostGrowth) {
      val value = agreed(bytes)
      if (value == null) 0 else asRow(InternalRow(value)).getSizeInBytes
    }
    // The first times, the cost includes what is made once and kept, such as classes.
    val costs = LazyList.fill(5)(cost)
    require(costs.exists(_.isLinear), s"too much: ${costs.last}")
  }

  private lazy val asRow = UnsafeProjection.create(Array[DataType](strict.dataType))

  // Compressed data and Ignite's handles give more bytes than they take, up to `maxSize`.
  private def mostGrowth =
    if (function.matches("ignite_.*|cernan_.*|avro_container_.*|kafka_records_.*")) 16L << 20
    else 0L

  private def agreed(bytes: Array[Byte]): Any = {
    val row = this.row(bytes)
    var value: Any = null
    val refusal =
      try {
        value = strict.eval(row)
        null
      } catch { case malformed: MalformedInputException => malformed.getMessageParameters }
    require(refusal == null || fault.isDefined, "refused, by a function that never refuses")
    val tried = attempt.fold(value)(_.eval(row))
    var isPassedOver = false
    require(refusal == null || tried == null, "refused, but not by try_")
    handedOn.foreach(_.check(row, tried))
    fault.foreach(
      _.eval(row) match {
        case why: InternalRow if passesOver(why, tried) => isPassedOver = true
        case why: InternalRow =>
          require(refusal != null, "a fault, but not refused")
          // The refusal of a text that is not a schema has no reason and no offset.
          if (refusal.containsKey("reason")) {
            require(why.getString(0) == refusal.get("reason"), "two reasons")
            require(why.getInt(1).toString == refusal.get("offset"), "two offsets")
          }
          require(why.getInt(1) >= 0 && why.getInt(1) <= bytes.length, "an offset outside")
        case _ => require(refusal == null, "refused, but no fault")
      })
    dissect.foreach(call =>
      Dissected.check(rowsOf(call, row), lengths(row), refusal != null || isPassedOver))
    tried
  }

  /** Returns whether decoding accepts a value despite this fault. */
  protected def passesOver(fault: InternalRow, decoded: Any): Boolean = false

  /** Returns the lengths of the inputs that a dissection must cover byte by byte. */
  protected def lengths(row: InternalRow): Seq[Int] = Seq(row.getBinary(0).length)

  /** Returns the fields that bytes consist of, for [[FieldEdits]]. */
  def fieldsOf(bytes: Array[Byte]): Seq[Anatomy.Field] = {
    val row = this.row(bytes)
    Dissected.fields(
      bytes, bytes.length - lengths(row).sum,
      fields.fold(Seq.empty[InternalRow])(call => rowsOf(call, row)))
  }

  private def rowsOf(dissect: Expression, row: InternalRow): Seq[InternalRow] = {
    val rows = dissect.eval(row).asInstanceOf[ArrayData]
    (0 until rows.numElements()).map(rows.getStruct(_, 5))
  }
}

/** A target for which the vectors of its format are not valid values, and `others` are. */
private final class OtherTarget(name: String, vectors: String, others: => Seq[Array[Byte]],
    further: Any*)
    extends FuzzTarget(name, vectors, further: _*) {
  override def known: Seq[Array[Byte]] = super.known ++ others
}

/** Avro schemas by their ids. */
private final case class Schemas(byId: Map[Int, String])

/** The targets of `make fuzz`, in which Jazzer makes up bytes. [[FuzzSuite]] replays the bytes that
  * it once found.
  */
object FuzzTarget {
  // A record with a field of every kind, but not recursive, because a typed column cannot be.
  private val schema = """{"type": "record", "name": "r", "fields": [
    {"name": "n", "type": ["null", "long"]}, {"name": "u", "type": ["int", "string", "bytes"]},
    {"name": "a", "type": {"type": "array", "items": "double"}},
    {"name": "m", "type": {"type": "map", "values": {"type": "array", "items": "string"}}},
    {"name": "e", "type": {"type": "enum", "name": "e", "symbols": ["A", "B"]}},
    {"name": "d", "type": {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 2}},
    {"name": "t", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}"""

  // A null and a union's int, doubles, a map of lists, a symbol, a decimal and a time; then a
  // record with as little as possible.
  private val data = Seq(
    "00 00 0e 04 000000000000f03f 000000000000e0bf 00 02 026b 02 02 76 00 00 02 04 04d2 c0fc9ac0b561",
    "02 fe07 02 026a 00 00 00 00 00").map(Vectors.bytes)

  // Values preceded by the ids of the schemas below, and values with other ids.
  private val framed = data.map(Vectors.bytes("00 00000001") ++ _) ++
    Seq("00 00000002 0e", "00 00000003 0261", "00 00000004 0e", "c301 0102030405060708 0e",
      "03 05 00112233445566778899aabbccddeeff 789c 63 05 00 00 0f 00 0f").map(Vectors.bytes)
  private val writers = Schemas(
    Map(1 -> schema,
      2 -> """{"type": "record", "name": "r", "fields": [{"name": "n", "type": "int"}]}""",
      3 -> "\"string\""))
  private val reader =
    """{"type": "record", "name": "r", "fields": [
    {"name": "e", "default": "A", "type": {"type": "enum", "name": "e", "symbols": ["A"], "default": "A"}},
    {"name": "n", "type": ["null", "double"]}, {"name": "x", "type": "long", "default": 7},
    {"name": "a", "type": {"type": "array", "items": "double"}, "default": [0.5]}]}"""

  private val containers = Seq("null", "deflate").map { codec =>
    val values = data.flatten.toArray
    val block = if (codec == "null") values else ContainerReaderSuite.deflated(values)
    ContainerReaderSuite.header(schema, codec) ++
      ContainerReaderSuite.block(data.length.toLong, block)
  }

  // Reads a part of every record, whatever its schema.
  private val parts =
    """{"type": "record", "name": "r", "fields": [
    {"name": "favorite_number", "type": ["null", "double"], "default": null},
    {"name": "name", "type": ["null", "string"], "default": null},
    {"name": "n", "type": ["null", "long"], "default": null},
    {"name": "a", "type": {"type": "array", "items": "double"}, "default": []}]}"""

  // Two values of the type below, the second one with an x that is no number.
  private val stream =
    Vectors.bytes("82a16101a16c9182a1780aa17907 82a16103a16c9182a178a178a17907")

  // For the list of types below: one value with every optional part, and one with none.
  private val listed = Seq(
    "03 00026162 02 000102030405060708090a0b0c0d0e0f 8501 01 01 03 03aabb " +
      "00000002 03 0001 ffff 00 02 00 03 036869 05 03 030204",
    "00 ffff 01 00000000 00").map(Vectors.bytes)

  private val types =
    """[{"type_name": "acme.Types$Person", "schemas": [["id", "name", "salary"]]}]"""

  private def keptTypes: Seq[Array[Byte]] =
    Using.resource(Files.walk(Path.of("tests/ignite-node/binary_meta")))(
      _.iterator.asScala.filter(Files.isRegularFile(_)).toSeq.sorted.map(Files.readAllBytes))

  private def texts(file: String, field: String): Seq[String] =
    Vectors.read("databus", file).map(_.json.path(field)).filter(_.isTextual).map(_.asText)

  val all: Map[String, FuzzTarget] = Map(
    "databus_decode" -> new FuzzTarget("databus_decode", "databus"),
    "databus_decode_all" -> new FuzzTarget("databus_decode_all", "databus"),
    "databus_to_json" -> new FuzzTarget("databus_to_json", "databus"),
    "databus_decode_json" -> new TextTarget("databus_decode_json", texts("json-read", "json")),
    "databus_schema_id" -> new TextTarget("databus_schema_id", texts("schema-ids", "schema")),
    "cernan_decode_all" -> new FuzzTarget("cernan_decode_all", "cernan"),
    "cernan_decode_all-typed" -> new FuzzTarget("cernan_decode_all", "cernan", parts),
    "cernan_decode-typed" -> new FuzzTarget("cernan_decode", "cernan", parts),
    "cernan_ack" -> new FuzzTarget("cernan_ack", "cernan"),
    "avro_schema" -> new TextTarget("avro_schema", Seq(schema)),
    "avro_fingerprint" -> new TextTarget("avro_fingerprint", Seq(schema)),
    "avro_variant" -> new OtherTarget("avro_variant", "cernan", data, schema),
    "ignite_header" -> new FuzzTarget("ignite_header", "ignite"),
    "ignite_hash" -> new FuzzTarget("ignite_hash", "ignite"),
    "ignite_types" -> new OtherTarget("ignite_types", "ignite", keptTypes),
    "ignite_decode-types" -> new FuzzTarget("ignite_decode", "ignite", Map("types" -> types)),
    "aerospike_bins" -> new FuzzTarget("aerospike_bins", "aerospike"),
    "msgpack_decode_all" -> new FuzzTarget("msgpack_decode_all", "aerospike"),
    "msgpack_decode_all-typed" -> new OtherTarget("msgpack_decode_all", "aerospike", Seq(stream),
      "a INT, b STRING, l ARRAY<STRUCT<x: INT, y: BIGINT, z: STRING>>"),
    "msgpack_decode" -> new FuzzTarget("msgpack_decode", "aerospike"),
    "msgpack_decode-typed" -> new FuzzTarget("msgpack_decode", "aerospike",
      "a INT, b STRING, c ARRAY<BIGINT>, d MAP<STRING, VARIANT>, e STRUCT<f DOUBLE>"),
    "aerospike_decode" -> new FuzzTarget("aerospike_decode", "aerospike"),
    "aerospike_decode-typed" -> new FuzzTarget("aerospike_decode", "aerospike",
      "user_id BIGINT, name STRING, score DOUBLE, avatar BINARY, tags ARRAY<STRING>, a INT, b STRING, " +
        "prefs STRUCT<lang STRING, page INT, dark BOOLEAN>, visits VARIANT, counters MAP<INT, BIGINT>"),
    "aerospike_key_decode" -> new FuzzTarget("aerospike_key_decode", "aerospike"),
    "ignite_decode" -> new FuzzTarget("ignite_decode", "ignite"),
    "ignite_decode-typed" -> new FuzzTarget("ignite_decode", "ignite",
      "id INT, name STRING, salary DECIMAL(20,2), tags ARRAY<STRING>, inner VARIANT"),
    "cernan_decode" -> new FuzzTarget("cernan_decode", "cernan"),
    "avro_container_decode" -> new OtherTarget("avro_container_decode", "cernan", containers),
    "avro_container_decode-typed" ->
      new OtherTarget("avro_container_decode", "cernan", containers, parts),
    "avro_decode" -> new OtherTarget("avro_decode", "cernan", data, schema),
    "avro_decode-framed" -> new OtherTarget("avro_decode", "cernan", framed, writers, reader),
    "avro_frame" -> new OtherTarget("avro_frame", "cernan", framed),
    "kafka_decode-types" -> new OtherTarget("kafka_decode", "kafka", listed,
      "a VARINT, b NULLABLE_STRING, c COMPACT_ARRAY<STRUCT<d UUID, e UNSIGNED_VARLONG, " +
        "TAGGED_FIELDS(1 f COMPACT_NULLABLE_BYTES)>>, g ARRAY<NULLABLE_COMPACT_ARRAY<INT16>>, " +
        "TAGGED_FIELDS(0 h COMPACT_STRING, 5 i COMPACT_ARRAY<VARLONG>)"),
    "kafka_records_decode-unverified" -> new FuzzTarget("kafka_records_decode", "kafka",
      Map("verify" -> "none", "tail" -> "drop")),
    "kafka_response_decode" -> new FuzzTarget("kafka_response_decode", "kafka", 1, 17),
    "kafka_request_decode" -> new FuzzTarget("kafka_request_decode", "kafka"),
    "kafka_records_decode" -> new FuzzTarget("kafka_records_decode", "kafka"),
    "kafka_record_decode" -> new RecordTarget("__consumer_offsets"),
    "kafka_record_decode-transactions" -> new RecordTarget("__transaction_state"),
    "kafka_record_decode-share" -> new RecordTarget("__share_group_state"),
    "kafka_record_decode-metadata" -> new RecordTarget("__cluster_metadata"),
    "kafka_tags_decode" -> new FuzzTarget("kafka_tags_decode", "kafka"),
    "kafka_decode" -> new OtherTarget("kafka_decode", "kafka",
      KafkaClasses.prefixed("MetadataResponse"), "MetadataResponse")
  )

  /** Returns the files of a target: bytes that it began with, and bytes once found with it. */
  def filesOf(name: String): Seq[Path] = {
    val folder = Path.of("tests", "fuzz", name)
    if (Files.isDirectory(folder))
      Using.resource(Files.list(folder))(_.iterator.asScala.toVector.sorted)
    else Nil
  }

  /** Returns bytes of up to 4 KiB cut, with one byte changed, and with one byte appended. */
  def damaged(bytes: Array[Byte], random: Random): Seq[Array[Byte]] =
    if (bytes.isEmpty || bytes.length > 4096) Nil
    else {
      val changed = bytes.updated(random.nextInt(bytes.length), random.nextInt().toByte)
      Seq(bytes.take(random.nextInt(bytes.length)), changed, bytes :+ 0.toByte)
    }
}
