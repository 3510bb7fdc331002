package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.{
  CreateMap, Expression, Literal, NamedArgumentExpression
}

import sparkwire.catalog.Rows.Encoding
import sparkwire.catalog.arguments.{Function, Parameter}
import sparkwire.wire.core.OptionSpec

/** How the values of a file are encoded: by the function that encodes one value of the format. */
private[sparkwire] final class ValueEncoding(function: Function, encoding: Encoding) {

  def format: String = encoding.format.name

  /** The options of the function. */
  def options: Seq[OptionSpec] = encoding.options

  /** The parameters between the value and the options, which are constant texts. */
  def constants: Seq[Parameter] =
    function.parameters.filterNot(parameter => Seq("value", "options").contains(parameter.name))

  /** Returns the call of the function.
    *
    * @param passed
    *   options and constants, by their names
    */
  def of(value: Expression, passed: Map[String, String]): Expression = {
    val (texts, others) = passed.partition { case (name, _) => constants.exists(_.name == name) }
    val map = CreateMap(
      others.toSeq.flatMap { case (name, word) =>
        Seq(Literal(name), Literal(word))
      })
    val named = texts.toSeq.map { case (name, text) => name -> Literal(text) } ++
      Option.when(others.nonEmpty)("options" -> map)
    FunctionCatalog.call(
      function, value +: named.map { case (name, one) => NamedArgumentExpression(name, one) })
  }
}
