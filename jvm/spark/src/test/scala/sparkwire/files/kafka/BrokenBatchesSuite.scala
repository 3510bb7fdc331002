package sparkwire.files.kafka

import java.nio.ByteBuffer

import scala.collection.mutable

import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.About

import com.github.luben.zstd.Zstd
import org.scalatest.funsuite.AnyFunSuite

/** Compressed batches that are broken after many zeros. */
class BrokenBatchesSuite extends AnyFunSuite {
  private val MaxSize = 16 << 20

  test("after so much in vain, a batch may unpack to a multiple of its size") {
    val broken = new BrokenBatches(MaxSize)
    (1 to 17).foreach(_ => broken.add(Long.MaxValue))
    assert(broken.maxSizeOf(1000, MaxSize.toLong) === MaxSize)
    assert(broken.maxSizeOf(1000, 1000) === 4096 + 256000)
    assert(broken.maxSizeOf(1 << 30, 1000) === MaxSize)
    assert(new BrokenBatches(MaxSize).maxSizeOf(100, 0) === MaxSize)
    val cheap = new BrokenBatches(MaxSize)
    (1 to 1000).foreach(_ => cheap.add(100))
    assert(cheap.maxSizeOf(100, 0) === MaxSize)
  }

  test("behind many bombs ordinary batches are read, and each bomb is a fault") {
    val bomb = KafkaBatches.batch(4, 1, Zstd.compress(new Array[Byte](15 << 20)))
    val ordinary = KafkaBatches.written(2, KafkaBatches.codecs.toMap.apply("zstd"),
      (1 to 100).map(number => KafkaBatches.simple(s"a value, number $number")),
      Seq.fill(100)(1), About(baseOffset = 60))
    val bombs =
      (0 until 60).flatMap(at => ByteBuffer.wrap(bomb.clone()).putLong(0, at.toLong).array)
    val file = LogReads.segment((bombs ++ ordinary).toArray)
    val reasons = mutable.Buffer.empty[String]
    val rows = LogReads.rows(file, Seq("value", "fault"),
      use = row =>
        if (!row.isNullAt(1)) reasons += row.getStruct(1, 3).getUTF8String(0).toString)
    assert(rows === 160)
    assert(reasons.length === 60)
    assert(reasons.head === "truncated" && reasons.last === "too-large")
  }
}
