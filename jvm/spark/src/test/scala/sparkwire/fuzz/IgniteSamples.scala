package sparkwire.fuzz

import java.math.BigDecimal
import java.sql.Timestamp
import java.time.LocalDate
import java.util.{ArrayList, Date, HashMap, List => JavaList, UUID}

import scala.jdk.CollectionConverters._

import org.apache.ignite.internal.binary._
import org.apache.ignite.internal.cdc.TypeMappingImpl
import org.apache.ignite.internal.util.IgniteUtils
import org.apache.ignite.platform.PlatformType

import sparkwire.wire.Vectors
import sparkwire.wire.ignite.IgniteClasses
import sparkwire.wire.ignite.cdc.Events

/** Records that Ignite's streamer writes to its two topics. */
private[fuzz] object IgniteSamples {

  /** Change events of Ignite, with keys and values of many kinds. */
  def changes: Seq[Array[Byte]] = {
    val objects = Vectors.read("ignite", "objects-compact").filter(_.json.has("view"))
      .map(line => Events.binary(line.bytes))
    val list = new ArrayList[Any](objects.take(3).asJava)
    list.add("text")
    list.add(list.get(0))
    val others = Seq[Any](7, 8L, 0.5, 'c', true, "text", new UUID(1, 2), new Date(3),
      new Timestamp(4), new BigDecimal("1.50"), Array[Byte](1, 2), Array(3L), Array("a", null),
      LocalDate.of(2024, 2, 29).atTime(1, 2), list, new HashMap[Any, Any](Map("k" -> list).asJava),
      IgniteClasses.constant(77, null, 1), null)
    (objects.take(20) ++ others).zipWithIndex.map { case (value, at) =>
      Events.bytes(others(at % 8), value, isReplicated = at % 3 == 0, expireTime = at.toLong)
    }
  }

  /** Descriptions of types by Ignite's streamer. */
  def recordsOfTypes: Seq[Array[Byte]] = {
    val fields = Map("id" -> new BinaryFieldMetadata(3, 3355)).asJava
    val schema = new BinarySchema(5, JavaList.of(Int.box(3355)))
    Seq(
      IgniteClasses.metadata(1, "shop.Item", fields, "id", JavaList.of(schema), false, null),
      IgniteClasses.metadata(2, "shop.Status", null, null, null, true,
        Map("NEW" -> Int.box(0), "PAID" -> Int.box(1)).asJava),
      new TypeMappingImpl(-5, "shop.Line", PlatformType.JAVA)).map(IgniteUtils.toBytes(_))
  }
}
