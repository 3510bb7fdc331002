package sparkwire.files.writing

import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.streaming.Sink

/** The files that a stream writes, each batch exactly once.
  *
  * Spark repeats a batch if it does not know whether the batch was complete. So the names of files have the
  * id of the query and the number of the batch, and an empty file marks a batch as complete. After a restart,
  * a marked batch is skipped, and the files of an unmarked one are replaced. So every reader finds each value
  * once, without a list of valid files.
  */
private[sparkwire] final class ValueSink(options: WriteOptions) extends Sink {
  // What the progress of a query calls it.
  override def toString: String = s"${options.kind.format} [${options.path}]"

  private[this] val write = new ValueWrite(options)
  private[this] lazy val folder: Path = options.folder(options.hadoop)
  private[this] lazy val fileSystem: FileSystem = folder.getFileSystem(options.hadoop)
  // Only the first batch after a start may be a repeated one.
  private[this] var isFirst = true

  override def addBatch(batch: Long, data: DataFrame): Unit = {
    val rows = data.asInstanceOf[classic.Dataset[Row]]
    val query = queryOf(rows.sparkSession)
    if (!isFirst || !isDone(query, batch)) {
      if (isFirst) removeFiles(query, batch)
      write.append(ClassicRows.ofBatch(rows), ValueSink.mark(query, batch))
      setDone(query, batch)
    }
    isFirst = false
  }

  // Spark's name for it. The constant has another place in Spark 4.1.
  private def queryOf(session: classic.SparkSession): String =
    Option(session.sparkContext.getLocalProperty("sql.streaming.queryId")).getOrElse(
      throw new IllegalStateException("a batch of a stream has no query"))

  private def names: Seq[String] =
    if (fileSystem.exists(folder)) fileSystem.listStatus(folder).toSeq.map(_.getPath.getName)
    else Nil

  private def isDone(query: String, batch: Long): Boolean =
    names.flatMap(ValueSink.doneIn(query, _)).exists(_ >= batch)

  private def removeFiles(query: String, batch: Long): Unit =
    names.filter(_.contains(ValueSink.mark(query, batch) + ".")).foreach(remove)

  private def setDone(query: String, batch: Long): Unit = {
    fileSystem.create(new Path(folder, ValueSink.done(query, batch)), true).close()
    val before =
      if (isFirst) names.filter(name => ValueSink.doneIn(query, name).exists(_ < batch))
      else Seq(ValueSink.done(query, batch - 1))
    before.foreach(remove)
  }

  private def remove(name: String): Unit = {
    val _ = fileSystem.delete(new Path(folder, name), false)
  }
}

private object ValueSink {
  private final val Done = "_done-"

  /** The end of the names of the files of a batch, before the dot. */
  def mark(query: String, batch: Long): String = s"-$query-$batch"

  /** The file that says that a batch is complete. Nothing reads it as values, because of its `_`. */
  def done(query: String, batch: Long): String = s"$Done$query-$batch"

  /** Returns the batch of a query that a file says is complete. */
  def doneIn(query: String, name: String): Option[Long] =
    Option.when(name.startsWith(s"$Done$query-"))(name.substring(Done.length + query.length + 1))
      .flatMap(_.toLongOption)
}
