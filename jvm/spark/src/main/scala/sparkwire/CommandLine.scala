package sparkwire

import java.io.{BufferedReader, FileDescriptor, FileOutputStream, InputStreamReader, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal, NamedArgumentExpression}
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.expressions.Types

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ObjectNode

/** Evaluates dissections and faults without a Spark session, which takes seconds to start. The
  * command line starts it with `java -cp <this jar>:<the jars of Spark> sparkwire.CommandLine`.
  *
  * Each line of standard input is a request, and each line of standard output its answer, both in
  * JSON:
  * {{{
  *   {"function": "kafka_dissect", "arguments": {"value": {"base64": "AAAABw=="}, "layout": "INT32"}}
  *   {"result": [[0, 4, "", "int", "7"]]}
  *   {"function": "kafka_fault", "arguments": {"value": {"base64": "AAAA"}, "layout": "INT32"}}
  *   {"result": {"reason": "truncated", "offset": 0, "path": "", "message": "…"}}
  * }}}
  * Arguments are named; bytes are `{"base64": "…"}`, options an object. A part of a dissection is
  * an array of offset, length, path, type and value. With a null value, only the other arguments
  * are checked, and the result is null. A refused call returns `{"refused": "[SPARKWIRE_…] …"}`.
  *
  * With an archive of the loaded classes a call takes 0.35 s of processor time, without it 1.5 s.
  * Spark's DDL parser and Log4j would cost half a second each, so neither is loaded. A Spark
  * session takes 10 s to start.
  */
object CommandLine {
  private val json = new ObjectMapper

  def main(arguments: Array[String]): Unit = {
    require(arguments.isEmpty, "requests are lines of standard input")
    val requests = new BufferedReader(new InputStreamReader(System.in, UTF_8))
    // Spark's classes may print to System.out; answers go to the file descriptor.
    val answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8)
    System.setOut(System.err)
    Iterator.continually(requests.readLine()).takeWhile(_ != null).foreach { line =>
      answers.println(answer(line))
      answers.flush()
    }
  }

  /** Returns the answer to one request. */
  def answer(request: String): String = {
    val answer = json.createObjectNode()
    try evaluate(json.readTree(request), answer)
    catch {
      case refused: SparkThrowable =>
        answer.put("refused", refused.getMessage)
    }
    json.writeValueAsString(answer)
  }

  private def evaluate(request: JsonNode, answer: ObjectNode): Unit = {
    val name = request.get("function").asText
    val function = FunctionCatalog.all.find(_.name == name).getOrElse(
      throw new IllegalArgumentException(s"no function $name"))
    val passed = request.get("arguments").properties.asScala.map { entry =>
      NamedArgumentExpression(entry.getKey, literal(entry.getKey, entry.getValue))
    }
    val call = function.build(Arguments.bind(function, passed.toSeq))
    call.eval() match {
      case null => answer.putNull("result")
      case rows: ArrayData if call.dataType == Types.Dissection => putParts(rows, answer)
      case fault: InternalRow if call.dataType == Types.Fault =>
        answer.putObject("result")
          .put("reason", fault.getUTF8String(0).toString).put("offset", fault.getInt(1))
          .put("path", fault.getUTF8String(2).toString)
          .put("message", fault.getUTF8String(3).toString)
      case _ => throw new IllegalArgumentException(s"$name is neither a dissection nor a fault")
    }
    ()
  }

  /** Returns a constant of the type that JSON shows. A value that does not fit the parameter is
    * refused with the call.
    */
  private def literal(name: String, value: JsonNode): Expression =
    if (name == "options") {
      val pairs = value.properties.asScala.map(entry => entry.getKey -> entry.getValue.asText)
      Literal.create(pairs.toMap, MapType(StringType, StringType))
    } else if (value.has("base64")) Literal.create(value.get("base64").binaryValue, BinaryType)
    else if (value.isNull) Literal.create(null, NullType)
    else if (value.isInt) Literal.create(value.intValue, IntegerType)
    else if (value.isIntegralNumber) Literal.create(value.longValue, LongType)
    else Literal.create(value.asText, StringType)

  private def putParts(rows: ArrayData, answer: ObjectNode): Unit = {
    val parts = answer.putArray("result")
    (0 until rows.numElements()).foreach { number =>
      val row = rows.getStruct(number, PartFields)
      val part = parts.addArray().add(row.getInt(0)).add(row.getInt(1))
      (2 until PartFields).foreach(field => part.add(row.getUTF8String(field).toString))
    }
  }

  private final val PartFields = 5
}
