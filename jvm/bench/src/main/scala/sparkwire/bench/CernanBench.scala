package sparkwire.bench

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.ByteBuffer
import java.util.{Arrays, HashMap, Random}
import java.util.concurrent.TimeUnit
import java.util.zip.Inflater

import org.apache.avro.Schema
import org.apache.avro.file.{CodecFactory, DataFileStream, DataFileWriter}
import org.apache.avro.generic.{GenericData, GenericDatumReader, GenericDatumWriter, GenericRecord}
import org.apache.avro.io.{BinaryDecoder, DecoderFactory}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType

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
  private val careful = new CernanBench.Careful

  @Setup
  def prepare(): Unit = {
    packet = CernanBench.packet(records)
    val count = careful.read(packet).size
    require(CernanBench.stream(packet).size == count)
    for (decoder <- Seq(variant, typed))
      require(decoder.decode(packet).asInstanceOf[InternalRow].getArray(13).numElements() == count)
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
  @Benchmark def avroStream(): Any = CernanBench.stream(packet)
  @Benchmark def avroCareful(): Any = careful.read(packet)
}

object CernanBench {
  val schemaText: String =
    """{"type": "record", "name": "example.avro.User", "fields": [{"name": "name", "type": "string"}, """ +
      """{"name": "favorite_number", "type": ["int", "null"]}, """ +
      """{"name": "favorite_color", "type": ["string", "null"]}]}"""
  private val schema = new Schema.Parser().parse(schemaText)

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
    val out = ByteBuffer.allocate(29 + pair.length + 2 + 6 + container.length)
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

  private def containerAt(packet: Array[Byte]): Int = 29 + 1 + 5 + 2 + 6

  def stream(packet: Array[Byte]): java.util.List[GenericRecord] = {
    val from = containerAt(packet)
    val records = new java.util.ArrayList[GenericRecord]
    val in = new DataFileStream[GenericRecord](
      new ByteArrayInputStream(packet, from, packet.length - from),
      new GenericDatumReader[GenericRecord]())
    while (in.hasNext) records.add(in.next())
    in.close()
    records
  }

  /** A container by hand with Avro's decoder: the schema by its text, one inflater, one buffer. */
  final class Careful {
    private val readers = new HashMap[ByteBuffer, GenericDatumReader[GenericRecord]]
    private val inflater = new Inflater(true)
    private var decoder: BinaryDecoder = _
    private var blockDecoder: BinaryDecoder = _
    private var buffer = new Array[Byte](65536)

    def read(packet: Array[Byte]): java.util.List[GenericRecord] = {
      val from = containerAt(packet)
      decoder =
        DecoderFactory.get().binaryDecoder(packet, from + 4, packet.length - from - 4, decoder)
      var schemaText: ByteBuffer = null
      var codec = "null"
      var left = decoder.readMapStart()
      while (left > 0) {
        while (left > 0) {
          val key = decoder.readString()
          val value = decoder.readBytes(null)
          if (key == "avro.schema") schemaText = value
          else if (key == "avro.codec") codec = new String(value.array, 0, value.limit)
          left -= 1
        }
        left = decoder.mapNext()
      }
      val sync = new Array[Byte](16)
      decoder.readFixed(sync)
      val known = readers.get(schemaText)
      val reader =
        if (known != null) known
        else {
          val made = new GenericDatumReader[GenericRecord](
            new Schema.Parser().parse(new String(schemaText.array, 0, schemaText.limit)))
          readers.put(schemaText, made)
          made
        }
      val records = new java.util.ArrayList[GenericRecord]
      while (!decoder.isEnd) {
        val count = decoder.readLong()
        val data = decoder.readBytes(null)
        blockDecoder =
          if (codec == "deflate")
            DecoderFactory.get().binaryDecoder(buffer, 0, inflate(data), blockDecoder)
          else DecoderFactory.get().binaryDecoder(data.array, 0, data.limit, blockDecoder)
        var number = 0L
        while (number < count) {
          records.add(reader.read(null, blockDecoder))
          number += 1
        }
        val end = new Array[Byte](16)
        decoder.readFixed(end)
        if (!Arrays.equals(sync, end)) throw new IllegalStateException("sync")
      }
      records
    }

    private def inflate(data: ByteBuffer): Int = {
      inflater.reset()
      inflater.setInput(data.array, 0, data.limit)
      var end = 0
      while (!inflater.finished()) {
        if (end == buffer.length) buffer = Arrays.copyOf(buffer, end * 2)
        end += inflater.inflate(buffer, end, buffer.length - end)
      }
      end
    }
  }
}
