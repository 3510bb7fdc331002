package sparkwire.bench

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.avro.Schema
import org.apache.avro.file.{CodecFactory, DataFileWriter}
import org.apache.avro.generic.{GenericData, GenericDatumWriter, GenericRecord}

/** The packets that [[CernanBench]] decodes. */
private[bench] object CernanPackets {

  /** A packet, and where its container begins. */
  final case class Packet(bytes: Array[Byte], avroAt: Int)

  val schemaText: String =
    """{"type": "record", "name": "example.avro.User", "fields": [{"name": "name", "type": "string"}, """ +
      """{"name": "favorite_number", "type": ["int", "null"]}, """ +
      """{"name": "favorite_color", "type": ["string", "null"]}]}"""

  /** The reader's schema of packets that differ: a writer may have left two of its fields out. */
  val variedSchemaText: String =
    """{"type": "record", "name": "example.avro.User", "fields": [{"name": "name", "type": "string"}, """ +
      """{"name": "favorite_number", "type": ["null", "int"], "default": null}, """ +
      """{"name": "favorite_color", "type": ["null", "string"], "default": null}]}"""

  /** One packet with records of one schema. */
  def fixed(count: Int, codec: String): Packet = {
    val random = new java.util.Random(1)
    val schema = new Schema.Parser().parse(schemaText)
    val records = (1 to count).map { number =>
      val record = new GenericData.Record(schema)
      record.put(0, s"Foo Bar Matic ${random.nextInt(1000)}")
      record.put(1, number)
      record.put(2, if (number % 4 == 0) null else "Nonyabusiness")
      record
    }
    packet(2, 7, 77, Seq("topic" -> "events".getBytes), container(schema, records, codec, Nil))
  }

  /** Packets of both versions with ids, pairs and metadata of their own, records of 24 schemas, deflated or not.
    *
    * @param records
    *   how many records a packet has
    */
  def varied(count: Int, seed: Long, records: Range): Seq[Packet] = {
    val made = new CernanPackets(new Random(seed))
    Seq.fill(count)(made.packet(records))
  }

  private def packet(version: Int, id: Long, shardBy: Long, pairs: Seq[(String, Array[Byte])],
      container: Array[Byte]): Packet = {
    val sizeOfPairs = pairs.map { case (key, value) => 1 + key.length + 2 + value.length }.sum
    val avroAt = CernanPeers.HeaderSize - (if (version >= 2) 0 else 1) + sizeOfPairs
    val out = ByteBuffer.allocate(avroAt + container.length)
    out.putInt(out.capacity - 4).putInt(version).putInt(1).putLong(id).putLong(shardBy)
    if (version >= 2) out.put(pairs.length.toByte)
    for ((key, value) <- pairs)
      out.put(key.length.toByte).put(key.getBytes).putShort(value.length.toShort).put(value)
    out.put(container)
    Packet(out.array, avroAt)
  }

  private def container(schema: Schema, records: Seq[GenericRecord], codec: String,
      metadata: Seq[(String, String)]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val writer = new DataFileWriter[GenericRecord](new GenericDatumWriter[GenericRecord](schema))
    writer.setCodec(CodecFactory.fromString(codec))
    for ((key, value) <- metadata) writer.setMeta(key, value)
    writer.create(schema, out)
    records.foreach(record => writer.append(record))
    writer.close()
    out.toByteArray
  }

  // Fields that a writer may have; the reader's schema has the first three.
  private val fields = Seq(
    "name" -> """"string"""", "favorite_number" -> """["int", "null"]""",
    "favorite_color" -> """["null", "string"]""", "height" -> """"double"""",
    "visits" -> """{"type": "array", "items": "long"}""", "note" -> """["null", "string"]""",
    "active" -> """"boolean"""")
}

private final class CernanPackets(random: Random) {
  import CernanPackets._

  private val schemas: Seq[Schema] = Seq.fill(24) {
    val kept = fields.filter { case (name, _) => name == "name" || random.nextInt(4) > 0 }
    val list = random.shuffle(kept).map { case (name, kind) =>
      s"""{"name": "$name", "type": $kind}"""
    }
    new Schema.Parser().parse(
      s"""{"type": "record", "name": "example.avro.User", "fields": ${list.mkString("[", ", ", "]")}}""")
  }

  private def text(most: Int): String =
    Seq.fill(1 + random.nextInt(most))(('a' + random.nextInt(26)).toChar).mkString

  private def number(): Int = random.nextInt() >>> random.nextInt(31)

  def packet(records: Range): Packet = {
    val schema = schemas(random.nextInt(schemas.length))
    val count = records.start + random.nextInt(records.length)
    val made = container(schema, Seq.fill(count)(record(schema)),
      if (random.nextInt(4) == 0) "null" else "deflate",
      if (random.nextBoolean()) Nil else Seq("client" -> text(12)))
    val version = 1 + random.nextInt(2)
    val pairs =
      if (version == 1) Nil
      else Seq.tabulate(random.nextInt(5))(at => s"$at${text(10)}" -> random.nextBytes(at * 8))
    CernanPackets.packet(version, random.nextLong(), random.nextLong(), pairs, made)
  }

  private def record(schema: Schema): GenericRecord = {
    val record = new GenericData.Record(schema)
    schema.getFields.asScala.foreach(field => record.put(field.pos, value(field.name)))
    record
  }

  private def value(field: String): Any = field match {
    case "name" => text(24)
    case "favorite_number" => if (random.nextInt(4) == 0) null else number()
    case "favorite_color" => if (random.nextInt(4) == 0) null else text(12)
    case "height" => random.nextDouble() * 2
    case "visits" => Seq.fill(random.nextInt(5))(Long.box(random.nextLong() >>> 20)).asJava
    case "note" => if (random.nextInt(3) == 0) text(60) else null
    case "active" => random.nextBoolean()
  }
}
