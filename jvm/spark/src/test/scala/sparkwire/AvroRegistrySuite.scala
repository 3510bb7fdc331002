package sparkwire

import java.io.IOException
import java.net.InetSocketAddress
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, NotDirectoryException}
import java.util.Base64

import scala.collection.mutable

import org.apache.spark.sql.functions.{col, lit}

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

  private val guid = "00112233-4455-6677-8899-aabbccddeeff"

  private val answers = Map(
    "/subjects" -> """["person","a/b c","int","json"]""",
    "/subjects/person/versions" -> "[1]",
    "/subjects/person/versions/1" ->
      version(7, person, ""","references":[{"name":"x.City","subject":"a/b c","version":1}]"""),
    "/subjects/a%2Fb%20c/versions" -> "[1]",
    "/subjects/a%2Fb%20c/versions/1" -> version(3, city),
    "/subjects/int/versions" -> "[2,1]",
    "/subjects/int/versions/1" -> version(1, "\"int\"", s""","guid":"$guid""""),
    "/subjects/int/versions/2" -> version(2, "\"long\""),
    "/subjects/json/versions" -> "[1]",
    "/subjects/json/versions/1" -> version(9, "{}", ""","schemaType":"JSON""""),
    "/subjects/self/versions" -> "[1]",
    "/subjects/self/versions/1" ->
      version(4, "\"int\"", ""","references":[{"name":"x","subject":"self","version":1}]"""),
    "/subjects/new/versions" -> "{\"id\":12}",
    s"/schemas/guids/$guid" -> version(7, person,
      ""","references":[{"name":"x.City","subject":"a/b c","version":1}]"""),
    "/schemas/guids/json" -> version(9, "{}", ""","schemaType":"JSON""""),
    "/schemas/guids/bare" -> "{\"schema\":\"\\\"int\\\"\"}",
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
          case None if exchange.getRequestURI.getPath.contains("/taken/") =>
            send(exchange, 409, """{"message":"not compatible with 1"}""")
          case None => send(exchange, 404, """{"message":"Subject not found."}""")
        }
      })
    server.start()
    try use(s"http://me:se%3Acret@127.0.0.1:${server.getAddress.getPort}", asked)
    finally server.stop(0)
  }

  /** Runs a server whose answers are given, and notes the paths and the secrets it is sent. */
  private def answering[A](answer: HttpExchange => Unit)(
      use: (String, mutable.Buffer[Seq[String]]) => A): A = {
    val sent = mutable.Buffer.empty[Seq[String]]
    val server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext("/",
      exchange => {
        val secrets = Seq("Authorization", "X-Key").flatMap(name =>
          Option(exchange.getRequestHeaders.getFirst(name)))
        sent.synchronized(sent += exchange.getRequestURI.getPath +: secrets)
        answer(exchange)
      })
    server.start()
    try use(s"127.0.0.1:${server.getAddress.getPort}", sent)
    finally server.stop(0)
  }

  private def redirecting(to: String)(exchange: HttpExchange): Unit = {
    exchange.getResponseHeaders.add("Location", to)
    send(exchange, 307, "")
  }

  private val basic = "Basic " + Base64.getEncoder.encodeToString("me:secret".getBytes)

  private def send(exchange: HttpExchange, status: Int, body: String): Unit = {
    val bytes = body.getBytes(UTF_8)
    exchange.sendResponseHeaders(status, bytes.length.toLong)
    exchange.getResponseBody.write(bytes)
    exchange.close()
  }

  test("a schema is registered, and what is refused is said in the registry's words") {
    running() { (url, _) =>
      val found = avro.registry(url, user = Some("me" -> "se:cret"), subjects = Seq("int"))
      assert(found.register("new", "\"int\"") === 12)
      val refused = intercept[IOException](found.register("unknown", "\"int\""))
      assert(refused.getMessage.contains("/subjects/unknown/versions: 404"))
    }
    running() { (url, asked) =>
      val found = avro.registry(url, user = Some("me" -> "se:cret"), subjects = Seq("int"))
      asked.clear()
      val refused = intercept[IOException](found.register("taken", "\"int\""))
      assert(refused.getMessage.endsWith("/subjects/taken/versions: 409: not compatible with 1"))
      // It is final, however often it could be tried again.
      assert(asked.size === 1)
    }
    intercept[UnsupportedOperationException](avro.registry(Map(1 -> "\"int\"")).register("a", ""))
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

  test("schemas by the GUIDs that headers have") {
    running() { (url, asked) =>
      val found = avro.registry(url, guids = Seq(guid, "json", "bare"))
      assert(found.registered.map(one => (one.id, one.guid)) ===
        Seq((Some(7), Some(guid)), (None, Some("bare"))))
      assert(asked.count(_.startsWith("/subjects")) === 1)
      assert(found.schemas.keySet === Set(7))
      val values = Seq(Array[Byte](4, 'O', 's')).toDF("v")
      val row = values.select(
        avro_decode(col("v"), found.writersByGuid, found.registered.head.schema, lit(guid)))
      assert(row.head().getStruct(0).getStruct(0).getString(0) === "Os")
      val both = avro.registry(url, subjects = Seq("int"), guids = Seq("bare"))
      assert(both.table(spark).select("guid").as[Option[String]].collect().toSeq ===
        Seq(Some("bare"), Some(guid), None))
      assert(
        intercept[IOException](avro.registry(url, guids = Seq("gone")))
          .getMessage.contains("/schemas/guids/gone: 404"))
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

  test("another server is not sent what is secret, however often it is redirected to") {
    answering(send(_, 200, "[]")) { (other, atOther) =>
      answering(exchange =>
        if (exchange.getRequestURI.getPath == "/subjects") redirecting("/moved")(exchange)
        else redirecting(s"http://$other/subjects")(exchange)) { (first, atFirst) =>
        val found = avro.registry(s"http://me:secret@$first", headers = Map("X-Key" -> "k"))
        assert(found.schemas.isEmpty)
        assert(atFirst === Seq(Seq("/subjects", basic, "k"), Seq("/moved", basic, "k")))
        assert(atOther === Seq(Seq("/subjects")))
      }
    }
    for (to <- Seq("", "ftp://127.0.0.1/", "http://me:secret@127.0.0.1/", "http://[", "/subjects"))
      answering(redirecting(to)) { (url, _) =>
        val failed = intercept[IOException](avro.registry(s"http://me:secret@$url"))
        assert(failed.getMessage.contains("it redirects") && !failed.getMessage.contains("secret"))
      }
  }

  test("each of several URLs has its own name and password") {
    answering(send(_, 503, "")) { (first, atFirst) =>
      answering(send(_, 200, "[]")) { (second, atSecond) =>
        avro.registry(s"http://me:secret@$first,http://$second")
        assert(atFirst.head === Seq("/subjects", basic))
        assert(atSecond === Seq(Seq("/subjects")))
        avro.registry(s"http://$first,http://$second", user = Some(("me", "secret")))
        assert(atSecond.last === Seq("/subjects", basic))
      }
    }
  }

  test("no message shows the password of a URL, even of one that is wrong") {
    for (url <- Seq("http://me:se cret@host", "http://me:se/cret@host", "http://me:se#cret@host",
        "http://me:se?cret@host", "http://me:cret@[", "http://me:cret@", "http://me:cret@my_host:1",
        "http://me:%zzcret@host")) {
      val message = intercept[IllegalArgumentException](avro.registry(url, retries = 0)).getMessage
      assert(!message.contains("cret") && message.contains("%2F"), url)
    }
    val failed = intercept[IOException](avro.registry("http://me:cret@127.0.0.1:9", retries = 0))
    assert(!failed.getMessage.contains("cret"))
  }

  test("an answer may neither be large nor slow without end") {
    answering { exchange =>
      exchange.sendResponseHeaders(200, 0)
      val some = Array.fill(1 << 20)('['.toByte)
      try (1 to 64).foreach(_ => exchange.getResponseBody.write(some))
      finally exchange.close()
    } { (url, asked) =>
      val failed = intercept[IOException](avro.registry(s"http://$url"))
      assert(failed.getMessage.contains("larger than 16777216 bytes"))
      assert(asked.length === 1)
    }
    answering { exchange =>
      exchange.sendResponseHeaders(200, 0)
      try (1 to 50).foreach { _ =>
          exchange.getResponseBody.write('['.toInt)
          exchange.getResponseBody.flush()
          Thread.sleep(100)
        }
      finally exchange.close()
    } { (url, _) =>
      val failed =
        intercept[IOException](avro.registry(s"http://$url", retries = 0, timeoutSeconds = 1))
      assert(failed.getMessage.contains("no answer within 1 seconds"))
    }
  }

  /** Fetches a schema whose references are given by the level of a schema. */
  private def referring(levels: Int, copies: Int): Int =
    answering { exchange =>
      val parts = exchange.getRequestURI.getPath.split('/')
      if (parts.length == 4) send(exchange, 200, "[1]")
      else {
        val level = parts(2).drop(1).toInt
        val below = Seq.fill(if (level < levels) copies else 0)(
          s"""{"name":"x","subject":"s${level + 1}","version":1}""").mkString(",")
        val schema = s"""{"type":"record","name":"R$level","fields":[]}"""
        send(exchange, 200, version(level, schema, s""","references":[$below]"""))
      }
    } { (url, asked) =>
      assert(avro.registry(s"http://$url", subjects = Seq("s0")).schemas.size === 1)
      asked.length
    }

  test("a schema to which many paths lead is fetched and added once") {
    assert(referring(levels = 22, copies = 2) === 24)
    assert(referring(levels = 90, copies = 3) === 92)
    val failed = intercept[IllegalArgumentException](referring(levels = 101, copies = 1))
    assert(failed.getMessage.contains("through more than 100 others"))
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
