package sparkwire.files.lines

import java.util.{Map => JavaMap}

import scala.collection.mutable
import scala.concurrent.Await
import scala.concurrent.duration.Duration
import scala.jdk.CollectionConverters._

import org.apache.spark.SimpleFutureAction
import org.apache.spark.sql.{classic, Row}

/** Writes the rows of a query to pieces of files on this machine, in the order of the rows: the command
  * line copies them to standard output while later ones are written.
  *
  * A partition is a job of its own, and only a few are ahead of the one that is copied. So neither the
  * memory nor the disk grows with the size of the result.
  *
  * @param isRaw
  *   whether the columns of BINARY are written as they are, without anything between them; otherwise a
  *   row is a line of JSON
  */
private[sparkwire] final class RowLines(
    data: classic.Dataset[Row], folder: String, isRaw: Boolean) {
  private[this] val rows = data.queryExecution.toRdd
  private[this] val task = new WritePieces(data.schema, folder, isRaw)
  private[this] val ahead = data.sparkSession.sparkContext.defaultParallelism + 1
  private[this] val jobs = mutable.Buffer.empty[SimpleFutureAction[Map[String, Long]]]

  def partitions: Int = rows.getNumPartitions

  /** Whether all pieces of a partition have been written, or an error has ended its job. */
  def isDone(partition: Int): Boolean = {
    while (jobs.length < math.min(partition + ahead, partitions)) jobs += submit(jobs.length)
    jobs(partition).isCompleted
  }

  /** Returns how many rows of a partition have a fault, by reason; throws the error of its job. */
  def faults(partition: Int): JavaMap[String, Long] =
    Await.result(jobs(partition), Duration.Inf).asJava

  def cancel(): Unit = jobs.foreach(_.cancel())

  private def submit(partition: Int): SimpleFutureAction[Map[String, Long]] = {
    @volatile var faults = Map.empty[String, Long]
    data.sparkSession.sparkContext.submitJob(rows, task, Seq(partition),
      (_: Int, found: Map[String, Long]) => faults = found, faults)
  }
}

object RowLines {

  /** Called by the command line. */
  def of(data: classic.Dataset[Row], folder: String, isRaw: Boolean): RowLines =
    new RowLines(data, folder, isRaw)
}
