package sparkwire

import java.io.{BufferedReader, FileDescriptor, FileOutputStream, InputStreamReader, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.LinkedHashMap
import java.util.Map.Entry

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.parquet.ParquetReadOptions
import org.apache.parquet.conf.PlainParquetConfiguration
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.io.LocalInputFile
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName
import org.apache.parquet.schema.Type.Repetition
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, CreateMap, CreateNamedStruct, Expression, Literal, NamedArgumentExpression,
  StructsToJson
}
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.expressions.Types
import sparkwire.files.LayoutText
import sparkwire.files.lines.RowJson

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ObjectNode

/** Evaluates functions on constants without a Spark session, which takes seconds to start. The
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
  * Arguments are named; bytes are `{"base64": "…"}`, options an object, a map of schemas
  * `{"map": [[1, "…"]]}`. A part of a dissection is an array of offset, length, path, type and
  * value. With a null value, only the other arguments are checked, and the result is null. A
  * refused call returns `{"refused": "[SPARKWIRE_…] …"}`.
  *
  * Other results are text: JSON as Spark's `to_json` writes it, of a struct with one field whose
  * name the request gives as `as`. With `"each": true` the result is an array of such texts, one
  * for each element, or for each message of an `…_decode_all` with its offset:
  * {{{
  *   {"function": "msgpack_decode", "arguments": {"value": {"base64": "Bw=="}}, "as": "n"}
  *   {"result": "{\"n\":7}"}
  *   {"function": "msgpack_decode_all", "arguments": {…}, "as": "n", "each": true}
  *   {"result": {"messages": [[0, "{\"n\":7}"], [1, null]], "tail": [2, "truncated"]}}
  * }}}
  * A call that encodes takes its value as JSON, of the type that a call that decodes returns. Bytes of
  * the result are `{"base64": "…"}`, a refusal has reason, path and message:
  * {{{
  *   {"function": "try_msgpack_encode", "arguments": {"value": {"json": "{\"a\":7}",
  *     "of": {"function": "msgpack_decode", "arguments": {"value": null}}}}}
  *   {"result": {"base64": "gaFhBw=="}}
  * }}}
  * `{"layout": "file"}` returns a layout and the files that it imports as one text.
  * `{"parquet": "file"}` returns the columns of a Parquet file, and for each whether it is BINARY:
  * `{"result": [["id", false], ["value", true]]}`.
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

  private def evaluate(request: JsonNode, answer: ObjectNode): Unit =
    if (request.has("parquet")) putColumns(request.get("parquet").asText, answer)
    else if (request.has("layout")) putLayout(request.get("layout").asText, answer)
    else call(request, answer)

  private def putLayout(file: String, answer: ObjectNode): Unit = {
    val _ = answer.put("result", LayoutText.readLocal("layout", Path.of(file)))
  }

  private def putColumns(file: String, answer: ObjectNode): Unit = {
    val options = ParquetReadOptions.builder(new PlainParquetConfiguration).build()
    val input = new LocalInputFile(Path.of(file))
    Using.resource(ParquetFileReader.open(input, options)) { reader =>
      val columns = answer.putArray("result")
      reader.getFileMetaData.getSchema.getFields.asScala.foreach { field =>
        val isBinary = field.isPrimitive && field.getLogicalTypeAnnotation == null &&
          BinaryTypes.contains(field.asPrimitiveType.getPrimitiveTypeName) &&
          !field.isRepetition(Repetition.REPEATED)
        columns.addArray().add(field.getName).add(isBinary)
      }
    }
  }

  private val BinaryTypes = Set(PrimitiveTypeName.BINARY, PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)

  private def call(request: JsonNode, answer: ObjectNode): Unit = {
    val name = request.get("function").asText
    val arguments = request.get("arguments")
    val value = arguments.get("value")
    val others = arguments.deepCopy[ObjectNode].without[ObjectNode]("value")
    if (isJson(value)) {
      val of = value.get("of")
      val call = calls.computeIfAbsent(s"$name$others$of",
        _ => build(name, arguments, build(of.get("function").asText, of.get("arguments")).dataType))
      val taken = call.collectFirst { case input: BoundReference => input.dataType }
      val read = JsonValue.of(name.stripPrefix("try_"), value.get("json").asText, taken.get)
      putEncoded(call.eval(InternalRow(read)), call.dataType, answer)
    } else {
      val call = calls.computeIfAbsent(
        if (isBytes(value)) s"$name$others" else s"$name$arguments", _ => build(name, arguments))
      val bytes = if (isBytes(value)) value.path("base64").binaryValue else null
      putResult(name, call, call.eval(InternalRow(bytes)), request, answer)
    }
  }

  private def putResult(name: String, call: Expression, result: Any, request: JsonNode,
      answer: ObjectNode): Unit = {
    val as = request.path("as")
    result match {
      case null => answer.putNull("result")
      case rows: ArrayData if call.dataType == Types.Dissection => putParts(rows, answer)
      case fault: InternalRow if call.dataType == Types.Fault =>
        answer.putObject("result")
          .put("reason", fault.getUTF8String(0).toString).put("offset", fault.getInt(1))
          .put("path", fault.getUTF8String(2).toString)
          .put("message", fault.getUTF8String(3).toString)
      case _ if as.isMissingNode =>
        throw new IllegalArgumentException(s"$name is neither a dissection nor a fault")
      case result if request.path("each").asBoolean =>
        putEach(result, call.dataType, as.asText, answer)
      case result =>
        answer.put("result", textOf(toJson(as.asText, call.dataType), result))
    }
    ()
  }

  // The latest calls by their functions and arguments other than the value, so that the next value
  // finds schemas and types compiled.
  private val calls = new LinkedHashMap[String, Expression](16, 0.75f, true) {
    override def removeEldestEntry(eldest: Entry[String, Expression]): Boolean = size > MostCalls
  }
  private final val MostCalls = 16

  /** Whether a value is a column of BINARY. The values of a few functions are text. */
  private def isBytes(value: JsonNode): Boolean =
    value != null && (value.isNull || value.has("base64"))

  private def isJson(value: JsonNode): Boolean = value != null && value.has("json")

  private def putEncoded(result: Any, dataType: DataType, answer: ObjectNode): Unit =
    (result, dataType) match {
      case (null, _) =>
        val _ = answer.putNull("result")
      case (bytes: Array[Byte], _) =>
        val _ = answer.putObject("result").put("base64", bytes)
      // The parts of a record, or a refusal.
      case (parts: InternalRow, StructType(fields)) =>
        val found = answer.putObject("result")
        fields.zipWithIndex.foreach { case (field, at) =>
          if (parts.isNullAt(at)) found.putNull(field.name)
          else if (field.dataType == BinaryType)
            found.putObject(field.name).put("base64", parts.getBinary(at))
          else found.put(field.name, parts.getUTF8String(at).toString)
        }
      case _ => throw new IllegalArgumentException(s"${dataType.sql} is not the result of encoding")
    }

  /** @param valueType
    *   the type of the value, if it is not a constant
    */
  private def build(
      name: String, arguments: JsonNode, valueType: DataType = BinaryType): Expression = {
    val function = FunctionCatalog.all.find(_.name == name).getOrElse(
      throw new IllegalArgumentException(s"no function $name"))
    val passed = arguments.properties.asScala.map { entry =>
      val isValue = entry.getKey == "value" && (isBytes(entry.getValue) || isJson(entry.getValue))
      NamedArgumentExpression(
        entry.getKey,
        if (isValue) BoundReference(0, valueType, nullable = true)
        else literal(entry.getKey, entry.getValue))
    }
    function.build(Arguments.bind(function, passed.toSeq))
  }

  private def putEach(result: Any, dataType: DataType, as: String, answer: ObjectNode): Unit =
    (result, dataType) match {
      case (elements: ArrayData, ArrayType(element, _)) =>
        val json = toJson(as, element)
        val texts = answer.putArray("result")
        elements.foreach(element, (_, one) => { texts.add(textOf(json, one)); () })
      case (all: InternalRow, fields: StructType) if fields.fieldNames.contains("tail") =>
        putMessages(all, fields, as, answer.putObject("result"))
      case _ => throw new IllegalArgumentException(s"${dataType.sql} has no elements")
    }

  /** Puts the fields of an `…_decode_all`, which [[sparkwire.wire.series.Series]] lists. */
  private def putMessages(all: InternalRow, fields: StructType, as: String,
      found: ObjectNode): Unit = {
    val ArrayType(located: StructType, _) = fields.head.dataType: @unchecked
    val message = located(1).dataType
    val json = toJson(as, message)
    val rows = found.putArray("messages")
    all.getArray(0).foreach(located,
      (_, part) => {
        val row = part.asInstanceOf[InternalRow]
        rows.addArray().add(row.getInt(0)).add(textOf(json, row.get(1, message)))
        ()
      })
    Some(fields.fieldNames.indexOf("gaps")).filter(_ >= 0).foreach { at =>
      val ArrayType(gap, _) = fields(at).dataType: @unchecked
      val gaps = found.putArray("gaps")
      all.getArray(at).foreach(gap,
        (_, part) => {
          val row = part.asInstanceOf[InternalRow]
          gaps.addArray().add(row.getInt(0)).add(row.getInt(1)).add(row.getUTF8String(2).toString)
          ()
        })
    }
    val tail = fields.fieldIndex("tail")
    if (!all.isNullAt(tail)) {
      val why = all.getStruct(tail, 2)
      found.putArray("tail").add(why.getInt(1)).add(why.getUTF8String(0).toString)
      ()
    }
  }

  private def textOf(json: Expression, value: Any): String =
    if (value == null) null else json.eval(InternalRow(value)).toString

  /** Returns the JSON of a struct whose one field is the first value of a row. */
  private def toJson(name: String, dataType: DataType): Expression =
    StructsToJson(
      RowJson.Options,
      CreateNamedStruct(Seq(Literal(name), BoundReference(0, dataType, nullable = true))),
      Some("UTC")).replacement

  /** Returns a constant of the type that JSON shows. A value that does not fit the parameter is
    * refused with the call.
    */
  private def literal(name: String, value: JsonNode): Expression =
    if (name == "options") {
      val pairs = value.properties.asScala.map(entry => entry.getKey -> entry.getValue.asText)
      Literal.create(pairs.toMap, MapType(StringType, StringType))
    } else if (value.has("map")) {
      val pairs = value.get("map").elements.asScala.map(pair =>
        Seq(literal("", pair.get(0)), literal("", pair.get(1))))
      CreateMap(pairs.flatten.toSeq)
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
