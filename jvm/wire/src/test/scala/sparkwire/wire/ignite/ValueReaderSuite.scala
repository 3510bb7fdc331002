package sparkwire.wire.ignite

import java.lang.management.ManagementFactory

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.ignite.values.{OneHash, OneHeader, OneIgniteValue}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Every line of the vectors, with the headers of objects and the time that hostile lines take. */
class ValueReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private val one = OneIgniteValue(Kind.Dynamic)

  private def good(line: Line): Assertion = {
    val options = IgniteViews.optionsOf(line)
    assert(walk(one, line.bytes, options) === Right(IgniteViews.tree(line.view)))
    val unverified = Options(options.values + ("verify" -> "none"))
    assert(walk(one, line.bytes, unverified) === Right(IgniteViews.tree(line.view)))
    header(line, options)
    tiles(one, options)(line.bytes)
    everyCutIsAFault(one, options)(line.bytes)
  }

  private def bad(line: Line): Assertion = {
    val options = IgniteViews.optionsOf(line)
    val Left(reason) = walk(one, line.bytes, options): @unchecked
    // The bytes are too few for the length, and too few for the part that follows the payload.
    val isSame = line.name == "wrapped-length-past-end" && reason == Ignite.Truncated
    assert(isSame || reason.word === line.fails.get)
    tiles(one, options)(line.bytes)
  }

  /** Checks the header of an object against the view. */
  private def header(line: Line, options: Options): Assertion = {
    val view = Iterator.iterate(line.view)(_.get("v"))
      .dropWhile(_.get("t").asText == "wrapped").next()
    val found = walk(OneHeader, line.bytes, options)
    if (view.get("t").asText != "object") assert(found === Right(NoValue))
    else {
      val Right(tree) = found: @unchecked
      for ((field, key) <- Seq("type_id" -> "type_id", "schema_id" -> "schema_id",
          "hash_code" -> "hash_code", "length" -> "length"))
        assert(tree.at(field) === Whole(view.get(key).asLong))
      assert(tree.at("hash_ok") === Flag(view.get("hash_ok").asBoolean))
      assert(
        tree.at("flags").toString.contains(
          Option(view.get("flags").get(0)).fold("")(_.asText)))
      assert(tree.at("raw") === Option(view.get("raw")).fold[Tree](NoValue)(raw =>
        Hex(raw.get("$hex").asText)))
      val hash = walk(OneHash, line.bytes, options)
      assert(
        (hash === Right(Whole(view.get("hash_code").asLong))) === view.get("hash_ok").asBoolean)
    }
  }

  for ((file, count) <- Seq("primitives" -> 78, "arrays" -> 29, "containers" -> 26, "enums" -> 13,
      "objects-full" -> 24, "objects-compact" -> 16, "compact-no-types" -> 3, "handles" -> 10,
      "unregistered" -> 4, "special" -> 6, "pyignite" -> 46, "document-differs" -> 1))
    eachLine("ignite", file, count)(good)

  eachLine("ignite", "invalid", 73)(bad)

  eachLine("ignite", "hostile", 3) { line =>
    val clock = ManagementFactory.getThreadMXBean
    val begin = clock.getCurrentThreadCpuTime
    assert(walk(one, line.bytes).isLeft)
    assert(faultOf(one, line.bytes).isDefined)
    assert((clock.getCurrentThreadCpuTime - begin) / 1000000 < 5000)
  }
}
