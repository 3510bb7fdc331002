package sparkwire.bench

import java.io.ByteArrayOutputStream
import java.util.{Arrays, List => JavaList, Map => JavaMap}

import org.apache.avro.Schema
import org.apache.avro.generic.{GenericDatumReader, GenericDatumWriter, GenericRecord}
import org.apache.avro.io.{BinaryEncoder, DecoderFactory, EncoderFactory}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, StructType, VariantType}
import org.apache.spark.types.variant.Variant
import org.apache.spark.types.variant.VariantUtil.Type
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Encoder, Ending}
import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.avro.writing.EncodedValue
import sparkwire.wire.core.{Format, Options, Root}
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}
import sparkwire.wire.msgpack.Msgpack

import org.msgpack.core.{MessageBufferPacker, MessagePack}
import org.openjdk.jmh.annotations._

/** The time to encode one order of [[AvroBench]], from a row, beside Avro's generic writer, whose
  * encoder is used again and again.
  */
class AvroWriteBench extends TimedBench {
  private val values = AvroQueries.orders(1 << 10)
  private val plan = WriteBench.decoding(Avro, AvroValue.Typed(AvroQueries.schemaText))
  private val decoder = new Decoder(plan, plan.resultType)
  private val rows =
    Rows.inBinaryForm(values.iterator.map(decoder.decode), plan.resultType)
  private val encoder = Rows.encoder(Avro, EncodedValue(AvroQueries.schemaText), plan.resultType)

  private val schema = new Schema.Parser().parse(AvroQueries.schemaText)
  private val records = values.map(bytes =>
    new GenericDatumReader[GenericRecord](schema).read(
      null, DecoderFactory.get().binaryDecoder(bytes, null)))
  private val peer = new GenericDatumWriter[GenericRecord](schema)
  private val out = new ByteArrayOutputStream
  private var binary: BinaryEncoder = _

  private def next(): Int = next(values.length)

  @Setup
  def compareAndWarm(): Unit =
    for (_ <- 1 to 20; _ <- values) {
      val ours = sparkwireRow()
      again()
      require(Arrays.equals(ours.asInstanceOf[Array[Byte]], avroGeneric()))
    }

  @Benchmark def sparkwireRow(): Any = encoder.encode(rows(next()))
  @Benchmark def avroGeneric(): Array[Byte] = {
    out.reset()
    binary = EncoderFactory.get().binaryEncoder(out, binary)
    peer.write(records(next()), binary)
    binary.flush()
    out.toByteArray
  }
}

/** The time to encode one record of [[MsgpackBench]], from a VARIANT and from a row of typed fields,
  * beside msgpack-core, which packs the same values from Java's maps and lists.
  */
class MsgpackWriteBench extends TimedBench {
  private val messages = MsgpackRecords.many(1 << 10, seed = 7)

  private val bins = DataType.fromDDL(MsgpackBench.TypedBins).asInstanceOf[StructType]
  private val rows = {
    val decoder = MsgpackBench.decoder(Aerospike, Aerospike.OneMessage, bins)
    val at = Aerospike.Message.results.indexWhere(_.name == "bins")
    Rows.inBinaryForm(
      messages.iterator.map(message =>
        decoder.decode(message).asInstanceOf[InternalRow].getStruct(at, bins.length)),
      bins)
  }
  private val ofRows = Rows.encoder(Msgpack, Msgpack.OneValue, bins)
  private val rowObjects = objects(rows, ofRows)

  private val variants = {
    val decoder = MsgpackBench.decoder(Msgpack, Msgpack.OneValue, VariantType)
    Rows.inBinaryForm(messages.iterator.map(decoder.decode), VariantType)
  }
  private val ofVariants = Rows.encoder(Msgpack, Msgpack.OneValue, VariantType)
  private val variantObjects = objects(variants, ofVariants)

  private val packer = MessagePack.newDefaultBufferPacker()

  /** Returns the same values as Java's. */
  private def objects(values: Array[Any], encoder: Encoder): Array[Any] =
    values.map(value => MsgpackBench.stream(encoder.encode(value).asInstanceOf[Array[Byte]]))

  private def next(): Int = next(messages.length)

  private def packed(value: Any): Array[Byte] = {
    packer.clear()
    WriteBench.pack(value, packer)
    packer.toByteArray
  }

  @Setup
  def compareAndWarm(): Unit =
    for (_ <- 1 to 20; number <- messages.indices) {
      def same(ours: Any, theirs: Any): Unit =
        require(Arrays.equals(ours.asInstanceOf[Array[Byte]], packed(theirs)))
      same(ofRows.encode(rows(number)), rowObjects(number))
      same(ofVariants.encode(variants(number)), variantObjects(number))
      // Spark's class gives fields in the order of their names, so the bytes come in another order.
      require(walked(variants(number)).sorted.sameElements(packed(variantObjects(number)).sorted))
    }

  @Benchmark def sparkwireRow(): Any = ofRows.encode(rows(next()))
  @Benchmark def coreOfRow(): Array[Byte] = packed(rowObjects(next()))
  @Benchmark def sparkwireVariant(): Any = ofVariants.encode(variants(next()))
  @Benchmark def coreOfVariant(): Array[Byte] = packed(variantObjects(next()))

  /** The work of a user-defined function: walk the VARIANT with Spark's own class. */
  @Benchmark def coreWalkingVariant(): Array[Byte] = walked(variants(next()))

  private def walked(value: Any): Array[Byte] = {
    val variant = value.asInstanceOf[VariantVal]
    packer.clear()
    WriteBench.walk(new Variant(variant.getValue, variant.getMetadata), packer)
    packer.toByteArray
  }
}

/** The time to encode one message of [[KafkaBench]], from a row, beside Kafka's generated classes. */
class KafkaWriteBench extends TimedBench {
  @Param(Array("OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"))
  var message: String = _

  private var samples: Array[KafkaSample] = _
  private var rows: Array[Any] = _
  // Not taken from the samples, whose objects only the other side needs.
  private var versions: Array[Integer] = _
  private var encoder: Encoder = _

  private def next(): Int = next(samples.length)

  @Setup
  def compareAndWarm(): Unit = {
    val kind = KafkaMessages.all(message)
    samples = KafkaMessages.varied(kind, 1 << 10, seed = 7).map { case (made, version) =>
      new KafkaSample(kind, made, version)
    }.toArray
    val root = OneMessage(KafkaLayout.Message(kind.name, isName = true), VersionSource.Beside)
    val plan = WriteBench.decoding(Kafka.Layouts, root)
    rows = Rows.inBinaryForm(
      samples.iterator.map(KafkaSample.decoding(kind, VersionSource.Beside)), plan.resultType)
    versions = samples.map(_.versionBeside)
    encoder = Rows.encoder(Kafka.Layouts, root, plan.resultType)
    for (_ <- 1 to 20; _ <- samples) {
      val ours = sparkwireRow()
      again()
      require(Arrays.equals(ours.asInstanceOf[Array[Byte]], kafkaObjects()))
    }
  }

  @Benchmark def sparkwireRow(): Any = {
    val number = next()
    encoder.setInput(1, versions(number))
    encoder.encode(rows(number))
  }
  @Benchmark def kafkaObjects(): Array[Byte] = samples(next()).write()
}

private object WriteBench {

  /** Packs a VARIANT. A map whose keys are not text is an array of pairs in it. */
  def walk(variant: Variant, packer: MessageBufferPacker): Unit = variant.getType match {
    case Type.OBJECT =>
      packer.packMapHeader(variant.objectSize)
      for (at <- 0 until variant.objectSize) {
        val field = variant.getFieldAtIndex(at)
        packer.packString(field.key)
        walk(field.value, packer)
      }
    case Type.ARRAY => walkArray(variant, packer)
    case Type.NULL => val _ = packer.packNil()
    case Type.BOOLEAN => val _ = packer.packBoolean(variant.getBoolean)
    case Type.LONG => val _ = packer.packLong(variant.getLong)
    case Type.DOUBLE => val _ = packer.packDouble(variant.getDouble)
    case Type.STRING => val _ = packer.packString(variant.getString)
    case Type.BINARY =>
      val bytes = variant.getBinary
      packer.packBinaryHeader(bytes.length)
      val _ = packer.writePayload(bytes)
    case other => throw new IllegalArgumentException(s"not in the records: $other")
  }

  private def walkArray(array: Variant, packer: MessageBufferPacker): Unit = {
    val parts = Array.tabulate(array.arraySize)(array.getElementAtIndex)
    val isMap = parts.nonEmpty && parts.forall(part =>
      part.getType == Type.OBJECT && part.objectSize == 2 &&
        part.getFieldAtIndex(0).key == "key" && part.getFieldAtIndex(1).key == "value")
    if (isMap) packer.packMapHeader(parts.length) else packer.packArrayHeader(parts.length)
    for (part <- parts)
      if (isMap) {
        walk(part.getFieldAtIndex(0).value, packer)
        walk(part.getFieldAtIndex(1).value, packer)
      } else walk(part, packer)
  }

  def decoding(format: Format, root: Root): DecodePlan =
    DecodePlan("decode", format, root, Options.none, Ending.Strict, Twins("", ""))

  /** Packs the values that [[MsgpackBench.stream]] gives. */
  def pack(value: Any, packer: MessageBufferPacker): Unit = value match {
    case null => val _ = packer.packNil()
    case bool: java.lang.Boolean => val _ = packer.packBoolean(bool)
    case number: java.lang.Long => val _ = packer.packLong(number)
    case number: java.math.BigInteger => val _ = packer.packBigInteger(number)
    case number: java.lang.Double => val _ = packer.packDouble(number)
    case text: String => val _ = packer.packString(text)
    case bytes: Array[Byte] =>
      packer.packBinaryHeader(bytes.length)
      val _ = packer.writePayload(bytes)
    case list: JavaList[_] =>
      packer.packArrayHeader(list.size)
      list.forEach(pack(_, packer))
    case map: JavaMap[_, _] =>
      packer.packMapHeader(map.size)
      map.forEach { (key, part) =>
        pack(key, packer)
        pack(part, packer)
      }
    case (kind: Byte, payload: Seq[_]) =>
      val bytes = payload.asInstanceOf[Seq[Byte]].toArray
      packer.packExtensionTypeHeader(kind, bytes.length)
      val _ = packer.writePayload(bytes)
    case other => throw new IllegalArgumentException(s"no MessagePack: $other")
  }
}
