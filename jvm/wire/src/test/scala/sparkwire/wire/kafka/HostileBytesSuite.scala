package sparkwire.wire.kafka

import java.lang.management.ManagementFactory

import sparkwire.wire._
import sparkwire.wire.core.{Cursor, Malformed, Options, Reason, Root}
import sparkwire.wire.kafka.batches.ManyBatches
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneMessage, VersionSource}
import sparkwire.wire.kafka.tags.TagSection

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Bytes made to break a reader, which are refused early and with little memory. */
class HostileBytesSuite extends AnyFunSuite with ReaderChecks {

  /** Returns the root of a layout that is already parsed, not parsed at the first use. */
  private def types(layout: String): Root = {
    val root = OneKafkaValue(KafkaLayout.Types(layout))
    assert(root.kind != null)
    root
  }
  private def hex(text: String): Array[Byte] = Vectors.bytes(text.replace(" ", ""))

  /** Runs `body` on a thread with a stack of 512 KiB, half the default. */
  private def onSmallStack(body: => Assertion): Assertion = {
    var failed: Option[Throwable] = None
    val thread = new Thread(null,
      () =>
        try { val _ = body }
        catch { case error: Throwable => failed = Some(error) },
      "small", 512 << 10)
    thread.start()
    thread.join()
    failed.foreach(throw _)
    succeed
  }

  // Nesting.

  private def nested(depth: Int): String = "ARRAY<" * depth + "INT8" + ">" * depth
  private def oneInEach(depth: Int, end: String): Array[Byte] = hex("00000001" * depth + end)

  test("lists in lists, 100 deep, are read and explained on a small stack") {
    val root = types(nested(100))
    onSmallStack {
      assert(walk(root, oneInEach(100, "07")).isRight)
      tiles(root)(oneInEach(100, "07"))
      tiles(root)(oneInEach(100, ""))
    }
  }

  test("structs in structs, 100 deep, with their tag sections") {
    val root = types("STRUCT<a " * 100 + "INT8" + ", TAGGED_FIELDS()>" * 100)
    onSmallStack {
      assert(walk(root, hex("07" + "00" * 100)).isRight)
      tiles(root)(hex("07" + "00" * 100))
      tiles(root)(hex("07" + "00" * 249))
      tiles(root)(hex("07" + "01 0100" * 100))
    }
  }

  test("maxDepth counts lists and structs") {
    val root = types("ARRAY<STRUCT<a ARRAY<INT8>>>")
    val bytes = hex("00000001 00000001 07")
    for ((depth, refused) <- Seq(2 -> true, 3 -> false)) {
      val options = Options(Map("maxDepth" -> depth.toString))
      assert(faultOf(root, bytes, options).map(_.reason.word) ===
        Option.when(refused)("nesting-too-deep"))
      tiles(root, options)(bytes)
    }
  }

  // Counts and lengths at their maximum.

  private val threads =
    ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  /** Asserts that bytes are refused for one of these reasons, with less than 256 KiB allocated. */
  private def refusedAtOnce(root: Root, bytes: Array[Byte], words: String*): Assertion = {
    val cursor = new Cursor
    cursor.setMaxDepth(Options.none.maxDepth)
    // A reader keeps its buffers, so each reading has a reader of its own.
    def refusal: String = {
      val reader = root.newReader(Options.none)
      intercept[Malformed](reader.read(cursor.wrap(bytes), new CollectingSink())).reason.word
    }
    assert(words.contains(refusal))
    val id = Thread.currentThread.getId
    val before = threads.getThreadAllocatedBytes(id)
    val again = refusal
    assert(threads.getThreadAllocatedBytes(id) - before < (1 << 18))
    assert(words.contains(again))
    tiles(root)(bytes)
  }

  private val most = "7fffffff"
  private val compactMost = "ffffffff07" // 2^31 - 1, so a length of 2^31 - 2
  private val greatest = Seq(
    ("ARRAY<INT8>", most), ("ARRAY<INT64>", most), ("ARRAY<STRUCT<a INT8>>", most),
    ("ARRAY<STRUCT<TAGGED_FIELDS()>>", most), ("ARRAY<ARRAY<INT8>>", most), ("BYTES", most),
    ("RECORDS", most), ("STRING", "7fff"), ("COMPACT_ARRAY<INT8>", compactMost),
    ("COMPACT_ARRAY<UUID>", compactMost), ("COMPACT_BYTES", compactMost),
    ("COMPACT_STRING", "ffff01"), ("TAGGED_FIELDS()", "01 00" + compactMost),
    ("TAGGED_FIELDS()", "01 00 ffffffff0f"))
  for ((layout, head) <- greatest; rest <- Seq("", "00" * 40))
    test(s"$layout that says it has $head, with ${rest.length / 2} bytes behind") {
      refusedAtOnce(types(layout), hex(head + rest), "length-past-end")
    }

  test("negative lengths and counts are no lengths") {
    for ((layout, head) <- Seq("ARRAY<INT8>" -> "80000000", "BYTES" -> "fffffffe",
        "STRING" -> "8000", "NULLABLE_BYTES" -> "fffffffe", "NULLABLE_STRING" -> "fffe",
        "COMPACT_BYTES" -> "ffffffff0f", "COMPACT_NULLABLE_ARRAY<INT8>" -> "8080808008"))
      refusedAtOnce(types(layout), hex(head + "00" * 20), "negative-length")
  }

  test("tags that are said to be billions end where the bytes end") {
    refusedAtOnce(types("TAGGED_FIELDS()"), hex("ffffffff0f 0000 0100"), "truncated-varint")
    refusedAtOnce(TagSection, hex("ffffffff0f 0000 0100"), "truncated-varint")
  }

  test("records and headers of a batch that are said to be billions, or none") {
    val record = hex("0e 00 00 00 01 02 61 00")
    refusedAtOnce(ManyBatches, KafkaBatches.batch(0, Int.MaxValue, record), "bad-record-count")
    refusedAtOnce(ManyBatches, KafkaBatches.batch(0, 0, record), "bad-record-count")
    refusedAtOnce(ManyBatches, KafkaBatches.batch(0, -1, record), "bad-record-count")
    val headers = hex("18 00 00 00 01 02 61 feffffff0f 00")
    refusedAtOnce(ManyBatches, KafkaBatches.batch(0, 1, headers), "length-past-end")
    for (length <- Seq("feffffff0f", "ffffffff0f"))
      refusedAtOnce(ManyBatches, KafkaBatches.batch(0, 1, hex(length + "00" * 20)),
        "length-past-end", "negative-length")
  }

  test("negative lengths and counts in a record") {
    // A key of length -2, -1 headers, a header whose name has length -1.
    for (record <- Seq(
        "0e 00 00 00 03 02 61 00", "0e 00 00 00 01 02 61 01", "12 00 00 00 01 02 61 02 01 01"))
      refusedAtOnce(ManyBatches, KafkaBatches.batch(0, 1, hex(record)), "negative-length")
  }

  // Rows larger than their input.

  test("a byte each for structs of many fields becomes too much") {
    val definition =
      s"""{"name": "M", "validVersions": "0-1", "fields": [
          {"name": "s", "type": "[]S", "versions": "0+", "fields": [${(0 until 200).map(n =>
          s"""{"name": "f$n", "type": "int8", "versions": "1+"}""").mkString(",")},
          {"name": "g", "type": "bool", "versions": "0+"}]}]}"""
    val root =
      OneMessage(KafkaLayout.Message(definition, isName = false), VersionSource.Constant(0))
    def elements(count: Int): Array[Byte] = {
      val bytes = new Array[Byte](4 + count)
      java.nio.ByteBuffer.wrap(bytes).putInt(count)
      bytes
    }
    assert(walk(root, elements(1000)).isRight)
    assert(faultOf(root, elements(100000)).map(_.reason.word) === Some("too-large"))
    val more = Options(Map("maxSize" -> (1 << 27).toString))
    assert(walk(root, elements(50000), more).isRight)
  }

  test("structs of numbers count once, whether they are taken at once or one by one") {
    val root = types("a COMPACT_ARRAY<STRUCT<b INT8, c INT8, TAGGED_FIELDS()>>")
    def elements(count: Int, lastTags: String): Array[Byte] =
      hex(f"${count + 1 & 0x7f | 0x80}%02x${count + 1 >>> 7}%02x") ++
        Array.fill(count - 1)(hex("010200")).flatten ++ hex("0102" + lastTags)
    val enough = Options(Map("maxSize" -> "40000"))
    val tooSmall = Options(Map("maxSize" -> "28000"))
    for (tags <- Seq("00", "010700")) {
      assert(faultOf(root, elements(600, tags), enough) === None)
      assert(walk(root, elements(600, tags), enough).isRight)
      assert(walk(root, elements(600, tags), tooSmall).left.map(_.word) === Left("too-large"))
      assert(
        faultOf(root, elements(600, tags), tooSmall).map(_.reason.word) === Some("too-large"))
    }
  }

  test("an empty list is one container, whatever would be in it") {
    val depth = Options(Map("maxDepth" -> "1"))
    assert(walk(types("ARRAY<STRUCT<a INT8, b INT8>>"), hex("00000000"), depth).isRight)
    assert(walk(types("ARRAY<STRUCT<a INT8, b INT8>>"), hex("000000010102"), depth).left.map(
      _.word) === Left("nesting-too-deep"))
  }

  test("unknown tags deep down, whose paths are longer than they are") {
    val depth = 99
    val layout = "COMPACT_ARRAY<" * depth + "STRUCT<TAGGED_FIELDS()>" + ">" * depth
    def tags(count: Int): Array[Byte] =
      hex("02" * depth) ++ Array[Byte](
        (count & 0x7f | 0x80).toByte, (count >>> 7 & 0x7f | 0x80).toByte,
        (count >>> 14).toByte) ++ (0 until count).flatMap(tag =>
        Seq((tag & 0x7f | 0x80).toByte, (tag >>> 7 & 0x7f | 0x80).toByte, (tag >>> 14).toByte,
          0.toByte))
    assert(walk(types(s"a $layout"), tags(1000)).isRight)
    assert(faultOf(types(s"a $layout"), tags(60000)).map(_.reason.word) === Some("too-large"))
  }

  test("a section of many empty tags counts with the rows of its tags") {
    // Each row takes 48 bytes.
    val options = Options(Map("maxSize" -> "480"))
    def section(tags: Int): Array[Byte] =
      tags.toByte +: (0 until tags).flatMap(tag => Seq(tag.toByte, 0.toByte)).toArray
    assert(walk(TagSection, section(11), options).isRight)
    assert(walk(TagSection, section(12), options) === Left(Reason.TooLarge))
  }
}
