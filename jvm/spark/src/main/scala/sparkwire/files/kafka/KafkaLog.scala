package sparkwire.files.kafka

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files.{FileKind, FileOptions, FileWriting, StreamLimits}
import sparkwire.wire.core.{Options, OptionSpec}

/** The files of a Kafka log. */
private[sparkwire] case object KafkaLog extends FileKind {
  def name: String = "kafka-log"
  def schema(options: Options): StructType = LogColumns.schema
  def ranged: Set[String] = Set("topic", "partition", "offset", "timestamp")

  private val Isolation = OptionSpec.Words("isolation", Seq("read_uncommitted", "read_committed"),
    "`read_committed`: what a consumer of committed records is given")
  private val Topic = OptionSpec.Checked("topic", "any name",
    "the topic of all files, instead of the one in the folder name", _ => None)
  private val Partition = OptionSpec.Number("partition", 0, 0, Int.MaxValue,
    "the partition of all files, instead of the one in the folder name")

  def options: Seq[OptionSpec] =
    Seq(Isolation, FileKind.Mode, Options.Verify, Options.MaxSize, Partition, Topic,
      Replicated, FailOnDataLoss) ++ StreamLimits.options
  override def streams: Boolean = true

  private val Replicated = OptionSpec.Words("replicas", Seq("all", "union"),
    "`union`: of several replicas of a partition, each batch is read once, where it is right")

  def isUnion(of: FileOptions): Boolean = of.reading.word(Replicated) == "union"

  private val FailOnDataLoss = OptionSpec.Words("failOnDataLoss", Seq("true", "false"),
    "`false`: a stream goes on if a broker has deleted records that it has not read")

  def failsOnDataLoss(of: FileOptions): Boolean = of.reading.word(FailOnDataLoss) == "true"

  def isCommitted(of: FileOptions): Boolean = of.reading.word(Isolation) == "read_committed"

  // In place of the names of folders.
  def topic(of: FileOptions): Option[String] = of.reading.text(Topic)
  def partition(of: FileOptions): Option[Int] =
    of.reading.values.get(Partition.name).map(_ => of.reading.number(Partition))

  def writing: FileWriting = FileWriting.Refused(
    "Write the records to a broker, with the format kafka of Spark; kafka_records_agg makes a batch of " +
      "them as a value.")

  def requireFiles(of: FileOptions, hadoop: Configuration): Unit = {
    val _ = new LogFiles(of, hadoop).find()
  }

  def newScan(of: FileOptions, required: StructType, filters: Seq[Filter]): Scan =
    LogScan(of, required, filters)
}
