package sparkwire.wire.avro

import java.io.ByteArrayOutputStream

import org.apache.avro.{NameValidator, Schema}
import org.apache.avro.file.{DataFileReader, DataFileWriter, SeekableByteArrayInput}
import org.apache.avro.generic.{GenericData, GenericDatumReader, GenericDatumWriter}

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.container.AvroContainer
import sparkwire.wire.avro.framed.AvroValue

import org.scalatest.funsuite.AnyFunSuite

/** Unusual names of records and fields, as other libraries write them, and the names that messages
  * of faults show.
  */
class NamesSuite extends AnyFunSuite with ReaderChecks {
  import DatumReaderSuite.ByColumn

  private def record(head: String, field: String = "a"): String =
    s"""{"type":"record",$head,"fields":[{"name":"$field","type":"int"}]}"""

  private val odd = Seq(
    "an empty record name" -> record("\"name\":\"\""),
    "a namespace that ends in $" -> record("\"name\":\"R\",\"namespace\":\"a.b$\""),
    "hyphens" -> record("\"name\":\"a-b\",\"namespace\":\"c-d\"", "e-f"),
    "blanks and digits" -> record("\"name\":\"1 2\"", "3 4"),
    "an empty field name" -> record("\"name\":\"R\"", "")
  )

  private val bytes = Vectors.bytes("0e")

  private def container(schema: Schema): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val writer = new DataFileWriter[AnyRef](new GenericDatumWriter[AnyRef](schema))
    writer.create(schema, out)
    val value = new GenericData.Record(schema)
    value.put(0, 7)
    writer.append(value)
    writer.close()
    out.toByteArray
  }

  for ((what, text) <- odd)
    test(s"$what: read as Avro's reader of files reads it") {
      val schema = new Schema.Parser(NameValidator.NO_VALIDATION).parse(text)
      val field = schema.getFields.get(0).name
      val expected = struct(field -> Whole(7))
      assert(walk(AvroValue.Typed(text), bytes) === Right(expected))
      assert(walk(ByColumn(text), bytes) === Right(expected))

      val file = container(schema)
      val peer = new DataFileReader[GenericData.Record](
        new SeekableByteArrayInput(file), new GenericDatumReader[GenericData.Record])
      assert(peer.next().get(0) === 7)
      for (reader <- Seq(None, Some(text)))
        assert(walk(AvroContainer.OneContainer(reader), file).map(_.at("records")) ===
          Right(Items(Vector(expected))))
    }

  test("a reader's schema with aliases finds what has such a name") {
    val file = container(
      new Schema.Parser(NameValidator.NO_VALIDATION).parse(
        record("\"name\":\"\",\"namespace\":\"a$\"", "x-y")))
    val reader = """{"type":"record","name":"","namespace":"a$","fields":[
      {"name":"x","aliases":["x-y"],"type":"long"}]}"""
    assert(walk(AvroContainer.OneContainer(Some(reader)), file).map(_.at("records")) ===
      Right(Items(Vector(struct("x" -> Whole(7))))))
  }

  private val refused = Seq(
    """{"type":"record","name":"R","fields":[{"name":"a","type":"Mising"}]}""" -> "Mising",
    """{"type":"record","name":"R","fields":[{"name":"ab","type":"int"},{"name":"ab","type":"int"}]}""" ->
      "ab",
    """[{"type":"record","name":"Twice","fields":[]},{"type":"enum","name":"Twice","symbols":["A"]}]""" ->
      "Twice",
    """{"type":"record","name":"int","fields":[]}""" -> "int",
    "no schema" -> "no"
  )
  for ((text, named) <- refused) test(s"what is refused is named: $named") {
    val fault = faultOf(ByColumn(text), bytes).get
    assert(fault.reason.word === "bad-schema")
    assert(fault.message.contains(named), fault.message)
    assert(fault.message.length < 250, fault.message)
  }

  test("what is refused in a container is named") {
    val schema = new Schema.Parser().parse(record("\"name\":\"R\""))
    val good = new String(container(schema), "ISO-8859-1")
    val broken = good.replace("\"int\"", "\"inn\"").getBytes("ISO-8859-1")
    val fault = faultOf(AvroContainer.OneContainer(None), broken).get
    assert((fault.reason.word, fault.path) === (("bad-schema", "avro_schema")))
    assert(fault.message.contains("inn"), fault.message)
  }

  test("a name of any length is shown as far as a line goes") {
    val text = record("\"name\":\"R\"").replace("\"int\"", "\"" + "x" * 100000 + "\"")
    val fault = faultOf(ByColumn(text), bytes).get
    assert(fault.message.length < 250, fault.message)
  }
}
