package sparkwire.bench.rivals

import java.sql.Timestamp
import java.time.Instant
import java.util.Date

import scala.collection.mutable.LinkedHashMap
import scala.jdk.CollectionConverters._

import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType
import org.apache.spark.types.variant.VariantBuilder
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.bench.{Order => Stored}

/** Ignite's marshaller in a Scala UDF: it reads an object of the class. */
final class IgniteScala extends Rival {
  def contest = "ignite"
  def name = "Scala UDF, ignite-core's marshaller"

  // Spark derives another precision from the class of the total.
  def decode(value: Column, whole: DataType): Column = IgniteScala.decoding(value).cast(whole)
}

object IgniteScala {
  final case class Address(street: String, city: String, zip: Int)

  final case class Order(id: Long, trace: String, customer: String, email: String, status: Int,
      total: java.math.BigDecimal, createdAt: Instant, updatedAt: Instant, paid: Boolean,
      color: Int, lat: Double, lon: Double, address: Address, tags: Seq[String],
      attrs: scala.collection.Map[String, VariantVal], quantities: Seq[Int], comment: String)

  private def read(bytes: Array[Byte]): Order = {
    val it = new BinaryObjectImpl(IgniteNode.context, bytes, 0).deserialize[Stored]()
    Order(it.id, it.trace.toString, it.customer, it.email, it.status, it.total,
      instant(it.createdAt), instant(it.updatedAt), it.paid, it.color.ordinal, it.lat, it.lon,
      Address(it.address.street, it.address.city, it.address.zip),
      if (it.tags == null) null else it.tags.asScala.toSeq,
      if (it.attrs == null) null
      else LinkedHashMap.from(it.attrs.asScala.view.mapValues(variant)),
      it.quantities.toSeq, it.comment)
  }

  def instant(date: Date): Instant = date match {
    case null => null
    case time: Timestamp => time.toInstant
    case other => Instant.ofEpochMilli(other.getTime)
  }

  def variant(value: AnyRef): VariantVal = {
    val builder = new VariantBuilder(false)
    value match {
      case text: String => builder.appendString(text)
      case number: java.lang.Integer => builder.appendLong(number.longValue)
      case other => throw new IllegalArgumentException(other.getClass.getName)
    }
    val made = builder.result()
    new VariantVal(made.getValue, made.getMetadata)
  }

  private val decoding = udf(read _)
}
