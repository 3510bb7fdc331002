package sparkwire

import java.io.ByteArrayOutputStream
import java.nio.{ByteBuffer, ByteOrder}
import java.util.Arrays

import org.apache.avro.Schema
import org.apache.avro.file.DataFileWriter
import org.apache.avro.generic.GenericDatumWriter
import org.apache.kafka.common.record.internal.SimpleRecord

import sparkwire.wire.Vectors
import sparkwire.wire.avro.ContainerReaderSuite
import sparkwire.wire.kafka.KafkaBatches

/** A call on a value of any size.
  *
  * @param function
  *   the function that decodes; the other functions of its family are called too
  * @param before
  *   the arguments before the value; `after` holds the arguments after it
  */
final class LargeValue(val name: String, val function: String, val make: Int => Array[Byte],
    val before: Seq[Any] = Nil, val after: Seq[Any] = Nil)

/** Values of each format and of any size, most of them well formed. */
object LargeValues {
  private val Fill = 'x'.toByte

  private def hex(text: String): Array[Byte] = Vectors.bytes(text)

  /** Repeats `unit` as often as it fits. */
  private def repeated(unit: Array[Byte]): Int => Array[Byte] = size => {
    val bytes = new Array[Byte](size / unit.length * unit.length)
    for (at <- bytes.indices by unit.length) System.arraycopy(unit, 0, bytes, at, unit.length)
    bytes
  }

  /** Returns `head`, the length of the filling as an INT32, the filling, and `tail`. */
  private def filled(head: String, tail: String = "", order: ByteOrder = ByteOrder.BIG_ENDIAN,
      fill: Byte = Fill): Int => Array[Byte] = size => {
    val (front, back) = (hex(head), hex(tail))
    val bytes = new Array[Byte](size)
    val length = size - front.length - 4 - back.length
    Arrays.fill(bytes, fill)
    ByteBuffer.wrap(bytes).order(order).put(front).putInt(length)
    System.arraycopy(back, 0, bytes, size - back.length, back.length)
    bytes
  }

  /** Returns `head`, a count as an INT32, and that many copies of `unit`. */
  private def counted(head: String, unit: String,
      order: ByteOrder = ByteOrder.BIG_ENDIAN): Int => Array[Byte] = size => {
    val (front, each) = (hex(head), hex(unit))
    val count = (size - front.length - 4) / each.length
    val bytes = ByteBuffer.allocate(front.length + 4 + count * each.length).order(order)
    bytes.put(front).putInt(count)
    for (_ <- 1 to count) bytes.put(each)
    bytes.array
  }

  /** A varint: groups of 7 bits, the lowest first. */
  private def varint(value: Int): String =
    if (value < 0x80) f"$value%02x" else f"${value & 0x7f | 0x80}%02x" + varint(value >>> 7)

  private def container(size: Int): Array[Byte] = {
    val schema = new Schema.Parser().parse(
      """{"type": "record", "name": "r", "fields": [{"name": "b", "type": "bytes"}]}""")
    val out = new ByteArrayOutputStream(size + (1 << 20))
    val record = new org.apache.avro.generic.GenericData.Record(schema)
    record.put("b", ByteBuffer.wrap(new Array[Byte](10000)))
    val writer = new DataFileWriter[AnyRef](new GenericDatumWriter[AnyRef](schema))
    writer.create(schema, out)
    for (_ <- 1 to size / 10000) writer.append(record)
    writer.close()
    out.toByteArray
  }

  private def packet(size: Int): Array[Byte] = ContainerReaderSuite.packet(container(size))

  private def batchOf(bytes: Int): Array[Byte] = KafkaBatches.written(
    2, KafkaBatches.codecs.head._2,
    new SimpleRecord(5L, new Array[Byte](8), new Array[Byte](bytes)))

  private def firstOf(format: String, file: String): Array[Byte] =
    Vectors.read(format, file).find(_.fails.isEmpty).get.bytes

  private val kafka: Seq[LargeValue] = {
    val metadata =
      "0003000161000000000001610001610000000000000000000000010001" + "61ffff000161000161" +
        "0000000000000000"
    val text = "8008" + "61" * 1023
    Seq(
      new LargeValue("batches", "kafka_records_decode", repeated(batchOf(1000))),
      new LargeValue("batches, unverified", "kafka_records_decode", repeated(batchOf(1000)),
        after = Seq(Map("verify" -> "none"))),
      new LargeValue("small batches", "kafka_records_decode", repeated(batchOf(10))),
      new LargeValue("small batches, as many as can be", "kafka_records_decode",
        repeated(batchOf(10)), after = Seq(Map("maxSize" -> "134217728"))),
      new LargeValue("one record", "kafka_records_decode", batchOf),
      new LargeValue("bytes", "kafka_decode", filled(""), after = Seq("BYTES")),
      new LargeValue("int8", "kafka_decode", counted("", "07"), after = Seq("ARRAY<INT8>")),
      new LargeValue("int64", "kafka_decode", counted("", "0000000000000007"),
        after = Seq("ARRAY<INT64>")),
      new LargeValue("varints", "kafka_decode", counted("", "07"),
        after = Seq("ARRAY<UNSIGNED_VARLONG>")),
      new LargeValue("texts", "kafka_decode", counted("", text),
        after = Seq("ARRAY<COMPACT_STRING>")),
      new LargeValue("group metadata", "kafka_record_decode", filled(metadata, "00000000"),
        before = Seq("__consumer_offsets", hex("0002000161"))),
      new LargeValue("produce", "kafka_request_decode",
        filled("0000000300000001ffffffff00010000000000000001000161" + "0000000100000000")),
      new LargeValue("authenticate", "kafka_response_decode", filled("000000010000ffff"),
        after = Seq(36, 0)),
      new LargeValue("tags", "kafka_tags_decode",
        size => {
          val bytes = new Array[Byte](size)
          val head = hex("0105" + varint(size - 6))
          System.arraycopy(head, 0, bytes, 0, head.length)
          bytes
        })
    )
  }

  private val databus: Seq[LargeValue] = {
    val event = firstOf("databus", "events-v2")
    Seq(
      new LargeValue("one event and more", "databus_decode", repeated(event)),
      new LargeValue("unverified", "databus_decode", unverifiedEvent,
        after = Seq(Map("verify" -> "none"))),
      new LargeValue("as JSON", "databus_to_json", unverifiedEvent,
        after = Seq(Map("verify" -> "none"))),
      new LargeValue("from JSON", "databus_decode_json", json),
      new LargeValue("events", "databus_decode_all", repeated(event))
    )
  }

  // The required fields of an event are missing, which is found only after all of it is read.
  private def json(size: Int): Array[Byte] = {
    val head = "{\"opcode\":\"UPSERT\",\"value\":\"".getBytes
    val bytes = Arrays.copyOf(head, size)
    Arrays.fill(bytes, head.length, size, 'A'.toByte)
    bytes(size - 2) = '"'
    bytes(size - 1) = '}'
    bytes
  }

  /** A version 1 event of this size. Its checksums are wrong; the payload extends to the end. */
  def unverifiedEvent(size: Int): Array[Byte] = {
    val bytes = Arrays.copyOf(firstOf("databus", "events-v1"), size)
    ByteBuffer.wrap(bytes).putInt(5, size)
    bytes
  }

  private val cernanAndAvro: Seq[LargeValue] = Seq(
    new LargeValue("one packet", "cernan_decode", packet),
    new LargeValue("packets", "cernan_decode_all", repeated(firstOf("cernan", "streams"))),
    new LargeValue("container", "avro_container_decode", container),
    new LargeValue("container, resolved", "avro_container_decode", container,
      after = Seq(
        """{"type": "record", "name": "r", "fields": [{"name": "b", "type": "bytes"}]}""")),
    new LargeValue("bytes", "avro_decode", size => filledVarlong(size), after = Seq("\"bytes\"")),
    new LargeValue("longs", "avro_decode", longs,
      after = Seq("""{"type": "array", "items": "long"}""")),
    new LargeValue("framed longs, resolved", "avro_decode",
      size => hex("0000000007") ++ longs(size - 5),
      after = Seq("""{"type": "array", "items": "long"}""",
        """{"type": "array", "items": "double"}""", Map("frame" -> "confluent"))),
    new LargeValue("bytes", "avro_frame", size => filledVarlong(size)),
    new LargeValue(
      "json", "registry_frame", size => hex("0000000007") ++ new Array[Byte](size - 5)),
    new LargeValue("indexes", "registry_frame",
      size => hex("0000000007") ++ hex(varint((size - 10) * 2)) ++ new Array[Byte](size - 10),
      after = Seq(Map("payload" -> "protobuf"))),
    new LargeValue("bytes", "avro_variant", size => filledVarlong(size), after = Seq("\"bytes\"")),
    new LargeValue("longs", "avro_variant", longs,
      after = Seq("""{"type": "array", "items": "long"}"""))
  )

  private def filledVarlong(size: Int): Array[Byte] = {
    val head = hex(varint((size - 5) * 2))
    Arrays.copyOf(head, head.length + size - 5)
  }

  private def longs(size: Int): Array[Byte] = {
    val head = hex(varint((size - 6) * 2))
    Arrays.copyOf(head, head.length + size - 6 + 1)
  }

  private val msgpack: Seq[LargeValue] = {
    val record = "9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b01" +
      "00cf0000018b7babc48d9194a1620400"
    for ((name, function, head) <- Seq(("value", "msgpack_decode", ""),
        ("message", "aerospike_decode", record), ("bins", "aerospike_bins", record));
      value <- Seq(
        new LargeValue(s"$name: bytes", function, filled(head + "c6")),
        new LargeValue(s"$name: numbers", function, counted(head + "dd", "07")),
        new LargeValue(s"$name: bytes in a list", function,
          counted(head + "dd", "c503e8" + "07" * 1000))))
      yield value
  } ++ Seq(
    new LargeValue("typed: bytes", "msgpack_decode", filled("c6"), after = Seq("BINARY")),
    new LargeValue("typed: numbers", "msgpack_decode", counted("dd", "07"),
      after = Seq("ARRAY<BIGINT>")),
    new LargeValue("typed: bytes in a list", "msgpack_decode",
      counted("dd", "c503e8" + "07" * 1000), after = Seq("ARRAY<BINARY>")),
    new LargeValue("typed: bytes in a map", "msgpack_decode",
      size => counted("df", "c503e8" + "07" * 1000)(size), after = Seq("MAP<BINARY,BINARY>"))
  )

  private val ignite: Seq[LargeValue] = {
    val little = ByteOrder.LITTLE_ENDIAN
    for (function <- Seq("ignite_decode", "ignite_header", "ignite_hash", "ignite_types");
      value <- Seq(
        new LargeValue("bytes", function, filled("0c", order = little)),
        new LargeValue("ints", function, counted("0e", "07000000", order = little))))
      yield value
  } ++ Seq(
    new LargeValue("typed: bytes", "ignite_decode", filled("0c", order = ByteOrder.LITTLE_ENDIAN),
      after = Seq("BINARY")),
    new LargeValue("typed: ints", "ignite_decode",
      counted("0e", "07000000", order = ByteOrder.LITTLE_ENDIAN), after = Seq("ARRAY<BIGINT>"))
  )

  val all: Seq[LargeValue] = kafka ++ databus ++ cernanAndAvro ++ msgpack ++ ignite
}
