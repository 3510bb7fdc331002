package sparkwire.bench

import java.math.BigDecimal
import java.nio.file.Files
import java.sql.Timestamp
import java.util.{ArrayList, Arrays, Date, LinkedHashMap, UUID}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

import org.apache.ignite.{Ignite => Node, Ignition}
import org.apache.ignite.binary.BinaryObject
import org.apache.ignite.configuration.IgniteConfiguration
import org.apache.ignite.internal.IgniteEx
import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.ignite.internal.processors.cache.binary.CacheObjectBinaryProcessorImpl
import org.apache.ignite.logger.NullLogger
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, StringType, VariantType}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending, Types}
import sparkwire.wire.Options
import sparkwire.wire.ignite.Ignite

import org.openjdk.jmh.annotations._

/** How long one order takes, 17 fields in some 450 bytes with a compact footer, as clusters write it:
  * as a row, as a VARIANT, two fields of it; beside Ignite's own ways: into an object field by field in
  * their order, and two fields out of the bytes.
  *
  * Run: `project/sbt "bench/Jmh/run IgniteBench"`. All sinks are used before anything is timed, as in a
  * session that runs more than one query.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
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
class IgniteBench {
  private var node: Node = _
  private var bytes: Array[Byte] = _
  private var peer: BinaryObject = _
  private var typed: Decoder = _
  private var two: Decoder = _
  private var twoUnverified: Decoder = _
  private var variant: Decoder = _

  @Setup
  def warmAndCompare(): Unit = {
    node = IgniteBench.start()
    val processor = node.asInstanceOf[IgniteEx].context.cacheObjects
      .asInstanceOf[CacheObjectBinaryProcessorImpl]
    bytes = processor.marshal(IgniteBench.order)
    peer = new BinaryObjectImpl(processor.binaryContext, bytes, 0)
    typed = IgniteBench.decoder(IgniteBench.AllFields)
    two = IgniteBench.decoder("id BIGINT, total DECIMAL(12,2)")
    twoUnverified = IgniteBench.decoder("id BIGINT, total DECIMAL(12,2)", "verify" -> "none")
    variant = IgniteBench.decoder("VARIANT")
    val made = igniteInOrder().asInstanceOf[Order]
    for (part <- Seq(two, twoUnverified))
      IgniteBench.compare(
        made, igniteTwoLazily().asInstanceOf[(AnyRef, AnyRef)], typed.decode(bytes),
        part.decode(bytes))
    for (_ <- 1 to 2000; decoder <- Seq(typed, two, twoUnverified, variant)) decoder.decode(bytes)
  }

  @TearDown
  def stop(): Unit = node.close()

  /** All 17 fields as a row, all bytes checked. */
  @Benchmark def sparkwireTyped(): Any = typed.decode(bytes)

  /** Two fields, the others checked. */
  @Benchmark def sparkwireTwo(): Any = two.decode(bytes)

  /** Two fields, the others not looked at. */
  @Benchmark def sparkwireTwoUnverified(): Any = twoUnverified.decode(bytes)
  @Benchmark def sparkwireVariant(): Any = variant.decode(bytes)

  /** Ignite's reader: an object of the class, its fields read in their order. */
  @Benchmark def igniteInOrder(): Any = new BinaryObjectImpl(
    peer.asInstanceOf[BinaryObjectImpl].context, bytes, 0).deserialize[AnyRef]()

  /** Ignite's lazy access, two fields out of the bytes. */
  @Benchmark def igniteTwoLazily(): Any = {
    val binary =
      new BinaryObjectImpl(peer.asInstanceOf[BinaryObjectImpl].context, bytes, 0)
    (binary.field[AnyRef]("id"), binary.field[AnyRef]("total"))
  }
}

private object IgniteBench {
  val AllFields: String =
    "id BIGINT, trace STRING, customer STRING, email STRING, status INT, total DECIMAL(12,2), " +
      "createdAt TIMESTAMP, updatedAt TIMESTAMP, paid BOOLEAN, color INT, lat DOUBLE, lon DOUBLE, " +
      "address STRUCT<street STRING, city STRING, zip INT>, tags ARRAY<STRING>, " +
      "attrs MAP<STRING, VARIANT>, quantities ARRAY<INT>, comment STRING"

  private val types =
    """[{"type_name": "sparkwire.bench.Order", "schemas": [["id", "trace", "customer", "email",
      |"status", "total", "createdAt", "updatedAt", "paid", "color", "lat", "lon", "address", "tags",
      |"attrs", "quantities", "comment"]]},
      |{"type_name": "sparkwire.bench.Address", "schemas": [["street", "city", "zip"]]}]""".stripMargin

  def decoder(ddl: String, more: (String, String)*): Decoder = {
    val asked = if (ddl == "VARIANT") VariantType else DataType.fromDDL(ddl)
    val plan = DecodePlan("ignite_decode", Ignite, Ignite.OneValue(Types.namesOf(asked)),
      Options(Map("types" -> types) ++ more), Ending.Strict,
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

  def order: Order = {
    val order = new Order
    order.id = 1000000007L
    order.trace = UUID.fromString("01234567-89ab-cdef-ffff-fffffffffffe")
    order.customer = "Customer number 1"
    order.email = "customer1@example.com"
    order.status = 1
    order.total = new BigDecimal("1234.56")
    order.createdAt = new Timestamp(1704067201001L)
    order.updatedAt = new Date(1704067200001L)
    order.color = Thread.State.RUNNABLE
    order.lat = 56.75
    order.lon = 36.61
    order.address = new Address
    order.address.street = "Main street 1"
    order.address.city = "Springfield"
    order.address.zip = 12345
    order.tags = new ArrayList(Arrays.asList("new", "vip", "tag1"))
    order.attrs = new LinkedHashMap[String, AnyRef]
    order.attrs.put("source", "web")
    order.attrs.put("score", Double.box(0.5))
    order.quantities = Array(1, 2, 3, 1)
    order.comment = "lorem ipsum " * 10
    order
  }

  /** What is timed gives the same: all fields as the object has them that Ignite makes, and two as it finds
    * them.
    */
  def compare(made: Order, two: (AnyRef, AnyRef), typed: Any, part: Any): Unit = {
    val row = typed.asInstanceOf[InternalRow]
    same(row.getLong(0), made.id)
    same(row.getUTF8String(1).toString, made.trace.toString)
    same(row.getUTF8String(2).toString, made.customer)
    same(row.getUTF8String(3).toString, made.email)
    same(row.getInt(4), made.status)
    same(row.getDecimal(5, 12, 2).toJavaBigDecimal, made.total)
    same(row.getLong(6), made.createdAt.getTime * 1000L)
    same(row.getLong(7), made.updatedAt.getTime * 1000L)
    same(row.getBoolean(8), made.paid)
    same(row.getInt(9), made.color.ordinal)
    same(row.getDouble(10), made.lat)
    same(row.getDouble(11), made.lon)
    val address = row.getStruct(12, 3)
    same((address.getUTF8String(0).toString, address.getUTF8String(1).toString, address.getInt(2)),
      (made.address.street, made.address.city, made.address.zip))
    same(row.getArray(13).toObjectArray(StringType).map(_.toString).toSeq, made.tags.asScala.toSeq)
    val attrs = row.getMap(14)
    same(attrs.keyArray().toObjectArray(StringType).map(_.toString).toSeq,
      made.attrs.keySet.asScala.toSeq)
    same(attrs.valueArray().toObjectArray(VariantType).map(_.toString).toSeq,
      Seq(s"\"${made.attrs.get("source")}\"", made.attrs.get("score").toString))
    same(row.getArray(15).toIntArray().toSeq, made.quantities.toSeq)
    same(row.getUTF8String(16).toString, made.comment)
    val some = part.asInstanceOf[InternalRow]
    same((some.getLong(0), some.getDecimal(1, 12, 2).toJavaBigDecimal), two)
  }

  private def same(ours: Any, theirs: Any): Unit =
    require(ours == theirs, s"$ours is not $theirs")
}

/** As applications have them. */
class Order {
  var id: Long = 0
  var trace: UUID = _
  var customer: String = _
  var email: String = _
  var status: Int = 0
  var total: BigDecimal = _
  var createdAt: Timestamp = _
  var updatedAt: Date = _
  var paid: Boolean = false
  var color: Thread.State = _
  var lat: Double = 0
  var lon: Double = 0
  var address: Address = _
  var tags: java.util.List[String] = _
  var attrs: java.util.Map[String, AnyRef] = _
  var quantities: Array[Int] = _
  var comment: String = _
}

class Address {
  var street: String = _
  var city: String = _
  var zip: Int = 0
}
