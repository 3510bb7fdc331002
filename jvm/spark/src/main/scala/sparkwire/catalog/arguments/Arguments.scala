package sparkwire.catalog.arguments

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult.TypeCheckSuccess
import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, NamedArgumentExpression}
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.{SchemaMessages, SparkwireErrors}
import sparkwire.linkage.SparkTime
import sparkwire.sources.Encodable
import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.schemas.InvalidSchema
import sparkwire.wire.core.{Format, Nearest, Options, OptionSpec, Root}
import sparkwire.wire.writing.Written

/** The arguments of one call, by parameter. This class reports all errors of a call, at analysis.
  */
final class Arguments private (val function: Function, bound: Map[String, Expression]) {

  /** Returns a required argument that may be a column. An untyped NULL gets the parameter's type.
    */
  def column(name: String, dataType: DataType): Expression = {
    val passed = bound(name)
    if (passed.dataType == NullType) Cast(passed, dataType) else passed
  }

  /** Whether a required argument is an untyped NULL. */
  def isNull(name: String): Boolean = bound(name).dataType == NullType

  /** Returns a required text. A constant must be one of `words`, or NULL; a column may hold any
    * text.
    */
  def columnOrWord(name: String, words: Seq[String]): Expression = {
    val passed = column(name, StringType)
    if (passed.foldable) passed.eval() match {
      case text: UTF8String if !words.contains(text.toString) =>
        refuse(
          s"$name = '$text'.${Nearest.hint(text.toString, words)} Accepted: ${words.mkString(", ")}.")
      case _ => ()
    }
    passed
  }

  /** Returns an optional argument that may be a column. */
  def passed(name: String): Option[Expression] = bound.get(name)

  /** Returns a whole number, which may be a column. */
  def whole(name: String): Expression = asInt(bound(name))

  def optionalWhole(name: String): Option[Expression] = bound.get(name).map(asInt)

  private def asInt(passed: Expression): Expression =
    if (passed.dataType == IntegerType) passed else Cast(passed, IntegerType)

  /** Like [[askedType]], for a result with several values that have types of their own: `parts` are
    * their names. A name that is missing makes a VARIANT.
    */
  def askedParts(name: String, parts: Seq[String]): DataType =
    askedType(name, hasDates = true) match {
      case StructType(fields) =>
        StructType(
          fields.map { field =>
            val part = parts.find(_.equalsIgnoreCase(field.name)).getOrElse(
              refuseSchema(
                s"$name has no field ${field.name}: it names the types of ${parts.mkString(" and ")}."))
            field.copy(name = part)
          })
      case VariantType => VariantType
      case asked =>
        refuseSchema(
          s"$name = '${asked.sql}': it must name the types of ${parts.mkString(" and ")}, such as " +
            s"'${parts.map(part => s"$part STRING").mkString(", ")}'.")
    }

  /** Returns a constant text that determines the type of the result. */
  def constantText(name: String): String = {
    val passed = bound(name)
    if (!passed.foldable) refuseSchema(s"$name must be a constant.")
    passed.eval() match {
      case text: UTF8String => text.toString
      case _ => refuseSchema(s"$name is NULL.")
    }
  }

  def options(format: Format): Options = options(format.allOptions)

  def options(specs: Seq[OptionSpec]): Options =
    Options(bound.get("options").fold(Map.empty[String, String])(constantMap)).checked(specs)

  /** Whether times of day become TIME, as an option says. Refuses it if the session has no TIME. */
  def hasTimes(specs: Seq[OptionSpec]): Boolean = {
    val asked = options(specs).word(Avro.Time) == "time"
    if (asked)
      SparkTime.whyNot.foreach(why =>
        refuse(s"time = 'time': $why. Without this option, times of day are numbers."))
    asked
  }

  /** Returns a constant word, by default the first of the words that are accepted. */
  def word(spec: OptionSpec.Words): String = bound.get(spec.name).fold(spec.words.head) { passed =>
    val value = constant(passed, spec.name)
    if (value == null) refuse(s"${spec.name} is NULL. Accepted: ${spec.accepted}.")
    val text = value.toString
    if (!spec.accepts(text)) refuse(s"${spec.name} = '$text'. Accepted: ${spec.accepted}.")
    text
  }

  /** Returns the type of a constant DDL text, VARIANT if the argument is missing. */
  def askedType(name: String, hasDates: Boolean = false): DataType =
    bound.get(name).fold[DataType](VariantType) { passed =>
      if (!passed.foldable) refuseSchema(s"$name must be a constant.")
      passed.eval() match {
        case ddl: UTF8String => AskedType.parse(function.name, ddl.toString, hasDates)
        case _ => refuseSchema(s"$name is NULL. Leave it out instead.")
      }
    }

  /** Like [[askedType]], for values that are always maps from names. */
  def askedRecord(name: String): DataType = {
    val asked = askedType(name)
    if (!AskedType.takesRecord(asked))
      refuseSchema(s"$name = '${asked.sql}': ${AskedType.recordTypes}")
    asked
  }

  /** Returns a constant text that determines the type of the result, if it is given. */
  def optionalText(name: String): Option[String] = bound.get(name).map(_ => constantText(name))

  /** Returns the root that `make` creates from a constant Avro schema, if it is given. */
  def ofSchema(name: String)(make: Option[String] => Root): Root = {
    val text = optionalText(name)
    val root = make(text)
    checkSchema(name, text.getOrElse(""))(root)
    root
  }

  /** Makes the root determine the type of its schema, which it does on first use, to find errors
    * now.
    */
  def checkSchema(name: String, text: String = "")(root: Root): Unit = refusingSchema(name, text) {
    val _ = root.kind
  }

  /** Runs code that throws [[InvalidSchema]] if a schema is invalid. */
  def refusingSchema(name: String, text: String = "")(check: => Unit): Unit =
    try check
    catch {
      case invalid: InvalidSchema =>
        refuseSchema(s"$name: ${SchemaMessages.sentence(invalid.getMessage, text)}")
    }

  private[catalog] def refuseSchema(message: String): Nothing =
    throw SparkwireErrors.invalidSchema(function.name, message)

  private implicit class Checked(options: Options) {
    def checked(specs: Seq[OptionSpec]): Options = {
      options.values.foreach { case (key, value) =>
        specs.find(_.name == key) match {
          case None =>
            val known = specs.map(_.name)
            refuse(
              s"unknown option '$key'.${Nearest.hint(key, known)} Accepted: ${known.mkString(", ")}.")
          case Some(spec) => spec.whyNot(value).foreach(refuse)
        }
      }
      options
    }
  }

  private def constant(passed: Expression, name: String): Any = {
    if (!passed.foldable) refuse(s"$name must be a constant.")
    // For example, a NULL or repeated key of a map is found only when the map is evaluated.
    try passed.eval()
    catch { case error: SparkThrowable => refuse(s"$name has no value: ${error.getMessage}") }
  }

  private def constantMap(passed: Expression): Map[String, String] = {
    val MapType(keyType, valueType, _) = passed.dataType: @unchecked
    if (!Seq(keyType, valueType).forall(part => part.isInstanceOf[StringType] || part == NullType))
      refuse(s"options must be MAP<STRING,STRING>, not ${passed.dataType.sql}.")
    constant(passed, "options") match {
      case map: MapData =>
        (0 until map.numElements()).map { i =>
          text(map.keyArray().get(i, StringType), "key") -> text(
            map.valueArray().get(i, StringType), "value")
        }.toMap
      case _ => refuse("options is NULL. Leave it out instead.")
    }
  }

  private def text(value: Any, what: String): String = value match {
    case text: UTF8String => text.toString
    case _ => refuse(s"a $what of options is NULL.")
  }

  private[catalog] def refuse(message: String): Nothing =
    throw SparkwireErrors.invalidOption(function.name, message)

  /** Refuses the argument `value` if no value of its type can be written.
    *
    * @param accepted
    *   the types that can, if it is one of another kind
    */
  private[catalog] def requireWritable(root: Written, accepted: String): Unit =
    if (!isNull("value")) {
      val found = column("value", NullType).dataType
      Encodable.whyNot(found, root).foreach { why =>
        refuseType(if (why.isEmpty) s"value is ${found.sql}. Accepted: $accepted." else why)
      }
    }

  /** Refuses an argument whose type does not go with the other arguments. */
  private[catalog] def refuseType(message: String): Nothing =
    throw SparkwireErrors.wrongArguments(
      function.name, s"$message Usage: ${function.signature}.")
}

object Arguments {

  /** Assigns each argument to its parameter: named arguments by name, the others in order. An
    * optional parameter is skipped if the argument does not have its type.
    */
  def bind(function: Function, passed: Seq[Expression]): Arguments = {
    def refuse(message: String): Nothing =
      throw SparkwireErrors.wrongArguments(function.name, s"$message Usage: ${function.signature}.")

    passed.foreach { argument =>
      if (argument.resolved && argument.checkInputDataTypes() != TypeCheckSuccess)
        refuse("an argument has a wrong type.")
    }
    val (positional, named) = passed.span(!_.isInstanceOf[NamedArgumentExpression])
    var open = function.parameters
    var bound = Map.empty[String, Expression]

    positional.zipWithIndex.foreach { case (argument, index) =>
      val (jumped, rest) =
        open.span(parameter => parameter.optional && !parameter.accepts(argument.dataType))
      rest.headOption match {
        case None if jumped.isEmpty && passed.length > function.parameters.length =>
          refuse(
            s"${passed.length} arguments given, at most ${function.parameters.length} accepted.")
        case None if jumped.isEmpty =>
          refuse(
            s"argument ${index + 1} is ${argument.dataType.sql}, but it is one too many here." +
              ArgumentHints.ofOrder(function, positional))
        case None => refuse(s"argument ${index + 1} is ${argument.dataType.sql}. " +
            s"Accepted: ${jumped.map(p => s"${p.name} ${p.accepts.words}").mkString(", ")}." +
            ArgumentHints.ofOrder(function, positional))
        case Some(parameter) if !parameter.accepts(argument.dataType) =>
          refuse(
            ArgumentHints.wrongType(parameter, argument,
              ArgumentHints.ofOrder(function, positional)))
        case Some(parameter) =>
          bound += parameter.name -> argument
          open = rest.tail
      }
    }
    named.foreach {
      case NamedArgumentExpression(name, value) =>
        val parameter = function.parameters.find(_.isCalled(name)).getOrElse(
          refuse(s"no parameter $name.${Nearest.hint(name, function.parameters.map(_.name))}"))
        if (bound.contains(parameter.name)) refuse(s"${parameter.name} is given twice.")
        if (!parameter.accepts(value.dataType)) refuse(ArgumentHints.wrongType(parameter, value))
        bound += parameter.name -> value
      case _ => refuse("positional arguments must come before named ones.")
    }
    function.parameters.find(parameter => !parameter.optional && !bound.contains(parameter.name))
      .foreach(missing => refuse(s"${missing.name} is missing."))
    new Arguments(function, bound)
  }
}
