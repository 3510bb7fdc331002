package sparkwire

import org.apache.spark.sql.Row

import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

class DeepNestingSuite extends AnyFunSuite with SparkSuite {

  // A thread of an executor has 1 MiB, from which Spark's own calls take some.
  for {
    (of, main, kilobytes) <-
      Seq(("values", "DeepNesting", 512), ("values of layouts", "DeepLayouts", 640))
    (what, flags) <- Seq("only interprets" -> Seq("-Xint"), "compiles" -> Nil)
  } test(s"$of nested as deep as can be are read in a JVM that $what, on $kilobytes kB of stack") {
    assert(
      FreshJvm.run(flags, s"sparkwire.$main", Seq(kilobytes.toString)).contains(
        "deep enough"))
  }

  for (what <- Seq("array", "map", "struct", "variant"))
    test(s"the deepest $what is collected, shuffled, sorted, grouped and written by a fresh JVM") {
      assert(FreshJvm.run(Nil, "sparkwire.DeepTypes", Seq(what)).contains("survived"))
    }

  // At analysis.

  private def ddl(levels: Int): Seq[String] = Seq(
    "ARRAY<" * levels + "INT" + ">" * levels,
    "MAP<INT," * levels + "INT" + ">" * levels,
    "a " + "STRUCT<a: " * (levels - 1) + "INT" + ">" * (levels - 1))
  private def arrays(levels: Int): String =
    (1 to levels).foldLeft("\"int\"")((item, _) => s"""{"type":"array","items":$item}""")
  // Each record contains the previous one by its name: the text is flat, but the type is deep.
  private def records(levels: Int): String = {
    val all = (1 to levels).map { n =>
      val field = if (n == 1) "\"int\"" else s"\"R${n - 1}\""
      s"""{"type":"record","name":"R$n","fields":[{"name":"f","type":$field}]}"""
    }
    all.mkString("[", ",", "]")
  }

  private def calls(levels: Int): Seq[String] =
    Seq("msgpack_decode", "try_msgpack_decode", "ignite_decode", "msgpack_fault").flatMap(
      function => ddl(levels).map(ddl => s"$function(v, '$ddl')")) ++ Seq(
      s"aerospike_decode(v, 'b ${ddl(levels - 1).head}')",
      s"kafka_decode(v, '${"ARRAY<" * levels + "INT8" + ">" * levels}')",
      s"kafka_decode(v, 'a ${"STRUCT<a " * (levels - 1) + "INT8" + ">" * (levels - 1)}')",
      s"avro_decode(v, '${arrays(levels)}')",
      s"cernan_decode(v, '${arrays(levels)}')",
      s"avro_container_decode(v, '${arrays(levels)}')"
    )

  for (levels <- Seq(101, 300, 3000))
    test(s"a type of $levels levels is refused at analysis") {
      for (call <- calls(levels)) {
        val error = errorOf(s"SELECT $call FROM VALUES (X'00') AS t(v)")
        assert(error.getCondition === "SPARKWIRE_INVALID_SCHEMA", call.take(60))
      }
      // A union of the records has one level more.
      refused(s"SELECT avro_decode(v, '${records(levels)}') FROM VALUES (X'00') AS t(v)",
        "SPARKWIRE_INVALID_SCHEMA", "100 levels")
      refused(s"SELECT msgpack_decode(v, '${ddl(levels).head}') FROM VALUES (X'00') AS t(v)",
        "SPARKWIRE_INVALID_SCHEMA", "100 levels")
    }

  test("a type of 100 levels is accepted wherever it comes from") {
    for (call <- calls(100))
      assert(sql(s"SELECT $call FROM VALUES (CAST(NULL AS BINARY)) AS t(v)").schema.length === 1)
    val quoted = s"`${"<" * 200}` INT COMMENT '${"<" * 200}'"
    assert(sql(s"SELECT msgpack_decode(X'80', \"$quoted\") d").schema.length === 1)
  }

  test("descriptions of Ignite's types nested too deep are an invalid option") {
    for (levels <- Seq(900, 1100, 100000)) {
      val types = "[" * levels + "]" * levels
      refused(s"SELECT ignite_decode(v, map('types', '$types')) FROM VALUES (X'65') AS t(v)",
        "SPARKWIRE_INVALID_OPTION", "types")
    }
  }

  // Levels of a VARIANT.

  test("a map whose keys are not text counts twice as VARIANT, whatever comes first in it") {
    def fault(head: String, depth: Int, tail: String = "") =
      one(s"SELECT msgpack_fault(X'${head * depth}c0${tail * depth}').reason")
    for ((head, tail) <- Seq("8101" -> "", "82a16101a161" -> "", "82a161" -> "01c0")) {
      assert(fault(head, 250, tail) === null, head)
      assert(fault(head, 251, tail) === "nesting-too-deep", head)
    }
    assert(fault("91", 500) === null)
    assert(fault("91", 501) === "nesting-too-deep")
    val tooMany =
      one(s"SELECT msgpack_fault(X'${"91" * 601}c0', map('maxDepth', '1000')).message").toString
    assert(tooMany.startsWith("a VARIANT of more than 600 levels"), tooMany)
    // An ext of an application's own type becomes an object, but does not count as a container.
    assert(one(s"SELECT msgpack_fault(X'${"91" * 500}d40507')") === null)
    // The fault is the same, whatever part of the value a query needs.
    val message = "930101" + "9594a474657374c0c414" + "00" * 20 + "c00100c09194a1621300"
    view("messages", "v BINARY", Seq(Row(Vectors.bytes(message + "8101" * 251 + "c0"))))
    for (fields <- Seq("d", "d.namespace", "d.op, d.bins")) {
      val decoded = s"SELECT $fields FROM (SELECT aerospike_decode(v) d FROM messages)"
      assert(errorOf(decoded).getMessageParameters.get("reason") === "nesting-too-deep", fields)
    }
    // In a requested MAP, a map is a single level.
    assert(one(s"SELECT msgpack_fault(X'${"8101" * 251}c0', 'MAP<INT, VARIANT>')") === null)
  }
}
