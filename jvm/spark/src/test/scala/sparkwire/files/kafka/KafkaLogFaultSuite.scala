package sparkwire.files.kafka

import java.nio.file.{Files, Path}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, Row}

import sparkwire.SparkSuite
import sparkwire.wire.Vectors

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Malformed log files, and invalid options. */
class KafkaLogFaultSuite extends AnyFunSuite with LogFolders {
  private val permissive = "mode" -> "permissive"

  private def faults(file: Path, options: (String, String)*): Seq[Row] =
    load(options :+ permissive: _*)(file)
      .selectExpr("offset", "hex(value)", "batch_offset", "fault.*", "topic")
      .collect().toSeq

  private def errorOf(file: Path, options: (String, String)*): SparkThrowable =
    try fail(load(options: _*)(file).collect().mkString(", "))
    catch { case error: SparkThrowable => error }

  private val first = batch(0, "a", "b")
  private val second = batch(2, "c", "d")
  private val third = batch(4, "e")

  private def broken(at: Int, to: Int*): Array[Byte] = {
    val bytes = second.clone()
    to.zipWithIndex.foreach { case (byte, number) => bytes(at + number) = byte.toByte }
    bytes
  }

  for ((what, bytes, reason, offset, path, base) <-
      Seq[(String, Array[Byte], String, Int, String, Any)](
        ("a checksum", broken(70, 9), "bad-crc", 17, "[0]", 2L), ("a magic", broken(16, 9),
          "bad-magic", 16, "[0].magic", 2L), ("a length", broken(8, 0xff), "negative-length", 8,
          "[0]", 2L), ("a length beyond the file", broken(8, 1), "truncated", 0, "[0]", 2L)))
    test(s"$what is wrong: one row, and the next batch is found") {
      val file = segment(s"broken-$reason-0", 0, first, bytes, third)
      val expected = Row(null, Vectors.hex(bytes).toUpperCase, base, reason,
        first.length + offset.toLong, path, s"broken-$reason")
      assert(faults(file).map(_.get(3)) === Seq(null, null, reason, null))
      assert(faults(file)(2) === expected)
      assert(load(permissive)(file).count() === 4)
      assert(load(permissive)(file).where("fault IS NULL").count() === 3)
      val error = errorOf(file)
      assert(error.getCondition === "SPARKWIRE_MALFORMED")
      assert(error.getSqlState === "22000")
      val parameters = SparkSuite.parametersOf(error)
      assert(parameters("reason") === reason)
      assert(parameters("offset") === (first.length + offset).toString)
      assert(parameters("file").endsWith(s"broken-$reason-0/00000000000000000000.log"))
      assert(
        error.asInstanceOf[Throwable].getMessage.startsWith(
          s"[SPARKWIRE_MALFORMED] kafka: $reason at byte ${first.length + offset} ($path): "))
    }

  test("without verification a wrong checksum is not looked at") {
    val file = segment("unverified-0", 0, first, broken(20, 9), third)
    assert(load("verify" -> "none")(file).count() === 5)
    assert(values(load("verify" -> "none")(file)) === Seq("a", "b", "c", "d", "e"))
  }

  test("a record that is wrong inside makes its whole batch one row") {
    val inside = sparkwire.wire.kafka.KafkaBatches.withCrc(broken(61, 0x7e))
    val file = segment("inside-0", 0, first, inside, third)
    assert(faults(file).map(_.get(3)) === Seq(null, null, "length-past-end", null))
    assert(
      faults(file, "verify" -> "none").map(_.get(3)) === Seq(null, null, "length-past-end", null))
    // A count reads only the headers of batches.
    assert(load("verify" -> "none")(file).count() === 5)
    assert(errorOf(file, "verify" -> "none").getCondition === "SPARKWIRE_MALFORMED")
  }

  test("the last segment may end with a part of a batch or with zeros, no other may") {
    val cut = second.dropRight(5)
    val zeros = new Array[Byte](100000)
    for ((end, number) <- Seq(cut, second.take(7), zeros).zipWithIndex) {
      val last = segment(s"ends$number-0", 0, first, end)
      assert(values(load()(last)) === Seq("a", "b"))
      segment(s"ends$number-0", 4, third)
      assert(errorOf(last).getCondition === "SPARKWIRE_MALFORMED")
      assert(faults(last).length === 3)
      assert(load(permissive)(last.getParent).where("fault IS NULL").count() === 3)
    }
  }

  test("a number of records that the bytes cannot be is a fault, though only heads are read") {
    val many = batch(0, "a")
    java.nio.ByteBuffer.wrap(many).putInt(57, 200000000)
    val file = segment("count-0", 0, many, third)
    assert(errorOf(file, "verify" -> "none").getCondition === "SPARKWIRE_MALFORMED")
    val table = load(permissive, "verify" -> "none")(file)
    assert(table.count() === 2)
    assert(table.select("fault.reason").collect().toSeq ===
      Seq(Row("bad-record-count"), Row(null)))
  }

  /** Changes a field of a batch's head, with a right checksum. */
  private def lying(made: Array[Byte], change: java.nio.ByteBuffer => java.nio.ByteBuffer): Array[
    Byte] = {
    val copy = made.clone()
    val _ = change(java.nio.ByteBuffer.wrap(copy))
    sparkwire.wire.kafka.KafkaBatches.withCrc(copy)
  }

  for ((what, change) <- Seq[(String, java.nio.ByteBuffer => java.nio.ByteBuffer)](
      ("last offset delta", _.putInt(23, 0)), ("max timestamp", _.putLong(35, 5))))
    test(s"a record beyond the $what of its batch is in no query, with or without a filter") {
      val file = segment(s"beyond-${what.take(3)}-0", 0, first, lying(second, change), third)
      for (filter <- Seq("true", "offset >= 3", "timestamp > '2001-01-01'");
        verify <- Seq("full", "none")) {
        val table = load(permissive, "verify" -> verify)(file)
        val expected =
          Seq("a", "b", "e").drop(if (filter.startsWith("offset")) 2 else 0)
        assert(values(table.where(filter).where("fault IS NULL")) === expected)
      }
      assert(faults(file).map(_.get(3)) === Seq(null, null, "bad-record-count", null))
    }

  test("offsets near the greatest one, or without an end, are not filtered by the head") {
    def at(offset: Long): Array[Byte] =
      java.nio.ByteBuffer.wrap(second.clone()).putLong(0, offset).array
    val greatest = segment("extreme-0", 0, at(Long.MaxValue - 1))
    val wrong = segment("extreme-1", 0, first, lying(second, _.putInt(23, -5)), third,
      at(Long.MaxValue))
    for ((file, expected) <- Seq(greatest -> Set[Any](Long.MaxValue - 1, Long.MaxValue),
        wrong -> Set[Any](0L, 1L, 4L, null))) {
      val all = load(permissive)(file).select("offset").where("rand() >= 0")
      assert(all.collect().toSet === expected.map(Row(_)))
      for (filter <- Seq(s"offset >= ${Long.MaxValue - 1}", s"offset = ${Long.MaxValue}",
          s"offset = ${Long.MinValue}", "offset = 3", "offset < 5"))
        assert(load(permissive)(file).select("offset").where(filter).collect().toSet ===
          all.where(filter).collect().toSet)
    }
  }

  test("a batch that becomes larger than maxSize") {
    val file = segment("large-0", 0, batch(0, "x" * 3000), third)
    assert(faults(file, "maxSize" -> "1000").map(_.get(3)) === Seq("too-large", null))
    assert(
      errorOf(file, "maxSize" -> "1000").asInstanceOf[Throwable].getMessage.contains(
        "maxSize = 1000, whose maximum is 134217728"))
    assert(faults(file).map(_.get(3)) === Seq(null, null))
  }

  test("any byte of a file changed: rows and fault rows, never anything else") {
    val good = Seq(first, second, third).flatten.toArray
    val folder = root.resolve("flips")
    for (at <- good.indices by 3) {
      val bytes = good.clone()
      bytes(at) = (bytes(at) ^ 0x15).toByte
      segment(s"flips/t$at-0", 0, bytes)
    }
    val table = load(permissive)(folder)
    val files = good.indices.by(3).length
    assert(table.select("topic").distinct().count() === files)
    // No checksum covers the base offset and the leader epoch.
    assert(table.where("fault IS NOT NULL").count() > files * 3 / 4)
    assert(load(permissive, "verify" -> "none")(folder).count() >= files)
  }

  private def refused(words: String*)(options: (String, String)*)(paths: Path*): Assertion = {
    val error = intercept[AnalysisException](load(options: _*)(paths: _*))
    assert(error.getCondition === "SPARKWIRE_INVALID_OPTION")
    assert(error.getSqlState === "22023")
    words.foreach(word => assert(error.getMessage.contains(word)))
    succeed
  }

  test("options that are wrong, and paths that are not there") {
    val file = segment("options-0", 0, first)
    refused("unknown option 'isolaton'. Did you mean isolation? Accepted: isolation, mode, verify")(
      "isolaton" -> "read_committed")(file)
    refused("isolation = 'dirty'. Accepted: read_uncommitted, read_committed.")(
      "isolation" -> "dirty")(file)
    refused("mode = 'lenient'. Accepted: failfast, permissive.")("mode" -> "lenient")(file)
    refused("partition = 'x'. Accepted: a whole number")("partition" -> "x")(file)
    refused("maxSize = '0'")("maxSize" -> "0")(file)
    refused("none is given")()()
    refused("there is no such file or folder")()(root.resolve("nowhere"))
    refused("there is no such file or folder")()(root.resolve("nowhere*"))
    Files.createDirectories(root.resolve("noname"))
    refused("no log is there")()(root.resolve("noname"))
    refused("no log is there")()(root.resolve("nonam*"))
    segment("above/noname", 0, first)
    refused("no log is there")("topic" -> "t", "partition" -> "0")(root.resolve("above"))
    assert(load("topic" -> "t", "partition" -> "0")(
      root.resolve("above/noname")).count() === 2)
    refused("Give the options topic and partition")()(
      Files.write(root.resolve("noname/segment"), first))
    assert(load("ISOLATION" -> "READ_COMMITTED", "fs.file.impl.disable.cache" -> "true")(
      file).count() === 2)
  }

  test("a schema of the user's own is refused by Spark") {
    val file = segment("schema-0", 0, first)
    val error = intercept[UnsupportedOperationException](
      spark.read.format("sparkwire-kafka-log").schema("a INT").load(file.toString))
    assert(error.getMessage.contains("does not support user-specified schema"))
  }
}
