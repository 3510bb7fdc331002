package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

import sparkwire.Decoders
import sparkwire.expressions.{Decoder, Ending, Types}
import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Reads values of Ignite as Spark types and checks whether they fit, alone and inside others. */
abstract class IgniteTyped extends AnyFunSuite {

  /** One type of each kind. */
  protected val Kinds: Seq[String] = Seq("BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT",
    "DOUBLE", "DECIMAL(9,2)", "STRING", "BINARY", "DATE", "TIMESTAMP", "TIMESTAMP_NTZ",
    "ARRAY<INT>",
    "MAP<STRING,INT>", "STRUCT<x INT>")

  protected val types: Map[String, String] = Map("types" ->
    """[{"type_name": "Color", "enum_values": {"RED": 0, "GREEN": 1}},
      |{"type_name": "Person", "schemas": [["id", "Name"], ["id"]]},
      |{"type_name": "Plain"}]""".stripMargin)

  protected def decoder(ending: Ending, ddl: String, options: Map[String, String]): Decoder = {
    val asked = DataType.fromDDL(ddl)
    val plan = Decoders.plan(ending, asked, types ++ options, Ignite,
      OneIgniteValue(Types.namesOf(asked)))
    new Decoder(plan, plan.resultType)
  }

  protected def typed(bytes: Encoded, ddl: String, options: (String, String)*): Tree =
    Results.of(
      decoder(Ending.Strict, ddl, options.toMap).decode(bytes), DataType.fromDDL(ddl))

  /** Returns the offset of the value that does not fit. */
  protected def mismatchAt(bytes: Encoded, ddl: String): Int =
    decoder(Ending.FaultRow, ddl, Map.empty).decode(bytes) match {
      case row: InternalRow if row.getUTF8String(0).toString == "type-mismatch" => row.getInt(1)
      case other => fail(s"$other")
    }

  /** Returns the reason and the path of the fault, or null. */
  protected def fault(bytes: Encoded, ddl: String): (String, String) =
    decoder(Ending.FaultRow, ddl, Map.empty).decode(bytes) match {
      case row: InternalRow => (row.getUTF8String(0).toString, row.getUTF8String(2).toString)
      case _ => null
    }

  protected val nullInstead: (String, String) = "mismatch" -> "null"

  protected def fits(bytes: Encoded, ddl: String, expected: Tree): Assertion =
    withClue(s"${Vectors.hex(bytes)} as $ddl: ") {
      assert(typed(bytes, ddl) === expected)
      assert(typed(bytes, ddl, nullInstead) === expected)
      assert(typed(bytes, ddl, "verify" -> "none") === expected)
      val asField = fields("a" -> bytes, "b" -> int(1)).bytes
      assert(
        typed(asField, s"b INT, a $ddl") === struct("b" -> Whole(1), "a" -> expected))
      assert(typed(list(bytes, bytes), s"ARRAY<$ddl>") === Items(Vector(expected, expected)))
      assert(typed(map(int(1) -> bytes), s"MAP<INT, $ddl>") ===
        Entries(Vector(Whole(1) -> expected)))
      assert(typed(wrapped(bytes), ddl) === expected)
    }

  protected def misfits(bytes: Encoded, ddl: String): Assertion =
    withClue(s"${Vectors.hex(bytes)} as $ddl: ") {
      assert(fault(bytes, ddl) === (("type-mismatch", "")))
      assert(typed(bytes, ddl, nullInstead) === NoValue)
      val inside = fields("a" -> list(nothing, bytes), "b" -> int(1)).bytes
      assert(fault(inside, s"a ARRAY<$ddl>, b INT") === (("type-mismatch", "a[1]")))
      assert(typed(inside, s"a ARRAY<$ddl>, b INT", nullInstead) ===
        struct("a" -> Items(Vector(NoValue, NoValue)), "b" -> Whole(1)))
      assert(decoder(Ending.Attempt, ddl, Map.empty).decode(bytes) == null)
    }

  /** Asserts that a value fits the expected types, and none of the other kinds. */
  protected def becomes(name: String, bytes: Encoded)(expected: (String, Tree)*): Unit =
    test(s"$name becomes ${expected.map(_._1).mkString(", ")} and nothing else") {
      expected.foreach { case (ddl, tree) => fits(bytes, ddl, tree) }
      val others = Kinds.filterNot { kind =>
        expected.exists(
          _._1.takeWhile(_ != '<').takeWhile(_ != '(') ==
            kind.takeWhile(_ != '<').takeWhile(_ != '('))
      }
      others.foreach(misfits(bytes, _))
    }
}
