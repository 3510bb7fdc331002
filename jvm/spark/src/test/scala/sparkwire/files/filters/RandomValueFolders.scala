package sparkwire.files.filters

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.{Files, Path}
import java.util.zip.CRC32

import scala.util.Random

import sparkwire.files.aerospike.WrittenBackup
import sparkwire.files.values.ValueReads
import sparkwire.wire.Vectors
import sparkwire.wire.capture.{Captured, CaptureFiles}
import sparkwire.wire.capture.Packets._

/** Folders with files of values end to end, some of them damaged, compressed or named wrongly.
  */
object RandomValueFolders {
  private def wholeOf(format: String, vectors: String): IndexedSeq[Array[Byte]] =
    Vectors.read(format, vectors).filter(line => line.view != null && line.fails.isEmpty)
      .map(_.bytes).toIndexedSeq

  private lazy val events = wholeOf("databus", "events-v1") ++ wholeOf("databus", "events-v2")
  private lazy val packets = wholeOf("cernan", "packets")
  private val records = (0 until 100).map(id => Vectors.bytes("81a26964") ++ Array(id.toByte))

  private def one(random: Random, of: IndexedSeq[Array[Byte]]): Array[Byte] =
    of(random.nextInt(of.length))

  private def several(random: Random)(value: => Array[Byte]): Seq[Array[Byte]] =
    Seq.fill(1 + random.nextInt(12))(value)

  /** Writes files of some values to a folder. */
  private def write(random: Random, folder: Path, names: Seq[String])(
      values: => Seq[Array[Byte]]): Unit = names.foreach { name =>
    val file = folder.resolve(name)
    val bytes = damaged(random, values)
    val _ = Files.createDirectories(file.getParent)
    val stored =
      if (name.endsWith(".gz")) ValueReads.gzip(bytes)
      else if (name.endsWith(".zip")) ValueReads.zip(bytes)
      else bytes
    Files.write(file, if (random.nextInt(8) == 0) stored.dropRight(3) else stored)
  }

  private def damaged(random: Random, values: Seq[Array[Byte]]): Array[Byte] = {
    val bytes = values.flatten.toArray
    random.nextInt(4) match {
      case 0 if bytes.nonEmpty =>
        bytes.updated(random.nextInt(bytes.length), random.nextInt(256).toByte)
      case 1 =>
        val at = random.nextInt(bytes.length + 1)
        bytes.take(at) ++ random.nextBytes(random.nextInt(50)) ++ bytes.drop(at)
      case _ => bytes
    }
  }

  def databus(random: Random, folder: Path): Unit =
    write(random, folder, Seq("a", "b/c.gz", "b/d"))(several(random)(one(random, events)))

  def cernan(random: Random, folder: Path): Unit =
    write(random, folder, Seq("a.gz", "b", "c"))(several(random)(one(random, packets)))

  def msgpack(random: Random, folder: Path): Unit =
    write(random, folder, Seq("a", "b.zip", "c/d"))(several(random)(one(random, records)))

  /** Backups: a header, and then records and indexes. */
  def backup(random: Random, folder: Path): Unit =
    write(random, folder, Seq("a.asb", "b/c.asb.gz", "b/d.asb"))(
      WrittenBackup.bytes(WrittenBackup.header) +: several(random)(
        WrittenBackup.bytes(
          if (random.nextInt(4) == 0) "* i test demo n N 1 b N\n"
          else WrittenBackup.record(random.nextInt(9), "I a 1", "S b 3 a\n+"))))

  /** Captures of a conversation, cut into pieces. */
  def capture(random: Random, folder: Path): Unit =
    for (name <- Seq("a.pcap", "b/c.pcap")) {
      val frames = Seq.tabulate(1 + random.nextInt(6))(at =>
        frame(client, server, 10 + 3L * at, "abc")) :+ frame(server, client, 500, "world", 13)
      val written = CaptureFiles.pcap(
        frames.zipWithIndex.map { case (bytes, at) =>
          Captured(bytes, (1700000000L + at) * 1000000000L)
        })
      write(random, folder, Seq(name))(Seq(written))
    }

  /** Dumps of two nodes, which have the same partitions. */
  def dump(random: Random, folder: Path): Unit =
    for (node <- Seq("n1", "n2"); group <- Seq("cache-a", "cacheGroup-g"))
      write(random, folder.resolve(s"db/$node/$group"),
        Seq(s"part-${random.nextInt(3)}.dump", "part-7.dump.zip"))(
        several(random)(entry(random.nextInt(20))))

  private def entry(more: Int): Array[Byte] = {
    val size = 48 + more
    val filled = ByteBuffer.allocate(size).putInt(0, size - 4).putInt(37, 1).put(41, 1.toByte)
    val bytes = filled.putInt(43, size - 48).put(47, 1.toByte).array
    val crc = new CRC32
    crc.update(bytes, 8, size - 8)
    ByteBuffer.wrap(bytes).putInt(4, ~crc.getValue.toInt).array
  }

  /** The segments of two nodes, in the three places, some of them under names that are not theirs. */
  def wal(random: Random, folder: Path): Unit =
    for (node <- Seq("n1", "n2"); place <- Seq("", "archive/", "cdc/"))
      for (_ <- 0 to random.nextInt(2)) {
        val number = random.nextInt(4)
        val named = if (random.nextInt(3) == 0) random.nextInt(4) else number
        val ending = if (random.nextInt(3) == 0) ".wal.zip" else ".wal"
        write(random, folder.resolve(s"wal/$place$node"), Seq(f"$named%016d$ending"))(
          head(number) +: several(random)(record(random, number)))
      }

  /** The head of a segment. */
  def head(segment: Int): Array[Byte] = summed(
    ByteBuffer.allocate(29).order(ByteOrder.LITTLE_ENDIAN).put(5.toByte).putLong(segment.toLong)
      .putInt(0).putLong(0xb0d045ace7ed045aL).putInt(2).array)

  private val loggedEntry = Vectors.bytes("07000000" + "0000000001" * 2 + "02" + "00" + "01" +
    "00" * 16 + "00" * 20 + "01")

  private def record(random: Random, segment: Int): Array[Byte] =
    record(segment, random.nextInt(3))

  /** A record with some entries. */
  def record(segment: Int, entries: Int): Array[Byte] = {
    val size = 33 + entries * loggedEntry.length
    val filled = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN)
      .put(71.toByte).putLong(segment.toLong).putInt(29).putInt(size).putInt(entries).position(29)
    (0 until entries).foreach(_ => filled.put(loggedEntry))
    summed(filled.array)
  }

  /** Returns bytes with their checksum in the last four. */
  private def summed(bytes: Array[Byte]): Array[Byte] = {
    val crc = new CRC32
    crc.update(bytes, 0, bytes.length - 4)
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
      .putInt(bytes.length - 4, ~crc.getValue.toInt).array
  }
}
