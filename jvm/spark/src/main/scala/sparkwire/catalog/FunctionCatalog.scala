package sparkwire.catalog

import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo}
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction

import sparkwire.catalog.arguments.{Arguments, Function, WriterSchemaTable}
import sparkwire.expressions.{Decode, ExpressionCode, Interpreted}

/** All functions. A function that is not listed here does not exist. */
object FunctionCatalog {
  type Registration = (FunctionIdentifier, ExpressionInfo, Seq[Expression] => Expression)

  val all: Seq[Function] = DatabusFunctions.rows ++ CernanFunctions.rows ++ AvroFunctions.rows ++
    IgniteFunctions.rows ++ IgniteCdcFunctions.rows ++ KafkaFunctions.rows ++ AerospikeFunctions.rows ++ MsgpackFunctions.rows ++
    LayoutsFunctions.rows

  /** How the values of files are encoded, by the names of their kinds. */
  private[sparkwire] val encodings: Map[String, ValueEncoding] =
    Seq(DatabusFunctions.inFiles, CernanFunctions.inFiles, MsgpackFunctions.inFiles,
      LayoutsFunctions.inFiles).map(one => one.format -> one).toMap

  def registrations: Seq[Registration] = all.map(registration)

  private[catalog] def registration(function: Function): Registration =
    (FunctionIdentifier(function.name), info(function),
      given => WriterSchemaTable.expanded(function, given).getOrElse(call(function, given)))

  private[catalog] def call(function: Function, passed: Seq[Expression]): Expression =
    evaluable(function.build(Arguments.bind(function, passed)))

  private def evaluable(expression: Expression): Expression = expression match {
    // Spark evaluates the inputs of aggregates without generated code.
    case aggregate: AggregateFunction => aggregate
    case other =>
      if (ExpressionCode.isAvailable) other else Interpreted(other)
  }

  /** Returns the text of `DESCRIBE FUNCTION EXTENDED`, indented as Spark requires. */
  private def info(function: Function): ExpressionInfo = {
    val arguments = function.parameters.map(parameter =>
      s"      * ${parameter.name} - ${parameter.accepts.words}: ${parameter.about}")
    new ExpressionInfo(
      classOf[Decode].getName,
      null,
      function.name,
      s"${function.signature} - ${function.usage} Returns ${function.returns}.",
      arguments.mkString("\n    Arguments:\n", "\n", "\n  "),
      s"\n    Examples:\n      > ${function.example.sql};\n       ${function.example.result}\n  ",
      "",
      "misc_funcs",
      function.since,
      "",
      "scala_udf"
    )
  }
}
