package sparkwire.formats

import org.apache.spark.sql.{DataFrame, SaveMode, SQLContext}
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.execution.streaming.Sink
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.streaming.OutputMode
import org.apache.spark.sql.types.StructType

import sparkwire.files.writing.{ValueSink, ValueWrite, WriteOptions}

/** What `df.write` and `df.writeStream` ask of the formats. */
private[formats] object FileWrites {

  /** Writes a DataFrame.
    *
    * @param kind
    *   the kind of all files, null if the option `files` names it
    */
  def save(context: SQLContext, kind: String, mode: SaveMode, passed: Map[String, String],
      data: DataFrame): BaseRelation = {
    val (of, others) = FileKinds.kindAndOptions(kind, asWritten(passed))
    new ValueWrite(WriteOptions.of(of, others)).save(data, mode)
    new Saved(context, data.schema)
  }

  def newSink(kind: String, passed: Map[String, String], partitioning: Seq[String],
      mode: OutputMode): Sink = {
    val (of, others) = FileKinds.kindAndOptions(kind, asWritten(passed))
    val options = WriteOptions.ofStream(of, others)
    if (partitioning.nonEmpty) WriteOptions.refuseColumns(of)
    if (mode != OutputMode.Append)
      of.refuse(s"output mode $mode: files are only added. Accepted: append.")
    new ValueSink(options)
  }

  /** Returns options with their names as the user has written them: those of a file system are told apart
    * by case.
    */
  private def asWritten(passed: Map[String, String]): Map[String, String] = passed match {
    case folded: CaseInsensitiveMap[String @unchecked] => folded.originalMap
    case others => others
  }

  /** What Spark is given after writing. It looks whether the cache has such a relation, and does not read
    * it.
    */
  private final class Saved(override val sqlContext: SQLContext, override val schema: StructType)
      extends BaseRelation
}
