package sparkwire.bench

import java.io.ByteArrayInputStream
import java.math.BigInteger
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.{ArrayList, Arrays, HashMap, LinkedHashMap, List => JavaList, Map => JavaMap}
import java.util.zip.Inflater

import org.apache.avro.Schema
import org.apache.avro.file.DataFileStream
import org.apache.avro.generic.{GenericDatumReader, GenericRecord}
import org.apache.avro.io.{BinaryDecoder, DecoderFactory}

/** Readers of packets such as a Java program would use. */
object CernanPeers {
  final val HeaderSize = 29

  /** Avro's library as it is: it parses the schema each time.
    *
    * @param readerSchema
    *   the schema to resolve to, or null to read the records as they were written
    */
  def stream(packet: Array[Byte], from: Int, readerSchema: Schema): JavaList[GenericRecord] = {
    val records = new ArrayList[GenericRecord]
    val in = new DataFileStream[GenericRecord](
      new ByteArrayInputStream(packet, from, packet.length - from),
      new GenericDatumReader[GenericRecord](null, readerSchema))
    while (in.hasNext) records.add(in.next())
    in.close()
    records
  }

  /** All content of a row. */
  final class Packet {
    var version = 0L
    var control = 0L
    var id: BigInteger = _
    var shardBy: BigInteger = _
    var kafkaKey: String = _
    val metadata = new LinkedHashMap[String, Array[Byte]]
    val pairs = new ArrayList[(Array[Byte], Array[Byte])]
    var schema: String = _
    var codec = "null"
    val avroMetadata = new LinkedHashMap[String, Array[Byte]]
    var avro: Array[Byte] = _
    var records: JavaList[GenericRecord] = _
  }

  /** Reads a container with Avro's decoder in a careful way: schemas cached by their text, one
    * inflater, one buffer.
    *
    * @param readerSchema
    *   the schema to resolve to, or null to read the records as they were written
    */
  final class Careful(readerSchema: Schema) {
    private val readers = new HashMap[ByteBuffer, GenericDatumReader[GenericRecord]]
    private val inflater = new Inflater(true)
    private var decoder: BinaryDecoder = _
    private var blockDecoder: BinaryDecoder = _
    private var buffer = new Array[Byte](65536)
    private var schemaText: ByteBuffer = _
    private var codec = "null"

    /** Reads a packet with all its content. */
    def readPacket(bytes: Array[Byte]): Packet = {
      val packet = new Packet
      val in = ByteBuffer.wrap(bytes)
      if (in.getInt() != bytes.length - 4) throw new IllegalStateException("length")
      packet.version = in.getInt() & 0xffffffffL
      packet.control = in.getInt() & 0xffffffffL
      packet.id = unsigned(in.getLong())
      val shardBy = in.getLong()
      packet.shardBy = unsigned(shardBy)
      packet.kafkaKey = java.lang.Long.toHexString(shardBy).toUpperCase
      if (packet.version >= 2) readPairs(in, packet)
      packet.avro = Arrays.copyOfRange(bytes, in.position(), bytes.length)
      packet.records = read(bytes, in.position(), packet.avroMetadata)
      packet.schema = new String(schemaText.array, 0, schemaText.limit, UTF_8)
      packet.codec = codec
      packet
    }

    private def unsigned(value: Long): BigInteger =
      if (value >= 0) BigInteger.valueOf(value)
      else new BigInteger(java.lang.Long.toUnsignedString(value))

    private def readPairs(in: ByteBuffer, packet: Packet): Unit = {
      var left = in.get() & 0xff
      while (left > 0) {
        val key = new Array[Byte](in.get() & 0xff)
        in.get(key)
        val value = new Array[Byte](in.getShort() & 0xffff)
        in.get(value)
        packet.pairs.add((key, value))
        packet.metadata.put(new String(key, UTF_8), value)
        left -= 1
      }
    }

    /** Reads only the records. */
    def read(packet: Array[Byte], from: Int,
        metadata: JavaMap[String, Array[Byte]] = null): JavaList[GenericRecord] = {
      decoder =
        DecoderFactory.get().binaryDecoder(packet, from + 4, packet.length - from - 4, decoder)
      readMetadata(metadata)
      val sync = new Array[Byte](16)
      decoder.readFixed(sync)
      val reader = readers.computeIfAbsent(schemaText,
        text => {
          val written = new Schema.Parser().parse(new String(text.array, 0, text.limit, UTF_8))
          new GenericDatumReader[GenericRecord](
            written, if (readerSchema == null) written else readerSchema)
        })
      val records = new ArrayList[GenericRecord]
      while (!decoder.isEnd) readBlock(reader, sync, records)
      records
    }

    private def readMetadata(all: JavaMap[String, Array[Byte]]): Unit = {
      codec = "null"
      var left = decoder.readMapStart()
      while (left > 0) {
        while (left > 0) {
          val key = decoder.readString()
          val value = decoder.readBytes(null)
          if (key == "avro.schema") schemaText = value
          else if (key == "avro.codec") codec = new String(value.array, 0, value.limit, UTF_8)
          if (all != null) all.put(key, value.array)
          left -= 1
        }
        left = decoder.mapNext()
      }
    }

    private def readBlock(reader: GenericDatumReader[GenericRecord], sync: Array[Byte],
        records: ArrayList[GenericRecord]): Unit = {
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
