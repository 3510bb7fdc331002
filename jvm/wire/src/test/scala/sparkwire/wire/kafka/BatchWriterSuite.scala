package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.batches.ManyBatches

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Batches that are read are written again, and Kafka's own classes read the written bytes. */
class BatchWriterSuite
    extends AnyFunSuite
    with ScalaCheckPropertyChecks
    with VectorTests
    with ReaderChecks
    with WriterChecks {

  private def read(bytes: Array[Byte]): Tree =
    walk(ManyBatches, bytes).fold(reason => fail(reason.word), identity)

  private def write(rows: Tree, options: Options = Options.none): Array[Byte] =
    written(ManyBatches, rows, options).fold(refusal => fail(refusal.toString), identity)

  /** Asserts that a value of magic 2 has the same rows when it is written again, for us and for
    * Kafka's classes. Returns the bytes.
    */
  private def again(bytes: Array[Byte]): Array[Byte] = {
    val rows = read(bytes)
    val found = write(rows)
    assert(read(found) === rows)
    assert(KafkaBatches.rows(found) === rows)
    found
  }

  eachLine("kafka", "records", 20) { line =>
    if (line.fails.nonEmpty) succeed
    else {
      val rows = read(line.bytes)
      val isOld = rows.asInstanceOf[Items].items.exists(_.at("magic") != Whole(2))
      val isPacked = rows.asInstanceOf[Items].items.exists(_.at("codec") != Text("none"))
      if (isOld)
        assert(written(ManyBatches, rows).left.map(refusal =>
          refusal.reason.word -> refusal.path.endsWith("].magic")) ===
          Left("out-of-range" -> true))
      else if (isPacked) {
        val _ = again(line.bytes)
        succeed
      } else assert(Vectors.hex(again(line.bytes)) === Vectors.hex(line.bytes))
    }
  }

  for ((codec, compression) <- KafkaBatches.codecs)
    test(s"random batches of Kafka's classes, $codec") {
      forAll(KafkaBatches.random(2, compression)) { bytes =>
        val found = again(bytes)
        val hasLogAppendTime = (bytes(22) & 8) != 0
        if (codec == "none" && !hasLogAppendTime)
          assert(Vectors.hex(found) === Vectors.hex(bytes))
        else succeed
      }
    }

  test("batches end to end") {
    val batches = for (seed <- 1 to 3) yield KafkaBatches.written(2, KafkaBatches.codecs.head._2,
      KafkaBatches.simple(s"a$seed"), KafkaBatches.simple("b"))
    val all = batches.reduce(_ ++ _)
    assert(Vectors.hex(again(all)) === Vectors.hex(all))
  }

  private def row(fields: (String, Tree)*)(record: (String, Tree)*): Tree =
    struct(fields :+ ("record" -> struct(record: _*)): _*)

  test("what is not given") {
    val rows = read(write(Items(Vector(row()("value" -> Hex("01")), row()("value" -> Hex("02"))))))
    def field(path: String): Tree = rows.at(path)
    assert(field("0.base_offset") === Whole(0))
    assert(field("0.codec") === Text("none"))
    assert(field("0.partition_leader_epoch") === Whole(-1))
    assert(field("0.producer_id") === Whole(-1))
    assert(field("0.record.timestamp_ms") === Whole(-1))
    assert(field("1.base_offset") === Whole(0))
    assert(field("1.record.offset") === Whole(1))
    assert(field("1.record.sequence") === Whole(-1))
    assert(field("1.record.headers") === Items(Vector.empty))
    assert(write(Items(Vector.empty)).isEmpty)
  }

  test("offsets that overflow are those that were read") {
    val row = this.row("base_offset" -> Whole(Long.MaxValue))("offset" -> Whole(Long.MinValue))
    val found = read(write(Items(Vector(row))))
    assert(found.at("0.base_offset") === Whole(Long.MaxValue))
    assert(found.at("0.record.offset") === Whole(Long.MinValue))
  }

  private val refusals = Seq[(Tree, String, String)](
    (NoValue, "missing-field", "[0]"), (struct("magic" -> Whole(2)), "missing-field", "[0].record"),
    (row("magic" -> Whole(1))(), "out-of-range", "[0].magic"),
    (row("codec" -> Text("brotli"))(), "type-mismatch", "[0].codec"),
    (row("base_offset" -> Whole(0))("offset" -> Whole(1L << 32)), "out-of-range",
      "[0].record.offset"),
    (row()("headers" -> Items(Vector(NoValue))), "missing-field", "[0].record.headers[0]"),
    (row()("headers" -> Items(Vector(struct("value" -> Hex(""))))), "missing-field",
      "[0].record.headers[0].key"))
  for ((rows, reason, path) <- refusals)
    test(s"$rows: $reason at $path") {
      assert(written(ManyBatches, Items(Vector(rows))).left.map(refusal =>
        refusal.reason.word -> refusal.path) === Left(reason -> path))
    }

  test("limits") {
    def of(codec: String): Assertion = {
      val rows = Items(Vector(row("codec" -> Text(codec))("value" -> Hex("00" * 300))))
      assert(written(ManyBatches, rows, Options(Map("maxSize" -> "300"))).left.map(
        _.reason.word) === Left("too-large"))
      assert(written(ManyBatches, rows, Options(Map("maxSize" -> "400"))).isRight)
    }
    of("none")
    of("gzip")
    of("zstd")
  }
}
