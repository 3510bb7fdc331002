package sparkwire.files.ignite

import java.nio.file.{Files, Path}
import java.util.HexFormat
import java.util.zip.GZIPInputStream

import scala.io.Source
import scala.util.Using

import sparkwire.SparkSuite
import sparkwire.wire.ignite.entries.EntryVersion
import sparkwire.wire.ignite.wal.LoggedUpdate

import org.scalatest.funsuite.AnyFunSuite

/** Segments that nodes of other versions have written, with the output of their own reader:
  * `tests/ignite-node/log`.
  */
class WalVersionsSuite extends AnyFunSuite with SparkSuite {
  private val folder = Path.of("tests/ignite-node/log")

  for (version <- Seq("2.14.0", "2.15.0", "2.16.0", "2.18.0"))
    test(s"Ignite $version: archived and compacted segments are what its own reader says") {
      val expected = entries(folder.resolve(version).resolve("entries.tsv.gz"))
      assert(expected.length === 35)
      val compacted = folder.resolve(version).resolve("0000000000000000.wal.zip")
      for (file <- Seq(compacted, unpacked(folder.resolve(version)))) {
        val table = spark.read.format("sparkwire-ignite-wal").load(file.toString)
        assert(LoggedRows.updates(table, "segment_offset").sortBy(_.place) === expected)
      }
    }

  private def unpacked(folder: Path): Path = {
    val made = Files.createTempDirectory("wal")
    made.toFile.deleteOnExit()
    val file = made.resolve("0000000000000000.wal")
    file.toFile.deleteOnExit()
    Using.resource(gunzip(folder.resolve("0000000000000000.wal.gz")))(Files.copy(_, file))
    file
  }

  private def gunzip(file: Path) = new GZIPInputStream(Files.newInputStream(file))

  private def entries(file: Path): Seq[LoggedUpdate] =
    Using.resource(Source.fromInputStream(gunzip(file), "UTF-8"))(
      _.getLines().map(line => entryOf(line.split("\t", -1))).toVector)

  private def entryOf(columns: Array[String]): LoggedUpdate = LoggedUpdate(
    place = (columns(0).toLong, columns(1).toInt, columns(2).toInt),
    cacheId = columns(3).toInt,
    operation = columns(4),
    partition = columns(5).toInt,
    key = bytes(columns(6)),
    value = Option(columns(7)).filter(_.nonEmpty).map(bytes),
    version = versionOf(columns(8)),
    source = None,
    transaction = Option(columns(9)).filter(_.nonEmpty).map(versionOf),
    counter = columns(10).toLong,
    expireTime = columns(11).toLong,
    time = columns(12).toLong,
    flags = columns(13).toInt
  )

  private def bytes(hex: String): Seq[Byte] = HexFormat.of.parseHex(hex).toSeq

  private def versionOf(text: String): EntryVersion = {
    val parts = text.split(',')
    EntryVersion(parts(0).toInt, parts(1).toLong, parts(2).toInt, parts(3).toInt)
  }
}
