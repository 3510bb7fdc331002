package sparkwire.files

import java.nio.file.{Files, Path}

import scala.collection.mutable

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.{StreamingQuery, Trigger}

import sparkwire.SparkSuite

import org.scalatest.{BeforeAndAfterEach, Suite}

/** Runs of streams over the folder `in`, each from the checkpoint of the one before. */
trait StreamRuns extends SparkSuite with BeforeAndAfterEach { self: Suite =>
  protected var root: Path = _
  protected val rows: mutable.Buffer[Seq[Row]] = mutable.Buffer.empty

  override def beforeEach(): Unit = {
    root = Files.createTempDirectory("streams")
    val _ = Files.createDirectory(root.resolve("in"))
    rows.clear()
  }

  override def afterEach(): Unit = OwnFolder.delete(root)

  protected def deleteCheckpoint(): Unit = OwnFolder.delete(root.resolve("checkpoint"))

  protected def started(table: DataFrame,
      trigger: Trigger = Trigger.AvailableNow()): StreamingQuery =
    table.writeStream.option("checkpointLocation", root.resolve("checkpoint").toString)
      .trigger(trigger).foreachBatch { (batch: DataFrame, _: Long) =>
        val _ = rows += batch.collect().toSeq
      }.start()

  /** Runs a stream over the existing files and returns the rows of each batch that has any. */
  protected def run(table: DataFrame): Seq[Seq[Row]] = {
    rows.clear()
    started(table).awaitTermination()
    rows.toSeq.filter(_.nonEmpty)
  }
}
