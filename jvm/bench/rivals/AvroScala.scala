package sparkwire.bench.rivals

import java.time.Instant

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.avro.generic.{GenericDatumReader, GenericRecord}
import org.apache.avro.io.{BinaryDecoder, DecoderFactory}
import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType

import sparkwire.bench.AvroQueries

/** Avro's generic reader in a Scala UDF. */
final class AvroScala extends Rival {
  def contest = "avro"
  def name = "Scala UDF, Avro Java"
  def decode(value: Column, whole: DataType): Column = AvroScala.decoding(value)
}

object AvroScala {
  final case class Item(sku: String, count: Int, price: Double)

  final case class Address(street: String, city: String, zip: String)

  final case class Order(id: Long, customer: String, email: String, placed: Instant,
      amount: Double, quantity: Int, paid: Boolean, status: String, items: Seq[Item],
      address: Address, note: String)

  private final class Reader {
    private val reader =
      new GenericDatumReader[GenericRecord](new Schema.Parser().parse(AvroQueries.schemaText))
    private var decoder: BinaryDecoder = _
    private var record: GenericRecord = _

    def read(bytes: Array[Byte]): Order = {
      decoder = DecoderFactory.get().binaryDecoder(bytes, decoder)
      record = reader.read(record, decoder)
      val it = record
      Order(it.get(0).asInstanceOf[Long], text(it.get(1)), text(it.get(2)),
        Instant.ofEpochMilli(it.get(3).asInstanceOf[Long]), it.get(4).asInstanceOf[Double],
        it.get(5).asInstanceOf[Int], it.get(6).asInstanceOf[Boolean], text(it.get(7)),
        it.get(8).asInstanceOf[java.util.List[GenericRecord]].asScala.map(item).toSeq,
        address(it.get(9).asInstanceOf[GenericRecord]), text(it.get(10)))
    }

    private def item(it: GenericRecord): Item =
      Item(text(it.get(0)), it.get(1).asInstanceOf[Int], it.get(2).asInstanceOf[Double])

    private def address(it: GenericRecord): Address =
      if (it == null) null else Address(text(it.get(0)), text(it.get(1)), text(it.get(2)))

    private def text(value: Any): String = if (value == null) null else value.toString
  }

  private val readers = ThreadLocal.withInitial[Reader](() => new Reader)
  private def read(bytes: Array[Byte]): Order = readers.get.read(bytes)
  private val decoding = udf(read _)
}
