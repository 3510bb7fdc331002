package sparkwire.encoding

import scala.util.Random

import org.apache.avro.Schema

import sparkwire.rows.GeneratedFillers
import sparkwire.wire.avro.{Avro, AvroGenerator}
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.avro.writing.EncodedValue
import sparkwire.wire.core.Options

import org.scalatest.funsuite.AnyFunSuite

/** Records of Avro: see [[WrittenBothWays]]. */
class GeneratedAvroWritesSuite extends AnyFunSuite with WrittenBothWays {
  private val seed = Random.nextLong()

  // A random number of milliseconds is out of range, so rows come from microseconds.
  private def check(schema: Schema, number: Int): Unit = {
    val generator = new AvroGenerator(seed + number)
    val read = new Schema.Parser().parse(schema.toString.replace("-millis", "-micros"))
    check(Avro, AvroValue.Typed(read.toString), Options.none,
      AvroGenerator.write(read, generator.value(read)), EncodedValue(schema.toString),
      new Random(seed + number))
  }

  for (number <- 0 until 60)
    test(s"random schemas, number $number of seed $seed") {
      val failed = GeneratedFillers.failed
      val generator = new AvroGenerator(seed + number)
      val schema = Iterator.continually(generator.record(3)).find(!_.getFields.isEmpty).get
      withClue(s"$schema: ")(check(schema, number))
      assert(GeneratedFillers.failed === failed)
    }

  // Every part that generated code writes, alone and in lists, lists of lists, records and unions.
  private val scalars = Seq(
    """"boolean"""", """"int"""", """"long"""", """"float"""", """"double"""",
    """"string"""", """"bytes"""", """{"type":"int","logicalType":"date"}""",
    """{"type":"long","logicalType":"timestamp-millis"}""",
    """{"type":"long","logicalType":"timestamp-micros"}""",
    """{"type":"long","logicalType":"local-timestamp-millis"}""",
    """{"type":"long","logicalType":"local-timestamp-micros"}""")
  private val allParts = {
    val symbol = """{"type":"enum","name":"E","symbols":["B","A","aaa","C"]}"""
    val types = (symbol +: scalars).zipWithIndex.flatMap { case (one, number) =>
      val again = if (number == 0) "\"E\"" else one
      Seq(
        one, s"""["null",$again]""", s"""[$again,"null"]""", s"""{"type":"array","items":$again}""")
    } ++ Seq("""{"type":"array","items":{"type":"array","items":["null","int"]}}""",
      """["null",{"type":"array","items":["string","null"]}]""",
      """["null",{"type":"record","name":"R","fields":[{"name":"Inner","type":"int"},
         {"name":"list","type":{"type":"array","items":{"type":"record","name":"S","fields":[
           {"name":"x","type":"string"},{"name":"y","type":["null","E"]}]}}}]}]""",
      """{"type":"array","items":["null","R"]}""")
    val fields = types.zipWithIndex.map { case (one, number) =>
      s"""{"name":"f$number","type":$one}"""
    }
    new Schema.Parser().parse(
      s"""{"type":"record","name":"All","fields":${fields.mkString("[", ",", "]")}}""")
  }

  test("one record of everything") {
    val (compiled, failed) = (GeneratedFillers.compiled, GeneratedFillers.failed)
    for (number <- 0 until 30) check(allParts, number)
    assert(GeneratedFillers.compiled >= compiled + 30)
    assert(GeneratedFillers.failed === failed)
  }

  test("enough of them were written, and enough were refused") {
    assert(written > 2000 && refused > 500)
  }
}
