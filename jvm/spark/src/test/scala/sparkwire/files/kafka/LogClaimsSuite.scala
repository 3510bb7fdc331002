package sparkwire.files.kafka

import java.nio.ByteBuffer
import java.nio.file.{Files, Path}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.spark.sql.{AnalysisException, DataFrame}

import sparkwire.errors.MalformedInputException
import sparkwire.files.FileReads
import sparkwire.files.kafka.tiered.{ChunkedInput, ChunkMemory, SegmentManifest}
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.KafkaBatches.marker
import sparkwire.wire.kafka.log.{LogRange, OffsetRanges}

import com.github.luben.zstd.Zstd
import org.scalatest.funsuite.AnyFunSuite

/** File names, lengths in heads and manifests are claims: they decide where to look, but never the
  * result of a query.
  */
class LogClaimsSuite extends AnyFunSuite with LogFolders {
  private val permissive = "mode" -> "permissive"
  private val union = "replicas" -> "union"
  private val committed = "isolation" -> "read_committed"

  private def offsets(table: DataFrame): Seq[Long] =
    table.where("fault IS NULL").select("offset").collect().toSeq.map(_.getLong(0)).sorted

  private def reasons(table: DataFrame): Seq[String] =
    table.where("fault IS NOT NULL").select("fault.reason").collect().toSeq.map(_.getString(0))

  private def setLength(batch: Array[Byte], length: Int): Array[Byte] =
    ByteBuffer.wrap(batch.clone()).putInt(8, length).array

  private def setOffset(batch: Array[Byte], offset: Long): Array[Byte] =
    ByteBuffer.wrap(batch.clone()).putLong(0, offset).array

  test("the name of the next segment does not say which offsets a segment has") {
    val file = segment("named/t-0", 0, batch(0, "a"), batch(500, "b"))
    segment("named/t-0", 100, batch(100, "c"))
    val table = load()(file.getParent)
    assert(offsets(table) === Seq(0, 100, 500))
    for ((filter, found) <-
        Seq("= 500" -> Seq(500L), "> 99" -> Seq(100L, 500L), "< 99" -> Seq(0L), "= 7" -> Nil))
      assert(offsets(table.where(s"offset $filter")) === found, filter)
    // If segments match their names, only the needed ones are read.
    segment("honest/t-0", 0, batch(0, "a"), batch(1, "b"))
    segment("honest/t-0", 2, batch(2, "c"))
    val honest = load()(root.resolve("honest"))
    assert(honest.where("offset < 0").rdd.getNumPartitions === 0)
    assert(honest.where("offset = 1").rdd.getNumPartitions === 1)
    assert(honest.where("offset < 2").select("file").distinct().count() === 1)
  }

  test("with the union of replicas, an offset of another segment is a fault") {
    val file = segment("other/b/t-0", 0, batch(0, "a"), batch(500, "b"))
    segment("other/b/t-0", 100, batch(100, "c"))
    val table = load(union, permissive)(file.getParent.getParent)
    assert(offsets(table) === Seq(0, 100))
    assert(reasons(table) === Seq("bad-offset"))
    assert(offsets(table.where("offset >= 100")) === Seq(100))
  }

  for ((what, options, ruledOut, filter) <- Seq(
      ("a filter", Nil, batch(0, "a"), "offset >= 1"),
      ("read_committed", Seq(committed), marker(0, 9, isCommit = true), "true"),
      ("both", Seq(committed), marker(0, 9, isCommit = true), "offset >= 1")))
    test(s"a batch that $what rules out hides none behind a wrong length") {
      val behind = Seq(batch(1, "b"), batch(2, "c"), batch(3, "d"))
      val size = ruledOut.length - 12
      for ((length, number) <- Seq(size + 20, size + behind.head.length,
          size + behind.take(2).map(_.length).sum, size + behind.map(_.length).sum, size - 1)
          .zipWithIndex) {
        val file = segment(
          s"hidden-${what.length}$number/t-0", 0, setLength(ruledOut, length) +: behind: _*)
        for (verify <- Seq("full", "none")) {
          val table =
            load(options ++ Seq(permissive, "verify" -> verify): _*)(file).where(filter)
          assert(offsets(table) === Seq(1, 2, 3), s"length $length, verify = $verify")
        }
        val error = intercept[MalformedInputException](
          load(options: _*)(file).where(
            filter).collect())
        assert(error.getMessage.contains("at byte "))
      }
    }

  // Transactions.

  private def transactions(name: String, broker: String, isCommit: Boolean): Path = {
    segment(s"$name/$broker/t-0", 0, batch(0, "0", "1", "2", "3", "4"),
      transactional(5, 1, "5", "6", "7", "8", "9"), batch(10, "10", "11", "12", "13", "14"))
    segment(s"$name/$broker/t-0", 15, marker(15, 1, isCommit), batch(16, "16", "17", "18", "19"))
    root.resolve(s"$name/$broker")
  }

  for (options <- Seq(Seq(committed), Seq(committed, union)); isCommit <- Seq(true, false))
    test(s"all markers count, whatever is filtered or named: $options, commit $isCommit") {
      val name = s"markers${options.length}$isCommit"
      val broker = transactions(name, "b", isCommit)
      val all = (0L to 19L).filterNot(at => at == 15 || (!isCommit && at >= 5 && at < 10))
      val table = load(options: _*)(broker)
      assert(offsets(table) === all)
      for ((filter, keeps) <- Seq[(String, Long => Boolean)]("offset < 12" -> (_ < 12),
          "offset >= 10" -> (_ >= 10), "offset = 7" -> (_ == 7), "offset > 15" -> (_ > 15)))
        assert(offsets(table.where(filter)) === all.filter(keeps), filter)
      for (base <- Seq(0L, 15L)) {
        val one = load(options: _*)(broker.resolve(f"t-0/$base%020d.log"))
        assert(offsets(one) === all.filter(at => (at < 15) == (base == 0)))
      }
    }

  test("an open transaction stays open, whatever is filtered") {
    segment("open/b/t-0", 0, batch(0, "0"), transactional(1, 1, "1"))
    segment("open/b/t-0", 10, transactional(10, 1, "10"), batch(11, "11"))
    for (options <- Seq(Seq(committed), Seq(committed, union))) {
      val table = load(options: _*)(root.resolve("open/b"))
      assert(offsets(table) === Seq(0))
      assert(offsets(table.where("offset >= 10")) === Nil)
      assert(
        offsets(load(options: _*)(root.resolve("open/b/t-0/00000000000000000010.log"))) === Nil)
    }
  }

  test("a marker whose checksum is wrong does not remove the records of others") {
    val abort = marker(2, 1, isCommit = false)
    abort(abort.length - 1) = (abort.last ^ 1).toByte
    segment("marker/b/t-0", 0, transactional(0, 1, "0"), batch(1, "1"), abort,
      marker(3, 1, isCommit = true), batch(4, "4"))
    val table = load(committed, permissive)(root.resolve("marker/b"))
    assert(offsets(table) === Seq(0, 1, 4) && reasons(table) === Seq("bad-crc"))
  }

  // Divided files.

  test("an offset that is too great is the same fault however a file is divided") {
    val batches = (0L until 300L).map(at => batch(at, s"v$at"))
    for (at <- Seq(0, 150, 298, 299)) {
      val wrong = batches.updated(at, setOffset(batches(at), 1L << 62))
      val file = segment(s"great$at/b/t-0", 0, wrong: _*)
      for (options <- Seq(Nil, Seq(union)); size <- Seq("1000000", "2000"))
        withConf("spark.sql.files.maxPartitionBytes" -> size) {
          val table = load(options :+ permissive: _*)(file)
          assert(offsets(table) === (0L until 300L).filter(_ != at), s"$options, $at, $size")
          assert(reasons(table) === Seq("bad-offset"), s"$options, $at, $size")
          assert(offsets(table.where("offset > 300")) === Nil)
          assert(
            offsets(load(options :+ permissive :+ "verify" -> "none": _*)(file)).length === 299)
          val error = intercept[MalformedInputException](load(options: _*)(file).collect())
          assert(error.getMessage.contains("bad-offset"))
        }
    }
  }

  test("a wrong offset does not make faults of the batches around it") {
    val batches = (0L until 9L).map(at => batch(at, s"v$at"))
    val bad = batches(5).updated(16, 9.toByte) // magic
    val damaged = batches(5).updated(batches(5).length - 1, 0x55.toByte)
    for ((what, changed, wrong) <- Seq(
        ("too small", Map(4 -> setOffset(batches(4), 1)), Seq("bad-offset")),
        ("zero", Map(4 -> setOffset(batches(4), 0)), Seq("bad-offset")),
        ("in front of a broken batch", Map(4 -> setOffset(batches(4), 1L << 62), 5 -> bad),
          Seq("bad-offset", "bad-magic")),
        ("of a batch that is broken itself", Map(5 -> setOffset(damaged, 4)),
          Seq("bad-offset")))) {
      val written = changed.foldLeft(batches) { case (all, (at, one)) => all.updated(at, one) }
      val file = segment(s"around-${what.length}/b/t-0", 0, written: _*)
      for (options <- Seq(Nil, Seq(union))) {
        val table = load(options :+ permissive: _*)(file)
        assert(reasons(table) === wrong, what)
        assert(offsets(table) === (0L until 9L).filterNot(at => changed.contains(at.toInt)), what)
      }
    }
  }

  test("a marker with an offset that is too great does not abort what follows") {
    val file = segment("far/b/t-0", 0, transactional(0, 1, "0"), marker(1, 1, isCommit = true),
      setOffset(marker(2, 1, isCommit = false), 1L << 40), transactional(3, 1, "3"),
      marker(4, 1, isCommit = true))
    for (options <- Seq(Nil, Seq(union))) {
      val table = load(options ++ Seq(permissive, committed): _*)(file)
      assert(offsets(table) === Seq(0, 3) && reasons(table) === Seq("bad-offset"))
    }
  }

  test("bytes in a value that look like batches are none where a file is divided") {
    val inside = (1L to 400L).flatMap(at => batch(at, s"fake $at")).toArray
    val outer = sparkwire.wire.kafka.KafkaBatches.written(2, none,
      new org.apache.kafka.common.record.internal.SimpleRecord(1L, null, inside))
    val file = segment("inside/t-0", 0, outer, batch(1, "next"))
    // An index that leads into the value.
    Files.write(file.resolveSibling("00000000000000000000.index"),
      (1 to 40).flatMap(at => ByteBuffer.allocate(8).putInt(at).putInt(75 + at * 75).array).toArray)
    withConf("spark.sql.files.maxPartitionBytes" -> "300") {
      assert(offsets(load()(file)) === Seq(0, 1))
    }
  }

  // Manifests.

  private val topicId = "MWJ6FHTfRYy67jzwZdeqSQ"

  private def claims(folder: String, base: Long, count: Int, id: Int): Path =
    TieredSegments.write(Files.createDirectories(root.resolve(folder)), base,
      Array.fill(15 * count)(7.toByte),
      s""""type":"fixed","originalChunkSize":134217728,"originalFileSize":${count * 134217727L},
         |"transformedChunkSize":15,"finalTransformedChunkSize":15""".stripMargin,
      TieredSegments.Id.dropRight(2) + ('a' + id).toChar + "Q")

  test("nothing is allocated or searched because a manifest says so") {
    for (id <- 0 until 8; base <- Seq(0L, 100L)) claims(s"large/t-$topicId/0", base, 15, id)
    for (options <- Seq(Seq(permissive), Seq(permissive, union))) {
      val begin = System.nanoTime
      val found = reasons(load(options: _*)(root.resolve("large")))
      assert(found.nonEmpty && found.distinct === Seq("bad-compression"))
      assert(System.nanoTime - begin < 20000000000L)
    }
  }

  private def open(bytes: Array[Byte], length: Int, memory: ChunkMemory): ChunkedInput = {
    val file = LogReads.segment(bytes)
    val stored = new sparkwire.files.HadoopInput(file.toUri.toString, bytes.length.toLong,
      FileReads.hadoop)
    new ChunkedInput(stored,
      new SegmentManifest(
        length, length.toLong, chunk => if (chunk == 0) 0L else bytes.length.toLong),
      memory)
  }

  test("chunks of all open files share their memory, and one that has no room is a hole") {
    val large = 100 << 20
    val zeros = Zstd.compress(new Array[Byte](large))
    val memory = new ChunkMemory
    val inputs = Seq.fill(3)(open(zeros, large, memory))
    val read = inputs.map(input =>
      input.read(0, new Array[Byte](10), 0, 10) == 10 &&
        input.damageIn(0, 10) == null)
    assert(read === Seq(true, true, false))
    assert(inputs(2).damageIn(0, 10).explanation.contains("Read fewer replicas at once"))
    inputs.head.close()
    val again = open(zeros, large, memory)
    assert(again.read(0, new Array[Byte](10), 0, 10) == 10 && again.damageIn(0, 10) == null)
    (inputs.tail :+ again).foreach(_.close())
  }

  test("more replicas than can be read at once are refused") {
    for (id <- 0 until 65)
      segment(s"many/b$id/t-0", 0, batch(0, "a"))
    val error =
      intercept[AnalysisException](
        load(union)(
          (0 until 65).map(id =>
            root.resolve(s"many/b$id")): _*)
          .collect())
    assert(error.getMessage.contains("65 replicas of t-0"))
  }

  // Files that change.

  test("a segment that another upload has replaced is read there") {
    val other = TieredSegments.store(Files.createDirectories(root.resolve(s"up/t-$topicId/0")), 0,
      batch(0, "a") ++ batch(1, "b"), 50)
    def read(path: Path, failsOnDataLoss: Boolean = true): Seq[Long] = {
      val file = LogFile(path.toUri.toString, 100, "t", 0, 0, 9, isActive = false, changed = 0,
        manifest = path.toString + ".gone")
      val reading = LogReading(
        org.apache.spark.sql.types.StructType(Seq(LogColumns.schema("offset"))),
        Options(Map.empty[String, String]), isPermissive = false, isCommitted = false, Nil,
        failsOnDataLoss)
      val part = LogPart(file, LogRange(0, 100, isActive = false), 0,
        wanted = OffsetRanges.of(0, 10))
      val reader = new LogReader(Seq(part), reading, new Configuration())
      try Iterator.continually(reader.next()).takeWhile(identity)
          .map(_ => reader.get().getLong(0)).toSeq
      finally reader.close()
    }
    val gone = TieredSegments.Id.replace('t', 'u')
    assert(read(other.resolveSibling(s"00000000000000000000-$gone.log")) === Seq(0, 1))
    val nowhere = root.resolve("nowhere/t-0/00000000000000000000.log")
    assert(intercept[MalformedInputException](read(nowhere)).getMessage.contains("was deleted"))
    assert(read(nowhere, failsOnDataLoss = false) === Nil)
  }

  test("a file that has become shorter since it was listed is an error that says so") {
    val file = segment("shrinks/t-0", 0, batch(0, "a"), batch(1, "b"))
    val listed = LogFile(file.toUri.toString, Files.size(file) + 10, "t", 0, 0, Long.MaxValue,
      isActive = true, changed = 0)
    val input = LogInput.open(listed, FileReads.hadoop, 1024)
    val error = intercept[MalformedInputException](input.window.load(0, 150))
    assert(error.getMessage.contains("[SPARKWIRE_FILE_CHANGED]") &&
      error.getMessage.contains("when it was listed"))
    input.close()
    assert(new HadoopPath(listed.path).getName.endsWith(".log"))
  }
}
