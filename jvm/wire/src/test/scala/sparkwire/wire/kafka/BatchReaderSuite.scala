package sparkwire.wire.kafka

import scala.jdk.CollectionConverters._

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.batches.ManyBatches

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.funsuite.AnyFunSuite

/** Record batches. */
class BatchReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private def expected(view: JsonNode): Tree = Items(
    view.get("batches").asScala.flatMap { batch =>
      batch.get("records").asScala.map(record => row(batch, record))
    }.toVector)

  private def row(batch: JsonNode, record: JsonNode): Tree = {
    def of(name: String): Tree = Option(batch.get(name)).fold[Tree](NoValue)(Views.value)
    def flag(name: String): Tree = of(name) match {
      case NoValue => Flag(false)
      case found => found
    }
    val Struct(fields) = Views.value(record): @unchecked
    val millis = record.get("timestamp").asLong
    struct(
      "base_offset" -> of("base_offset"),
      "magic" -> of("magic"),
      "codec" -> of("compression"),
      "partition_leader_epoch" -> of("partition_leader_epoch"),
      "producer_id" -> of("producer_id"),
      "producer_epoch" -> of("producer_epoch"),
      "transactional" -> flag("is_transactional"),
      "control" -> flag("is_control"),
      "record" -> Struct(fields ++ Map("timestamp" -> Micros(millis * 1000),
        "timestamp_ms" -> Whole(millis)))
    )
  }

  eachLine("kafka", "records", 20) { line =>
    tiles(ManyBatches)(line.bytes)
    val read = walk(ManyBatches, line.bytes).left.map(_.word)
    line.fails match {
      case Some(word) => assert(read.left.toOption.exists(Views.isNear(word, _)))
      case None =>
        assert(read === Right(expected(line.view)))
        prunedIsUnpruned(ManyBatches)(line.bytes)
        everyCutIsValueOrFault(ManyBatches)(line.bytes)
        everyFlipIsValueOrFault(ManyBatches)(line.bytes)
        everyFlipIsValueOrFault(ManyBatches, Options(Map("verify" -> "none")))(line.bytes)
    }
  }
}
