package sparkwire.queries

import scala.util.Random

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.types._

import sparkwire.fuzz.{FuzzedCall, FuzzTarget}

/** A value in a query.
  *
  * @param text
  *   its SQL: a column, a path or a call
  * @param content
  *   the fuzzed call whose functions decode it, if it is not decoded yet
  */
final case class Value(text: String, dataType: DataType, content: Option[String] = None)

/** The columns that random queries decode: one column for each fuzzed call, and so for each
  * function that reads bytes.
  *
  * @param typeOf
  *   returns the type of a call, given the call and a name and a type for its input
  */
final class Sources(typeOf: (String, String, DataType) => DataType) {
  private val all = FuzzTarget.calls.toSeq.sortBy(_._1)

  val columns: Seq[Value] = all.map { case (name, fuzzed) =>
    Value(s"`$name`", columnType(fuzzed), Some(name))
  }

  val schema: StructType = StructType(
    StructField("id", IntegerType) +: all.map { case (name, fuzzed) =>
      StructField(name, columnType(fuzzed))
    })

  /** Returns rows about half of whose values are malformed; some are NULL. */
  def rows(count: Int, random: Random): Seq[Row] = {
    val values = all.map { case (_, fuzzed) =>
      val some =
        random.shuffle(fuzzed.some(2 * count, random).filter(_.length <= Sources.MaxLength))
      some.map(bytes => external(fuzzed, fuzzed.row(bytes)))
    }
    (0 until count).map { id =>
      val isNull = id % 13 == 0
      Row.fromSeq(id +: values.map(all => if (isNull) null else all(id % all.length)))
    }
  }

  /** Returns the calls that decode a content, first the one that fails for malformed input. */
  def calls(content: String, input: String): Seq[Value] =
    types(content).map { case (function, dataType) =>
      val inner = if (function.endsWith("databus_to_json")) Some("databus_decode_json") else None
      Value(call(FuzzTarget.calls(content), function, input), dataType, inner)
    }

  private lazy val types: Map[String, Seq[(String, DataType)]] =
    all.map { case (name, fuzzed) =>
      name -> (fuzzed.function +: fuzzed.twins).map { function =>
        function -> typeOf(call(fuzzed, function, "input"), "input", columnType(fuzzed))
      }
    }.toMap

  // Functions with two inputs take them from one column.
  private def columnType(fuzzed: FuzzedCall): DataType = fuzzed.inputTypes match {
    case Seq(only) => only
    case several => StructType(
        several.zipWithIndex.map { case (one, at) =>
          StructField(s"input$at", one)
        })
  }

  private def call(fuzzed: FuzzedCall, function: String, input: String): String = {
    val count = fuzzed.inputTypes.length
    val inputs = if (count == 1) Seq(input) else (0 until count).map(at => s"$input.input$at")
    fuzzed.sql(function, inputs)
  }

  private def external(fuzzed: FuzzedCall, row: InternalRow): Any = {
    val values = row.toSeq(fuzzed.inputTypes).zip(fuzzed.inputTypes).map {
      case (value, dataType) => CatalystTypeConverters.convertToScala(value, dataType)
    }
    if (values.length == 1) values.head else Row.fromSeq(values)
  }
}

object Sources {
  private val MaxLength = 4096
}
