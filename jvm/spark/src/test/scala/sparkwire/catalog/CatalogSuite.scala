package sparkwire.catalog

import org.apache.spark.sql.types._

import sparkwire.SparkSuite
import sparkwire.catalog.arguments.{Accepts, Function, Parameter}

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

/** Every function of the catalogue as SQL sees it, and everything that can be wrong with a call. */
class CatalogSuite extends AnyFunSuite with SparkSuite with TableDrivenPropertyChecks {
  private val functions = Table("function", FunctionCatalog.all: _*)
  private val takeBytes =
    FunctionCatalog.all.filter(_.parameters.headOption.exists(_.accepts == Accepts.Binary))
  private val takeOptions = FunctionCatalog.all.filter(_.parameters.exists(_.name == "options"))

  private val wrong = "SPARKWIRE_WRONG_ARGUMENTS"
  private val option = "SPARKWIRE_INVALID_OPTION"

  private def nullOf(parameter: Parameter): String = parameter.accepts match {
    case Accepts.Binary => "CAST(NULL AS BINARY)"
    case Accepts.Text => "CAST(NULL AS STRING)"
    case Accepts.Constant(sample) => s"'$sample'"
    case Accepts.Writer(sample) => s"'$sample'"
    case _ => "NULL"
  }

  /** Returns a call with NULL for each required argument, followed by the arguments `more`. */
  private def call(function: Function, more: String*): String =
    (function.parameters.filterNot(_.optional).map(nullOf) ++ more)
      .mkString(s"SELECT ${function.name}(", ", ", ")")

  test("names are lower case words, each once") {
    val names = FunctionCatalog.all.map(_.name)
    assert(names.distinct === names)
    assert(names.filterNot(_.matches("[a-z][a-z0-9]*(_[a-z0-9]+)*")) === Nil)
  }

  test("each function that decodes has its three companions with the same parameters") {
    val byName = FunctionCatalog.all.map(function => function.name -> function).toMap
    for (name <- byName.keys if name.endsWith("_decode") && !name.startsWith("try_")) {
      val stem = name.stripSuffix("_decode")
      for (other <- Seq(s"try_$name", s"${stem}_fault", s"${stem}_dissect")) {
        assert(byName.contains(other))
        assert(byName(other).parameters === byName(name).parameters)
      }
    }
    for (name <- byName.keys if name.startsWith("try_"))
      assert(byName.contains(name.stripPrefix("try_")))
  }

  forAll(functions) { function =>
    test(s"${function.name}: the example gives what it says") {
      val found = sql(function.example.sql).collect().map(_.toSeq.mkString("\t"))
      assert(found.mkString("\n") === function.example.result)
    }

    test(s"${function.name}: DESCRIBE FUNCTION EXTENDED says how to call it") {
      val text =
        rows(s"DESCRIBE FUNCTION EXTENDED ${function.name}").map(_.getString(0)).mkString("\n")
      assert(text.contains(s"Function: ${function.name}"))
      assert(text.contains(s"Usage: ${function.signature} - ${function.usage}"))
      assert(text.contains(s"Returns ${function.returns}."))
      assert(text.contains(s"> ${function.example.sql};\n       ${function.example.result}"))
      assert(text.contains(s"Since: ${function.since}"))
      assert(text.contains("Arguments:"))
      function.parameters.foreach { parameter =>
        assert(
          text.contains(s"* ${parameter.name} - ${parameter.accepts.words}: ${parameter.about}"))
      }
    }

    test(s"${function.name}: texts are sentences, and the version is one") {
      assert(function.usage.matches("(?s)[A-Z].*\\."), function.usage)
      assert(function.since.matches("\\d+\\.\\d+\\.\\d+"))
      function.parameters.foreach(parameter => assert(parameter.about.nonEmpty))
      assert(function.parameters.dropWhile(!_.optional).forall(_.optional))
    }

    test(s"${function.name}: the result has the type that is documented, all of it nullable") {
      val Seq(field) = sql(call(function)).schema: @unchecked
      val documented = DataType.fromDDL(function.sampled.getOrElse(function.returns))
      assert(field.dataType.sql === documented.sql)
      assert(isNullable(field.dataType) && field.nullable)
    }

    test(s"${function.name}: found by any spelling of its name, and listed") {
      assert(
        sql(call(function).replace(function.name, function.name.toUpperCase)).schema.length === 1)
      assert(rows(s"SHOW USER FUNCTIONS LIKE '${function.name}'").nonEmpty ||
        rows(s"SHOW FUNCTIONS LIKE '${function.name}'").nonEmpty)
    }

    test(s"${function.name}: a wrong number of arguments is refused and the usage shown") {
      if (function.parameters.exists(!_.optional))
        refused(s"SELECT ${function.name}()", wrong, function.name, "is missing",
          s"Usage: ${function.signature}.")
      val more = Seq.fill(function.parameters.count(_.optional) + 1)("map()")
      val number = function.parameters.count(!_.optional) + more.length
      refused(call(function, more: _*), wrong, s"$number arguments given",
        s"Usage: ${function.signature}.")
    }

    test(s"${function.name}: named arguments") {
      val required = function.parameters.filterNot(_.optional)
      val named = required.reverse.map(p => s"${p.name.toUpperCase} => ${nullOf(p)}").mkString(", ")
      assert(typeOf(s"SELECT ${function.name}($named)") === typeOf(call(function)))
      val more = (required.map(p => s"${p.name} => ${nullOf(p)}") :+ "colour => 1").mkString(", ")
      refused(s"SELECT ${function.name}($more)", wrong, "no parameter colour",
        s"Usage: ${function.signature}.")
      required.headOption.foreach(first =>
        refused(call(function, s"${first.name} => ${nullOf(first)}"), wrong,
          s"${first.name} is given twice"))
    }
  }

  private def typeOf(query: String): DataType = sql(query).schema.head.dataType

  private def isNullable(dataType: DataType): Boolean = dataType match {
    case StructType(fields) => fields.forall(field => field.nullable && isNullable(field.dataType))
    case ArrayType(element, containsNull) => containsNull && isNullable(element)
    case MapType(_, value, containsNull) => containsNull && isNullable(value)
    case _ => true
  }

  takeBytes.foreach { function =>
    test(s"${function.name}: a value of another type is refused, and BINARY asked for") {
      for (value <- Seq("'text'", "1", "1.5", "true", "array(X'00')", "current_date()",
          "map('verify', 'none')", "named_struct('a', X'00')"))
        refused(
          s"SELECT ${function.name}($value)", wrong, "BINARY", s"Usage: ${function.signature}.")
    }

    test(s"${function.name}: a value that Spark cannot resolve is Spark's own error") {
      val error = errorOf(s"SELECT ${function.name}(no_such_column)")
      assert(error.getCondition.startsWith("UNRESOLVED_COLUMN"))
    }
  }

  /** An option that a function accepts: its name, a value, and the accepted values. */
  private def sampleOption(function: Function): (String, String, String) =
    if (function.parameters.last.about.contains("`verify`")) ("verify", "none", "full, none.")
    else ("maxDepth", "7", "a whole number from 1 to 1000.")

  takeOptions.foreach { function =>
    val name = function.name
    val (known, good, accepted) = sampleOption(function)
    val misspelled = known.patch(3, "", 1)
    val one = s"map('$known', '$good')"

    test(s"$name: options that say nothing are no options") {
      for (options <- Seq("map()", "options => map()", one,
          s"map_from_arrays(array('$known'), array('$good'))"))
        assert(typeOf(call(function, options)) === typeOf(call(function)))
    }

    test(s"$name: an unknown option is refused with the known ones") {
      refused(call(function, s"map('$misspelled', '$good')"), option, name, s"'$misspelled'",
        s"Accepted: $known, ")
      refused(call(function, s"map('${known.capitalize}', '$good')"), option,
        s"'${known.capitalize}'")
      refused(call(function, "map('', 'none')"), option, "''")
      refused(
        call(function, s"options => map('$misspelled', '$good')"), option, s"'$misspelled'")
    }

    test(s"$name: a bad value is refused with the good ones") {
      refused(
        call(function, s"map('$known', 'fast')"), option, s"$known = 'fast'",
        s"Accepted: $accepted")
      refused(call(function, "map('maxSize', '1000', 'maxDepth', '0')"), option, "maxDepth = '0'",
        "Accepted: a whole number from 1 to 1000.")
      refused(call(function, "map('maxSize', '16MB')"), option, "maxSize = '16MB'", "134217728")
      refused(call(function, s"map('$known', '')"), option, s"$known = ''")
    }

    test(s"$name: options that are not constant are refused") {
      refused(s"${call(function, s"map('$known', w)")} FROM VALUES ('$good') t(w)", option,
        "must be a constant")
      refused(s"${call(function, "o")} FROM VALUES ($one) t(o)", option,
        "must be a constant")
      refused(
        call(function, s"map('$known', CAST(rand() AS STRING))"), option, "must be a constant")
    }

    test(s"$name: options that are NULL, or hold a NULL, are refused") {
      refused(call(function, "CAST(NULL AS MAP<STRING, STRING>)"), option, "options is NULL")
      refused(call(function, s"map('$known', NULL)"), option, "a value of options is NULL")
      refused(
        call(function, s"map('$known', CAST(NULL AS STRING))"), option,
        "a value of options is NULL")
    }

    test(s"$name: options that Spark cannot make are refused") {
      refused(call(function, "map(NULL, 'none')"), option, "NULL_MAP_KEY")
      refused(call(function, "map(CAST(NULL AS STRING), 'none')"), option, "NULL_MAP_KEY")
      refused(
        call(function, s"map('$known', '$good', '$known', '$good')"), option, "DUPLICATED_MAP_KEY")
      refused(call(function, s"map('$known', CAST(1 / 0 AS STRING))"), option, "DIVIDE_BY_ZERO")
    }

    test(s"$name: options of another type are refused") {
      refused(call(function, "map('maxDepth', 5)"), option, "MAP<STRING,STRING>")
      refused(call(function, "map(1, 'none')"), option, "MAP<STRING,STRING>")
      // If the function has another text argument, a text is taken for that argument.
      if (!function.parameters.exists(p =>
          p.optional && Seq(Accepts.Text, Accepts.SchemaId, Accepts.AnySchemaId).contains(
            p.accepts)))
        refused(call(function, s"'$known'"), wrong, "MAP<STRING,STRING>")
      refused(call(function, s"array('$known')"), wrong, "MAP<STRING,STRING>")
      refused(call(function, "options => NULL"), wrong, "MAP<STRING,STRING>")
      refused(call(function, s"options => '$known'"), wrong, "MAP<STRING,STRING>")
    }

    test(s"$name: options come last and once") {
      val twice = call(function, one, one)
      val isFull = function.parameters.count(_.optional) < 2
      refused(twice, wrong, if (isFull) "arguments given, at most" else "it is one too many here")
      refused(call(function, "map()", "options => map()"), wrong, "options is given twice")
    }
  }
}
