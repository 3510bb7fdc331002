package sparkwire.files.values

import java.io.{ByteArrayOutputStream, OutputStream}
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicLong
import java.util.zip.GZIPOutputStream

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream
import org.apache.hadoop.conf.{Configurable, Configuration}
import org.apache.hadoop.io.compress.{CompressionCodec, Lz4Codec, SnappyCodec}
import org.apache.spark.SparkThrowable
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder
import sparkwire.wire.Vectors

import com.github.luben.zstd.ZstdOutputStream
import net.jpountz.lz4.LZ4FrameOutputStream
import org.scalatest.concurrent.Eventually._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.SpanSugar._

/** Files of values as tables. */
class ValueFilesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private def load(kind: String, options: (String, String)*)(paths: Path*): DataFrame =
    spark.read.format(s"sparkwire-$kind").options(options.toMap).load(paths.map(_.toString): _*)

  private def values(table: DataFrame): Seq[Seq[Byte]] =
    table.select("value").collect().toSeq.map(_.getAs[Array[Byte]](0).toSeq)

  private def wholeOf(format: String, vectors: String): Seq[Array[Byte]] =
    Vectors.read(format, vectors).filter(line => line.view != null && line.fails.isEmpty)
      .map(_.bytes)

  private val kinds: Seq[(String, Seq[Array[Byte]])] = Seq(
    "databus" -> (wholeOf("databus", "events-v1") ++ wholeOf("databus", "events-v2")),
    "cernan" -> wholeOf("cernan", "packets"), "msgpack" -> wholeOf("aerospike", "msgpack-values"))

  for ((kind, each) <- kinds) {
    lazy val path = file(s"$kind/whole", each.flatten.toArray)

    test(s"$kind: a row for each value, with its file and its offset") {
      val table = load(kind)(path)
      assert(values(table) === each.map(_.toSeq))
      assert(table.select("offset").collect().toSeq.map(_.getLong(0)) ===
        each.scanLeft(0L)(_ + _.length).init)
      assert(table.select("file").distinct().collect().toSeq === Seq(
        Row(
          path.toUri.toString
            .replace("file:///", "file:/"))))
      assert(table.where("fault IS NOT NULL").count() === 0)
      assert(table.count() === each.length)
    }

    test(s"$kind: the functions decode what the table gives") {
      load(kind)(path).createOrReplaceTempView("files")
      val faults = spark.sql(s"SELECT value FROM files WHERE ${kind}_fault(value) IS NOT NULL")
      assert(faults.count() === 0)
    }
  }

  private val event = kinds.head._2.head
  private val records = (0 until 100).map(id => Vectors.bytes("81a26964") ++ Array(id.toByte))

  // Folders and paths.

  test("a folder is all files in it and below, but those that begin with _ or .") {
    val folder = root.resolve("folder")
    file("folder/a", event)
    file("folder/day=1/b", event ++ event)
    file("folder/_SUCCESS", Array[Byte](1))
    file("folder/.b.crc", Array[Byte](1))
    file("folder/_temporary/c", Array[Byte](1))
    file("folder/empty", Array.emptyByteArray)
    val table = load("databus")(folder)
    assert(table.selectExpr("substring_index(file, '/', -1)", "offset").collect().toSeq ===
      Seq(Row("a", 0), Row("b", 0), Row("b", event.length)))
    assert(load("databus")(root.resolve("folder/*")).count() === 3)
    assert(load("databus")(folder.resolve("a"), folder.resolve("day=1/b")).count() === 3)
    assert(load("databus")(folder.resolve("a"), folder).count() === 3)
  }

  test("Spark's function input_file_name gives the file, too") {
    val folder = file("names/a", event).getParent
    file("names/b", event ++ event)
    val table = load("databus")(folder)
    assert(table.where("input_file_name() = file").count() === 3)
    assert(table.selectExpr("substring_index(input_file_name(), '/', -1)").collect().toSeq ===
      Seq(Row("a"), Row("b"), Row("b")))
  }

  test("each query lists the files anew") {
    val folder = file("anew/a", event).getParent
    val table = load("databus")(folder)
    assert(table.count() === 1)
    file("anew/b", event)
    assert(table.count() === 2)
  }

  test("the format sparkwire reads all kinds, also from SQL") {
    val path = file("any/a", records.flatten.toArray)
    val table = spark.read.format("sparkwire").option("FILES", "MsgPack").load(path.toString)
    assert(table.count() === records.length)
    spark.sql(
      s"CREATE OR REPLACE TEMPORARY VIEW any USING sparkwire OPTIONS (files 'msgpack', path '$path')")
    assert(spark.sql("SELECT sum(msgpack_decode(value, 'id INT').id) FROM any").collect().toSeq ===
      Seq(Row((0 until 100).sum)))
    spark.sql(
      s"CREATE OR REPLACE TEMPORARY VIEW short USING `sparkwire-msgpack` OPTIONS (path '$path')")
    assert(spark.table("short").count() === records.length)
  }

  private def refused(run: => Any): String =
    try fail(s"not refused: $run")
    catch {
      case error: AnalysisException =>
        assert(error.getCondition === "SPARKWIRE_INVALID_OPTION")
        error.getMessage
    }

  test("what is wrong with the options is said") {
    val path = file("options/a", event)
    assert(
      refused(load("databus", "byteOdrer" -> "big")(path)).contains(
        "unknown option 'byteOdrer'. Did you mean byteOrder?"))
    assert(
      refused(load("databus", "mode" -> "dropmalformed")(path)).contains(
        "mode = 'dropmalformed'. Accepted: failfast, permissive."))
    assert(refused(load("msgpack", "fields" -> "id")(path)).contains("fields: 'id' is no DDL"))
    assert(refused(load("databus")()).contains("path: none is given."))
    assert(
      refused(load("cernan")(root.resolve("nowhere"))).contains("there is no such file or folder"))
    assert(
      refused(spark.read.format("sparkwire").load(path.toString)).contains(
        "files: is missing. Accepted: kafka-log, databus, cernan, msgpack, layout, capture, ignite-dump, ignite-wal, aerospike-backup."))
    assert(
      refused(spark.read.format("sparkwire").option("files", "databuss").load(path.toString))
        .contains("Did you mean databus?"))
  }

  // Damage.

  private val damaged = event ++ Array[Byte](7, 7, 7) ++ event

  private def malformed(table: DataFrame): Throwable with SparkThrowable =
    try fail(table.collect().mkString(", "))
    catch {
      case error: Throwable with SparkThrowable =>
        assert(error.getCondition === "SPARKWIRE_MALFORMED")
        error
    }

  test("what is no value fails the query, and says where it is") {
    val path = file("damaged/a", damaged)
    val error = malformed(load("databus")(path))
    val parameters = SparkSuite.parametersOf(error)
    assert(parameters("reason") === "bad-version")
    assert(parameters("offset") === event.length.toString)
    assert(parameters("file").endsWith("damaged/a"))
    assert(error.getMessage.contains("Set the option mode to permissive"))
  }

  test("permissive: what is no value is a row of its own, with its bytes and its fault") {
    val path = file("damaged/b", damaged)
    val table = load("databus", "mode" -> "permissive")(path)
    assert(
      table.selectExpr("hex(value)", "offset", "fault.*").collect().toSeq.drop(1).head ===
        Row("070707", event.length, "bad-version", event.length, "version"))
    assert(values(table.where("fault IS NULL")) === Seq(event.toSeq, event.toSeq))
  }

  test("permissive: fields find the records of MessagePack behind damage") {
    val bytes = records.flatten.toArray
    (50 until 60).foreach(bytes(_) = 0xc1.toByte)
    val path = file("damaged/c", bytes)
    val without = load("msgpack", "mode" -> "permissive")(path)
    assert(without.where("fault IS NULL").count() === 10)
    assert(without.where("fault IS NOT NULL").selectExpr("length(value)").collect().toSeq ===
      Seq(Row(bytes.length - 50)))
    val found = load("msgpack", "mode" -> "permissive", "fields" -> "id INT")(path)
    assert(found.where("fault IS NULL").count() === 98)
    assert(found.where("fault IS NOT NULL").selectExpr("hex(value)", "offset").collect().toSeq ===
      Seq(Row("C1" * 10, 50)))
  }

  test("a format that is not ours gets its table from two small classes") {
    val parcel = Vectors.bytes("010001070000000241 42".filterNot(_ == ' '))
    val path = ValueReads.file(parcel ++ parcel ++ Array[Byte](7, 7))
    val rows = Seq.newBuilder[(Long, Boolean)]
    val _ = ValueReads.rows("parcel", path, Seq("offset", "fault"), Map.empty,
      use = row => rows += row.getLong(0) -> row.isNullAt(1))
    assert(rows.result() === Seq((0, true), (parcel.length, true), (2 * parcel.length, false)))
  }

  // Compression.

  private val packings: Seq[(String, String, OutputStream => OutputStream)] = Seq(
    ("gzip", "gz", new GZIPOutputStream(_)), ("zstd", "zst", new ZstdOutputStream(_)), ("lz4",
      "lz4", new LZ4FrameOutputStream(_)), ("bzip2", "bz2", new BZip2CompressorOutputStream(_)),
    ("lz4", "lz4", hadoop(new Lz4Codec)), ("snappy", "snappy", hadoop(new SnappyCodec)))

  private def hadoop(codec: CompressionCodec with Configurable): OutputStream => OutputStream = {
    codec.setConf(new Configuration)
    codec.createOutputStream(_)
  }

  private def packed(pack: OutputStream => OutputStream, bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val packing = pack(out)
    packing.write(bytes)
    packing.close()
    out.toByteArray
  }

  for (((name, ending, pack), number) <- packings.zipWithIndex) {
    test(
      s"$number $name: files are unpacked, by their names or by the option, also several end to end") {
      val halves = records.grouped(50).map(half => packed(pack, half.flatten.toArray)).toSeq
      val expected = records.map(_.toSeq)
      val whole = file(s"packed/a.msgpack.$ending", packed(pack, records.flatten.toArray))
      assert(values(load("msgpack")(whole)) === expected)
      assert(load("msgpack")(whole).agg("offset" -> "max").collect().toSeq ===
        Seq(Row(records.init.map(_.length).sum)))
      val joined = file(s"packed/joined.$ending", halves.flatten.toArray)
      assert(values(load("msgpack")(joined)) === expected)
      val unnamed = file(s"packed/$name", halves.flatten.toArray)
      assert(values(load("msgpack", "compression" -> name)(unnamed)) === expected)
      val plain = file(s"packed/plain.$ending", records.flatten.toArray)
      assert(values(load("msgpack", "compression" -> "none")(plain)) === expected)
    }

    test(s"$number $name: a file that cannot be unpacked ends with a fault") {
      val many = (0 until 40000).flatMap(id =>
        Vectors.bytes("82a26964ce") ++ java.nio.ByteBuffer.allocate(4).putInt(id * 7919).array ++
          Vectors.bytes("a16101")).toArray
      val whole = packed(pack, many)
      for ((what, bytes) <- Seq("cut" -> whole.take(whole.length / 2), "none" -> many.take(1000))) {
        val path = file(s"unpackable/$what.$ending", bytes)
        val table = load("msgpack", "mode" -> "permissive")(path)
        val rows = table.selectExpr("fault.reason", "offset").collect().toSeq
        assert(rows.last.getString(0) === "bad-compression")
        val good = rows.takeWhile(_.isNullAt(0)).length
        if (what == "none") assert(good === 0)
        assert(rows.length - good <= 2)
        val error = malformed(load("msgpack")(path))
        assert(SparkSuite.parametersOf(error)("reason") === "bad-compression")
        assert(error.getMessage.contains(s"as $name"))
      }
    }
  }

  // Pruning, filters, division.

  test("filters on file and offset leave out what they can") {
    val folder = file("filters/a", records.flatten.toArray).getParent
    file("filters/b", Array(0xc1.toByte))
    val table = load("msgpack")(folder)
    // The other file would fail.
    val first = table.where(s"file = '${folder.toUri.toString.replace("file:///", "file:/")}a'")
    assert(first.count() === 100)
    val broken = file("filters/late", records.flatten.toArray ++ Array(0xc1.toByte))
    assert(load("msgpack")(broken).where("offset < 10").count() === 2)
    assert(load("msgpack")(broken).where("offset BETWEEN 10 AND 19").count() === 2)
    assert(first.queryExecution.toString.contains("filters: [IsNotNull(file), EqualTo(file"))
  }

  private def withSetting[A](name: String, value: String)(run: => A): A = {
    spark.conf.set(name, value)
    try run
    finally spark.conf.unset(name)
  }

  test("a large file of events is divided, and small files are read together") {
    val many = Iterator.continually(kinds.head._2).flatten.take(200000).toSeq
    val path = file("large/a", many.flatten.toArray)
    withSetting("spark.sql.files.maxPartitionBytes", (4 << 20).toString) {
      val table = load("databus")(path)
      assert(table.rdd.getNumPartitions === math.ceil(Files.size(path) / 4194304.0).toInt)
      assert(table.selectExpr("sum(length(value))", "count(*)", "count(DISTINCT offset)")
        .collect().toSeq === Seq(Row(Files.size(path), many.length, many.length)))
      assert(load("databus", "verify" -> "none")(path).rdd.getNumPartitions === 1)
      val packedFile = file("large/a.gz", packed(new GZIPOutputStream(_), many.flatten.toArray))
      assert(load("databus")(packedFile).rdd.getNumPartitions === 1)
    }
    val small = (0 until 20).map(number => file(s"small/$number", event)).head.getParent
    assert(load("databus")(small).rdd.getNumPartitions === 1)
  }

  test("Spark counts the bytes that tasks read") {
    val path = file("metrics/a", Array.fill(100)(records.flatten).flatten)
    val read = new AtomicLong
    val listener = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit = {
        val _ = read.addAndGet(end.taskMetrics.inputMetrics.bytesRead)
      }
    }
    spark.sparkContext.addSparkListener(listener)
    try {
      val _ = load("msgpack")(path).selectExpr("sum(length(value))").collect()
      eventually(timeout(10.seconds))(assert(read.get >= Files.size(path)))
    } finally spark.sparkContext.removeSparkListener(listener)
  }

  test("an error of the file system is no damage") {
    val path = file("gone/a.gz", packed(new GZIPOutputStream(_), records.flatten.toArray))
    val table = load("msgpack", "mode" -> "permissive")(path)
    val rows = table.queryExecution.toRdd
    val _ = rows.getNumPartitions
    Files.delete(path)
    assert(intercept[Exception](rows.count()).getMessage.contains("FileNotFoundException"))
  }
}
