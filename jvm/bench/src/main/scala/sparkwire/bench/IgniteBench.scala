package sparkwire.bench

import java.nio.file.Files

import scala.jdk.CollectionConverters._

import org.apache.ignite.{Ignite => Node, Ignition}
import org.apache.ignite.configuration.IgniteConfiguration
import org.apache.ignite.internal.IgniteEx
import org.apache.ignite.internal.binary.{BinaryContext, BinaryObjectImpl}
import org.apache.ignite.internal.processors.cache.binary.CacheObjectBinaryProcessorImpl
import org.apache.ignite.logger.NullLogger
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, StringType, StructType, VariantType}
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending, Types}
import sparkwire.wire.core.{Bytes, Options}
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.values.OneIgniteValue
import sparkwire.wire.ignite.writing.WrittenValue

import org.openjdk.jmh.annotations._

/** The time to decode one order, 17 fields in about 450 bytes with a compact footer, as clusters
  * write it: as a row, as a VARIANT, and only two fields. Compared with Ignite's own ways: reading
  * an object field by field in order, and taking two fields out of the bytes.
  *
  * Run: `project/sbt "bench/Jmh/run IgniteBench"`. All sinks are used before anything is timed, as
  * in a session that runs more than one query.
  */
@Fork(value = 2,
  jvmArgsAppend = Array(
    "--add-opens=java.base/jdk.internal.access=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.net=ALL-UNNAMED",
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
    "--add-opens=java.base/java.math=ALL-UNNAMED",
    "--add-opens=java.base/java.text=ALL-UNNAMED",
    "--add-opens=java.base/java.time=ALL-UNNAMED",
    "--add-opens=java.sql/java.sql=ALL-UNNAMED",
    "--add-opens=java.management/com.sun.jmx.mbeanserver=ALL-UNNAMED",
    "--add-opens=java.management/sun.management=ALL-UNNAMED",
    "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
    "--add-opens=jdk.internal.jvmstat/sun.jvmstat.monitor=ALL-UNNAMED"))
class IgniteBench extends TimedBench {
  protected var node: Node = _
  private var values: Array[Array[Byte]] = _
  private var context: BinaryContext = _
  protected var marshalled: AnyRef => Array[Byte] = _
  private var typed: Decoder = _
  private var two: Decoder = _
  private var twoUnverified: Decoder = _
  private var variant: Decoder = _
  private var hand: OrderByHand = _

  @Setup
  def warmAndCompare(): Unit = {
    node = IgniteBench.start()
    val processor = node.asInstanceOf[IgniteEx].context.cacheObjects
      .asInstanceOf[CacheObjectBinaryProcessorImpl]
    context = processor.binaryContext
    marshalled = processor.marshal(_)
    values = orders.map {
      case made: BinaryObjectImpl => made.array.slice(made.start, made.start + made.length)
      case order => processor.marshal(order)
    }.toArray
    typed = decoder(IgniteBench.AllFields)
    two = decoder("id BIGINT, total DECIMAL(12,2)")
    twoUnverified = decoder("id BIGINT, total DECIMAL(12,2)", "verify" -> "none")
    variant = decoder("VARIANT")
    hand = new OrderByHand(
      values.zip(fieldNames).map { case (bytes, names) =>
        Bytes.i32le(bytes, 16) -> names.map(IgniteOrders.Names.indexOf(_)).toArray
      }.toMap)
    for (bytes <- values) require(hand.read(bytes) == typed.decode(bytes))
    for (bytes <- values; part <- Seq(two, twoUnverified))
      IgniteBench.compare(
        inOrder(bytes).asInstanceOf[Order], twoLazily(bytes), typed.decode(bytes),
        part.decode(bytes))
    for (_ <- 1 to 2000; decoder <- Seq(typed, two, twoUnverified, variant)) decoder.decode(next())
    prepare()
  }

  /** Prepares the values that a subclass measures. */
  protected def prepare(): Unit = ()

  /** The orders that are decoded in turn. */
  protected def orders: Seq[AnyRef] = Seq(IgniteOrders.one)

  /** The names of the fields of each order. */
  protected def fieldNames: Seq[Seq[String]] = Seq(IgniteOrders.Names)

  protected def types: String = IgniteOrders.typesOf(Seq(IgniteOrders.Names))

  private def decoder(ddl: String, more: (String, String)*): Decoder =
    IgniteBench.decoder(ddl, Map("types" -> types) ++ more)

  private def next(): Array[Byte] = values(next(values.length))

  private def inOrder(bytes: Array[Byte]): AnyRef =
    new BinaryObjectImpl(context, bytes, 0).deserialize[AnyRef]()

  private def twoLazily(bytes: Array[Byte]): (AnyRef, AnyRef) = {
    val binary = new BinaryObjectImpl(context, bytes, 0)
    (binary.field[AnyRef]("id"), binary.field[AnyRef]("total"))
  }

  @TearDown
  def stop(): Unit = node.close()

  /** All 17 fields as a row, all bytes checked. */
  @Benchmark def sparkwireTyped(): Any = typed.decode(next())

  /** The same row, by a method that can read nothing else. */
  @Benchmark def byHand(): Any = hand.read(next())

  /** Two fields; the others are only checked. */
  @Benchmark def sparkwireTwo(): Any = two.decode(next())

  /** Two fields; the others are not read. */
  @Benchmark def sparkwireTwoUnverified(): Any = twoUnverified.decode(next())
  @Benchmark def sparkwireVariant(): Any = variant.decode(next())

  /** Ignite's reader: an object of the class, with its fields read in order. */
  @Benchmark def igniteInOrder(): Any = inOrder(next())

  /** Ignite's lazy access: two fields out of the bytes. */
  @Benchmark def igniteTwoLazily(): Any = twoLazily(next())
}

/** Like [[IgniteBench]], for 1,024 different orders of 16 schemas: their fields have different
  * orders, some are missing, and values, types and lengths vary.
  */
class IgniteVariedBench extends IgniteBench {
  protected override def orders: Seq[AnyRef] = IgniteOrders.varied.map { case (order, names) =>
    IgniteOrders.built(node, order, names)
  }

  protected override def fieldNames: Seq[Seq[String]] = IgniteOrders.varied.map(_._2)
  protected override def types: String = IgniteOrders.typesOf(IgniteOrders.schemas)
}

/** The time to encode one order of 17 fields, from a row, beside Ignite's marshaller, which takes the
  * fields from an object of a class: 1,024 different orders.
  */
class IgniteWriteBench extends IgniteBench {
  private val made = IgniteOrders.varied.map(_._1).toArray
  private val asked = DataType.fromDDL(
    IgniteBench.AllFields.replace("STRUCT<street", "STRUCT<`@type` STRING, street"))
  private val encoder = Rows.encoder(Ignite, WrittenValue, asked,
    options = Map("type" -> "sparkwire.bench.Order", "types" -> types, "footer" -> "compact"))
  private var rows: Array[Any] = _

  protected override def prepare(): Unit = {
    val decoder = IgniteBench.decoder(IgniteBench.AllFields, Map("types" -> types))
    rows = Rows.inBinaryForm(
      made.iterator.map(order => named(decoder.decode(marshalled(order)))), asked)
    for (_ <- 1 to 20; row <- rows)
      require(decoder.decode(encoder.encode(row).asInstanceOf[Array[Byte]]) != null)
  }

  /** Names the type of the address, which a typed row does not have. */
  private def named(order: Any): InternalRow = {
    val parts = order.asInstanceOf[InternalRow].toSeq(
      DataType.fromDDL(IgniteBench.AllFields)
        .asInstanceOf[StructType])
      .toArray
    val address = parts(12).asInstanceOf[InternalRow]
    parts(12) = InternalRow(UTF8String.fromString("sparkwire.bench.Address"),
      address.getUTF8String(0), address.getUTF8String(1), address.getInt(2))
    InternalRow.fromSeq(parts.toSeq)
  }

  @Benchmark def sparkwireRow(): Any = encoder.encode(rows(next(rows.length)))
  @Benchmark def igniteMarshaller(): Any = marshalled(made(next(made.length)))
}

private object IgniteBench {
  val AllFields: String =
    "id BIGINT, trace STRING, customer STRING, email STRING, status INT, total DECIMAL(12,2), " +
      "createdAt TIMESTAMP, updatedAt TIMESTAMP, paid BOOLEAN, color INT, lat DOUBLE, lon DOUBLE, " +
      "address STRUCT<street STRING, city STRING, zip INT>, tags ARRAY<STRING>, " +
      "attrs MAP<STRING, VARIANT>, quantities ARRAY<INT>, comment STRING"

  def decoder(ddl: String, options: Map[String, String]): Decoder = {
    val asked = if (ddl == "VARIANT") VariantType else DataType.fromDDL(ddl)
    val plan = DecodePlan("ignite_decode", Ignite, OneIgniteValue(Types.namesOf(asked)),
      Options(options), Ending.Strict,
      Twins("try_ignite_decode", "ignite_fault"),
      asked)
    new Decoder(plan, plan.resultType)
  }

  def start(): Node = Ignition.start(
    new IgniteConfiguration()
      .setWorkDirectory(Files.createTempDirectory("sparkwire-bench").toString)
      .setLocalHost("127.0.0.1")
      .setDiscoverySpi(new IsolatedDiscoverySpi)
      .setConnectorConfiguration(null)
      .setClientConnectorConfiguration(null)
      .setGridLogger(new NullLogger)
      .setMetricsLogFrequency(0))

  /** Checks that all ways give the same: all fields equal the fields of Ignite's object, and the
    * two fields equal the ones that Ignite finds.
    */
  def compare(made: Order, two: (AnyRef, AnyRef), typed: Any, part: Any): Unit = {
    val row = typed.asInstanceOf[InternalRow]
    same(row.getLong(0), made.id)
    same(row.getUTF8String(1).toString, made.trace.toString)
    same(row.getUTF8String(2).toString, made.customer)
    same(textAt(row, 3), made.email)
    same(row.getInt(4), made.status)
    same(row.getDecimal(5, 12, 2).toJavaBigDecimal, made.total)
    same(row.getLong(6), made.createdAt.getTime * 1000L)
    if (made.updatedAt == null) same(row.isNullAt(7), true)
    else same(row.getLong(7), made.updatedAt.getTime * 1000L)
    same(row.getBoolean(8), made.paid)
    same(row.getInt(9), made.color.ordinal)
    same(row.getDouble(10), made.lat)
    same(row.getDouble(11), made.lon)
    val address = row.getStruct(12, 3)
    same((address.getUTF8String(0).toString, address.getUTF8String(1).toString, address.getInt(2)),
      (made.address.street, made.address.city, made.address.zip))
    if (made.tags == null) same(row.isNullAt(13), true)
    else same(row.getArray(13).toObjectArray(StringType).map(_.toString).toSeq,
      made.tags.asScala.toSeq)
    if (made.attrs == null) same(row.isNullAt(14), true)
    else {
      val attrs = row.getMap(14)
      same(attrs.keyArray().toObjectArray(StringType).map(_.toString).toSeq,
        made.attrs.keySet.asScala.toSeq)
      same(attrs.valueArray().toObjectArray(VariantType).map(_.toString).toSeq,
        made.attrs.values.asScala.map {
          case text: String => s"\"$text\""
          case other => other.toString
        }.toSeq)
    }
    same(row.getArray(15).toIntArray().toSeq, made.quantities.toSeq)
    same(textAt(row, 16), made.comment)
    val some = part.asInstanceOf[InternalRow]
    same((some.getLong(0), some.getDecimal(1, 12, 2).toJavaBigDecimal), two)
  }

  private def textAt(row: InternalRow, field: Int): String =
    if (row.isNullAt(field)) null else row.getUTF8String(field).toString

  private def same(ours: Any, theirs: Any): Unit =
    require(ours == theirs, s"$ours is not $theirs")
}
