package sparkwire.bench

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.{Arrays, Random}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.avro.file.{CodecFactory, DataFileWriter}
import org.apache.avro.generic.{GenericData, GenericDatumWriter, GenericRecord}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.types.{ArrayType, DataType, StructType, VariantType}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.Options
import sparkwire.wire.cernan.Cernan

import org.openjdk.jmh.annotations._

/** How long one packet takes: 357 bytes with one deflated record, and some 30 kB with a thousand, beside
  * Avro's Java library as it comes (`DataFileStream`, which parses the schema each time) and as a careful
  * program would use it, with schemas kept by their bytes and one inflater.
  *
  * Run: `project/sbt "bench/Jmh/run CernanBench"`.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
class CernanBench {
  @Param(Array("one-deflate", "1000-null", "1000-deflate"))
  var records: String = _

  private var packet: Array[Byte] = _
  private val variant = CernanBench.decoder(None, null)
  private val typed = CernanBench.decoder(Some(CernanBench.schemaText), null)
  private val typedRecords = CernanBench.decoder(Some(CernanBench.schemaText), "records")
  private val headerOnly = CernanBench.decoder(None, "id", Map("verify" -> "none"))
  private val careful = new CernanPeers.Careful

  @Setup
  def prepare(): Unit = {
    packet = CernanBench.packet(records)
    val peer = careful.readPacket(packet)
    require(CernanPeers.stream(packet, CernanBench.avroAt) == peer.records)
    require(careful.read(packet, CernanBench.avroAt) == peer.records)
    CernanBench.checkEqual(peer, variant, packet, VariantType)
    CernanBench.checkEqual(peer, typed, packet, CernanBench.record)
    SameAsAvro.check(peer.records,
      typedRecords.decode(packet).asInstanceOf[InternalRow].getArray(0),
      ArrayType(CernanBench.record))
    for (_ <- 1 to 200; decoder <- Seq(variant, typed, typedRecords, headerOnly))
      decoder.decode(packet)
  }

  /** All of the packet, its records as VARIANT. */
  @Benchmark def sparkwireVariant(): Any = variant.decode(packet)

  /** All of the packet, its records by a schema of the reader. */
  @Benchmark def sparkwireTyped(): Any = typed.decode(packet)

  /** The records alone. */
  @Benchmark def sparkwireTypedRecords(): Any = typedRecords.decode(packet)

  /** The header alone. */
  @Benchmark def sparkwireHeader(): Any = headerOnly.decode(packet)

  /** The records alone, without schemas kept and with them; and all that the row has. */
  @Benchmark def avroStream(): Any = CernanPeers.stream(packet, CernanBench.avroAt)
  @Benchmark def avroCareful(): Any = careful.read(packet, CernanBench.avroAt)
  @Benchmark def avroCarefulPacket(): Any = careful.readPacket(packet)
}

object CernanBench {
  val schemaText: String =
    """{"type": "record", "name": "example.avro.User", "fields": [{"name": "name", "type": "string"}, """ +
      """{"name": "favorite_number", "type": ["int", "null"]}, """ +
      """{"name": "favorite_color", "type": ["string", "null"]}]}"""
  private val schema = new Schema.Parser().parse(schemaText)
  private val record: StructType =
    StructType.fromDDL("name STRING, favorite_number INT, favorite_color STRING")

  def decoder(reader: Option[String], field: String,
      options: Map[String, String] = Map.empty): Decoder = {
    val plan = DecodePlan("cernan_decode", Cernan, Cernan.OnePacket(reader), Options(options),
      Ending.Strict, Twins("", ""))
    val whole = plan.resultType.asInstanceOf[StructType]
    new Decoder(plan, if (field == null) whole else StructType(Seq(whole(field))))
  }

  def packet(records: String): Array[Byte] = {
    val container =
      if (records == "one-deflate") written(1, "deflate") else written(1000, records.drop(5))
    val pair = "topic".getBytes.length.toByte +: "topic".getBytes
    val out = ByteBuffer.allocate(CernanPeers.HeaderSize + pair.length + 2 + 6 + container.length)
    out.putInt(out.capacity - 4).putInt(2).putInt(1).putLong(7).putLong(77).put(1.toByte)
    out.put(pair).putShort(6).put("events".getBytes).put(container)
    out.array()
  }

  private def written(count: Int, codec: String): Array[Byte] = {
    val random = new Random(1)
    val out = new ByteArrayOutputStream
    val writer = new DataFileWriter[GenericRecord](new GenericDatumWriter[GenericRecord](schema))
    writer.setCodec(CodecFactory.fromString(codec))
    writer.create(schema, out)
    for (number <- 1 to count) {
      val record = new GenericData.Record(schema)
      record.put(0, s"Foo Bar Matic ${random.nextInt(1000)}")
      record.put(1, number)
      record.put(2, if (number % 4 == 0) null else "Nonyabusiness")
      writer.append(record)
    }
    writer.close()
    out.toByteArray
  }

  /** Where the container begins. */
  val avroAt: Int = CernanPeers.HeaderSize + 1 + 5 + 2 + 6

  /** A packet with all its fields, its records of either kind. */
  def checkEqual(peer: CernanPeers.Packet, decoder: Decoder, packet: Array[Byte],
      record: DataType): Unit = {
    val row = decoder.decode(packet).asInstanceOf[InternalRow]
    def binaries(map: MapData): Map[String, Seq[Byte]] =
      (0 until map.numElements()).map { at =>
        map.keyArray().getUTF8String(at).toString -> map.valueArray().getBinary(at).toSeq
      }.toMap
    require(row.getLong(0) == peer.version && row.getLong(2) == peer.control)
    require(row.getDecimal(3, 20, 0).toJavaBigDecimal.toBigInteger == peer.id)
    require(row.getDecimal(4, 20, 0).toJavaBigDecimal.toBigInteger == peer.shardBy)
    require(row.getUTF8String(5).toString == peer.kafkaKey)
    require(binaries(row.getMap(6)) == peer.metadata.asScala.view.mapValues(_.toSeq).toMap)
    require(row.getArray(7).numElements() == peer.pairs.size)
    require(row.getUTF8String(8).toString == peer.schema)
    require(row.getUTF8String(9).toString == peer.codec)
    require(binaries(row.getMap(10)) == peer.avroMetadata.asScala.view.mapValues(_.toSeq).toMap)
    require(Arrays.equals(row.getBinary(11), peer.avro))
    require(row.getLong(12) == peer.records.size)
    SameAsAvro.check(peer.records, row.getArray(13), ArrayType(record))
  }
}
