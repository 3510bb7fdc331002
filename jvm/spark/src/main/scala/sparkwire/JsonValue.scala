package sparkwire

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkException
import org.apache.spark.sql.catalyst.{FunctionIdentifier, InternalRow}
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry
import org.apache.spark.sql.catalyst.expressions.{
  CreateMap, Expression, Literal, RuntimeReplaceable, TimeZoneAwareExpression
}
import org.apache.spark.sql.types._

import sparkwire.errors.SparkwireErrors

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** Values that are given as JSON, for the requests of [[CommandLine]] that encode. */
private[sparkwire] object JsonValue {
  private val json = new ObjectMapper
  private val Strict = CreateMap(Seq(Literal("mode"), Literal("FAILFAST")))

  /** Returns the value of a type as Spark's `from_json` reads it. A field that the type does not have
    * is refused, while `from_json` ignores it.
    */
  def of(function: String, text: String, dataType: DataType): Any = {
    checkNames(function, json.readTree(text), dataType, "")
    // Around the value, because `from_json` returns structs, arrays and maps only.
    val around = StructType(Seq(StructField("value", dataType)))
    val read =
      try fromJson(s"""{"value":$text}""", around).eval()
      catch {
        case _: SparkException =>
          throw SparkwireErrors.wrongArguments(function,
            s"the value is not of the type ${dataType.simpleString}.")
      }
    read match {
      case found: InternalRow => found.get(0, dataType)
      case _ => null
    }
  }

  // Looked up by name, because the constructors differ from one Spark to the next.
  private def fromJson(text: String, schema: StructType): Expression = {
    val inputs = Seq(Literal(text), Literal(schema.json), Strict)
    val found =
      FunctionRegistry.builtin.lookupFunction(FunctionIdentifier("from_json"), inputs) match {
        case aware: TimeZoneAwareExpression => aware.withTimeZone("UTC")
        case other => other
      }
    found match {
      case replaced: RuntimeReplaceable => replaced.replacement
      case other => other
    }
  }

  private def checkNames(
      function: String, value: JsonNode, dataType: DataType, path: String): Unit =
    dataType match {
      case struct: StructType if value.isObject =>
        value.properties.asScala.foreach { entry =>
          val name = entry.getKey
          val at = if (path.isEmpty) name else s"$path.$name"
          val field = struct.find(_.name == name).getOrElse(
            throw SparkwireErrors.wrongArguments(function,
              s"the value has no field $at. Accepted: ${struct.fieldNames.mkString(", ")}."))
          checkNames(function, entry.getValue, field.dataType, at)
        }
      case ArrayType(element, _) if value.isArray =>
        value.elements.asScala.zipWithIndex.foreach { case (one, at) =>
          checkNames(function, one, element, s"$path[$at]")
        }
      case MapType(_, element, _) if value.isObject =>
        value.properties.asScala.foreach(entry =>
          checkNames(function, entry.getValue, element, s"$path.${entry.getKey}"))
      case _ =>
    }
}
