package sparkwire.catalog

import sparkwire.SparkSuite
import sparkwire.catalog.arguments.{Accepts, Function}
import sparkwire.expressions.Decode
import sparkwire.wire.core.Format

import org.scalatest.Suite

/** Calls of functions with only their required arguments, and the formats that they decode. */
trait SampleCalls { this: Suite with SparkSuite =>

  protected def sampleCall(function: Function): String =
    function.parameters.filterNot(_.optional).map(
      _.accepts match {
        case Accepts.Binary => "CAST(NULL AS BINARY)"
        case Accepts.Text => "CAST(NULL AS STRING)"
        case Accepts.Constant(sample) => s"'$sample'"
        case Accepts.Writer(sample) => s"'$sample'"
        case _ => "NULL"
      }).mkString(s"SELECT ${function.name}(", ", ", ")")

  /** Returns the formats that the functions of the catalogue decode. */
  protected def formats: Seq[Format] = FunctionCatalog.all.flatMap { function =>
    sql(sampleCall(function)).queryExecution.analyzed.expressions
      .flatMap(_.collect { case decode: Decode => decode.plan.format })
  }.distinct
}
