package sparkwire

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, Literal}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.{Accepts, Arguments, Function}
import sparkwire.errors.MalformedInputException
import sparkwire.expressions.{Decode, DecoderSource, Types}
import sparkwire.rows.RowForm

/** The main class of a JVM with the heap of an executor. It calls every function on values of the
  * given sizes in MiB.
  */
object ExecutorMemory {

  def main(arguments: Array[String]): Unit = {
    for (size <- arguments.map(_.toInt << 20); value <- LargeValues.all)
      check(value, value.make(size))
    println("enough memory")
  }

  private def check(value: LargeValue, bytes: Array[Byte]): Unit = {
    val stem = value.function.stripSuffix("_decode")
    println(s"${value.function} of ${bytes.length >> 20} MiB: ${value.name}")
    val names = Seq(value.function, s"try_${value.function}", s"${stem}_fault", s"${stem}_dissect")
    val found = names.flatMap(name => FunctionCatalog.all.find(_.name == name)).map { function =>
      val started = System.nanoTime
      val result = evaluated(function, value, bytes)
      println(
        f"  ${function.name}%-30s $result%-20s ${(System.nanoTime - started) / 1000000}%5d ms")
      function.name -> result
    }.toMap
    for (fault <- found.get(s"${stem}_fault"))
      if (fault != Nothing) {
        require(found(value.function) == fault, "another fault")
        require(found(s"try_${value.function}") == Nothing, "refused, but not by try_")
      } else require(Set(Value, Nothing)(found(value.function)), "refused, but no fault")
  }

  private final val Value = "a value"
  private final val Nothing = "NULL"

  private def arguments(value: LargeValue, isText: Boolean): Seq[Expression] =
    value.before.map(literal) ++
      Seq(BoundReference(0, if (isText) StringType else BinaryType, nullable = true)) ++
      value.after.map(literal)

  private def literal(value: Any): Expression = value match {
    case options: Map[_, _] => Literal.create(options, MapType(StringType, StringType))
    case one => Literal(one)
  }

  /** Returns the reason of a fault, `Value` or `Nothing`. A decoding of one input runs through a
    * decoder that hands on its row.
    */
  private def evaluated(function: Function, value: LargeValue, bytes: Array[Byte]): String = {
    val isText = function.parameters.head.accepts == Accepts.Text && value.before.isEmpty
    val input = if (isText) UTF8String.fromBytes(bytes) else bytes
    val call = function.build(Arguments.bind(function, arguments(value, isText)))
    def result: Any = call match {
      case decode: Decode if decode.children.length == 1 =>
        DecoderSource(decode.plan, decode.required, 1, RowForm.Column).newDecoder().decode(input)
      case other => other.eval(InternalRow(input))
    }
    try
      result match {
        case null => Nothing
        case fault: InternalRow if call.dataType == Types.Fault => fault.getString(0)
        case _ => Value
      }
    catch { case malformed: MalformedInputException => reasonOf(malformed) }
  }

  private def reasonOf(malformed: MalformedInputException): String = {
    val reason = malformed.getMessageParameters.get("reason")
    if (reason == null) malformed.getCondition else reason
  }
}
