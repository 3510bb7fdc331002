package sparkwire.queries

import scala.util.Random

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.fuzz.FuzzTarget

/** A value in a query.
  *
  * @param text
  *   its SQL: a column, a path or a call
  * @param content
  *   the fuzz target whose functions decode it, if it is not decoded yet
  */
final case class Value(text: String, dataType: DataType, content: Option[String] = None)

/** What random queries decode: one column for each fuzz target, and so for each function that reads
  * bytes.
  *
  * @param typeOf
  *   returns the type of a call, given the call and a name and a type for its input
  */
final class Sources(typeOf: (String, String, DataType) => DataType) {
  private val targets = FuzzTarget.all.toSeq.sortBy(_._1)

  val columns: Seq[Value] = targets.map { case (name, target) =>
    Value(s"`$name`", columnType(target), Some(name))
  }

  val schema: StructType = StructType(
    StructField("id", IntegerType) +: targets.map { case (name, target) =>
      StructField(name, columnType(target))
    })

  /** Returns rows about half of whose values are malformed; some are NULL. */
  def rows(count: Int, random: Random): Seq[Row] = {
    val values = targets.map { case (_, target) =>
      val some =
        random.shuffle(target.some(2 * count, random).filter(_.length <= Sources.MaxLength))
      some.map(bytes => external(target, target.row(bytes)))
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
      Value(call(FuzzTarget.all(content), function, input), dataType, inner)
    }

  private lazy val types: Map[String, Seq[(String, DataType)]] =
    targets.map { case (name, target) =>
      name -> (target.function +: target.twins).map { function =>
        function -> typeOf(call(target, function, "input"), "input", columnType(target))
      }
    }.toMap

  // Functions with two inputs take them from one column.
  private def columnType(target: FuzzTarget): DataType = target.inputTypes match {
    case Seq(only) => only
    case several => StructType(
        several.zipWithIndex.map { case (one, at) =>
          StructField(s"input$at", one)
        })
  }

  private def call(target: FuzzTarget, function: String, input: String): String = {
    val count = target.inputTypes.length
    val inputs = if (count == 1) Seq(input) else (0 until count).map(at => s"$input.input$at")
    target.sql(function, inputs)
  }

  private def external(target: FuzzTarget, row: InternalRow): Any = {
    val values = row.toSeq(target.inputTypes).map {
      case text: UTF8String => text.toString
      case other => other
    }
    if (values.length == 1) values.head else Row.fromSeq(values)
  }
}

object Sources {
  private val MaxLength = 4096
}
