package sparkwire.cost

import java.io.{ByteArrayOutputStream, OutputStream}

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream

import sparkwire.wire.avro.ContainerReaderSuite._

import com.github.luben.zstd.Zstd
import org.tukaani.xz.{LZMA2Options, XZOutputStream}

/** Avro values, containers, the schemas in them, and Cernan's packets. */
object AvroFamilies {
  private def many(size: Int, part: Int => Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream(size)
    var number = 0
    while (out.size < size) {
      out.write(part(number))
      number += 1
    }
    out.toByteArray
  }

  private def texts(size: Int)(part: Int => String): Seq[String] = {
    val parts = Seq.newBuilder[String]
    var length = 0
    var number = 0
    while (length < size) {
      val next = part(number)
      parts += next
      length += next.length + 1
      number += 1
    }
    parts.result()
  }

  private def record(name: String, fields: Seq[String]): String =
    s"""{"type":"record","name":"$name","fields":[${fields.mkString(",")}]}"""
  private def field(name: String, kind: String): String = s"""{"name":"$name","type":$kind}"""
  private def fixed(name: String): String = s"""{"type":"fixed","name":"$name","size":1}"""
  private def quoted(text: String): String = s""""$text""""
  // Long enough for the number of names in 1 MiB to stay below the limits of a schema.
  private def padded(letter: Char, number: Int): String = f"$letter$number%070d"
  private def listed(parts: Seq[String]): String = parts.mkString("[", ",", "]")
  private def counted(count: Long, bytes: Array[Byte]): Array[Byte] =
    varint(count) ++ bytes :+ 0.toByte

  /** Texts that are equal for hash functions that multiply by 33 or, with `BB`, by 31. */
  private def colliding(number: Int, other: String): String =
    (0 until 16).map(bit =>
      if ((number >> bit & 1) == 0) if (other == "BB") "Aa" else "AB" else other).mkString

  // Values of a schema that is known.

  private def value(name: String, attacks: String, schema: String)(
      bytes: Int => Array[Byte]): CostFamily =
    CostFamily(s"avro-$name", attacks, "avro_variant")(size => Seq(bytes(size), schema))

  private val node =
    record("N", Seq(field("a", """["null","N"]"""), field("b", """["null","N"]""")))

  private val values = Seq(
    value("items", "An array of as many items as there are bytes.",
      """{"type":"array","items":"int"}""")(size => counted(size.toLong, new Array[Byte](size))),
    value("blocks-of-items", "An array of as many blocks as fit.",
      """{"type":"array","items":"int"}""")(size =>
      many(size, _ => Array[Byte](2, 0)) :+ 0.toByte),
    value("blocks-with-sizes", "An array of blocks that say how long they are.",
      """{"type":"array","items":"int"}""")(size =>
      many(size, _ => Array[Byte](1, 2, 0)) :+ 0.toByte),
    value("items-without-bytes", "An array with a huge count of items without bytes.",
      """{"type":"array","items":"null"}""")(size => counted(size * 1000L, Array())),
    value("keys", "A map of as many different keys as fit.",
      """{"type":"map","values":"int"}""")(size =>
      counted(size / 10L,
        many(size / 10 * 10, number => varint(8) ++ f"$number%08x".getBytes :+ 0.toByte)
          .take(size / 10 * 10))),
    value("keys-with-equal-hashes", "The table of the keys of a map.",
      """{"type":"map","values":"int"}""")(size =>
      counted(size / 34L,
        many(
          size / 34 * 34, number => varint(32) ++ colliding(number, "BB").getBytes :+ 0.toByte))),
    value("deep-lists", "Records in records, beyond every limit of the depth.", node)(size =>
      Array.fill(size)(2.toByte)),
    value("wide-tree", "Records in records in a tree.", node)(size =>
      many(size, _ => Array[Byte](2, 2, 0, 0, 2, 0, 0)) ++ new Array[Byte](size)),
    value("long-text", "One text.", "\"string\"")(size =>
      varint(size.toLong) ++ Array.fill(size)('a'.toByte)),
    value("malformed-text", "A text of bytes that each have to be replaced.", "\"string\"")(size =>
      varint(size.toLong) ++ Array.fill(size)(0xff.toByte)),
    value("long-decimal", "A decimal with as many digits as fit.",
      """{"type":"bytes","logicalType":"decimal","precision":1000000000,"scale":1}""")(size =>
      varint(size + 4096L) ++ Array.fill(size + 4096)(0x7f.toByte)),
    value("cut-at-the-end", "A fault behind everything else.",
      """{"type":"array","items":"string"}""")(size =>
      counted(size / 4L, many(size / 2, _ => Array[Byte](2, 'a'))).dropRight(2)),
    value("long-varints", "Numbers with as many bytes as possible.",
      """{"type":"array","items":"long"}""")(size =>
      counted(size / 10L, many(size, _ => Array.fill[Byte](9)(-128) :+ 0.toByte))),
    CostFamily("avro-rows", "Items that become rows.", "avro_decode")(size =>
      Seq(counted(size.toLong, new Array[Byte](size)),
        s"""{"type":"array","items":${record("R", Seq(field("a", "\"int\"")))}}""")),
    CostFamily("avro-glue-bomb", "A compressed value behind the id of a registry.", "avro_decode")(
      size =>
        Seq(Array[Byte](3, 5) ++ new Array[Byte](16) ++ zlib(new Array[Byte](size * 16)),
          """{"type":"array","items":"int"}"""))
  )

  private def zlib(bytes: Array[Byte]): Array[Byte] =
    through(new java.util.zip.DeflaterOutputStream(_))(bytes)

  private def through(open: OutputStream => OutputStream)(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val packer = open(out)
    packer.write(bytes)
    packer.close()
    out.toByteArray
  }

  // Containers, alone and in packets.

  private val empty = record("E", Nil)

  private def container(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    CostFamily(s"container-$name", attacks, "avro_container_decode")(size =>
      Seq(bytes(size)))

  private val packers: Seq[(String, Array[Byte] => Array[Byte])] = Seq(
    "deflate" -> deflated,
    "bzip2" -> through(new BZip2CompressorOutputStream(_)),
    "xz" -> through(new XZOutputStream(_, new LZMA2Options(0))),
    "zstandard" -> (bytes => Zstd.compress(bytes))
  )

  private val containers = Seq(
    container("blocks", "As many blocks as fit, with a record each.")(size =>
      header("\"int\"") ++ many(size, _ => block(1, Array(2)))),
    container("empty-blocks", "As many blocks as fit, without records.")(size =>
      header("\"int\"") ++ many(size, _ => block(0, Array()))),
    container("records-without-bytes", "Records without bytes, in huge blocks.")(size =>
      header(empty) ++ many(size, _ => block(10000, Array()))),
    container("metadata", "As many entries of the metadata as fit.")(size =>
      magic ++ varint(size / 20L) ++
        (0 until size / 20).flatMap(number => entry(f"key$number%08d", "value")).toArray ++
        varint(1) ++ entry("avro.schema", "\"int\"") ++ varint(0) ++ marker),
    container(
      "metadata-with-one-key", "As many schemas as fit, of which the last one counts.")(size =>
      magic ++ varint(size / 18L) ++
        many(size / 18 * 18, _ => entry("avro.schema", "\"int\"")).take(size / 18 * 18) ++ varint(
          0) ++ marker)
  ) ++ packers.flatMap { case (codec, pack) =>
    Seq(
      container(s"$codec-blocks", s"As many blocks packed by $codec as fit.") { size =>
        val packed = block(1, pack(Array[Byte](2)))
        header("\"int\"", codec) ++ many(size, _ => packed)
      },
      container(s"$codec-bombs", s"Blocks of zeros packed by $codec.") { size =>
        val packed = block(1 << 16, pack(new Array[Byte](1 << 16)))
        header("\"int\"", codec) ++ many(size, _ => packed)
      },
      CostFamily(s"packets-damaged-$codec",
        s"Packets of damaged blocks that become much larger by $codec.", "cernan_decode_all") {
        size =>
          val damaged = packet(
            header("\"int\"", codec) ++ block(1, pack(new Array[Byte](1 << 20)).dropRight(2)))
          Seq(many(size, _ => damaged))
      }
    )
  } ++ Seq(
    CostFamily("container-recursion",
      "Records in records that the reader drops, with many fields without bytes.",
      "avro_container_decode") { size =>
      val nulls = (0 until 300).map(number => field(s"f$number", "\"null\""))
      val inner =
        record("N", nulls :+ field("a", """["null","N"]""") :+ field("b", """["null","N"]"""))
      val tree = many(size * 16, _ => Array[Byte](2, 2, 0, 0, 2, 0, 0))
      Seq(
        header(record("R", Seq(field("n", inner))), "deflate") ++ block(1, deflated(tree)),
        record("R", Nil))
    },
    CostFamily("container-defaults", "Fields of the reader that the records do not have.",
      "avro_container_decode")(size =>
      Seq(header(empty) ++ block(size.toLong, Array()),
        record("E", (0 until 100).map(n => s"""{"name":"f$n","type":"int","default":1}""")))),
    CostFamily("packets", "As many packets as fit.", "cernan_decode_all")(size =>
      Seq(many(size, _ => packet(header("\"int\""))))),
    CostFamily("packets-in-search", "Packets that claim the rest of the input as their schema.",
      "cernan_decode_all")(size =>
      Seq(many(size, number => claiming(size - 64 * number)), Map("resync" -> "true"))),
    CostFamily("packets-with-schemas", "Packets that each have a schema of their own.",
      "cernan_decode_all")(size =>
      Seq(many(size, number => packet(header(record(s"R$number", Seq(field("a", "\"int\""))))))))
  )

  /** The head of a packet of so many bytes, nearly all of which are its schema, with spaces. */
  private def claiming(bytes: Int): Array[Byte] = {
    val head = java.nio.ByteBuffer.allocate(28).putInt(math.max(60, bytes - 4)).putInt(1).array
    val container = "Obj\u0001".getBytes ++ varint(1) ++ varint(11) ++
      "avro.schema".getBytes ++ varint(bytes - 64L)
    (head ++ container ++ Array.fill(64)(' '.toByte)).take(64)
  }

  // Schemas in data.

  private def schema(name: String, attacks: String)(text: Int => String): Seq[CostFamily] = Seq(
    CostFamily(s"schema-$name", attacks, "avro_schema")(size =>
      Seq(CostFamily.Text(text(size)))),
    CostFamily(s"fingerprint-$name", attacks, "avro_fingerprint")(size =>
      Seq(CostFamily.Text(text(size)))),
    CostFamily(s"schema-beside-$name", attacks, "avro_variant")(size =>
      Seq(Array.emptyByteArray, CostFamily.Text(text(size)), Map("unions" -> "named"))),
    CostFamily(s"schema-resolved-$name", attacks, "avro_container_decode")(size =>
      Seq(header(text(size)) ++ block(1, Array()),
        record("R", Seq("""{"name":"f0","type":["null","string"],"default":null}"""))))
  )

  private val schemas = Seq(
    schema("fields", "A record of as many fields as fit.")(size =>
      record("R", texts(size)(number => field(padded('f', number), "\"int\"")))),
    schema("nullable-fields", "Unions, as many as fit.")(size =>
      record("R", texts(size)(number => field(padded('f', number), """["null","string"]""")))),
    schema("levels", "Types as deep as they may be, and a text as long as it may be.")(size =>
      """{"type":"array","items":""" * 900 + record("R",
        texts(size)(number => field(s"f$number", "\"int\""))) + "}" * 900),
    schema("branches", "A union of as many types as fit.")(size =>
      listed(texts(size)(number => fixed(padded('F', number))))),
    schema("branches-with-equal-hashes", "The tables of the names of types.")(size =>
      listed(texts(size)(number => fixed(colliding(number, "BB"))))),
    schema("fields-with-equal-hashes", "The table of the fields of a record.")(size =>
      record("R", texts(size)(number => field(colliding(number, "BB"), "\"int\"")))),
    schema("attributes-with-equal-hashes", "The table of names of a JSON parser.")(size =>
      s"""{"type":"int",${texts(size)(number => quoted(colliding(number, "B!")) + ":1").mkString(",")}}"""),
    schema("aliases-with-equal-hashes", "The sets of aliases.")(size =>
      s"""{"type":"fixed","name":"F","size":1,"aliases":${listed(
          texts(size)(number => quoted(colliding(number, "BB"))))}}"""),
    schema("symbols", "An enum of as many symbols as fit, used as often.") { size =>
      val symbols = listed(texts(size / 2)(number => quoted(s"s$number")))
      record("R",
        field("e", s"""{"type":"enum","name":"E","symbols":$symbols}""") +:
          texts(size / 2)(number => field(s"f$number", "\"E\"")))
    },
    schema("namespace", "A long namespace of many types.")(size =>
      s"""{"type":"record","name":"R","namespace":"${"n" * (size / 2)}","fields":[${field("f0",
          listed(texts(size / 2)(number => fixed(s"F$number"))))}]}"""),
    schema("long-name", "A long name that is used many times.")(size =>
      record("R",
        field("f", record("P", Seq(field("x" * (size / 2), "\"int\"")))) +:
          texts(size / 2)(number => field(s"f$number", "\"P\"")))),
    schema("chain", "Types that each consist of all earlier ones.")(size =>
      listed(
        texts(size)(number =>
          record(s"R$number",
            Seq(field("f", if (number == 0) "\"int\"" else quoted(s"R${number - 1}"))))))),
    schema("forward", "Types that are used before they are defined.") { size =>
      val types =
        texts(size)(number => record(s"R$number", Seq(field("f", quoted(s"R${number + 1}")))))
      listed(types :+ record(s"R${types.length}", Nil))
    },
    schema("shared-twice", "Types that contain the type before twice.")(size =>
      listed(
        texts(math.min(size, 4000)) { number =>
          val before = if (number == 0) "\"int\"" else quoted(s"R${number - 1}")
          record(s"R$number", Seq(field("a", before), field("b", before)))
        })),
    schema("unknown", "Names that are defined nowhere.")(size =>
      record("R", texts(size)(number => field(s"f$number", quoted(s"X$number"))))),
    schema("empty-unions", "Types that are made of two bytes each.")(size =>
      listed(texts(size)(_ => "[]          "))),
    schema("brackets", "JSON that is nested too deep.")(size => "[" * size),
    schema("comments", "A text of comments.")(size =>
      texts(size)(_ => "/**/").mkString + "\"int\""),
    schema("long-doc", "One long text.")(size =>
      s"""{"type":"fixed","name":"F","size":1,"doc":"${"\\u0001" * (size / 6)}"}"""),
    schema("long-number", "One long number.")(size =>
      s"""{"type":"fixed","name":"F","size":${"9" * size}}"""),
    Seq(
      CostFamily("schema-of-records-and-symbols",
        "Records of a union that are each resolved with the reader's, with an enum in them.",
        "avro_container_decode") { size =>
        val symbols = listed(texts(size / 2)(number => quoted(s"s$number")))
        val first =
          record("R", Seq(field("f", s"""{"type":"enum","name":"E","symbols":$symbols}""")))
        val rest = texts(size / 2)(number => record(s"R$number", Seq(field("f", "\"E\""))))
        Seq(header(listed(first +: rest)),
          record("R",
            Seq(field("f", """{"type":"enum","name":"E","symbols":["s1","s2"],"default":"s1"}"""))))
      },
      CostFamily("schema-renamed", "Types that a reader with aliases may rename.",
        "avro_container_decode")(size =>
        Seq(
          header(
            listed(
              texts(size)(number =>
                record(s"R$number",
                  Seq(field("f", if (number == 0) "\"int\"" else quoted(s"R${number - 1}"))))))),
          """{"type":"record","name":"R","aliases":["R1"],"fields":[]}""")),
      CostFamily(
        "fault-in-long-names", "The path of a fault in deep records with a long name.",
        "avro_container_decode")(size =>
        Seq(header(record("R", Seq(field("n" * size, """["null","R"]""")))) ++
          block(1, Array.fill[Byte](450)(2))))
    )
  ).flatten

  val all: Seq[CostFamily] = values ++ containers ++ schemas

  private[cost] def schemaTexts(size: Int)(part: Int => String): Seq[String] = texts(size)(part)
  private[cost] def collidingName(number: Int): String = colliding(number, "BB")
  private[cost] def ofSize(size: Int, part: Int => Array[Byte]): Array[Byte] = many(size, part)
}
