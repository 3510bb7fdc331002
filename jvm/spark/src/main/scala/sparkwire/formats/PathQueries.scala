package sparkwire.formats

import java.util.{HashMap, Locale}

import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import sparkwire.linkage.OptionalPart

/** Queries of files by format and path, as Spark has them for its own formats. */
private[sparkwire] case object PathQueries
    extends OptionalPart("queries of files by their path",
      "a query names files by a view, a table or spark.read",
      Seq(classOf[PathRelations], PathQueriesHook.getClass))

/** Adds the rule to sessions: see [[sparkwire.optimizer.PruningHook]]. */
private[sparkwire] object PathQueriesHook {

  // As a rule of hints, because it comes before the rule of Spark that knows its own formats only, and
  // fails for any other.
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectHintResolutionRule(new PathRelations(_))
}

/** Reads `sparkwire-X`.`path` as the files at that path. No database has such a name, because of its
  * hyphen.
  */
private[formats] final class PathRelations(session: SparkSession) extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case relation: UnresolvedRelation if isPath(relation) => filesAt(relation)
  }

  private def isPath(relation: UnresolvedRelation): Boolean = !relation.isStreaming &&
    relation.multipartIdentifier.length == 2 && kindOf(relation).isDefined &&
    session.conf.get("spark.sql.runSQLOnFiles", "true").toBoolean

  private def kindOf(relation: UnresolvedRelation): Option[String] = {
    val format = relation.multipartIdentifier.head.toLowerCase(Locale.ROOT)
    FileKinds.all.map(_.name).find(name => format == s"${FileSource.Name}-$name")
  }

  private def filesAt(relation: UnresolvedRelation): LogicalPlan = {
    val kind = kindOf(relation).get
    val format = s"${FileSource.Name}-$kind"
    val options = new HashMap[String, String](relation.options.asCaseSensitiveMap)
    options.put("path", relation.multipartIdentifier.last)
    val passed = new CaseInsensitiveStringMap(options)
    val columns = FileKinds.schema(format, kind, passed)
    DataSourceV2Relation.create(
      FileKinds.table(format, kind, columns, passed), None, None, passed)
  }
}
