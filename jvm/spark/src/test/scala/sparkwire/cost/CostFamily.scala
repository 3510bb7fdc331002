package sparkwire.cost

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, Literal}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments

/** Inputs that grow and are as expensive for their size as anybody could make them.
  *
  * @param attacks
  *   which loop, table or buffer the input is directed at, in a sentence
  * @param growing
  *   returns calls with an input of about so many bytes, by names. A call is made once. It returns
  *   its outcome: only the costs of equal outcomes are compared
  */
final class CostFamily(val name: String, val attacks: String,
    val growing: Int => Seq[(String, () => Outcome)])

object CostFamily {

  /** A STRING column, as [[CostFamily.apply]] takes it. */
  final case class Text(value: String)

  /** A column of any type, with a value as Spark passes it. */
  final case class Column(value: Any, dataType: DataType)

  /** Returns the result of a function for an input, as a column. */
  def valueOf(function: String, inputs: Any*): Column = {
    val call = expression(function, inputs)
    Column(call.eval(rowOf(inputs)), call.dataType)
  }

  /** Returns a family for a function and its twins.
    *
    * @param function
    *   the function that fails for malformed input
    * @param arguments
    *   returns the arguments for an input of about so many bytes: an array of bytes is a BINARY
    *   column, a [[Text]] a STRING column, a [[Column]] one of its type, and anything else a constant
    */
  def apply(name: String, attacks: String, function: String)(
      arguments: Int => Seq[Any]): CostFamily =
    new CostFamily(name, attacks,
      size => {
        val inputs = arguments(size)
        val row = rowOf(inputs)
        for (twin <- twins(function)) yield {
          val call = expression(twin, inputs)
          twin -> (() => Outcome.of(call, row))
        }
      })

  private def rowOf(inputs: Seq[Any]): InternalRow = InternalRow(
    inputs.collect {
      case bytes: Array[Byte] => bytes
      case Text(text) => UTF8String.fromString(text)
      case Column(value, _) => value
    }: _*)

  private def twins(function: String): Seq[String] = {
    val stem = function.stripSuffix("_decode")
    Seq(function, s"try_$function", s"${stem}_fault", s"${stem}_dissect")
      .filter(name => FunctionCatalog.all.exists(_.name == name))
  }

  private def expression(function: String, inputs: Seq[Any]): Expression = {
    var columns = -1
    def column(kind: DataType): Expression = {
      columns += 1
      BoundReference(columns, kind, nullable = true)
    }
    val row = FunctionCatalog.all.find(_.name == function).get
    row.build(
      Arguments.bind(row,
        inputs.map {
          case _: Array[Byte] => column(BinaryType)
          case Text(_) => column(StringType)
          case Column(_, kind) => column(kind)
          case options: Map[_, _] => Literal.create(options, MapType(StringType, StringType))
          case one => Literal(one)
        }))
  }
}
