package sparkwire.wire.msgpack

import java.math.BigInteger

import sparkwire.wire._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.Msgpack.OneValue
import sparkwire.wire.writing._

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class MsgpackWriterSuite
    extends AnyFunSuite with ScalaCheckPropertyChecks with VectorTests with ReaderChecks {

  private def written(options: Options)(give: Sink => Unit): Array[Byte] = {
    val output = new Output
    output.setMaxSize(options.maxSize)
    val writer = OneValue.newWriter(options, output).asInstanceOf[SinkWriter]
    output.begin()
    writer.begin()
    give(writer.sink)
    output.result
  }

  private def hexOf(give: Sink => Unit): String = Vectors.hex(written(Options.none)(give))

  private def refusal(options: Options = Options.none)(give: Sink => Unit): Refusal = {
    val output = new Output
    output.setMaxSize(options.maxSize)
    output.begin()
    val writer = OneValue.newWriter(options, output).asInstanceOf[SinkWriter]
    writer.begin()
    val found = WriteTrace.refusal(writer.sink, options)(give)
    found.getOrElse(fail("it was written"))
  }

  private def copied(bytes: Array[Byte]): Array[Byte] = {
    val cursor = new Cursor
    written(Options.none)(OneValue.newReader(Options.none).read(cursor.wrap(bytes), _))
  }

  private def tree(bytes: Array[Byte]): Tree =
    walk(OneValue, bytes, Options.none).fold(reason => fail(reason.word), identity)

  /** Asserts that a value is written again byte for byte as msgpack-core writes it. */
  private def isWrittenAsByPeer(bytes: Array[Byte]): Assertion = {
    val value = tree(bytes)
    val again = copied(bytes)
    assert(Vectors.hex(again) === Vectors.hex(MsgpackGenerator.write(value, narrow = false)))
    assert(tree(again) === value)
  }

  eachLine("aerospike", "msgpack-values", 92) { line =>
    if (line.fails.isEmpty) isWrittenAsByPeer(line.bytes) else succeed
  }

  test("random values are written as msgpack-core writes them") {
    forAll(MsgpackGenerator.values)(value => isWrittenAsByPeer(MsgpackGenerator.write(value)))
  }

  test("msgpack-core reads what is written") {
    forAll(MsgpackGenerator.values) { value =>
      assert(MsgpackGenerator.read(copied(MsgpackGenerator.write(value))) === value)
    }
  }

  private val numbers = Seq(0L -> "00", 127L -> "7f", 128L -> "cc80", 255L -> "ccff",
    256L -> "cd0100", 65535L -> "cdffff", 65536L -> "ce00010000", 0xffffffffL -> "ceffffffff",
    0x100000000L -> "cf0000000100000000", Long.MaxValue -> "cf7fffffffffffffff", -1L -> "ff",
    -32L -> "e0", -33L -> "d0df", -128L -> "d080", -129L -> "d1ff7f", -32768L -> "d18000",
    -32769L -> "d2ffff7fff", -2147483648L -> "d280000000", -2147483649L -> "d3ffffffff7fffffff",
    Long.MinValue -> "d38000000000000000")
  for ((number, hex) <- numbers)
    test(s"the shortest form of $number")(assert(hexOf(_.int(number)) === hex))

  private val decimals = Seq(
    ("18446744073709551615", "cfffffffffffffffff"), ("9223372036854775808", "cf8000000000000000"),
    ("-9223372036854775808", "d38000000000000000"), ("1.00", "01"), ("0.000", "00"),
    ("12E3", "cd2ee0"), ("1.5", "cb3ff8000000000000"), ("0.1", "cb3fb999999999999a"),
    ("-0.25", "cbbfd0000000000000"))
  for ((number, hex) <- decimals)
    test(s"the decimal $number is the integer or float that decodes to it") {
      val decimal = new java.math.BigDecimal(number)
      assert(hexOf(_.decimal(decimal.unscaledValue, decimal.scale)) === hex)
    }

  test("a decimal that neither an integer nor a float holds is refused") {
    val refused =
      Seq(
        "18446744073709551616", "-9223372036854775809", "0.1000000000000000001", "1E400", "1E-400")
    for (number <- refused) {
      val decimal = new java.math.BigDecimal(number)
      val why = refusal()(_.decimal(decimal.unscaledValue, decimal.scale))
      assert(why.reason.word === "out-of-range", number)
      assert(why.detail.contains("(given: decimal "), why.detail)
    }
    val long = BigInteger.ONE.shiftLeft(1 << 20)
    assert(refusal()(_.decimal(long, 5)).reason.word === "out-of-range")
    assert(refusal()(_.decimal(BigInteger.ONE, Int.MinValue)).reason.word === "out-of-range")
  }

  test("floats keep their width and their bits") {
    assert(hexOf(_.float(1.5f)) === "ca3fc00000")
    assert(hexOf(_.double(-0.0)) === "cb8000000000000000")
    val bits = 0x7ff8000000000123L
    assert(hexOf(_.double(java.lang.Double.longBitsToDouble(bits))) === "cb7ff8000000000123")
  }

  private val instants = Seq(
    (0L, "d6ff00000000"), (4294967295000000L, "d6ffffffffff"), (1L, "d7ff00000fa000000000"),
    (4294967296000000L, "d7ff0000000100000000"), (17179869183999999L, "d7ffee6b1863ffffffff"),
    (17179869184000000L, "c70cff000000000000000400000000"), (-1L, "c70cff3b9ac618ffffffffffffffff"))
  for ((micros, hex) <- instants)
    test(s"the shortest form of the instant at $micros us")(
      assert(hexOf(_.timestamp(micros)) === hex))

  test("instants in milliseconds") {
    assert(hexOf(_.instant(InstantForm.Timestamp, -1L, 7)) ===
      hexOf(_.instant(InstantForm.Seconds, -1L, 999000007)))
    assert(hexOf(_.instant(InstantForm.Date, 1500L, 0)) ===
      hexOf(_.instant(InstantForm.Seconds, 1L, 500000000)))
  }

  for (count <- Seq(0, 1, 15, 16, 300, 65535, 65536, 70000); announced <- Seq(-1, 0, 15, 16, 65536))
    test(s"$count parts where $announced were announced") {
      val list = written(Options.none) { sink =>
        val _ = sink.beginArray(announced)
        for (i <- 1 to count) {
          sink.element()
          sink.int(i.toLong & 0x3f)
        }
        sink.endArray()
      }
      val map = written(Options.none) { sink =>
        val _ = sink.beginMap(announced)
        for (i <- 1 to count) {
          sink.key()
          sink.int(i.toLong & 0x3f)
          if (sink.value()) sink.bool(true)
        }
        sink.endMap()
      }
      val parts = (1 to count).map(i => Tree.Whole(i.toLong & 0x3f)).toVector
      assert(Vectors.hex(list) === Vectors.hex(MsgpackGenerator.write(Tree.Items(parts))))
      assert(Vectors.hex(map) === Vectors.hex(
        MsgpackGenerator.write(Tree.Entries(parts.map(_ -> Tree.Flag(true))))))
    }

  private val shape = Shape("",
    Vector(Field("a", Kind.Int32, ""), Field.frame("size", "u8"),
      Field("b", Kind.Text, ""), Field("c", Kind.Binary, "")))

  test("a struct has no entry for a frame or for a field without a value") {
    val hex = hexOf { sink =>
      val _ = sink.beginStruct(shape)
      for (field <- 0 to 3)
        if (sink.wanted(field) && field != 2) sink.int(field.toLong) else sink.skipped()
      sink.endStruct()
    }
    assert(hex === "82a16100a16303")
  }

  private def ext(kind: Long, size: Int)(sink: Sink): Unit = if (sink.beginStruct(Msgpack.Ext)) {
    if (sink.wanted(Msgpack.ExtType)) sink.int(kind)
    if (sink.wanted(Msgpack.ExtData)) sink.binary(new Array[Byte](size), 0, size)
    sink.endStruct()
  }

  test("ext values of every size") {
    for (size <- Seq(0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 255, 256, 65535, 65536)) {
      val value = Tree.struct("@ext" -> Tree.Whole(-5), "data" -> Tree.Hex("00" * size))
      assert(hexOf(ext(-5, size)) === Vectors.hex(MsgpackGenerator.write(value)))
    }
  }

  test("what an ext cannot be") {
    assert(refusal()(ext(128, 1)).reason.word === "out-of-range")
    assert(refusal()(ext(128, 1)).path === "@ext")
    def withData(give: Sink => Unit): Sink => Unit = sink => {
      val _ = sink.beginStruct(Msgpack.Ext)
      if (sink.wanted(Msgpack.ExtType)) sink.int(1)
      if (sink.wanted(Msgpack.ExtData)) give(sink)
      sink.endStruct()
    }
    val others = Seq[Sink => Unit](_.nothing(), _.int(1), _.text(Array(0x61), 0, 1), _.double(1),
      _.float(1), _.bool(true), _.timestamp(0), sink => { val _ = sink.beginArray(0) },
      _.skipped(), sink => { val _ = sink.beginStruct(Msgpack.Ext) })
    for (other <- others) assert(refusal()(withData(other)).reason.word === "type-mismatch")
  }

  test("what MessagePack has no form for") {
    val date = refusal() { sink =>
      val _ = sink.beginMap(1)
      sink.key()
      sink.text("day".getBytes, 0, 3)
      if (sink.value()) sink.date(1)
    }
    assert(date === Refusal(date.reason, "day",
      "MessagePack has no dates; cast it to TIMESTAMP or STRING (given: date)"))
    assert(date.reason.word === "type-mismatch")
    assert(refusal()(_.localTimestamp(1)).reason.word === "type-mismatch")
  }

  private def nested(levels: Int)(sink: Sink): Unit = {
    for (level <- 1 to levels) {
      val _ = if (level % 2 == 0) sink.beginArray(1) else sink.beginMap(1)
      if (level % 2 == 0) sink.element()
      else {
        sink.key()
        sink.int(0)
        val _ = sink.value()
      }
    }
    sink.nothing()
    for (level <- levels to 1 by -1) if (level % 2 == 0) sink.endArray() else sink.endMap()
  }

  test("nested as deep as the options say, and not deeper") {
    val few = Options(Map("maxDepth" -> "3"))
    assert(written(few)(nested(3)).nonEmpty)
    assert(written(Options(Map("maxDepth" -> "1000")))(nested(1000)).nonEmpty)
    val why = refusal(few)(nested(4))
    assert(why.reason.word === "nesting-too-deep")
    assert(why.path === "[0].value[0][0].value")
    assert(why.detail.contains("maxDepth = 3, whose maximum is 1000"))
  }

  test("as large as the options say, and not larger") {
    val small = Options(Map("maxSize" -> "100"))
    def text(size: Int)(sink: Sink): Unit = sink.text(Array.fill(size)(0x61.toByte), 0, size)
    assert(written(small)(text(98)).length === 100)
    for (size <- Seq(99, 100, 1000, 1 << 20)) {
      val why = refusal(small)(text(size))
      assert(why.reason.word === "too-large")
      assert(why.detail.contains("maxSize = 100, whose maximum is 134217728"))
    }
  }

  test("a refused value leaves nothing behind for the next") {
    val output = new Output
    val writer = OneValue.newWriter(Options.none, output).asInstanceOf[SinkWriter]
    for (_ <- 1 to 3) {
      output.begin()
      writer.begin()
      intercept[Unencodable](nested(501)(writer.sink))
      output.begin()
      writer.begin()
      intercept[Unencodable] {
        val _ = writer.sink.beginStruct(Msgpack.Ext)
        writer.sink.nothing()
      }
      output.begin()
      writer.begin()
      writer.sink.int(7)
      assert(output.result === Array[Byte](7))
    }
  }
}
