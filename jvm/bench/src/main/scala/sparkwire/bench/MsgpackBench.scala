package sparkwire.bench

import java.util.{ArrayList, HexFormat, LinkedHashMap, List => JavaList, Map => JavaMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.types.{DataType, StructType, VariantType}
import org.apache.spark.types.variant.Variant
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.core.{Format, Options, Root}
import sparkwire.wire.msgpack.Msgpack

import com.fasterxml.jackson.databind.ObjectMapper
import org.msgpack.core.{MessagePack, MessageUnpacker}
import org.msgpack.jackson.dataformat.MessagePackFactory
import org.openjdk.jmh.annotations._

/** The time to decode one record, a write of up to twelve bins in about 900 bytes, as a VARIANT and
  * as a row. Compared with the usual Java program: stream to objects with msgpack-core, or
  * use Jackson. `varied` cycles through 1,024 different records, `one` decodes the vector
  * `bin-midsize` again and again.
  *
  * Run: `project/sbt "bench/Jmh/run MsgpackBench"`. All sinks are used before anything is timed, as
  * in a session that runs more than one query.
  */
class MsgpackBench extends TimedBench {
  @Param(Array("varied", "one")) var records: String = _
  private var values: Array[Array[Byte]] = _

  private def bytes: Array[Byte] = values(next(values.length))

  private val variant = MsgpackBench.decoder(Msgpack, Msgpack.OneValue, VariantType)
  private val message = MsgpackBench.decoder(Aerospike, Aerospike.OneMessage, VariantType)
  private val allBins =
    MsgpackBench.decoder(Aerospike, Aerospike.OneMessage, DataType.fromDDL(MsgpackBench.AllBins))
  private val typedBins =
    MsgpackBench.decoder(Aerospike, Aerospike.OneMessage, DataType.fromDDL(MsgpackBench.TypedBins))
  private val sixBins =
    MsgpackBench.decoder(Aerospike, Aerospike.OneMessage, DataType.fromDDL(MsgpackBench.SixBins))
  private val dissect =
    MsgpackBench.decoder(Aerospike, Aerospike.OneMessage, VariantType, Ending.Dissection)
  // The results of `sparkwireVariant` and of `sparkwireMessage`.
  private var variants: Array[VariantVal] = _
  private var bins: Array[VariantVal] = _
  private val hand = new VariantByHand
  // The results of `sparkwireTyped` as objects.
  private var rows: Array[InternalRow] = _
  private val project = UnsafeProjection.create(MsgpackBench.typedResult)
  private val jackson = new ObjectMapper(new MessagePackFactory)

  @Setup
  def warmAndCompare(): Unit = {
    values =
      if (records == "one") Array(MsgpackBench.midsize) else MsgpackRecords.many(1 << 10, seed = 7)
    values.foreach(MsgpackBench.checkEqual)
    for (_ <- 1 to 2000; decoder <- Seq(variant, message, allBins, typedBins, sixBins, dissect))
      decoder.decode(bytes)
    variants = values.map(variant.decode(_).asInstanceOf[VariantVal])
    bins = values.map(message.decode(_).asInstanceOf[InternalRow].getVariant(MsgpackBench.bins))
    rows = values.map(value => MsgpackBench.asObjects(typedBins.decode(value)))
    for (one <- variants ++ bins) require(hand.write(one) == one)
  }

  /** Any MessagePack as a VARIANT: the whole message. */
  @Benchmark def sparkwireVariant(): Any = variant.decode(bytes)

  /** The message as a struct, its bins as a VARIANT. */
  @Benchmark def sparkwireMessage(): Any = message.decode(bytes)

  /** The message as a struct with typed bins, except for one bin that only VARIANT can hold. */
  @Benchmark def sparkwireAll(): Any = allBins.decode(bytes)

  /** Like `sparkwireAll`, without the VARIANT bin. */
  @Benchmark def sparkwireTyped(): Any = typedBins.decode(bytes)

  /** Like `sparkwireTyped`, with half of the bins. */
  @Benchmark def sparkwireTypedHalf(): Any = sixBins.decode(bytes)

  /** The checks alone. */
  @Benchmark def checkedByHand(): Int = MsgpackByHand.check(bytes)

  /** The VARIANT of the value, written once more. */
  @Benchmark def variantByHand(): Any = hand.write(variants(next(variants.length)))

  /** The row of typed bins, written by the code that Spark generates from objects that are there. */
  @Benchmark def rowBySpark(): Any = project(rows(next(rows.length)))
  @Benchmark def binsByHand(): Any = hand.write(bins(next(bins.length)))

  @Benchmark def coreStreaming(): Any = MsgpackBench.stream(bytes)
  @Benchmark def coreValues(): Any = MessagePack.newDefaultUnpacker(bytes).unpackValue()
  @Benchmark def jacksonObjects(): Any = jackson.readValue(bytes, classOf[Object])
}

object MsgpackBench {
  // A list of mixed elements, such as `visits`, has no type but VARIANT.
  val TypedBins: String =
    "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, avatar BINARY, " +
      "tags ARRAY<STRING>, prefs STRUCT<lang STRING, tz STRING, page INT, dark BOOLEAN, ratio DOUBLE>, " +
      "loc STRING, counters MAP<INT, BIGINT>, note STRING"
  val AllBins: String = TypedBins.replace("loc STRING", "visits VARIANT, loc STRING")
  val SixBins: String =
    "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, tags ARRAY<STRING>"

  private val bins = Aerospike.Message.results.indexWhere(_.name == "bins")

  lazy val midsize: Array[Byte] = {
    val line = Vectors.read("aerospike/messages-bins").find(
      _.path("name").asText == "bin-midsize").get
    HexFormat.of.parseHex(line.get("hex").asText)
  }

  def decoder(format: Format, root: Root, asked: DataType,
      ending: Ending = Ending.Strict): Decoder = {
    val planned = plan(format, root, asked, ending)
    new Decoder(planned, planned.resultType)
  }

  private def plan(format: Format, root: Root, asked: DataType, ending: Ending): DecodePlan =
    DecodePlan(
      s"${format.name}_decode", format, root, options(format), ending, Twins("", ""), asked)

  private val typedResult: StructType =
    plan(Aerospike, Aerospike.OneMessage, DataType.fromDDL(TypedBins), Ending.Strict)
      .resultType.asInstanceOf[StructType]

  private def asObjects(row: Any): InternalRow =
    CatalystTypeConverters.createToCatalystConverter(typedResult)(
      CatalystTypeConverters.createToScalaConverter(typedResult)(row)).asInstanceOf[InternalRow]

  /** Reads as msgpack-core is meant to be used: in one pass, with an object for each value. */
  def stream(bytes: Array[Byte]): Any = {
    val unpacker = MessagePack.newDefaultUnpacker(bytes)
    val value = stream(unpacker)
    unpacker.close()
    value
  }

  private def stream(from: MessageUnpacker): Any = {
    import org.msgpack.value.ValueType._
    val format = from.getNextFormat
    format.getValueType match {
      case NIL =>
        from.unpackNil()
        null
      case BOOLEAN => Boolean.box(from.unpackBoolean())
      case INTEGER =>
        if (format == org.msgpack.core.MessageFormat.UINT64) from.unpackBigInteger()
        else Long.box(from.unpackLong())
      case FLOAT => Double.box(from.unpackDouble())
      case STRING => from.unpackString()
      case BINARY => from.readPayload(from.unpackBinaryHeader())
      case ARRAY =>
        val size = from.unpackArrayHeader()
        val list = new ArrayList[Any](size)
        var i = 0
        while (i < size) {
          list.add(stream(from))
          i += 1
        }
        list
      case MAP =>
        val size = from.unpackMapHeader()
        val map = new LinkedHashMap[Any, Any](size * 2)
        var i = 0
        while (i < size) {
          val key = stream(from)
          map.put(key, stream(from))
          i += 1
        }
        map
      case _ =>
        val header = from.unpackExtensionTypeHeader()
        header.getType -> from.readPayload(header.getLength).toSeq
    }
  }

  /** Checks that the VARIANT holds the same values as the objects. */
  def checkEqual(bytes: Array[Byte]): Unit = {
    val made =
      decoder(Msgpack, Msgpack.OneValue, VariantType).decode(bytes).asInstanceOf[VariantVal]
    same(stream(bytes), new Variant(made.getValue, made.getMetadata))
    val row = decoder(Aerospike, Aerospike.OneMessage, VariantType).decode(bytes)
      .asInstanceOf[InternalRow].getVariant(bins)
    same(binsOf(stream(bytes)), new Variant(row.getValue, row.getMetadata))
  }

  /** Returns the names and values of the bins in the objects of a message. */
  private def binsOf(message: Any): JavaMap[Any, Any] = {
    val bins = new LinkedHashMap[Any, Any]
    part(part(message, 2), 4).asInstanceOf[JavaList[Any]].forEach { bin =>
      val _ = bins.put(part(bin, 0), part(bin, 3))
    }
    bins
  }

  private def part(list: Any, at: Int): Any = list.asInstanceOf[JavaList[Any]].get(at)

  // The records are Aerospike's, also where they are read as plain MessagePack.
  private def options(format: Format): Options =
    if (format == Msgpack) Options(Map(Msgpack.ExtTypes.name -> "aerospike")) else Options.none

  private def same(expected: Any, found: Variant): Unit = expected match {
    case list: JavaList[_] =>
      require(found.arraySize == list.size)
      list.asScala.zipWithIndex.foreach { case (item, i) => same(item, found.getElementAtIndex(i)) }
    case map: JavaMap[_, _] if map.keySet.asScala.forall(_.isInstanceOf[String]) =>
      require(found.objectSize == map.size)
      map.asScala.foreach { case (key, value) => same(value, found.getFieldByKey(key.toString)) }
    case map: JavaMap[_, _] =>
      require(found.arraySize == map.size)
      map.asScala.zipWithIndex.foreach { case ((key, value), i) =>
        same(key, found.getElementAtIndex(i).getFieldByKey("key"))
        same(value, found.getElementAtIndex(i).getFieldByKey("value"))
      }
    case null => require(found.toJson(java.time.ZoneOffset.UTC) == "null")
    case value: java.lang.Boolean => require(found.getBoolean == value)
    case value: java.lang.Long => require(found.getLong == value)
    case value: java.math.BigInteger => require(found.getLong == value.longValueExact)
    case value: java.lang.Double => require(found.getDouble == value)
    case value: String => require(found.getString == value)
    case value: Array[Byte] => require(java.util.Arrays.equals(found.getBinary, value))
    case (kind: Byte, _) if kind == Msgpack.GeoJsonExt => require(found.getString.nonEmpty)
    case (_, data: Seq[_]) => require(found.getBinary.toSeq == data)
    case other => throw new IllegalArgumentException(String.valueOf(other))
  }
}
