package sparkwire.catalog.arguments

import org.apache.spark.sql.catalyst.expressions.{Expression, NamedArgumentExpression}
import org.apache.spark.sql.catalyst.parser.{CatalystSqlParser, ParseException}
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteNameParts
import org.apache.spark.sql.types.StringType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.SparkwireErrors

/** Accepts `registry => 'table'` in place of a `writer`: the map from the ids of a table to its
  * schemas.
  *
  * The call is rewritten with a scalar subquery as its `writer`, which Spark resolves as if the
  * user had written it. The subquery runs once, before the query, and the tasks get its result with
  * their plan.
  */
private[catalog] object WriterSchemaTable {
  val Name = "registry"

  /** Returns the call with the subquery; None if it names no table. */
  def expanded(function: Function, passed: Seq[Expression]): Option[Expression] =
    if (!function.parameters.exists(_.accepts.isInstanceOf[Accepts.Writer])) None
    else passed.collectFirst {
      case NamedArgumentExpression(name, table) if name.equalsIgnoreCase(Name) =>
        val writer = NamedArgumentExpression("writer", mapOf(tableName(function, table)))
        called(function.name,
          passed.map {
            case NamedArgumentExpression(`name`, _) => writer
            case other => other
          })
    }

  private def tableName(function: Function, passed: Expression): String = {
    def refuse(what: String): Nothing =
      throw SparkwireErrors.invalidOption(function.name,
        s"$Name $what. It is the name of a table or view with the columns id and schema.")
    if (!passed.foldable || passed.dataType != StringType) refuse("must be a constant STRING")
    passed.eval() match {
      case name: UTF8String =>
        try quoteNameParts(CatalystSqlParser.parseMultipartIdentifier(name.toString))
        catch { case _: ParseException => refuse(s"= '$name' is not the name of a table") }
      case _ => refuse("is NULL")
    }
  }

  // Several subjects of a registry may have the same schema, and thus the same id.
  private def mapOf(table: String): Expression = CatalystSqlParser.parseExpression(
    s"(SELECT map_from_entries(collect_set(struct(id, schema))) FROM $table WHERE id IS NOT NULL)")

  // Parsed with placeholders for the arguments, because the constructor of an unresolved call
  // differs between Spark versions.
  private def called(name: String, arguments: Seq[Expression]): Expression =
    CatalystSqlParser.parseExpression(arguments.map(_ => "NULL").mkString(s"$name(", ", ", ")"))
      .withNewChildren(arguments)
}
