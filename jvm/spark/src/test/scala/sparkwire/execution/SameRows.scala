package sparkwire.execution

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.{ColumnarToRowExec, ProjectExec, SparkPlan}

import sparkwire.SparkSuite
import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.{Accepts, Function}
import sparkwire.expressions.Decode
import sparkwire.rows.RowForm
import sparkwire.wire.Vectors

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Compares the rows that a decoding hands on with Spark's own projection of that decoding. */
abstract class SameRows extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  override def beforeAll(): Unit = {
    super.beforeAll()
    databusViews()
    val examples = FunctionCatalog.all.flatMap(function =>
      "X'([0-9A-Fa-f]*)'".r.findAllMatchIn(function.example.sql).map(_.group(1)))
    val values = Seq("aerospike", "cernan", "databus", "ignite", "kafka").flatMap(
      Vectors.bytesOf) ++ examples.map(Vectors.bytes)
    val withNulls = values.grouped(50).flatMap(_.map(Row(_)) :+ Row(null)).toSeq
    view("values", "v BINARY", withNulls)
    val texts = Vectors.read("databus", "json-read").map(_.text("json")) ++
      Vectors.read("databus", "schema-ids").map(_.text("schema"))
    view("texts", "v STRING", texts.map(Row(_)) :+ Row(null))
    val ids = Seq("000000002a", "000000", "01000102030405060708090a0b0c0d0e0f").map(Vectors.bytes)
    view("headers", "v ARRAY<STRUCT<key STRING, value BINARY>>",
      Row(null) +: Row(Nil) +: ids.map(id => Row(Seq(Row("__value_schema_id", id)))))
  }

  protected def planOf(query: String): SparkPlan = sql(query).queryExecution.executedPlan
  protected def isDirect(plan: SparkPlan): Boolean = plan.exists(_.isInstanceOf[DecodedRows])

  /** Returns the plan with Spark's projection in place of the operators under test. */
  private def projected(plan: SparkPlan): SparkPlan = plan.transform {
    case DecodeRows(decode, output, child, None, Seq()) => projection(decode, output, child)
    case DecodeColumn(decode, output, None, child) =>
      projection(decode, output, ColumnarToRowExec(child))
  }

  private def projection(decode: Decode, output: Seq[Attribute], child: SparkPlan): SparkPlan = {
    val value = decode.copy(form = RowForm.Apart)
    val fields = output.zipWithIndex.map { case (attribute, at) =>
      val field = if (decode.form == RowForm.Column) value else GetStructField(value, at)
      Alias(field, attribute.name)(attribute.exprId)
    }
    ProjectExec(fields, child)
  }

  protected def bytesOf(plan: SparkPlan): Seq[Seq[Byte]] =
    plan.execute().map(_.asInstanceOf[UnsafeRow].getBytes.toSeq).collect().toSeq

  /** Asserts that both plans give the same rows to the last byte, and returns the rows. */
  protected def agrees(query: String): Seq[Seq[Byte]] = {
    val plan = planOf(query)
    assert(isDirect(plan), query)
    val direct = bytesOf(plan)
    val expected = bytesOf(projected(plan))
    assert(direct.length === expected.length)
    direct.zip(expected).zipWithIndex.foreach { case ((one, other), row) =>
      assert(one === other, s"row $row of $query")
    }
    direct
  }

  /** Returns calls of a function on the column `v`, each with the view that has values for it. */
  protected def calls(function: Function): Seq[(String, String)] = {
    val input = function.parameters.head.accepts
    val constants = function.parameters.tail.filterNot(_.optional).map(_.accepts).collect {
      case Accepts.Constant(sample) => s", '$sample'"
      case Accepts.Writer(sample) => s", '$sample'"
    }
    if (constants.length < function.parameters.tail.count(!_.optional)) Nil
    else {
      val types =
        if (!function.parameters.exists(_.about.startsWith("a constant type"))) Seq("")
        else Seq("", ", 'MAP<STRING,VARIANT>'", ", 'id INT, name STRING, rest VARIANT'")
      val from = input match {
        case Accepts.Text => "texts"
        case Accepts.Headers => "headers"
        case _ => "values"
      }
      types.map(asked => s"${function.name}(v${constants.mkString}$asked)" -> from)
    }
  }

  protected val decoding: Seq[Function] = FunctionCatalog.all.filter(function =>
    function.name.startsWith("try_") && !function.name.endsWith("_encode"))
}
