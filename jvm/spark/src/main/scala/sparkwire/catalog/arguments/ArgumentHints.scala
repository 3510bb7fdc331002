package sparkwire.catalog.arguments

import org.apache.spark.sql.catalyst.expressions.{Expression, NamedArgumentExpression}
import org.apache.spark.sql.types.{BinaryType, StringType}

/** Suggestions of the argument that a wrong one may have been meant to be. */
private[catalog] object ArgumentHints {
  // More arguments have too many permutations, and no function has more required parameters.
  private final val MaxPermuted = 5

  /** @param order
    *   the hint of [[ofOrder]] for all arguments, if they were given by position
    */
  def wrongType(parameter: Parameter, passed: Expression, order: String = ""): String = {
    val isText = parameter.accepts(BinaryType) && passed.dataType.isInstanceOf[StringType]
    val special = parameter.accepts.hint(passed.dataType)
    val hint =
      if (special.nonEmpty) special
      else if (order.nonEmpty) order
      else if (isText)
        " Use unhex(...) or unbase64(...) if the text is encoded bytes, or CAST(... AS BINARY) " +
          "to use the text itself."
      else ""
    s"${parameter.name} must be ${parameter.accepts.words}, not ${passed.dataType.sql}.$hint"
  }

  /** Returns a hint with the right order if the arguments would fit in another order. */
  def ofOrder(function: Function, passed: Seq[Expression]): String = {
    val isShort = passed.length <= MaxPermuted
    if (!isShort || passed.exists(_.isInstanceOf[NamedArgumentExpression])) ""
    else
      passed.permutations.flatMap(order(function, _)).nextOption().fold("") { names =>
        s" The arguments are in the wrong order: give ${names.mkString(", ")}."
      }
  }

  /** Returns the parameters of arguments in this order, if each argument fits and none is missing.
    */
  private def order(function: Function, passed: Seq[Expression]): Option[Seq[String]] = {
    val bound = passed.foldLeft(Option((Vector.empty[Parameter], function.parameters))) {
      case (Some((found, open)), argument) =>
        val rest = open.dropWhile(p => p.optional && !p.accepts(argument.dataType))
        rest.headOption.filter(_.accepts(argument.dataType)).map(p => (found :+ p, rest.tail))
      case (None, _) => None
    }
    bound.collect { case (found, open) if open.forall(_.optional) => found.map(_.name) }
  }
}
