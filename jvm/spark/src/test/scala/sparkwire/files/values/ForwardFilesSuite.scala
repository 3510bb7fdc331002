package sparkwire.files.values

import java.nio.file.Path

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.wire.Vectors
import sparkwire.wire.core.Options
import sparkwire.wire.msgpack.forward.ForwardEntries

import org.msgpack.core.{MessageBufferPacker, MessagePack}
import org.scalatest.funsuite.AnyFunSuite

/** Messages of fluentd's Forward protocol, in all modes, as tables of events. */
class ForwardFilesSuite extends AnyFunSuite with SparkSuite {

  private def load(file: Path, options: (String, String)*): DataFrame =
    spark.read.format("sparkwire-msgpack").option("protocol", "forward").options(options.toMap)
      .load(file.toString)

  private def packed(write: MessageBufferPacker => Unit): Array[Byte] = {
    val packer = MessagePack.newDefaultBufferPacker()
    write(packer)
    packer.toByteArray
  }

  private val seconds = 1718000000

  private def time(packer: MessageBufferPacker, number: Int): Unit = number % 2 match {
    case 0 => val _ = packer.packInt(seconds + number)
    case _ =>
      val _ = packer.packExtensionTypeHeader(0.toByte, 8)
        .addPayload(
          java.nio.ByteBuffer.allocate(8).putInt(seconds + number).putInt(250000999).array)
  }

  private def record(packer: MessageBufferPacker, number: Int): Unit = {
    val _ = packer.packMapHeader(1).packString("n").packInt(number)
  }

  /** @param hasMetadata
    *   as fluent-bit writes entries
    */
  private def entry(packer: MessageBufferPacker, number: Int, hasMetadata: Boolean): Unit = {
    packer.packArrayHeader(2)
    if (hasMetadata) packer.packArrayHeader(2)
    time(packer, number)
    if (hasMetadata) packer.packMapHeader(1).packString("source").packString("x")
    record(packer, number)
  }

  private def entries(numbers: Range, hasMetadata: Boolean = false): Array[Byte] =
    packed(packer => numbers.foreach(entry(packer, _, hasMetadata)))

  private def single(number: Int, hasOption: Boolean): Array[Byte] = packed { packer =>
    packer.packArrayHeader(if (hasOption) 4 else 3).packString("app.single")
    time(packer, number)
    record(packer, number)
    if (hasOption) { val _ = packer.packMapHeader(1).packString("chunk").packString("abc") }
  }

  private def forward(numbers: Range, hasMetadata: Boolean = false): Array[Byte] =
    packed { packer =>
      packer.packArrayHeader(2).packString("app.forward").packArrayHeader(numbers.length)
      numbers.foreach(entry(packer, _, hasMetadata))
    }

  /** @param members
    *   how many gzip members there are, 0 for none
    */
  private def packedForward(numbers: Range, isBinary: Boolean, members: Int = 0): Array[Byte] =
    packed { packer =>
      val bytes =
        if (members == 0) entries(numbers)
        else
          numbers.grouped(numbers.length / members).flatMap(some =>
            ValueReads.gzip(
              packed(packer => some.foreach(entry(packer, _, hasMetadata = false))))).toArray
      packer.packArrayHeader(3).packString("app.packed")
      if (isBinary) packer.packBinaryHeader(bytes.length)
      else packer.packRawStringHeader(bytes.length)
      packer.writePayload(bytes)
      packer.packMapHeader(2).packString("size").packInt(numbers.length).packString("compressed")
      val _ = packer.packString(if (members == 0) "text" else "gzip")
    }

  private def expected(tag: String, numbers: Range): Seq[Row] = numbers.map(number =>
    Row(tag, (seconds + number) * 1000000L + (if (number % 2 == 0) 0 else 250000), number))

  private def events(table: DataFrame): Seq[Row] = table.selectExpr("tag", "unix_micros(time)",
    "msgpack_decode(record, 'n INT').n").collect().toSeq

  private val modes: Seq[(String, Array[Byte], Seq[Row])] = Seq(
    ("Message", single(1, hasOption = false), expected("app.single", 1 to 1)),
    ("Message with an option", single(2, hasOption = true), expected("app.single", 2 to 2)),
    ("Forward", forward(0 until 5), expected("app.forward", 0 until 5)),
    ("Forward without entries", forward(0 until 0), Nil),
    ("Forward of fluent-bit", forward(0 until 5, hasMetadata = true),
      expected("app.forward", 0 until 5)),
    ("PackedForward", packedForward(0 until 5, isBinary = true), expected("app.packed", 0 until 5)),
    ("PackedForward in a str", packedForward(0 until 200, isBinary = false),
      expected("app.packed", 0 until 200)),
    ("CompressedPackedForward", packedForward(0 until 6, isBinary = true, members = 1),
      expected("app.packed", 0 until 6)),
    ("CompressedPackedForward of several members",
      packedForward(0 until 6, isBinary = true, members = 3), expected("app.packed", 0 until 6))
  )

  for ((name, bytes, expected) <- modes)
    test(s"$name: a row for each event")(assert(events(load(ValueReads.file(bytes))) === expected))

  test("all modes in one file, with the offset of each message") {
    val table = load(ValueReads.file(modes.flatMap(_._2).toArray))
    assert(events(table) === modes.flatMap(_._3))
    assert(table.count() === modes.map(_._3.length).sum)
    val offsets = modes.map(_._2.length).scanLeft(0L)(_ + _).zip(modes).flatMap {
      case (offset, (_, _, rows)) => rows.map(_ => Row(offset))
    }
    assert(table.select("offset").collect().toSeq === offsets)
    assert(table.columns.toSeq ===
      Seq("tag", "time", "record", "value", "file", "offset", "fault"))
  }

  private val good = single(1, hasOption = false)
  private val broken: Seq[(String, Array[Byte], String)] = Seq(
    ("a number", Vectors.bytes("05"), "no-forward-message"),
    ("an empty array", Vectors.bytes("90"), "no-forward-message"),
    ("a tag that is no text", Vectors.bytes("930501 80"), "no-forward-message"),
    ("a tag and a time", Vectors.bytes("92a16105"), "no-forward-message"),
    ("a record that is no map", Vectors.bytes("93a1610507"), "no-forward-entry"),
    ("a time that is none", Vectors.bytes("93a161a16280"), "no-forward-entry"),
    ("an entry of three", Vectors.bytes("92a16191930580 05"), "no-forward-entry"),
    ("an entry that is cut off", Vectors.bytes("92a161c4019205".take(14)), "truncated"),
    ("no gzip", Vectors.bytes("93a161c402920581aa636f6d70726573736564a4677a6970"),
      "bad-compression")
  )
  for ((what, bytes, reason) <- broken)
    test(s"$what is a row with a fault, and the messages around it are read") {
      val file = ValueReads.file(good ++ bytes ++ good)
      val table = load(file, "mode" -> "permissive")
      val rows = table.selectExpr("fault.reason", "tag", "offset").collect().toSeq
      assert(rows.head === Row(null, "app.single", 0))
      assert(rows.last === Row(null, "app.single", good.length + bytes.length))
      assert(rows.count(_.getString(0) == reason) === 1, rows)
      try fail(load(file).collect().mkString)
      catch {
        case error: Throwable with SparkThrowable =>
          assert(SparkSuite.parametersOf(error)("reason") === reason)
      }
    }

  test("events in front of a broken one are kept") {
    val bytes = forward(0 until 5)
    // The head of the last record.
    bytes(bytes.length - 4) = 0xc0.toByte
    val rows = load(ValueReads.file(bytes), "mode" -> "permissive")
    assert(rows.where("fault IS NULL").count() === 4)
  }

  test("a query gets only the columns that it needs, and fields are refused") {
    val file = ValueReads.file(forward(0 until 5))
    assert(load(file).selectExpr("max(tag)", "count(time)").collect().toSeq ===
      Seq(Row("app.forward", 5)))
    assert(
      intercept[org.apache.spark.sql.AnalysisException](load(file, "fields" -> "a INT")).getMessage
        .contains("have no fields by which they are found"))
  }

  test("entries that unpack to more than maxSize are a fault") {
    val bomb = packedForward(0 until 6, isBinary = true, members = 1)
    val rows = load(ValueReads.file(bomb), "mode" -> "permissive", "maxSize" -> "60")
    assert(rows.selectExpr("fault.reason").collect().toSeq.contains(Row("too-large")))
  }

  /** A message whose entries are compressed. */
  private def compressed(gzip: Array[Byte]): Array[Byte] = packed { packer =>
    packer.packArrayHeader(3).packString("t").packBinaryHeader(gzip.length).writePayload(gzip)
    val _ = packer.packMapHeader(1).packString("compressed").packString("gzip")
  }

  test("entries in any number of empty gzip members are found") {
    val empty = ValueReads.gzip(Array.emptyByteArray)
    val members = Array.fill(64000)(empty).flatten ++ ValueReads.gzip(entries(0 until 1))
    assert(events(load(ValueReads.file(compressed(members)))) === expected("t", 0 until 1))
  }

  test("compressed messages leave no native memory behind") {
    val status = Path.of("/proc/self/status")
    assume(java.nio.file.Files.exists(status), "only Linux says how much memory there is")
    def resident: Long = java.nio.file.Files.readAllLines(status).asScala
      .find(_.startsWith("VmRSS")).map(_.replaceAll("\\D", "").toLong).get
    val message = compressed(ValueReads.gzip(entries(0 until 1)))
    val read = new ForwardEntries(Options.none)
    def several(): Unit = for (_ <- 0 until 100000) {
      read.begin(message)
      assert(read.next())
    }
    several()
    val before = resident
    several()
    assert(resident - before < (200 << 10))
  }

  test("a tag is well-formed UTF-8, or is repaired if the option says so") {
    val bytes = single(1, hasOption = false)
    bytes(3) = 0xff.toByte
    val file = ValueReads.file(good ++ bytes ++ good)
    val columns = Seq("tag", "fault.reason", "fault.offset")
    assert(load(file, "mode" -> "permissive").selectExpr(columns: _*).collect().toSeq ===
      Seq(Row("app.single", null, null), Row(null, "invalid-utf8", good.length + 1),
        Row("app.single", null, null)))
    // Whether or not a query asks for the tag.
    assert(load(file, "mode" -> "permissive").select("fault.reason").collect().toSeq.flatMap(row =>
      Option(row.getString(0))) === Seq("invalid-utf8"))
    assert(load(file, "invalidUtf8" -> "replace").select("tag").collect().toSeq(1) ===
      Row("a\ufffdp.single"))
  }
}
