package sparkwire.wire.kafka

import java.util.Random

import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData
import org.apache.spark.sql.types.DataType

import sparkwire.expressions.Types
import sparkwire.rows.RowSink
import sparkwire.wire._
import sparkwire.wire.core.{Cursor, Malformed, Options, Reader}
import sparkwire.wire.kafka.KafkaBatches._
import sparkwire.wire.kafka.batches.ManyBatches

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** Records given as a whole and records given in steps become the same rows, byte by byte, and both
  * ways refuse the same input, whatever part of the rows is asked for.
  */
class RecordRowsSuite extends AnyFunSuite {
  private val types: Seq[DataType] = Types.of(ManyBatches.kind) +: Seq(
    "base_offset bigint, magic tinyint, codec string, partition_leader_epoch int, " +
      "producer_id bigint, producer_epoch smallint, transactional boolean, control boolean",
    "record struct<offset: bigint, timestamp: timestamp, timestamp_ms: bigint, sequence: int>",
    "record struct<key: binary, value: binary>",
    "record struct<headers: array<struct<key: string>>>",
    "record struct<value: binary, headers: array<struct<value: binary>>>, codec string",
    // Fields in another order than in the bytes.
    "control boolean, record struct<headers: array<struct<value: binary, key: string>>, value: binary, " +
      "timestamp: timestamp, key: binary>, codec string, base_offset bigint"
  ).map(fields => DataType.fromDDL(s"array<struct<$fields>>"))

  private var read = 0
  private var refused = 0

  /** A reader and its sink, which takes records as a whole or in steps. */
  private final class Way(asked: DataType, options: Options) {
    private val cursor = new Cursor
    cursor.setMaxSize(options.maxSize)
    private val reader = ManyBatches.newReader(options)
    private val asking = StepByStep(ManyBatches).newReader(options)
    private val sink = new RowSink(ManyBatches.kind, asked, options)

    def atOnce(bytes: Array[Byte]): Option[String] = read(reader, bytes)
    def inSteps(bytes: Array[Byte]): Option[String] = read(asking, bytes)

    private def read(by: Reader, bytes: Array[Byte]): Option[String] =
      try {
        sink.begin()
        by.read(cursor.wrap(bytes), sink)
        Some(result)
      } catch { case _: Malformed => None }

    private def result: String = {
      val rows = sink.result.asInstanceOf[UnsafeArrayData]
      Vectors.hex(rows.copy().getBaseObject.asInstanceOf[Array[Byte]])
    }
  }

  private def ways(options: (String, String)*): Seq[Way] =
    types.map(new Way(_, Options(options.toMap)))
  private val verified = ways()
  private val unverified = ways("verify" -> "none")
  private val dropping = ways("tail" -> "drop")

  private def same(bytes: Array[Byte], ways: Seq[Way] = verified): Unit =
    withClue(s"${Vectors.hex(bytes.take(4000))}: ") {
      ways.foreach { way =>
        val atOnce = way.atOnce(bytes)
        assert(atOnce === way.inSteps(bytes))
        if (atOnce.isEmpty) refused += 1 else read += 1
      }
    }

  private def samples(gen: Gen[Array[Byte]], count: Int): Seq[Array[Byte]] =
    (1 to count).map(seed => gen.pureApply(Gen.Parameters.default, Seed(seed.toLong)))

  private def changed(bytes: Array[Byte], random: Random): Array[Byte] = {
    val (before, after) = bytes.splitAt(random.nextInt(bytes.length))
    random.nextInt(3) match {
      case 0 => before
      case 1 => before ++ after.take(1).map(byte => (byte ^ 1 << random.nextInt(8)).toByte) ++
          after.drop(1)
      case _ => before ++ after.take(1).map(_ => random.nextInt().toByte) ++ after.drop(1)
    }
  }

  test("vectors, good and bad") {
    for (bytes <- Vectors.bytesOf("kafka"); ways <- Seq(verified, unverified, dropping))
      same(bytes, ways)
  }

  for ((name, codec) <- codecs)
    test(s"batches of any kind, $name, whole, cut and changed") {
      val random = new Random(name.hashCode.toLong)
      for (bytes <- samples(KafkaBatches.random(2, codec), 40)) {
        same(bytes)
        for (_ <- 1 to 12) {
          val other = changed(bytes, random)
          // With a valid checksum, the bytes after it are read.
          if (other.length > 61) same(withCrc(other))
          same(other, unverified)
          same(other, dropping)
        }
      }
    }

  test("batches behind one another, messages and batches without records among them") {
    val empty = batch(0, 0, Array.emptyByteArray)
    val others = for (magic <- 0 to 1; (name, codec) <- codecs if name != "zstd")
      yield KafkaBatches.random(magic, codec)
    val any = Gen.oneOf(
      Gen.oneOf(codecs.map(_._2)).flatMap(KafkaBatches.random(2, _)),
      Gen.oneOf(others).flatMap(identity),
      Gen.oneOf(empty, marker(isCommit = true), marker(isCommit = false)))
    val random = new Random(1)
    for (parts <- (1 to 120).map(seed =>
        Gen.choose(1, 5).flatMap(Gen.listOfN(_, any)).pureApply(
          Gen.Parameters.default, Seed(seed.toLong)))) {
      val bytes = parts.flatten.toArray
      same(bytes)
      same(bytes.dropRight(random.nextInt(60)), dropping)
      same(changed(bytes, random), unverified)
    }
  }

  // A record: attributes, deltas of timestamp and offset, key "k", value "v", header "h" = null.
  private def record(timestamp: String, offset: String): Array[Byte] = {
    val body = s"00 $timestamp $offset 02 6b 02 76 02 02 68 01"
    val bytes = Vectors.bytes(body)
    (bytes.length * 2).toByte +: bytes
  }

  test("a batch with more or fewer records than it says") {
    val two = record("00", "00") ++ record("00", "02")
    for (count <- 1 to 3; ways <- Seq(verified, unverified)) {
      val bytes = batch(0, count, two)
      same(bytes, ways)
      assert(ways.head.atOnce(bytes).isDefined === (count == 2))
    }
  }

  test("deltas below zero, times that are none and beyond any timestamp, varints of any length") {
    val deltas = Seq("00", "01", "03", "c801", "8100", "808000", "8080808000",
      "ffffffff0f", "feffffff0f", "ffffffff1f")
    val times = deltas ++ Seq("ffffffffffffffffff01", "feffffffffffffffff01", "fffffffffffff81f",
      "80e89e90f2c90f", "80d0dbc3f4b80e", "ffffffffffffffffff03")
    for (timestamp <- times; offset <- deltas; attributes <- Seq(0, 8, 16, 32)) {
      val bytes = batch(attributes, 3,
        record("00", "00") ++ record(timestamp, offset) ++
          record("02", "02"))
      same(bytes)
    }
  }

  test("lengths that are wrong in any way") {
    val good = record("00", "00")
    for (at <- good.indices; value <- -128 to 127)
      same(batch(0, 2, good ++ good.updated(at, value.toByte)))
    for (count <- Seq(-1, 0, 1, 3, 70000, Int.MaxValue))
      same(batch(0, count, good ++ good))
    // A record that goes on after the end of its batch.
    for (missing <- 1 until good.length; after <- Seq(Array.emptyByteArray, batch(0, 1, good)))
      same(batch(0, 2, good ++ good.dropRight(missing)) ++ after)
  }

  test("more records and more headers than are believed") {
    val many = 70000
    same(batch(0, many, Array.fill(many)(record("00", "00")).flatten))
    val headers = Vectors.bytes("00 00 00 01 01 e0c508") ++
      Array.fill(many)(Vectors.bytes("00 01")).flatten
    val length = Vectors.bytes("d08b11")
    same(batch(0, 1, length ++ headers))
    assert(verified.head.atOnce(batch(0, 1, length ++ headers)).nonEmpty)
  }

  test("what is too large in steps is too large at once, and nothing else is") {
    val batches = codecs.map { case (_, codec) => samples(KafkaBatches.random(2, codec), 2).last }
    for (size <- 100 to 9000 by 50; bytes <- batches)
      same(bytes, ways("maxSize" -> size.toString).take(1))
  }

  test("enough of them were values, and enough were refused") {
    assert(read > 5000 && refused > 5000)
  }
}
