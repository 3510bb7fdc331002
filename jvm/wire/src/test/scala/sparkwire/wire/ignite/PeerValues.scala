package sparkwire.wire.ignite

import java.math.BigDecimal
import java.sql.{Time, Timestamp}
import java.util.{ArrayList, Date, HashSet, LinkedHashMap, LinkedHashSet, LinkedList, UUID}

import scala.jdk.CollectionConverters._

import org.apache.ignite.binary.BinaryObject

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.InstantForm

import org.scalacheck.{Arbitrary, Gen}

/** Values of all kinds that Ignite has, and the trees that our readers should give for them. */
trait PeerValues {
  protected def node: Node

  /** A function that makes a value of Ignite. */
  protected type Make = () => Any

  protected val leaves: Gen[Make] = Gen.oneOf(
    Gen.const(null),
    Arbitrary.arbitrary[Byte].map(Byte.box),
    Arbitrary.arbitrary[Short].map(Short.box),
    Arbitrary.arbitrary[Int].map(Int.box),
    Arbitrary.arbitrary[Long].map(Long.box),
    Arbitrary.arbitrary[Float].map(Float.box),
    Arbitrary.arbitrary[Double].map(Double.box),
    Arbitrary.arbitrary[Boolean].map(Boolean.box),
    Arbitrary.arbitrary[Char].map(Char.box),
    Gen.asciiPrintableStr,
    Gen.stringOf(Gen.oneOf('a', 'Я', '€', '\u0000', '\ufeff')),
    Gen.uuid,
    Arbitrary.arbitrary[Long].map(new Date(_)),
    Gen.choose(-62135596800000L, 253402300799999L).flatMap(ms =>
      Gen.choose(0, 999999).map { nanos =>
        val stamp = new Timestamp(ms)
        stamp.setNanos(Math.floorMod(ms, 1000) * 1000000 + nanos)
        stamp
      }),
    Gen.choose(0L, 86399999L).map(new Time(_)),
    for {
      unscaled <- Arbitrary.arbitrary[BigInt]
      scale <- Gen.choose(-40, 40)
    } yield new BigDecimal(unscaled.bigInteger, scale)
  ).map(value => () => value)

  protected val primitiveArrays: Gen[Make] = Gen.oneOf(
    Gen.listOf(Arbitrary.arbitrary[Byte]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Short]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Int]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Long]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Float]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Double]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Char]).map(_.toArray),
    Gen.listOf(Arbitrary.arbitrary[Boolean]).map(_.toArray),
    Gen.listOf(Gen.option(Gen.alphaStr).map(_.orNull)).map(_.toArray[String]),
    Gen.listOf(Gen.option(Gen.uuid).map(_.orNull)).map(_.toArray[UUID]),
    Gen.listOf(Gen.option(Arbitrary.arbitrary[Long].map(new Date(_))).map(_.orNull))
      .map(_.toArray[Date])
  ).map(value => () => value)

  protected def values(depth: Int): Gen[Make] =
    if (depth == 0) leaves
    else {
      val inner = Gen.choose(0, 5).flatMap(Gen.listOfN(_, values(depth - 1)))
      Gen.frequency(
        6 -> leaves,
        2 -> primitiveArrays,
        2 -> inner.map(made => () => new ArrayList[Any](made.map(_()).asJava)),
        1 -> inner.map(made => () => new LinkedList[Any](made.map(_()).asJava)),
        1 -> inner.map(made => () => made.map(_().asInstanceOf[AnyRef]).toArray[AnyRef]),
        1 -> leaves.map(made => () => new HashSet[Any](java.util.Arrays.asList(made()))),
        1 -> Gen.listOf(leaves).map(made =>
          () => new LinkedHashSet[Any](made.map(_()).asJava)),
        2 -> Gen.listOfN(3, values(depth - 1)).map(made => () => mapOf(made.map(_()))),
        // The same instance twice is a handle.
        1 -> values(depth - 1).map { made => () =>
          val shared = new ArrayList[Any](java.util.Arrays.asList(made(), 1))
          new ArrayList[Any](java.util.Arrays.asList(shared, shared, shared))
        },
        4 -> objects(depth)
      )
    }

  private def mapOf(values: Seq[Any]): LinkedHashMap[Any, Any] = {
    val map = new LinkedHashMap[Any, Any]
    values.zipWithIndex.foreach { case (value, at) => map.put(if (at == 2) 2L else s"k$at", value) }
    map
  }

  private val names = Seq("id", "Name", "имя", "a_b", "extra", "zip", "Größe", "tags")

  protected def objects(depth: Int): Gen[Make] = for {
    kind <- Gen.oneOf("shop.Order", "Customer", "Заказ")
    chosen <- Gen.someOf(names)
    seed <- Gen.long
    shuffled = new scala.util.Random(seed).shuffle(chosen.toSeq)
    fields <- Gen.listOfN(shuffled.length, values(depth - 1))
  } yield { () =>
    val builder = node.ignite.binary.builder(kind)
    shuffled.zip(fields).foreach { case (name, value) =>
      builder.setField(name, value().asInstanceOf[AnyRef], classOf[AnyRef])
    }
    builder.build()
  }

  /** Converts a value that Ignite read to the tree that our reader should give. */
  protected def tree(value: Any): Tree = value match {
    case null => NoValue
    case v: java.lang.Boolean => Flag(v)
    case v @ (_: java.lang.Byte | _: java.lang.Short | _: java.lang.Integer | _: java.lang.Long) =>
      Whole(v.asInstanceOf[Number].longValue)
    case v: java.lang.Float => Real(v.doubleValue)
    case v: java.lang.Double => Real(v)
    case v: java.lang.Character => unit(v)
    case v: String => Text(v)
    case v: UUID => Text(v.toString)
    case v: Timestamp =>
      Instant(InstantForm.Timestamp, v.getTime, v.getNanos % 1000000)
    case v: Time => Whole(v.getTime)
    case v: Date => Instant(InstantForm.Date, v.getTime, 0)
    case v: BigDecimal => Scaled(v.unscaledValue, v.scale)
    case v: Array[Byte] => hex(v)
    case v: Array[Char] => Items(v.map(unit(_)).toVector)
    case v: Array[_] => Items(v.map(tree).toVector)
    case v: java.util.Collection[_] => Items(v.asScala.map(tree).toVector)
    case v: java.util.Map[_, _] =>
      Entries(v.asScala.iterator.map { case (key, value) => tree(key) -> tree(value) }.toVector)
    case v: BinaryObject =>
      val fields = v.`type`.fieldNames.asScala.filter(v.hasField).map(name =>
        name -> tree(v.field[Any](name)))
      struct(fields.toSeq :+ ("@type" -> Text(v.`type`.typeName)): _*)
    case other => throw new IllegalArgumentException(s"a ${other.getClass}")
  }

  private def unit(c: Char): Tree =
    if (Character.isSurrogate(c)) Whole(c.toLong) else Text(c.toString)

  /** Returns the first difference of two trees, which are too large to compare by eye. */
  protected def difference(one: Tree, other: Tree, path: String = ""): Option[String] =
    (one, other) match {
      case (Struct(fields), Struct(others)) =>
        (fields.keySet ++ others.keySet).toSeq.sorted.flatMap(key =>
          difference(fields.getOrElse(key, NoValue), others.getOrElse(key, NoValue),
            s"$path.$key")).headOption
      case (Items(items), Items(others)) =>
        items.zipAll(others, NoValue, NoValue).zipWithIndex.flatMap { case ((a, b), at) =>
          difference(a, b, s"$path[$at]")
        }.headOption
      case (Entries(entries), Entries(others)) if entries.length == others.length =>
        entries.zip(others).flatMap { case ((key, value), (otherKey, otherValue)) =>
          difference(key, otherKey, s"$path.key")
            .orElse(difference(value, otherValue, s"$path.$key"))
        }.headOption
      case _ => if (one == other) None else Some(s"$path: $one, but $other")
    }
}
