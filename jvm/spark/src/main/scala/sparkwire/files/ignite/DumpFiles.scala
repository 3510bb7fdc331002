package sparkwire.files.ignite

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.types._

import sparkwire.files.{FileKind, FileOptions, FileWriting}
import sparkwire.files.values.{ChosenFiles, Unfolding, ValueKind, ValueReading}
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.ignite.dumps.{Dump, EntryBounds}
import sparkwire.wire.series.ValueBounds

/** Dumps of the caches of an Ignite cluster. */
private[sparkwire] case object DumpFiles extends ValueKind {
  def name: String = Dump.Name

  private val Copies = OptionSpec.Words("copies", Seq("skip", "all"),
    "`skip`: of a partition that several nodes have dumped, one is read")

  protected def ofReaders: Seq[OptionSpec] = Seq(Copies)
  def newBounds(options: Options): ValueBounds = new EntryBounds(options)

  override def writing: FileWriting = FileWriting.Refused(EntryColumns.InsteadOfWriting)

  // A dump is complete when it is there.
  override def streams: Boolean = false

  override def schema(options: Options): StructType = new StructType()
    .add("cache", StringType)
    .add("cache_id", IntegerType)
    .add("group", StringType)
    .add("partition", IntegerType)
    .add("key", BinaryType)
    .add("value", BinaryType)
    .add("version", EntryColumns.Version)
    .add("source_version", EntryColumns.Version)
    .add("expire_time", TimestampType)
    .add("node", StringType)
    .add("file", StringType)
    .add("offset", LongType)
    .add("fault", FileKind.Fault)

  override def ranged: Set[String] = super.ranged ++ Set("node", "group", "partition")

  override private[files] def ofPath(path: String): Map[String, Any] =
    DumpFolder.placeOf(new Path(path)).fold(Map.empty[String, Any]) { place =>
      Map[String, Any](
        "partition" -> place.partition.toLong, "group" -> place.group, "node" -> place.node)
    }

  override private[files] def newUnfolding(reading: ValueReading): Unfolding =
    new DumpUnfolding(reading.required, reading.names)

  override private[files] def choose(found: Seq[FileStatus], of: FileOptions,
      hadoop: Configuration): ChosenFiles = {
    val entries = found.filter(file => DumpFolder.isEntries(file.getPath))
    if (entries.isEmpty) found.find(file => DumpFolder.isPages(file.getPath)).foreach(refusePages)
    if (!of.isPermissive)
      found.find(_.getPath.getName == DumpFolder.Lock).foreach(refuseUnfinished)
    val once = if (of.reading.word(Copies) == "all") entries else withoutCopies(entries)
    ChosenFiles(once, cachesOf(found, once, hadoop))
  }

  private def refusePages(file: FileStatus): Nothing = refuse(
    s"path: '${file.getPath}' has pages of a node or of a full snapshot. A table has the entries of " +
      "a dump, which `control.sh --dump create` writes.")

  private def refuseUnfinished(file: FileStatus): Nothing = refuse(
    s"path: '${file.getPath}' says that the dump is not complete. With mode = 'permissive' " +
      "what there is of it is read.")

  /** Returns the first file of each partition. */
  private def withoutCopies(files: Seq[FileStatus]): Seq[FileStatus] =
    files.sortBy(_.getPath.toString).distinctBy { file =>
      DumpFolder.placeOf(file.getPath).filter(_.group != null)
        .map(place =>
          (DumpFolder.rootOf(file.getPath), place.group, place.isShared, place.partition))
        .getOrElse(file.getPath)
    }

  /** Returns the names of the caches of each group that may have several. */
  private def cachesOf(found: Seq[FileStatus], entries: Seq[FileStatus],
      hadoop: Configuration): Map[String, Seq[String]] = {
    val groups = entries.map(_.getPath)
      .filter(path => DumpFolder.placeOf(path).exists(_.isShared)).map(_.getParent).distinct
    val settings = found.map(_.getPath).flatMap(path =>
      DumpFolder.cacheOf(path).map(path.getParent -> _)).groupMap(_._1)(_._2)
    groups.map { folder =>
      // The path of the table may lead to the files with the entries alone.
      folder.toString -> settings.getOrElse(folder, listed(folder, hadoop))
    }.toMap
  }

  private def listed(folder: Path, hadoop: Configuration): Seq[String] =
    folder.getFileSystem(hadoop).listStatus(folder).toSeq
      .flatMap(file => DumpFolder.cacheOf(file.getPath))
}
