package sparkwire.errors

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.Row

import sparkwire.SparkSuite

import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite

/** Errors as users meet them: tested word for word where people read them, and by condition where
  * programs do.
  */
class ErrorsSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {

  override def beforeAll(): Unit = {
    super.beforeAll()
    databusViews()
  }

  // An event with the key 12345 whose last payload byte was changed.
  private val damaged = "008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f" +
    "00112233445566778899aabbccddeefff032519b000000000000303968656c6c6e"

  private def malformed(query: String): MalformedInputException =
    try {
      sql(query).collect()
      fail(s"$query was not refused")
    } catch { case error: MalformedInputException => error }

  private def again[T <: AnyRef](value: T): T = {
    val bytes = new ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject(value)
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject().asInstanceOf[T]
  }

  private val text =
    "[SPARKWIRE_MALFORMED] databus: bad-body-crc at byte 49 (body_crc): the checksum does not " +
      "match the body (expected 2268422413, found 4029829531, 66 bytes in all). Use " +
      "try_databus_decode to get NULL instead, databus_fault to see why."

  test("the text of a malformed value, to the letter") {
    assert(malformed(s"SELECT databus_decode(X'$damaged')").getMessage === text)
  }

  test("condition, SQLSTATE and parameters of a malformed value") {
    val error = malformed(s"SELECT databus_decode(X'$damaged')")
    assert(error.getCondition === "SPARKWIRE_MALFORMED")
    assert(error.getSqlState === "22000")
    val parameters = SparkSuite.parametersOf(error)
    assert(parameters.view.filterKeys(_ != "function").toMap === Map(
      "format" -> "databus", "reason" -> "bad-body-crc", "offset" -> "49", "path" -> "body_crc"))
    assert(error.getMessageParameters.isInstanceOf[java.util.HashMap[_, _]], "py4j makes it a dict")
    assert(!error.isInternalError)
    assert(error.getQueryContext.isEmpty, "PySpark cannot show one")
  }

  test("it is one of Spark's run-time errors, which Python knows") {
    // The class is private in Scala.
    assert(classOf[MalformedInputException].getSuperclass.getName ===
      "org.apache.spark.SparkRuntimeException")
  }

  test("thrown in a task it arrives as it is, from generated code and without") {
    def check(): Assertion = {
      val error = malformed("SELECT databus_decode(v) FROM bad WHERE name = 'bad-v1-be-value-bit'")
      assert(SparkSuite.parametersOf(error)("offset") === "49")
      assert(error.getMessage.contains("bad-body-crc at byte 49 (body_crc)"))
    }
    generated(check())
    interpreted(check())
    withConf("spark.sql.ansi.enabled" -> "false")(check())
  }

  test("also from a shuffle, a join and a write") {
    for (query <- Seq(
        "SELECT databus_decode(v) d, count(*) FROM bad GROUP BY databus_decode(v)",
        "SELECT g.name FROM good g JOIN bad b ON databus_decode(b.v).key = length(g.v)",
        "SELECT max(databus_decode(v).key) OVER (PARTITION BY byte_order) FROM bad",
        "SELECT * FROM bad WHERE databus_decode(v).key > 0"))
      assert(errorOf(query).getCondition === "SPARKWIRE_MALFORMED", query)
    val error = intercept[SparkThrowable with Throwable] {
      sql("SELECT databus_decode(v).key FROM bad").write.format("noop").mode("overwrite").save()
    }
    assert(error.getCondition === "SPARKWIRE_MALFORMED")
  }

  test("it keeps all of it when it is sent") {
    val error = again(malformed(s"SELECT databus_decode(X'$damaged')"))
    assert(error.getMessage === text)
    assert(error.getCondition === "SPARKWIRE_MALFORMED" && error.getSqlState === "22000")
    assert(SparkSuite.parametersOf(error)("path") === "body_crc")
  }

  test("the fault says the same as the error") {
    val Seq(Row(reason, offset, path, message)) =
      rows(s"SELECT f.* FROM (SELECT databus_fault(X'$damaged') f)"): @unchecked
    assert((reason, offset, path) === (("bad-body-crc", 49, "body_crc")))
    assert(text.contains(s" at byte 49 (body_crc): $message. Use "))
  }

  test("the last row of a dissection says the same too") {
    for (Row(name, reason, path, kind, value, rowPath) <- rows(
        """SELECT name, f.reason, f.path, r.type, r.value, r.path FROM (
          SELECT name, databus_fault(v) f, element_at(databus_dissect(v), -1) r FROM bad)"""))
      assert((kind, value, rowPath) === (("FAULT", reason, path)), name)
  }

  test("a path is never NULL") {
    assert(one("SELECT count(databus_fault(v).path) = count(*) FROM bad") === true)
    assert(one(s"SELECT databus_fault(X'${damaged.init}f00').path") === "")
  }

  test("no more of the data than a line is shown") {
    assert(rows("SELECT databus_fault(v).message FROM bad").forall(_.getString(0).length < 300))
  }

  test("a call that is wrong is refused at analysis, to the letter") {
    val error =
      intercept[AnalysisException](sql("SELECT databus_decode(X'00', map('verify', 'fast'))"))
    assert(error.getMessage.linesIterator.next() ===
      "[SPARKWIRE_INVALID_OPTION] databus_decode: verify = 'fast'. Accepted: full, none.; line 1 pos 7")
    assert(error.getCondition === "SPARKWIRE_INVALID_OPTION" && error.getSqlState === "22023")
    assert(SparkSuite.parametersOf(error) ===
      Map("function" -> "databus_decode", "message" -> "verify = 'fast'. Accepted: full, none."))
    assert(error.line === Some(1) && error.startPosition === Some(7))
    assert(error.getQueryContext.isEmpty)
  }

  test("a value that does not fit says what was asked for and what was found") {
    val found = for ((bytes, ddl) <- Seq(
        "a161" -> "INT",
        "cd012c" -> "TINYINT",
        "81a16101" -> "a STRUCT<b INT>",
        "81a16181a16291c0" -> "a MAP<STRING, BIGINT>",
        "9101" -> "STRING",
        "cb3ff8000000000000" -> "INT"))
      yield one(s"SELECT msgpack_fault(X'$bytes', '$ddl').message").toString.takeWhile(_ != '(')
        .trim
    assert(found === Seq(
      "expected INT, found string",
      "expected TINYINT, found int 300",
      "expected STRUCT, found int 1",
      "expected BIGINT, found array",
      "expected STRING, found array",
      "expected INT, found double 1.5"
    ))
  }

  test("there are no parentheses where a value as a whole is at fault") {
    assert(
      malformed("SELECT msgpack_decode(X'a161', 'INT')").getMessage.startsWith(
        "[SPARKWIRE_MALFORMED] msgpack: type-mismatch at byte 0: expected INT"))
  }

  test("a mistaken word is named with the one that may be meant") {
    for ((call, said) <- Seq(
        "databus_decode(X'00', map('verfiy', 'none'))" -> "'verfiy'. Did you mean verify? Accepted",
        "databus_decode(X'00', option => map())" -> "no parameter option. Did you mean options?",
        "kafka_decode(X'00', 'MetadataRequets')" -> " Did you mean MetadataRequest? kafka_layouts()",
        "kafka_record_decode('__consumer_offset', X'00', NULL)" ->
          "'__consumer_offset'. Did you mean __consumer_offsets? Accepted: __consumer_offsets, ",
        "avro_decode(X'00', '\"strng\"')" -> "the type 'strng' is unknown",
        """avro_decode(X'00', '[\"null\", \"strng\"]')""" -> " Did you mean string?",
        "avro_decode(X'00', '[\"null\"')" -> "schema: it is not valid JSON (line 1, column"
      )) {
      val message = intercept[AnalysisException](sql(s"SELECT $call")).getMessage
      assert(message.contains(said))
      assert(!message.contains("fasterxml") && message.length < 400)
    }
  }

  test("a text where bytes are needed is met with the functions that make bytes") {
    val message = intercept[AnalysisException](sql("SELECT databus_decode('00')")).getMessage
    assert(message.contains("value must be BINARY, not STRING. Use unhex(...)"))
  }

  test("arguments in the wrong order are said to be") {
    for ((call, order) <- Seq(
        "kafka_decode('INT32', X'00000001')" -> "value, layout",
        "databus_decode(map('verify', 'none'), X'00')" -> "value, options",
        "kafka_response_decode(18, 0, X'00')" -> "value, api_key, api_version"))
      assert(
        intercept[AnalysisException](sql(s"SELECT $call")).getMessage.contains(
          s" The arguments are in the wrong order: give $order."))
    assert(
      !intercept[AnalysisException](sql("SELECT kafka_decode(1, 2)")).getMessage.contains(
        "order"))
  }

  test(
    "a schema in a column that is none is malformed data, and the text of an id's function is not") {
    val schema = "SELECT avro_variant(X'00', s) FROM VALUES ('{'), ('\"int\"') AS t(s)"
    assert(errorOf(schema).getCondition === "SPARKWIRE_MALFORMED")
    assert(SparkSuite.parametersOf(malformed(schema))("reason") === "bad-schema")
    assert(errorOf("SELECT databus_schema_id(s) FROM VALUES ('{') AS t(s)").getCondition ===
      "SPARKWIRE_INVALID_SCHEMA")
  }

  test("a constant topic is an internal one; a column may hold any") {
    assert(intercept[AnalysisException](
      sql("SELECT kafka_record_decode('orders', X'00', X'00')")).getCondition ===
      "SPARKWIRE_INVALID_OPTION")
    assert(rows("SELECT kafka_record_decode(t, X'00', X'00') FROM VALUES ('orders') AS t(t)")
      === Seq(Row(null)))
    assert(one("SELECT kafka_record_decode(NULL, X'00', X'00')") === null)
  }

  test("an error of analysis keeps all of it when it is sent") {
    val error = again(intercept[AnalysisException](sql("SELECT databus_decode()")))
    assert(error.getCondition === "SPARKWIRE_WRONG_ARGUMENTS" && error.getSqlState === "22023")
    assert(error.getMessage.contains("Usage: databus_decode(value [, options])."))
  }

  test("a schema that is none has its own condition, at analysis and when the query runs") {
    val analysis = SparkwireErrors.invalidSchema("f", "why")
    assert(
      (analysis.getCondition, analysis.getSqlState) === (("SPARKWIRE_INVALID_SCHEMA", "22023")))
    val reason = new sparkwire.wire.core.Reason("bad-schema", "the text is not a valid Avro schema")
    val fault =
      sparkwire.wire.trace.Fault(
        reason, 0, "", "the text is not a valid Avro schema (found 7b, 1 bytes in all)")
    val running =
      again(SparkwireErrors.invalidSchemaAtRunTime("f", fault, Twins("try_f", "f_fault")))
    assert((running.getCondition, running.getSqlState) === (("SPARKWIRE_INVALID_SCHEMA", "22023")))
    assert(
      running.getMessage.startsWith(
        "[SPARKWIRE_INVALID_SCHEMA] f: the text is not a valid Avro schema"))
  }
}
