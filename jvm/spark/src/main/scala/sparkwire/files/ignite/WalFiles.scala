package sparkwire.files.ignite

import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.types._

import sparkwire.files.{FileKind, FileOptions, FileWriting}
import sparkwire.files.values.{
  ChosenFiles, PackedInput, Packing, Unfolding, ValueKind, ValueReading
}
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.ignite.wal.{RecordBounds, Wal}
import sparkwire.wire.series.ValueBounds

/** Segments of the write-ahead log of Ignite's nodes. */
private[sparkwire] case object WalFiles extends ValueKind {
  def name: String = Wal.Name

  private val Copies = OptionSpec.Words("copies", Seq("skip", "all"),
    "`skip`: a segment that is in several folders of a node is read once")

  private val Caches = OptionSpec.Checked("caches", "names of caches, separated by commas",
    "the names that the column `cache` may have; the log has only their ids",
    text => Option.when(namesIn(text).isEmpty)("there is no name"))

  private def namesIn(text: String): Seq[String] =
    text.split(',').toSeq.map(_.trim).filter(_.nonEmpty)

  protected def ofReaders: Seq[OptionSpec] = Seq(Copies, Caches)
  def newBounds(options: Options): ValueBounds = new RecordBounds(options)

  override def writing: FileWriting = FileWriting.Refused(EntryColumns.InsteadOfWriting)

  // A segment changes its place and its form: it is archived, and then compressed.
  override def streams: Boolean = false

  override def schema(options: Options): StructType = new StructType()
    .add("cache", StringType)
    .add("cache_id", IntegerType)
    .add("operation", StringType)
    .add("partition", IntegerType)
    .add("key", BinaryType)
    .add("value", BinaryType)
    .add("version", EntryColumns.Version)
    .add("source_version", EntryColumns.Version)
    .add("transaction", EntryColumns.Version)
    .add("update_counter", LongType)
    .add("expire_time", TimestampType)
    .add("time", TimestampType)
    .add("primary", BooleanType)
    .add("preload", BooleanType)
    .add("from_store", BooleanType)
    .add("segment", LongType)
    .add("segment_offset", IntegerType)
    .add("entry", IntegerType)
    .add("node", StringType)
    .add("file", StringType)
    .add("offset", LongType)
    .add("fault", FileKind.Fault)

  // A file may have the name of another segment: its number is in it.
  override def ranged: Set[String] = super.ranged + "node"

  override private[files] def ofPath(path: String): Map[String, Any] =
    Map[String, Any]("node" -> WalFolder.nodeOf(new Path(path)))

  override private[files] def newUnfolding(reading: ValueReading): Unfolding =
    new WalUnfolding(
      reading.required, reading.options.text(Caches).fold(Seq.empty[String])(namesIn))

  override private[files] def choose(found: Seq[FileStatus], of: FileOptions,
      hadoop: Configuration): ChosenFiles = {
    val segments = found.filter(file => WalFolder.isSegment(file.getPath))
    if (segments.isEmpty && found.nonEmpty) refuse(
      s"path: '${found.head.getPath}' and what else is there are no segments, whose names have " +
        "digits and the ending .wal or .wal.zip.")
    ChosenFiles(
      if (of.reading.word(Copies) == "all") segments
      else WalFolder.withoutCopies(segments, numberIn(_, of, hadoop)))
  }

  /** Returns the number that the head of a file says. */
  private def numberIn(file: FileStatus, of: FileOptions, hadoop: Configuration): Option[Long] = {
    val path = file.getPath.toString
    val packing = Packing.of(of.reading.word(Packing.Option), path)
    val head = new Array[Byte](Wal.HeadSize)
    Using.resource(PackedInput.open(path, file.getLen, packing, hadoop)) { input =>
      val size = math.min(input.length, Wal.HeadSize.toLong).toInt
      if (input.read(0, head, 0, size) < Wal.HeadSize) None else Wal.segmentOf(head)
    }
  }
}
