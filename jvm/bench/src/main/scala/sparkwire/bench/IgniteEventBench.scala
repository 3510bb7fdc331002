package sparkwire.bench

import java.io.{ByteArrayInputStream, ObjectInputStream}

import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.ignite.internal.cdc.CdcEventImpl
import org.apache.ignite.internal.processors.cache.version.GridCacheVersion
import org.apache.ignite.internal.util.IgniteUtils
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, StructType}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending, Types}
import sparkwire.wire.core.Options
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.cdc.Cdc.OneEvent

import org.openjdk.jmh.annotations._

/** The time to decode a change event, whose key is a number and whose value an order of up to 17
  * fields: as a row with all columns and the 17 fields, beside the JDK's reader of its object stream,
  * which gives the event with an order that has not been decoded.
  */
class IgniteEventBench extends IgniteVariedBench {
  private var events: Array[Array[Byte]] = _
  private var decoder: Decoder = _

  protected override def prepare(): Unit = {
    // A binary object looks for the node of the thread that reads it.
    val _ = IgniteUtils.setCurrentIgniteName(node.name)
    events = orders.zipWithIndex.map { case (order, at) =>
      IgniteUtils.toBytes(
        new CdcEventImpl(at.toLong, order, true, at % 1024,
          new GridCacheVersion(7, at + 1700000000123L, 1, 0), "orders".hashCode, 0L))
    }.toArray
    val types = new StructType().add("key", "BIGINT")
      .add("value", DataType.fromDDL(IgniteBench.AllFields))
    val root =
      OneEvent(Types.namesOf(types("key").dataType), Types.namesOf(types("value").dataType))
    val plan = DecodePlan("ignite_cdc_decode", Ignite, root, Options(Map("types" -> this.types)),
      Ending.Strict, Twins("try_ignite_cdc_decode", "ignite_cdc_fault"), types)
    decoder = new Decoder(plan, plan.resultType)
    for (_ <- 1 to 20; at <- events.indices) {
      val row = decoder.decode(events(at)).asInstanceOf[InternalRow]
      val read = readObject(events(at)).asInstanceOf[CdcEventImpl]
      require(row.getInt(0) == read.cacheId && row.getInt(3) == read.partition)
      require(row.getLong(7) == read.key)
      val id = read.value.asInstanceOf[BinaryObjectImpl].field[Long]("id")
      require(row.getStruct(8, 17).getLong(0) == id)
    }
  }

  private def readObject(bytes: Array[Byte]): AnyRef =
    new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject()

  @Benchmark def sparkwireRow(): Any = decoder.decode(events(next(events.length)))
  @Benchmark def javaObject(): Any = readObject(events(next(events.length)))
}
