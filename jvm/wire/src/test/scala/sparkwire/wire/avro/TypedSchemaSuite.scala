package sparkwire.wire.avro

import sparkwire.wire.ReaderChecks
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.avro.schemas.{AvroSchemas, InvalidSchema}
import sparkwire.wire.core.Kind

import org.scalatest.funsuite.AnyFunSuite

/** Schemas that have no type in Spark, or one at its limit. */
class TypedSchemaSuite extends AnyFunSuite with ReaderChecks {
  test("a schema that is not UTF-8 has neither a type nor a fingerprint") {
    object Name extends AvroSchemas.TypeName {
      def nameOf(kind: Kind): String = kind.toString
    }
    val schema = """{"type":"enum","name":"E?","symbols":["A"]}"""
    val malformed = schema.getBytes.map(byte => if (byte == '?') 0xff.toByte else byte)
    for (root <- Seq(Name, AvroSchemas.Fingerprint("MD5"))) {
      assert(walk(root, schema.getBytes).isRight)
      assert(walk(root, malformed) === Left(Avro.BadSchema))
      val why = faultOf(root, malformed).get.reason.explanation
      assert(why === "the text is not a valid Avro schema: it is not well-formed UTF-8")
    }
  }

  test("the type of a column has at most 100 levels") {
    def nested(levels: Int): String =
      """{"type":"array","items":""" * levels + "\"int\"" + "}" * levels
    assert(AvroValue.Typed(nested(100)).kind !== null)
    val refused = intercept[InvalidSchema](AvroValue.Typed(nested(101)).kind)
    assert(refused.getMessage.startsWith("types are nested deeper than 100 levels"))
  }

  test("the decimals of a column have at most 38 digits") {
    def decimal(digits: Int): String =
      s"""{"type":"bytes","logicalType":"decimal","precision":$digits}"""
    assert(AvroValue.Typed(decimal(38)).kind === Kind.Decimal(38, 0))
    val refused = intercept[InvalidSchema](AvroValue.Typed(decimal(39)).kind)
    assert(refused.getMessage.contains("no column has decimals of 39 digits"))
  }

  test("a recursive schema is no typed column, and the message says which type it is") {
    val node = """{"type":"record","name":"N","fields":[{"name":"next","type":["null","N"]}]}"""
    assert(intercept[InvalidSchema](AvroValue.Typed(node).kind).getMessage ===
      "N contains itself, which no column type can (next)")
  }
}
