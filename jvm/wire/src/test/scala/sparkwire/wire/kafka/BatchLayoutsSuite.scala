package sparkwire.wire.kafka

import java.util.zip.{Checksum, CRC32, CRC32C}

import org.apache.kafka.common.compress.Compression

import sparkwire.wire._
import sparkwire.wire.core.Bytes
import sparkwire.wire.heads.{FixedLayout, LayoutField}
import sparkwire.wire.kafka.batches.{BatchLayouts, ManyBatches}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The tables of [[BatchLayouts]] against batches that Kafka wrote. */
class BatchLayoutsSuite extends AnyFunSuite with ReaderChecks with LayoutChecks {
  // Batches that Kafka wrote long ago, and batches that its classes write for this test.
  private val values = Vectors.read("kafka", "records").filter(_.fails.isEmpty).map(_.bytes) ++
    Seq(0, 1, 2).map(KafkaBatches.written(_, Compression.NONE, KafkaBatches.simple("a")))

  for ((layout, magic) <- Seq(BatchLayouts.Batch -> 2, BatchLayouts.Message1 -> 1,
      BatchLayouts.Message0 -> 0))
    test(s"the reader and Kafka have the fields of a ${layout.name} where the table has them") {
      val found = values.filter(bytes => bytes.nonEmpty && bytes(16) == magic)
      assert(found.nonEmpty)
      found.foreach(follows(layout, _))
    }

  private def follows(layout: FixedLayout, bytes: Array[Byte]): Assertion = {
    val end = layout("length").end + Bytes.i32be(bytes, layout.at("length"))
    val isEmpty = layout.fields.exists(_.name == "record_count") &&
      Bytes.i32be(bytes, layout.at("record_count")) == 0
    // A batch without records has no rows, and its dissection no fields.
    if (!isEmpty) fieldsAreAt(layout, dissect(ManyBatches, bytes).tiles)
    computedAsSaid(layout, layout.fixedSize, end)(numberIn(bytes)) { (from, until) =>
      val sum: Checksum = if (layout eq BatchLayouts.Batch) new CRC32C else new CRC32
      sum.update(bytes, from, until - from)
      sum.getValue
    }
  }

  private def numberIn(bytes: Array[Byte])(field: LayoutField): Long =
    if (field.size == 1) bytes(field.at).toLong
    else if (field.wire == "uint32") Bytes.i32be(bytes, field.at) & 0xffffffffL
    else Bytes.i32be(bytes, field.at).toLong
}
