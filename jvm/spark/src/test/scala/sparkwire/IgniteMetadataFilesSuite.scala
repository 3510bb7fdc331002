package sparkwire

import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.file.{Files, Path}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.{col, lit}

import sparkwire.functions._
import sparkwire.wire.ignite.Node

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Types from the files of nodes and dumps. */
class IgniteMetadataFilesSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  private val nodes = Seq(new Node(), new Node())
  private lazy val dumps = nodes.zipWithIndex.map { case (node, at) =>
    val cache = node.ignite.getOrCreateCache[Int, Any]("orders")
    val order = node.ignite.binary.builder("shop.Order").setField("id", at)
    if (at == 1) order.setField("note", "second")
    order.setField("kind", classOf[Unseen], classOf[Class[_]])
    cache.put(1, order.build())
    cache.put(2, new Part)
    node.dump("some").toString
  }

  override def afterAll(): Unit = {
    nodes.foreach(_.close())
    super.afterAll()
  }

  private def values(types: String): DataFrame =
    spark.read.format("sparkwire-ignite-dump").load(dumps: _*).select(
      ignite_decode(col("key"), "INT").as("k"),
      ignite_decode(col("value"), Map("types" -> types)).cast("string").as("v")).orderBy("k", "v")

  test("what several nodes say is merged: objects and names of classes") {
    val types = ignite.typesFromMetadata(spark, dumps: _*)
    assert(values(types).selectExpr("k", "regexp_replace(v, '\"kind\":[^}]*},?', '')").collect()
      .toSeq === Seq(Row(1, """{"@type":"shop.Order","id":0,}"""),
      Row(1, """{"@type":"shop.Order","id":1,"note":"second"}"""),
      Row(2, """{"@type":"sparkwire.Part","n":5}"""),
      Row(2, """{"@type":"sparkwire.Part","n":5}""")))
    val first = ignite.typesFromMetadata(spark, dumps.head)
    assert(
      values(first).where("k = 1").collect().map(_.getString(1)).head.startsWith(
        """{"@0":1,"@1":"second","@2":"""))
    // Only the folder `marshaller` has the name of this class: the value is a class by its id.
    val described = """\{"type_name":"sparkwire.Unseen","type_id":(-?\d+)\}""".r
      .findFirstMatchIn(types).map(_.group(1).toInt)
    assert(described.isDefined)
    val one = ByteBuffer.allocate(5).order(LITTLE_ENDIAN).put(32.toByte).putInt(described.get).array
    assert(spark.range(1).select(
      ignite_decode(lit(one), Map("types" -> types)).cast("string")).head().getString(0) ===
      "sparkwire.Unseen")
  }

  test("the work folder of a node has the same types, and files that are none") {
    val node = nodes.head
    val _ = dumps
    node.metadataFiles
    // The names of pages and checkpoints also end with .bin.
    val work = node.metadata.getParent.getParent
    assert(ignite.typesFromMetadata(spark, work.toString) ===
      ignite.typesFromMetadata(spark, dumps.head))
  }

  private def folder(files: (String, Array[Byte])*): Path = {
    val made = Files.createTempDirectory("metadata")
    for ((name, bytes) <- files) {
      val file = made.resolve(name)
      Files.createDirectories(file.getParent)
      Files.write(file, bytes)
    }
    made
  }

  test("files that contradict each other are named") {
    val file = Files.walk(Path.of(dumps.head)).filter(_.toString.endsWith(".bin"))
      .filter(path => new String(Files.readAllBytes(path), "ISO-8859-1").contains("shop.Order"))
      .findFirst.get
    val bytes = Files.readAllBytes(file)
    val other = new String(bytes, "ISO-8859-1").replace("shop.Order", "shop.0rder")
      .getBytes("ISO-8859-1")
    val name = file.getFileName.toString
    val error = intercept[IllegalArgumentException](
      ignite.typesFromMetadata(spark,
        folder(s"binary_meta/a/$name" -> bytes, s"binary_meta/b/$name" -> other).toString))
    assert(error.getMessage.contains(s"binary_meta/b/$name contradicts"))
    assert(error.getMessage.contains("'shop.Order' and 'shop.0rder'"))
  }

  test("a file that is no description is refused") {
    val error = intercept[org.apache.spark.SparkThrowable](
      ignite.typesFromMetadata(spark, folder("binary_meta/a/7.bin" -> Array[Byte](1)).toString))
    assert(error.getCondition === "SPARKWIRE_MALFORMED")
  }
}

/** A class whose objects a cache may hold. */
class Part extends java.io.Serializable {
  val n: Int = 5
}

/** A class of which a cache has no objects. */
class Unseen extends java.io.Serializable
