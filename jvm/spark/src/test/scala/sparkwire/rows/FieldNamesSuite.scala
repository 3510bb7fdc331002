package sparkwire.rows

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.types._

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** The names that [[FieldNames]] keeps from value to value do not change its results. */
class FieldNamesSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  private val struct =
    StructType(
      Seq("a", "b", "name", "Name", "a longer name than sixteen", "ä", "c")
        .map(StructField(_, IntegerType)))

  /** Returns the slot to which each name of a value leads, and how the slot was found. */
  private def found(names: FieldNames, value: Seq[String]): Seq[(Int, Boolean, Int)] = {
    names.forget()
    names.begin()
    value.map { name =>
      val bytes = s"<$name>".getBytes(UTF_8)
      val ordinal = names.ordinalOf(names.nameOf(bytes, 1, bytes.length - 1))
      (ordinal, names.isFoundByCase, if (ordinal == FieldNames.Clash) names.clash else -1)
    }
  }

  private val name = Gen.frequency(
    12 -> Gen.oneOf("a", "b", "name", "Name", "a longer name than sixteen", "ä", "c", "other"),
    1 -> Gen.oneOf("A", "B", "NAME", "Ä", "A longer name than sixteen", "", "z" * 300))
  private val value = Gen.choose(0, 8).flatMap(Gen.listOfN(_, name))
  // Values of one column mostly have the same names.
  private val column = Gen.listOfN(3, value).flatMap(few => Gen.listOfN(20, Gen.oneOf(few)))

  test("names lead to the same fields whatever came before")(
    forAll(column, minSuccessful(2000)) { column =>
      val kept = new FieldNames(struct)
      column.foreach(value =>
        assert(found(kept, value) === found(new FieldNames(struct), value), s"$value in $column"))
    })

  test("more names than are kept, and again") {
    val many = (1 to 1000).map(number => s"name $number") :+ "b"
    val kept = new FieldNames(struct)
    for (value <- Seq(many, many, many.reverse, many.take(300), many))
      assert(found(kept, value) === found(new FieldNames(struct), value))
  }
}
