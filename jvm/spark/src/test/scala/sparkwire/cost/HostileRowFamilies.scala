package sparkwire.cost

import java.io.{ByteArrayOutputStream, OutputStream}
import java.util.zip.GZIPOutputStream

import scala.util.Using

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, GenericArrayData}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.cost.CostFamily.Column
import sparkwire.cost.WriterFamilies.json
import sparkwire.files.values.ValueReads

import net.jpountz.lz4.LZ4FrameOutputStream
import org.tukaani.xz.{LZMA2Options, XZOutputStream}
import org.xerial.snappy.SnappyFramedOutputStream

/** Rows and VARIANTs that somebody else has filled, for every writer: names, codecs, types and pairs that
  * are as expensive as they may be. Also compressed files of very many small parts.
  */
object HostileRowFamilies {
  private def text(value: String): UTF8String = UTF8String.fromString(value)

  private def repeated(size: Int, piece: String): String =
    Seq.fill(math.max(1, size / (piece.length + 1)))(piece).mkString("[", ",", "]")

  private def names(count: Int, from: Int = 0): String =
    (from until from + count).map(number => f""""$number%08d":1""").mkString(",")

  private def encode(format: String, name: String, attacks: String)(
      arguments: Int => Seq[Any]): CostFamily =
    CostFamily(s"row-$format-$name", attacks, s"${format}_encode")(arguments)

  /** Pairs of a key and a value, the last of which has the key of the first: so they stand for a map. */
  private def pairs(size: Int, first: String = ""): Column = {
    val each = (0 until size / 32).map(number => f"""{"key":"$number%08d","value":1}""")
    json(s"[$first${(each :+ each.head).mkString(",")}]")
  }

  private val ignite = Seq(
    encode("ignite", "ids", "Objects of so many fields that their ids are looked up in a table.")(
      size =>
        Seq(json(repeated(size, s"""{"@type":"T",${names(17)}}""")))),
    encode("ignite", "ids-in-ids", "Objects of many fields in an object of many fields.")(size =>
      Seq(
        json(
          s"""{"@type":"T",${names(20)},${(0 until size / 400).map(number =>
              s""""o$number":{"@type":"U",${names(20)}}""").mkString(",")}}"""))),
    encode("ignite", "same-id", "As many fields as fit, and the first one again.")(size =>
      Seq(json(s"""{"@type":"T","#1":1,${names(size / 12)},"#01":1}"""))),
    encode("ignite", "pairs", "As many pairs as fit, of a key that comes twice.")(size =>
      Seq(pairs(size))),
    encode("ignite", "object-in-pairs", "An object in pairs, with a field twice.")(size =>
      Seq(pairs(size, """{"key":"@type","value":"T"},"""))),
    encode("ignite", "type-names", "Objects of as many types as fit.")(size =>
      Seq(
        json(
          (0 until size / 32).map(number => s"""{"@type":"Type$number","a":1}""")
            .mkString("[", ",", "]")))),
    encode("ignite", "serialized", "Serialized Java that nobody asked for.")(size =>
      Seq(json(repeated(size, """{"@type":"optimized","data":"AA=="}"""))))
  )

  private val msgpack = Seq(
    encode("msgpack", "pairs", "As many pairs as fit, of a key that comes twice.")(size =>
      Seq(pairs(size))),
    encode("msgpack", "keys", "Objects of long names.")(size =>
      Seq(json(repeated(size, s"""{"${"n" * 2000}":1}"""))))
  )

  // Containers whose rows name what is expensive.

  private val container = new StructType().add("avro_schema", StringType)
    .add("avro_codec", StringType).add("avro_metadata", MapType(StringType, BinaryType))
    .add("records", ArrayType(IntegerType))

  private def ints(count: Int): GenericArrayData =
    new GenericArrayData(Array.tabulate[Any](count)(_ * 7919))

  private def metadata(count: Int): ArrayBasedMapData = ArrayBasedMapData(
    (0 until count).map(number => text(s"k$number")).toArray[Any],
    Array.fill[Any](count)(Array[Byte](1)))

  private def avro(name: String, attacks: String, options: Map[String, String] = Map.empty)(
      row: Int => InternalRow): CostFamily =
    CostFamily(s"row-container-$name", attacks, "avro_container_encode")(size =>
      Column(row(size), container) +: Seq(options).filter(_.nonEmpty))

  private val intSchema = text("\"int\"")
  private val containers =
    Seq("deflate", "snappy", "zstandard", "xz", "bzip2").map(codec =>
      avro(codec, s"Records that the row compresses by $codec, in many blocks.",
        Map("blockSize" -> "1024"))(size =>
        InternalRow(intSchema, text(codec), null, ints(size / 4)))) ++ Seq(
      avro("metadata", "As many metadata as fit.")(size =>
        InternalRow(intSchema, null, metadata(size / 32), ints(1))),
      avro("schema", "A schema that is as long as it may be, for each row another one.")(size =>
        InternalRow(
          text(s"""{"type":"int","doc":"${"x" * math.min(size, 60000)}"}"""), null, null,
          ints(size / 4))),
      avro("no-schema", "A schema that is none, as long as fits.")(size =>
        InternalRow(text("[" * size), null, null, ints(1))),
      avro("codec-name", "A codec of a name that is as long as fits.")(size =>
        InternalRow(intSchema, text("x" * size), null, ints(1)))
    )

  // Values with known fields, from VARIANTs.

  private def unknown(format: String, around: String => String, more: Any*): CostFamily =
    encode(format, "unknown-names", "As many names as fit that the format does not have.")(size =>
      json(around(names(size / 12))) +: more)

  private def write(bins: String): Column =
    Column(
      InternalRow(text("WRITE"), text("n"), new Array[Byte](20), json(bins).value),
      new StructType().add("op", StringType).add("namespace", StringType).add("digest", BinaryType)
        .add("bins", VariantType))

  private val fixed = Seq(
    unknown("databus", fields => s"{$fields}"),
    unknown("aerospike", fields => s"{$fields}"),
    unknown("aerospike_key", fields => s"{$fields}"),
    unknown("cernan", fields => s"{$fields}"),
    unknown("kafka", fields => s"""{"topics":[],$fields}""", "MetadataRequest", 12),
    unknown("kafka_request", fields => s"""{"api_key":3,"api_version":12,"body":{$fields}}"""),
    unknown("kafka_response", fields => s"""{"api_key":3,"api_version":12,"body":{$fields}}"""),
    encode("aerospike", "bins", "As many bins as fit, from a VARIANT.")(size =>
      Seq(write(s"{${names(size / 12)}}"))),
    encode("aerospike", "lists", "A bin of lists in lists, again and again.")(size =>
      Seq(write(s"""{"b":${repeated(size, "[" * 100 + "]" * 100)}}"""))),
    encode("kafka", "wrong-elements", "Elements of which the last one does not fit.")(size =>
      Seq(json(s"""{"topics":${repeated(size, """{"name":"a"}""").dropRight(1)},{"name":[]}]}"""),
        "MetadataRequest", 12)),
    encode("kafka_tags", "unsorted", "Tagged fields in descending order.")(size =>
      Seq(
        Column(
          new GenericArrayData(
            (size / 8 to 1 by -1).map(tag => InternalRow(tag.toLong, Array[Byte](1)))
              .toArray[Any]),
          ArrayType(new StructType().add("tag", LongType).add("data", BinaryType))))),
    encode("kafka_records", "codecs", "Records whose rows name a codec each.")(size =>
      Seq(
        Column(
          new GenericArrayData(
            Array.tabulate[Any](size / 64)(number =>
              InternalRow(text(Seq("gzip", "zstd", "lz4", "snappy")(number % 4)),
                InternalRow(Array[Byte](1))))),
          ArrayType(
            new StructType().add("codec", StringType)
              .add("record", new StructType().add("value", BinaryType)))))),
    encode("cernan", "metadata", "A packet of as many metadata as fit.")(size =>
      Seq(
        Column(InternalRow(metadata(size / 32), ints(1)),
          new StructType().add("metadata", MapType(StringType, BinaryType))
            .add("records", ArrayType(IntegerType))),
        "\"int\""))
  )

  // Compressed files of as many parts as fit.

  private[cost] def packed(open: OutputStream => OutputStream, bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    Using.resource(open(out))(_.write(bytes))
    out.toByteArray
  }

  private[cost] def file(packing: String, name: String, attacks: String)(
      part: => Array[Byte]): CostFamily =
    new CostFamily(s"msgpack-file-$packing-$name", attacks,
      size => {
        val one = part
        val bytes = Array.fill(math.max(1, size / one.length))(one).flatten
        val path = ValueReads.file(bytes)
        Seq(
          "sparkwire-msgpack" -> (() =>
            Outcome("rows",
              ValueReads.rows("msgpack", path, Seq("value", "fault"), Map.empty, packing))))
      })

  private val one = Array[Byte](1)
  private val files = Seq(
    file("gzip", "empty", "Members without data.")(packed(new GZIPOutputStream(_), Array.empty)),
    file("gzip", "members", "Members of a byte.")(packed(new GZIPOutputStream(_), one)),
    file("lz4", "empty", "Frames without data that may have large blocks.")(
      packed(new LZ4FrameOutputStream(_, LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB), Array.empty)),
    file("lz4", "frames", "Frames of a byte that may have large blocks.")(
      packed(new LZ4FrameOutputStream(_, LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB), one)),
    file("zstd", "frames", "Frames of a byte.")(
      packed(new com.github.luben.zstd.ZstdOutputStream(_), one)),
    file("bzip2", "streams", "Streams of a byte.")(
      packed(new BZip2CompressorOutputStream(_, 1), one)),
    file("xz", "streams", "Streams of a byte.")(
      packed(new XZOutputStream(_, new LZMA2Options(0)), one)),
    file("snappy", "beginnings", "Streams without chunks.")(
      packed(new SnappyFramedOutputStream(_), Array.empty)),
    file("snappy", "chunks", "Streams of a byte.")(
      packed(new SnappyFramedOutputStream(_), one)),
    file("lz4", "hadoop", "Blocks of Hadoop's codec, of a byte.")(
      Array[Byte](0, 0, 0, 1, 0, 0, 0, 2, 0x10, 1)),
    file("snappy", "hadoop", "Blocks of Hadoop's codec, of a byte.")(
      Array[Byte](0, 0, 0, 1, 0, 0, 0, 3, 1, 0, 1))
  )

  val all: Seq[CostFamily] = ignite ++ msgpack ++ containers ++ fixed ++ files
}
