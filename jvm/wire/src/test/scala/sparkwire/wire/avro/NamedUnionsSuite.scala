package sparkwire.wire.avro

import org.apache.avro.Schema

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.core.Options

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

/** Values of unions that name their branch, as Avro's JSON encoding does. */
class NamedUnionsSuite extends AnyFunSuite with ReaderChecks {
  import DatumReaderSuite.ByColumn

  private val named = Options(Map("unions" -> "named"))

  private val cat = """{"type":"record","name":"Cat","namespace":"pets",
    "fields":[{"name":"n","type":"string"}]}"""
  private val dog = """{"type":"record","name":"Dog","namespace":"pets",
    "fields":[{"name":"n","type":"string"},{"name":"more","type":["null","pets.Cat"]}]}"""

  private def value(schema: String, hex: String, options: Options): Tree =
    walk(ByColumn(schema), Vectors.bytes(hex), options).toOption.get

  test("two records of the same fields are told apart") {
    val either = s"[$cat,$dog]"
    assert(value(either, "00 0261", named) ===
      struct("pets.Cat" -> struct("n" -> Text("a"))))
    assert(value(either, "02 0261 00", named) ===
      struct("pets.Dog" -> struct("n" -> Text("a"), "more" -> NoValue)))
    assert(value(either, "00 0261", Options.none) === struct("n" -> Text("a")))
  }

  test("a union of null and one type stays as it is, and null always does") {
    assert(value(s"""["null",$cat]""", "02 0261", named) === struct("n" -> Text("a")))
    assert(value(s"""["null",$cat,$dog]""", "00", named) === NoValue)
    assert(value(s"""["null",$cat,$dog]""", "04 0261 00", named) ===
      struct("pets.Dog" -> struct("n" -> Text("a"), "more" -> NoValue)))
  }

  test("types without a name of their own have that of the type") {
    val many = """["string","bytes","int","long",{"type":"enum","name":"E","symbols":["a"]},
      {"type":"array","items":["int","string"]},{"type":"map","values":"int"}]"""
    for ((hex, name, expected) <- Seq[(String, String, Tree)](
        ("00 0261", "string", Text("a")), ("02 0261", "bytes", Hex("61")),
        ("04 02", "int", Whole(1)), ("06 02", "long", Whole(1)), ("08 00", "E", Text("a")),
        ("0a 04 00 02 02 0261 00", "array",
          Items(Vector(struct("int" -> Whole(1)), struct("string" -> Text("a"))))),
        ("0c 02 026b 02 00", "map", Entries(Vector(Text("k") -> Whole(1))))))
      assert(value(many, hex, named) === struct(name -> expected))
  }

  test("it is what Avro's JSON says, for unions of several types") {
    val schema = new Schema.Parser().parse(
      s"""{"type":"array","items":["null","string",$cat,$dog]}""")
    val bytes = Vectors.bytes("08 00 02 0261 04 0262 06 0263 00 00")
    val decoder = org.apache.avro.io.DecoderFactory.get().binaryDecoder(bytes, null)
    val datum = new org.apache.avro.generic.GenericDatumReader[AnyRef](schema).read(null, decoder)
    val json = new java.io.ByteArrayOutputStream
    val encoder = org.apache.avro.io.EncoderFactory.get().jsonEncoder(schema, json)
    new org.apache.avro.generic.GenericDatumWriter[AnyRef](schema).write(datum, encoder)
    encoder.flush()
    val said = new ObjectMapper().readTree(json.toString("UTF-8"))
    val Items(found) = value(schema.toString, Vectors.hex(bytes), named): @unchecked
    assert(found.length === said.size)
    for ((item, at) <- found.zipWithIndex; node = said.get(at)) item match {
      case NoValue => assert(node.isNull)
      case Struct(fields) => assert(fields.keys.toSeq === Seq(node.fieldNames.next()))
      case other => fail(other.toString)
    }
  }

  test("what is refused, skipped and dissected does not depend on it") {
    val schema = s"""{"type":"record","name":"R","fields":[{"name":"u","type":[$cat,$dog]},
      {"name":"b","type":"boolean"}]}"""
    for (hex <- Seq("00 0261 01", "02 0261 00 01", "04", "00 02", "00 0261 02", "02 0261 04")) {
      val bytes = Vectors.bytes(hex)
      tiles(ByColumn(schema), named)(bytes)
      assert(faultOf(ByColumn(schema), bytes, named).map(_.reason) ===
        faultOf(ByColumn(schema), bytes).map(_.reason))
    }
    assert(faultOf(ByColumn(schema), Vectors.bytes("00 02"), named).get.path === "u.\"pets.Cat\".n")
  }

  test("typed columns stay as they are") {
    val schema = s"[$cat,$dog]"
    assert(walk(AvroValue.Typed(schema), Vectors.bytes("00 0261"), named) ===
      walk(AvroValue.Typed(schema), Vectors.bytes("00 0261")))
  }
}
