package sparkwire

import java.io.IOException
import java.net.InetSocketAddress
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, NotDirectoryException}
import java.util.Base64

import scala.collection.mutable

import org.apache.spark.sql.functions.col

import sparkwire.functions.{avro_decode, avro_fingerprint, databus_schema_id}

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import org.scalatest.funsuite.AnyFunSuite

/** Schemas fetched through the Scala API: a registry's answers, its failures, and folders. */
class AvroRegistrySuite extends AnyFunSuite with SparkSuite {
  private val session = spark
  import session.implicits._

  private val city =
    """{"type":"record","name":"x.City","fields":[{"name":"name","type":"string"}]}"""
  private val person =
    """{"type":"record","name":"x.Person","fields":[{"name":"home","type":"City"}]}"""
  private def version(id: Int, schema: String, more: String = ""): String =
    s"""{"id":$id,"schema":${new com.fasterxml.jackson.databind.ObjectMapper()
        .writeValueAsString(schema)}$more}"""

  private val answers = Map(
    "/subjects" -> """["person","a/b c","int","json"]""",
    "/subjects/person/versions" -> "[1]",
    "/subjects/person/versions/1" ->
      version(7, person, ""","references":[{"name":"x.City","subject":"a/b c","version":1}]"""),
    "/subjects/a%2Fb%20c/versions" -> "[1]",
    "/subjects/a%2Fb%20c/versions/1" -> version(3, city),
    "/subjects/int/versions" -> "[2,1]",
    "/subjects/int/versions/1" -> version(1, "\"int\""),
    "/subjects/int/versions/2" -> version(2, "\"long\""),
    "/subjects/json/versions" -> "[1]",
    "/subjects/json/versions/1" -> version(9, "{}", ""","schemaType":"JSON""""),
    "/subjects/self/versions" -> "[1]",
    "/subjects/self/versions/1" ->
      version(4, "\"int\"", ""","references":[{"name":"x","subject":"self","version":1}]"""),
    "/subjects/odd/versions" -> "\"a page\"")

  /** Runs a registry that requires a user name and a password, and that fails with these status
    * codes before it answers.
    */
  private def running[A](failures: Int*)(use: (String, mutable.Buffer[String]) => A): A = {
    val left = failures.toBuffer
    val asked = mutable.Buffer.empty[String]
    val server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext("/",
      exchange => {
        asked.synchronized(asked += exchange.getRequestURI.toString)
        val sent = exchange.getRequestHeaders.getFirst("Authorization")
        val expected = "Basic " + Base64.getEncoder.encodeToString("me:se:cret".getBytes)
        if (sent != expected) send(exchange, 401, """{"message":"who are you"}""")
        else if (left.nonEmpty) send(exchange, left.remove(0), """{"message":"come again"}""")
        else answers.get(exchange.getRequestURI.getRawPath) match {
          case Some(body) => send(exchange, 200, body)
          case None => send(exchange, 404, """{"message":"Subject not found."}""")
        }
      })
    server.start()
    try use(s"http://me:se%3Acret@127.0.0.1:${server.getAddress.getPort}", asked)
    finally server.stop(0)
  }

  private def send(exchange: HttpExchange, status: Int, body: String): Unit = {
    val bytes = body.getBytes(UTF_8)
    exchange.sendResponseHeaders(status, bytes.length.toLong)
    exchange.getResponseBody.write(bytes)
    exchange.close()
  }

  test("all versions of all subjects, with what they refer to") {
    running() { (url, asked) =>
      val found = avro.registry(url + "/")
      assert(found.schemas.keySet === Set(1, 2, 3, 7))
      assert(found.latest("int") === "\"long\"")
      assert(found.table(spark).where(col("id") === 2).head().getString(1) === "int")
      // The schema of the person refers to the schema of the city.
      val values = Seq(Array[Byte](0, 0, 0, 0, 7, 4, 'O', 's')).toDF("v")
      val row = values.select(avro_decode(col("v"), found.writers, found.latest("person")))
      assert(row.selectExpr("*").head().getStruct(0).getStruct(0).getString(0) === "Os")
      assert(intercept[NoSuchElementException](found.latest("b")).getMessage.contains("a/b c, int"))
      assert(avro.registry(url, subjects = Seq("int"), deleted = true).schemas.size === 2)
      assert(asked.last.endsWith("?deleted=true"))
    }
  }

  test("a request that fails is tried again, one that is refused is not") {
    running(503, 429) { (url, _) =>
      assert(avro.registry(url, subjects = Seq("int")).schemas.size === 2)
    }
    running(503, 503) { (url, _) =>
      val failed = intercept[IOException](avro.registry(url, retries = 1))
      assert(failed.getMessage.contains("503: come again"))
      assert(!failed.getMessage.contains("cret"))
    }
    running() { (url, asked) =>
      val gone = intercept[IOException](avro.registry(url, subjects = Seq("gone")))
      assert(gone.getMessage.contains("404: Subject not found."))
      assert(asked.length === 1)
      assert(
        intercept[IOException](avro.registry(url, subjects = Seq("odd"))).getMessage.contains(
          "no answer of a registry"))
      val stranger = url.replace("se%3Acret", "guess")
      assert(intercept[IOException](avro.registry(stranger)).getMessage.contains("401"))
      assert(avro.registry(url.replaceAll("me:.*@", ""), user = Some(("me", "se:cret")))
        .schemas.size === 4)
      assert(intercept[IllegalArgumentException](avro.registry(url, subjects = Seq("self")))
        .getMessage === "self refers to itself")
    }
  }

  test("one of several registries that answers") {
    running() { (url, _) =>
      assert(avro.registry(s"http://127.0.0.1:9, $url").schemas.size === 4)
    }
    val error = intercept[IOException](avro.registry("http://127.0.0.1:9", retries = 0))
    assert(error.getMessage.startsWith("http://127.0.0.1:9/subjects: "))
    assert(
      intercept[IllegalArgumentException](avro.registry("http:///x")).getMessage.contains(
        "a URL such as"))
  }

  test("a folder of files, by fingerprint and by the id of Databus") {
    val folder = Files.createTempDirectory("schemas")
    for ((name, text) <- Seq("Int.1" -> "\"int\"", "Int.2" -> "\"long\"", "sub/City" -> city)) {
      val file = folder.resolve(s"$name.avsc")
      Files.createDirectories(file.getParent)
      Files.writeString(file, text)
    }
    val found = avro.registry(folder.toString)
    assert(found.latest("Int") === "\"long\"")
    val expected = Seq(city, "\"int\"", "\"long\"").toDF("schema")
    for ((ids, computed) <- Seq("fingerprint" -> avro_fingerprint(col("schema")),
        "databus" -> databus_schema_id(col("schema")))) {
      val table = avro.registry(folder.toString, ids = ids).table(spark)
      assert(table.select("id").except(expected.select(computed)).isEmpty)
      assert(table.count() === 3)
    }
    val single = spark.range(1).select(
      org.apache.spark.sql.functions.expr("concat(X'c301', avro_fingerprint('\"int\"'), X'54')")
        .as("v"))
    assert(single.select(avro_decode(col("v"), found.writers, "\"long\"")).head().getLong(0) === 42)
    assert(
      intercept[NotDirectoryException](avro.registry(s"$folder/gone")).getMessage.contains(
        "gone"))
    assert(
      intercept[IllegalArgumentException](avro.registry(folder.toString, ids = "name"))
        .getMessage.contains("fingerprint, databus"))
  }

  test("schemas that are given") {
    val found = avro.registry(Map(1 -> "\"int\"", 2 -> "\"long\""))
    val values = Seq(Array[Byte](0, 0, 0, 0, 1, 84), Array[Byte](0, 0, 0, 0, 2, 2)).toDF("v")
    assert(values.select(avro_decode(col("v"), found.writers, "\"long\"")).as[Long].collect()
      .toSeq === Seq(42, 1))
  }
}
