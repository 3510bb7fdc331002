package sparkwire.bench

import org.apache.avro.Schema
import org.apache.avro.generic.{GenericDatumReader, GenericRecord}
import org.apache.avro.io.{BinaryDecoder, DecoderFactory}
import org.apache.spark.sql.types.VariantType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.core.{Options, Root}

import org.openjdk.jmh.annotations._

/** The time to decode one order, as a row and as a VARIANT, beside Avro's generic reader: 1,024
  * different orders of one schema, with texts, lists and unions of different lengths and branches.
  *
  * Run: `project/sbt "bench/Jmh/run AvroBench"`.
  */
class AvroBench extends TimedBench {
  private val values = AvroQueries.orders(1 << 10)
  private val typed = new Decoder(AvroBench.typed, AvroBench.typed.resultType)
  private val variant = new Decoder(AvroBench.dynamic, AvroBench.dynamic.resultType, inputs = 2)
  private val schemaColumn = UTF8String.fromString(AvroQueries.schemaText)
  private val peer =
    new GenericDatumReader[GenericRecord](new Schema.Parser().parse(AvroQueries.schemaText))
  private var binary: BinaryDecoder = _

  private def next(): Array[Byte] = values(next(values.length))

  @Setup
  def compareAndWarm(): Unit = {
    for (_ <- values) {
      val record = avroGeneric()
      again()
      SameAsAvro.check(record, sparkwireTyped(), AvroBench.typed.valueType)
      again()
      SameAsAvro.check(record, sparkwireVariant(), VariantType)
    }
    for (_ <- 1 to 20000) {
      sparkwireTyped()
      sparkwireVariant()
    }
  }

  @Benchmark def sparkwireTyped(): Any = typed.decode(next())
  @Benchmark def sparkwireVariant(): Any = {
    variant.setInput(1, schemaColumn)
    variant.decodeAmong(next())
  }
  @Benchmark def avroGeneric(): GenericRecord = {
    binary = DecoderFactory.get().binaryDecoder(next(), binary)
    peer.read(null, binary)
  }
}

object AvroBench {
  private val typed = plan(AvroValue.Typed(AvroQueries.schemaText))
  private val dynamic = plan(AvroValue.Dynamic)

  private def plan(root: Root): DecodePlan =
    DecodePlan("avro_decode", Avro, root, Options.none, Ending.Strict, Twins("", ""))
}
