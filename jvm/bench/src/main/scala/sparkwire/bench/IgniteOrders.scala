package sparkwire.bench

import java.math.BigDecimal
import java.sql.Timestamp
import java.util.{ArrayList, Arrays, Date, LinkedHashMap, UUID}

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.ignite.{Ignite => Node}
import org.apache.ignite.binary.BinaryObject

/** The orders that [[IgniteBench]] decodes: one, or many that differ. */
private[bench] object IgniteOrders {

  /** The fields in the order of the class. */
  val Names: Seq[String] = Seq("id", "trace", "customer", "email", "status", "total", "createdAt",
    "updatedAt", "paid", "color", "lat", "lon", "address", "tags", "attrs", "quantities", "comment")
  private val mayBeMissing = Set("email", "updatedAt", "tags", "attrs", "comment")

  def typesOf(schemas: Seq[Seq[String]]): String = {
    val lists = schemas.map(_.map(name => s"\"$name\"").mkString("[", ", ", "]")).mkString(", ")
    s"""[{"type_name": "sparkwire.bench.Order", "schemas": [$lists]},
       |{"type_name": "sparkwire.bench.Address", "schemas": [["street", "city", "zip"]]}]""".stripMargin
  }

  def one: Order = {
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

  private def random = new Random(20)

  /** Schemas with the fields in different orders, some of them missing. The first is the schema of
    * the class.
    */
  val schemas: Seq[Seq[String]] = {
    val random = this.random
    Names +: Seq.fill(15)(
      random.shuffle(Names).filterNot(name => mayBeMissing(name) && random.nextInt(4) == 0))
  }

  /** Returns 1,024 orders, each with the names of its fields. */
  def varied: Seq[(Order, Seq[String])] = {
    val random = this.random
    Seq.tabulate(1024) { number =>
      val names = schemas(random.nextInt(schemas.length))
      (made(number, random), names)
    }
  }

  private def made(number: Int, random: Random): Order = {
    val order = one
    order.id = random.nextLong()
    order.trace = new UUID(random.nextLong(), random.nextLong())
    order.customer = text(random, 40)
    order.email = if (random.nextInt(10) == 0) null else s"${text(random, 20)}@example.com"
    order.status = random.nextInt(1 << random.nextInt(31))
    order.total = BigDecimal.valueOf(random.nextInt(100000000).toLong, 2)
    order.createdAt = new Timestamp(1600000000000L + random.nextInt(Int.MaxValue))
    order.paid = random.nextBoolean()
    order.color = Thread.State.values()(random.nextInt(6))
    order.lat = random.nextDouble() * 180 - 90
    order.lon = random.nextDouble() * 360 - 180
    order.address.street = text(random, 30)
    order.address.city = text(random, 15)
    order.address.zip = random.nextInt(99999)
    order.tags = new ArrayList(Seq.fill(random.nextInt(6))(text(random, 8)).asJava)
    order.attrs = new LinkedHashMap[String, AnyRef]
    for (attribute <- 0 to random.nextInt(5))
      order.attrs.put(s"attribute$attribute",
        if (random.nextBoolean()) text(random, 12) else Int.box(random.nextInt()))
    order.quantities = Array.fill(random.nextInt(9))(random.nextInt(100))
    order.comment = if (number % 7 == 0) null else text(random, 200)
    order
  }

  private def text(random: Random, most: Int): String =
    Seq.fill(1 + random.nextInt(most))(('a' + random.nextInt(26)).toChar).mkString

  /** Builds an order with Ignite's builder, with the fields in the given order. */
  def built(node: Node, order: Order, names: Seq[String]): BinaryObject = {
    val builder = node.binary.builder(classOf[Order].getName)
    names.foreach { name =>
      val value = valueOf(order, name)
      // Only text fields are null.
      if (value == null) builder.setField(name, null, classOf[String])
      else builder.setField(name, value)
    }
    builder.build()
  }

  private def valueOf(order: Order, name: String): AnyRef =
    classOf[Order].getMethod(name).invoke(order)
}

/** An order with typical fields of applications. */
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
