package sparkwire.bench

import java.util.Arrays

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.types.{ArrayType, DataType, StructType, VariantType}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Options

import org.openjdk.jmh.annotations._

/** The time to decode one packet. Compared with Avro's Java library as it is (`DataFileStream`,
  * which parses the schema each time) and as a careful program would use it, with schemas cached by
  * their bytes and one inflater.
  *
  * `few-varied` cycles through 1,024 different packets of one to four records, of 24 schemas that
  * both sides resolve to the reader's; `many-varied` through 256 packets of 500 to 1,500 records.
  * `one-deflate` reads one packet with one record again and again, the other two read one packet
  * with a thousand records; there the writer's schema is the reader's.
  *
  * Run: `project/sbt "bench/Jmh/run CernanBench"`.
  */
class CernanBench extends TimedBench {
  @Param(Array("few-varied", "many-varied", "one-deflate", "1000-null", "1000-deflate"))
  var records: String = _

  private var packets: Array[CernanPackets.Packet] = _
  private val variant = CernanBench.decoder(None, null)
  private var typed: Decoder = _
  private var typedRecords: Decoder = _
  private val headerOnly = CernanBench.decoder(None, "id", Map("verify" -> "none"))
  // Null if the writer's schema is the reader's.
  private var readerSchema: Schema = _
  private var careful: CernanPeers.Careful = _

  @Setup
  def prepare(): Unit = {
    packets = CernanBench.packets(records)
    val isVaried = records.endsWith("varied")
    val schemaText =
      if (isVaried) CernanPackets.variedSchemaText else CernanPackets.schemaText
    readerSchema = if (isVaried) new Schema.Parser().parse(schemaText) else null
    typed = CernanBench.decoder(Some(schemaText), null)
    typedRecords = CernanBench.decoder(Some(schemaText), "records")
    careful = new CernanPeers.Careful(readerSchema)
    val carefulAsWritten = new CernanPeers.Careful(null)
    packets.foreach(compare(_, carefulAsWritten))
    for (_ <- 1 to 200; decoder <- Seq(variant, typed, typedRecords, headerOnly))
      decoder.decode(next().bytes)
  }

  private def compare(packet: CernanPackets.Packet, asWritten: CernanPeers.Careful): Unit = {
    val peer = careful.readPacket(packet.bytes)
    require(CernanPeers.stream(packet.bytes, packet.avroAt, readerSchema) == peer.records)
    require(careful.read(packet.bytes, packet.avroAt) == peer.records)
    CernanBench.checkEqual(
      asWritten.readPacket(packet.bytes), variant, packet.bytes, VariantType)
    CernanBench.checkEqual(peer, typed, packet.bytes, CernanBench.record)
    SameAsAvro.check(peer.records,
      typedRecords.decode(packet.bytes).asInstanceOf[InternalRow].getArray(0),
      ArrayType(CernanBench.record))
  }

  private def next(): CernanPackets.Packet = packets(next(packets.length))

  /** The whole packet, its records as VARIANT. */
  @Benchmark def sparkwireVariant(): Any = variant.decode(next().bytes)

  /** The whole packet, its records resolved to a schema of the reader. */
  @Benchmark def sparkwireTyped(): Any = typed.decode(next().bytes)

  /** Only the records. */
  @Benchmark def sparkwireTypedRecords(): Any = typedRecords.decode(next().bytes)

  /** Only the header. */
  @Benchmark def sparkwireHeader(): Any = headerOnly.decode(next().bytes)

  /** Only the records, without cached schemas and with them; then everything that the row has. */
  @Benchmark def avroStream(): Any = {
    val packet = next()
    CernanPeers.stream(packet.bytes, packet.avroAt, readerSchema)
  }
  @Benchmark def avroCareful(): Any = {
    val packet = next()
    careful.read(packet.bytes, packet.avroAt)
  }
  @Benchmark def avroCarefulPacket(): Any = careful.readPacket(next().bytes)
}

object CernanBench {
  private val record: StructType =
    StructType.fromDDL("name STRING, favorite_number INT, favorite_color STRING")

  def decoder(reader: Option[String], field: String,
      options: Map[String, String] = Map.empty): Decoder = {
    val plan = DecodePlan("cernan_decode", Cernan, Cernan.OnePacket(reader), Options(options),
      Ending.Strict, Twins("", ""))
    val whole = plan.resultType.asInstanceOf[StructType]
    new Decoder(plan, if (field == null) whole else StructType(Seq(whole(field))))
  }

  private def packets(records: String): Array[CernanPackets.Packet] = records match {
    case "few-varied" => CernanPackets.varied(1 << 10, seed = 7, 1 to 4).toArray
    case "many-varied" => CernanPackets.varied(1 << 8, seed = 7, 500 to 1500).toArray
    case "one-deflate" => Array(CernanPackets.fixed(1, "deflate"))
    case thousand => Array(CernanPackets.fixed(1000, thousand.drop(5)))
  }

  /** Checks a packet with all its fields; its records are VARIANT or typed. */
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
    // Version 1 has no pairs, and without pairs there is no map.
    require(row.isNullAt(6) == peer.pairs.isEmpty && row.isNullAt(7) == (peer.version < 2))
    if (!row.isNullAt(6))
      require(binaries(row.getMap(6)) == peer.metadata.asScala.view.mapValues(_.toSeq).toMap)
    if (!row.isNullAt(7)) require(row.getArray(7).numElements() == peer.pairs.size)
    require(row.getUTF8String(8).toString == peer.schema)
    require(row.getUTF8String(9).toString == peer.codec)
    require(binaries(row.getMap(10)) == peer.avroMetadata.asScala.view.mapValues(_.toSeq).toMap)
    require(Arrays.equals(row.getBinary(11), peer.avro))
    require(row.getLong(12) == peer.records.size)
    SameAsAvro.check(peer.records, row.getArray(13), ArrayType(record))
  }
}
