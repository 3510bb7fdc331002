package sparkwire

import sparkwire.catalog.FunctionCatalog

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks._

/** The Scala API has exactly the functions of the catalogue. */
class FunctionsSuite extends AnyFunSuite {
  private val methods = functions.getClass.getDeclaredMethods.toSeq
    .filterNot(method => method.getName.contains("$") || method.getName == "call")
    .groupBy(_.getName)

  private val rows = Table("function", FunctionCatalog.all: _*)

  test(
    "every function of the catalogue can be called from Scala, with and without what is optional") {
    forAll(rows) { function =>
      val arities = methods.getOrElse(function.name, Nil).map(_.getParameterCount)
      assert(arities.nonEmpty, "no method")
      assert(arities.max == function.parameters.length)
      val required = function.parameters.count(!_.optional)
      assert(arities.min == required || arities.min - optionsOf(function.name) <= required)
    }
  }

  test("nothing can be called that the catalogue does not have") {
    assert(methods.keySet -- FunctionCatalog.all.map(_.name) == Set.empty)
  }

  /** Returns 1 if a function has options, which are one argument with a default, else 0. */
  private def optionsOf(name: String): Int =
    if (methods(name).exists(_.getParameterTypes.lastOption.contains(classOf[Map[_, _]]))) 1 else 0
}
