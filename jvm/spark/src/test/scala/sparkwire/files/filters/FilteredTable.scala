package sparkwire.files.filters

import java.nio.file.Path

import scala.util.Random

/** A kind of files, in folders that are made up.
  *
  * @param columns
  *   the columns that conditions are about
  * @param options
  *   returns options of a query
  * @param write
  *   writes files to a folder and returns the paths of the table
  */
final case class FilteredTable(format: String, columns: Seq[String],
    options: Random => Map[String, String], write: (Random, Path) => Seq[Path])

object FilteredTable {
  private def words(random: Random, option: String, words: String*): Map[String, String] =
    if (random.nextBoolean()) Map.empty else Map(option -> words(random.nextInt(words.length)))

  private def verify(random: Random): Map[String, String] = words(random, "verify", "full", "none")

  private def values(format: String, columns: Seq[String], options: Random => Map[String, String])(
      write: (Random, Path) => Unit): FilteredTable =
    FilteredTable(format, columns,
      options,
      (random, folder) => {
        write(random, folder)
        Seq(folder)
      })

  private val ofValues = Seq("offset", "file")

  val log: FilteredTable = FilteredTable(
    "kafka-log",
    Seq(
      "offset", "offset", "timestamp", "partition", "topic", "file", "batch_offset", "is_control"),
    random =>
      verify(random) ++ words(random, "isolation", "read_committed", "read_uncommitted") ++
        words(random, "replicas", "union", "all"),
    (random, folder) => new RandomLogFolder(random, folder).paths)

  val others: Seq[FilteredTable] = Seq(
    values("ignite-wal", ofValues ++ Seq("segment", "segment", "segment_offset", "node"),
      random => verify(random) ++ words(random, "copies", "skip", "all"))(RandomValueFolders.wal),
    values("ignite-dump", ofValues ++ Seq("node", "group", "partition"),
      random => verify(random) ++ words(random, "copies", "skip", "all"))(RandomValueFolders.dump),
    values("databus", ofValues, verify)(RandomValueFolders.databus),
    values("cernan", ofValues, verify)(RandomValueFolders.cernan),
    values("msgpack", ofValues,
      random => verify(random) ++ words(random, "fields", "id INT"))(RandomValueFolders.msgpack),
    values("aerospike-backup", ofValues ++ Seq("namespace", "set", "generation", "kind"), verify)(
      RandomValueFolders.backup),
    values("capture", Seq("offset", "file", "timestamp"),
      random => words(random, "rotated", "true", "false"))(RandomValueFolders.capture)
  )
}
