package sparkwire.expressions

import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, Expression, Literal, UnsafeProjection, UnsafeRow
}
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeProjection
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.errors.MalformedInputException
import sparkwire.wire.{Line, Vectors}
import sparkwire.wire.kafka.CoordinatorRecords

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Functions of several inputs: generated code gives the same result as the interpreter, to the
  * last byte.
  */
class GeneratedDecodingSuite extends AnyFunSuite {

  private def call(name: String, types: Seq[DataType], options: Map[String, String]): Expression = {
    val function = FunctionCatalog.all.find(_.name == name).get
    val inputs = types.zipWithIndex.map { case (dataType, at) =>
      BoundReference(at, dataType, nullable = true)
    }
    function.build(
      Arguments.bind(function,
        inputs :+ Literal.create(options, MapType(StringType, StringType))))
  }

  /** Returns the row, or the message of the error. */
  private def outcome(row: => UnsafeRow): Either[String, UnsafeRow] =
    try Right(row.copy())
    catch { case malformed: MalformedInputException => Left(malformed.getMessage) }

  private def same(stem: String, types: Seq[DataType], rows: Seq[InternalRow],
      options: Map[String, String] = Map.empty): Assertion = {
    for (name <-
        Seq(s"${stem}_decode", s"try_${stem}_decode", s"${stem}_fault", s"${stem}_dissect")) {
      val interpreted = call(name, types, options)
      val generated = GenerateUnsafeProjection.generate(Seq(call(name, types, options)))
      val expected = UnsafeProjection.create(Array(interpreted.dataType))
      for (row <- rows)
        assert(outcome(generated(row)) === outcome(expected(InternalRow(interpreted.eval(row)))),
          s"$name of ${row.toSeq(types).map(shown)}")
    }
    assert(rows.nonEmpty)
  }

  private def shown(value: Any): String = value match {
    case bytes: Array[Byte] => Vectors.hex(bytes)
    case other => String.valueOf(other)
  }

  private def damaged(bytes: Array[Byte], random: Random): Seq[Array[Byte]] =
    if (bytes == null || bytes.isEmpty) Seq(bytes)
    else {
      val changed = bytes.clone()
      changed(random.nextInt(bytes.length)) = random.nextInt().toByte
      Seq(bytes, bytes.take(random.nextInt(bytes.length)), changed)
    }

  private def bytesOf(line: Line, field: String): Array[Byte] = {
    val json = if (field == "hex") line.json.path("hex") else line.json.path("args").path(field)
    if (json.isTextual) Vectors.bytes(json.asText) else null
  }

  private val vectors: Seq[(String, Array[Byte], Array[Byte])] =
    Vectors.read("kafka", "internal_topics").filter(_.text("kind") != "versioned-message").map {
      line =>
        val topic = line.json.path("args").path("topic")
        (if (topic.isTextual) topic.asText else "__cluster_metadata", bytesOf(line, "key"),
          bytesOf(line, "hex"))
    }

  private val written: Seq[(String, Array[Byte], Array[Byte])] =
    for (topic <- CoordinatorRecords.topics; record <- CoordinatorRecords.of(topic, samples = 1))
      yield (topic, record.key, record.value)

  test("kafka_record_decode and its family, seed 5") {
    val random = new Random(5)
    val rows = for {
      (topic, key, value) <- vectors ++ written :+ (("orders", Array[Byte](1), Array[Byte](2))) :+
        ((null, Array[Byte](1), Array[Byte](2)))
      someKey <- damaged(key, random) :+ null
      someValue <- damaged(value, random) :+ null
    } yield InternalRow(
      if (topic == null) null else UTF8String.fromBytes(topic.getBytes(UTF_8)), someKey, someValue)
    same("kafka_record", Seq(StringType, BinaryType, BinaryType), rows)
  }

  for (hasSize <- Seq(true, false))
    test(s"kafka_response_decode and its family, sizePrefix = $hasSize, seed 6") {
      val random = new Random(6)
      val rows = for {
        line <- Vectors.read("kafka", "wire") if line.text("kind") == "response"
        args = line.json.get("args") if args.get("size_prefix").asBoolean == hasSize
        bytes <- damaged(line.bytes, random) :+ null
        (key, version) <- Seq[(Any, Any)](
          (args.get("api_key").asInt, args.get("api_version").asInt), (18, 3), (999, 0), (null, 0),
          (18, null))
      } yield InternalRow(bytes, key, version)
      same("kafka_response", Seq(BinaryType, IntegerType, IntegerType), rows,
        Map("sizePrefix" -> hasSize.toString))
    }
}
