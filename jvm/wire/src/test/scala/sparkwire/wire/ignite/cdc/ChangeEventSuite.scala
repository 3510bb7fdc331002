package sparkwire.wire.ignite.cdc

import java.math.{BigDecimal, BigInteger}
import java.nio.ByteBuffer
import java.sql.{Date => SqlDate}
import java.time.{Instant => JavaInstant, _}
import java.util.{Vector => _, _}

import org.apache.ignite.binary.BinaryObject
import org.apache.ignite.internal.util.IgniteUtils

import sparkwire.wire.{ReaderChecks, Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.ignite.{IgniteClasses, Node, PeerValues}
import sparkwire.wire.ignite.cdc.Cdc.OneEvent
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Events that Ignite's own classes have written. */
class ChangeEventSuite
    extends AnyFunSuite
    with ScalaCheckPropertyChecks
    with ReaderChecks
    with PeerValues
    with BeforeAndAfterAll {
  protected var node: Node = _
  private val event = OneEvent(Kind.Dynamic, Kind.Dynamic)

  override def beforeAll(): Unit = node = new Node
  override def afterAll(): Unit = node.close()

  private def fits(bytes: Array[Byte], expected: Tree): Assertion = {
    val Right(ours) = walk(event, bytes): @unchecked
    assert(difference(ours, expected) === None)
    tiles(event)(bytes)
  }

  private def stored(value: Any): Tree = {
    val Right(tree) = walk(OneIgniteValue(Kind.Dynamic), node.bytes(value)): @unchecked
    tree
  }

  test("keys and values of any kind are read as ignite_decode reads what a cache holds of them") {
    forAll(values(1), values(3), minSuccessful(400)) { (madeKey, madeValue) =>
      val key = madeKey()
      val value = madeValue()
      fits(Events.bytes(key, value), Events.tree(stored(key), stored(value)))
    }
  }

  private def isRead(value: Any): Assertion = withClue(s"${value.getClass}: ") {
    fits(Events.bytes(value, value), Events.tree(stored(value), stored(value)))
    fits(Events.bytes(1, value), Events.tree(Whole(1), stored(value)))
  }

  test("text in Java's own form of UTF-8") {
    Seq("", "a\u0000b", "\ud83d\ude00", "\u00fc" * 400, "x" * 70000)
      .foreach(isRead)
    // Ignite would write a question mark.
    fits(Events.bytes("\ud83d alone", 1), Events.tree(Text("\ufffd alone"), Whole(1)))
  }

  test("numbers and times") {
    Seq(BigInteger.ZERO, BigInteger.TEN.negate, BigInteger.TWO.pow(200), BigInteger.valueOf(128),
      BigInteger.valueOf(-128)).foreach { value =>
      fits(Events.bytes(value, 1), Events.tree(Scaled(value, 0), Whole(1)))
    }
    Seq(new BigDecimal("0.00"), new BigDecimal("1.50"), new BigDecimal("-128"),
      new BigDecimal(BigInteger.TWO.pow(100).negate, -7)).foreach(isRead)
    // Decimals of which the digits are the same small number refer to each other's.
    isRead(Arrays.asList(new BigDecimal("1.5"), new BigDecimal("0.15"), new BigDecimal("15")))
    Seq(new SqlDate(0), new SqlDate(-86400000L * 900000), new java.sql.Time(3600000),
      java.sql.Timestamp.valueOf("1969-12-31 23:59:59.123456789"), new Date(Long.MinValue))
      .foreach(isRead)
  }

  test("java.time") {
    val date = LocalDate.of(-44, 3, 15)
    val at = date.atTime(1, 2, 3, 4)
    Seq[Any](Duration.ofSeconds(-5, 7), JavaInstant.ofEpochSecond(-1, 999999999), date, at,
      LocalTime.of(0, 0), LocalTime.of(1, 2), LocalTime.of(1, 2, 3), LocalTime.of(23, 59, 59, 1),
      at.atZone(ZoneId.of("Europe/Berlin")), at.atZone(ZoneOffset.ofHours(-5)),
      ZoneId.of("America/New_York"), ZoneOffset.ofTotalSeconds(3661),
      at.atOffset(ZoneOffset.ofTotalSeconds(-1)), at.toLocalTime.atOffset(ZoneOffset.UTC),
      Year.of(2024), YearMonth.of(-1, 12), MonthDay.of(2, 29), Period.of(1, -2, 3)).foreach(isRead)
  }

  test("collections, maps and arrays of the JDK") {
    val tree = new TreeMap[String, Any](Map.of[String, Any]("b", 2, "a", "x"))
    // Ignite holds a TreeMap as an object without fields.
    fits(Events.bytes(tree, new TreeSet(tree.keySet)),
      Events.tree(stored(new LinkedHashMap[Any, Any](tree)), Items(Vector(Text("a"), Text("b")))))
    Seq[Any](List.of(), List.of(1), List.of(1, 2, 3), Set.of("a"), Map.of(), Map.of("a", 1),
      Arrays.asList[Any](1, null, "x"), Collections.singletonList(7),
      new LinkedList[Any](List.of(1, 2)), new HashMap[Any, Any](tree),
      new LinkedHashMap[Any, Any](tree), new HashSet[Any](tree.keySet),
      new LinkedHashSet[Any](tree.keySet), Array(Array(1, 2), Array(3)), Array("a", null),
      Array[AnyRef](Array(1.5), List.of(Map.of("k", Array(true)))),
      Array(BigInteger.ONE, BigInteger.ONE)).foreach(isRead)
  }

  private def order(text: String): BinaryObject =
    node.ignite.binary.builder("shop.Order").setField("text", text).build()

  test("a binary object may be in several blocks, and in the middle of other bytes") {
    Seq(0, 900, 1000, 1015, 1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023, 1024, 2048, 100000)
      .foreach(size => isRead(order("x" * size)))
    val bytes = node.bytes(order("y" * 10))
    Seq(1, 3000).foreach { before =>
      val surrounded = new Array[Byte](before) ++ bytes ++ new Array[Byte](5)
      val inside = Events.binary(surrounded, before)
      inside.detachAllowed(false)
      fits(Events.bytes(inside, List.of(inside)),
        Events.tree(stored(order("y" * 10)), Items(Vector(stored(order("y" * 10))))))
    }
  }

  test("constants, and arrays with a type of their own") {
    val one = IgniteClasses.constant(77, null, 1)
    val named = IgniteClasses.constant(0, "shop.Status", 2)
    val oneTree = struct("@type" -> Whole(77), "ordinal" -> Whole(1))
    val namedTree = struct("@type" -> Text("shop.Status"), "ordinal" -> Whole(2))
    fits(Events.bytes(one, named), Events.tree(oneTree, namedTree))
    val array = IgniteClasses.array(5, "shop.Order", Array(order("a"), null), isOfConstants = false)
    fits(Events.bytes(1, array),
      Events.tree(Whole(1), Items(Vector(stored(order("a")), NoValue))))
    val constants = IgniteClasses.array(5, "shop.Status", Array(one, named), isOfConstants = true)
    fits(Events.bytes(1, constants), Events.tree(Whole(1), Items(Vector(oneTree, namedTree))))
    fits(Events.bytes(DayOfWeek.MONDAY, 1), Events.tree(Text("MONDAY"), Whole(1)))
  }

  test("references lead to what was there before, and may lead back to a list that is open") {
    val text = "shared"
    val binary = order("a")
    val list = new ArrayList[Any](Arrays.asList[Any](text, binary, 5, text, binary, 5))
    list.add(new ArrayList[Any](list))
    Seq[Any](text, binary, Int.box(5), list).foreach { key =>
      fits(Events.bytes(key, key), Events.tree(stored(key), stored(key)))
      fits(Events.bytes(key, list), Events.tree(stored(key), stored(list)))
      fits(Events.bytes(list, key), Events.tree(stored(list), stored(key)))
    }
    val own = new ArrayList[Any]()
    own.add(own)
    val cycle = struct("@cycle" -> Whole(5))
    fits(Events.bytes(1, own), Events.tree(Whole(1), Items(Vector(cycle))))
    // The stream's own string: the type of the field `key`.
    val typeName = "Ljava/lang/Object;"
    fits(Events.bytes(typeName, List.of(typeName)),
      Events.tree(Text(typeName), Items(Vector(Text(typeName)))))
  }

  test("an entry may be removed, come from another cluster, or expire") {
    fits(Events.bytes("k", null), Events.tree(Text("k"), NoValue))
    fits(Events.bytes("k", 1, isReplicated = true),
      Events.tree(Text("k"), Whole(1), isReplicated = true))
    Seq(1L, 1700000000123L, -5L).foreach(time =>
      fits(Events.bytes("k", 1, expireTime = time),
        Events.tree(Text("k"), Whole(1), expireTime = time)))
    fits(Events.bytes("k", 1, expireTime = Long.MaxValue), Events.tree(Text("k"), Whole(1)))
  }

  test("an event of Ignite 2.14, which does not say when the entry expires") {
    val written =
      "aced00057372002b6f72672e6170616368652e69676e6974652e696e7465726e616c2e6364632e436463" +
        "4576656e74496d706c000000000000000002000649000763616368654964490004706172745a00077072" +
        "696d6172794c00036b65797400124c6a6176612f6c616e672f4f626a6563743b4c00036f726474002b4c" +
        "6f72672f6170616368652f69676e6974652f63616368652f4361636865456e74727956657273696f6e3b" +
        "4c000376616c71007e00017870fffffffb00000011017400016b737200446f72672e6170616368652e69" +
        "676e6974652e696e7465726e616c2e70726f636573736f72732e63616368652e76657273696f6e2e4772" +
        "6964436163686556657273696f6e00000000000000000c0000787077100000010e0000018bcfe5687b18" +
        "00000578737200116a6176612e6c616e672e496e746567657212e2a0a4f781873802000149000576616c" +
        "7565787200106a6176612e6c616e672e4e756d62657286ac951d0b94e08b020000787000000001"
    fits(Vectors.bytes(written), Events.tree(Text("k"), Whole(1)))
  }

  test("the mark between events is none") {
    val mark = ByteBuffer.allocate(8).putLong(0xc0ff1eL).array
    assert(walk(event, mark) === Right(NoValue))
    assert(walk(event, mark.updated(7, 0.toByte)).left.map(_.word) === Left("not-an-event"))
  }

  test("a part that is not wanted is still checked, but for verify = none") {
    val bytes = Events.bytes(order("a"), order("b"))
    // The version of the last object, which must be 1.
    val broken = bytes.clone
    broken(bytes.lastIndexOf(103.toByte) + 1) = 9
    val id: String => Boolean = _ == "cache_id"
    assert(walk(event, bytes, keep = id) === Right(struct("cache_id" -> Whole(-5))))
    assert(walk(event, broken, keep = id).left.map(_.word) === Left("bad-version"))
    val lax = Options(scala.collection.immutable.Map("verify" -> "none"))
    assert(walk(event, broken, lax, id) === Right(struct("cache_id" -> Whole(-5))))
  }

  private def refused(bytes: Array[Byte], reason: String, path: String): Assertion = {
    val Some(fault) = faultOf(event, bytes): @unchecked
    assert((fault.reason.word, fault.path) === ((reason, path)))
    tiles(event)(bytes)
  }

  test("other streams are refused, and no class is loaded") {
    refused(Array(), "empty-input", "")
    refused(IgniteUtils.toBytes("text"), "not-an-event", "")
    refused(IgniteUtils.toBytes(new ArrayList[Any]()), "not-an-event", "")
    refused(node.bytes("text"), "not-an-event", "")
    refused(Events.bytes(new Properties, 1), "unknown-class", "key")
    refused(Events.bytes(1, new Locale("de")), "unknown-class", "value")
    refused(Events.bytes(1, List.of[Any](1, new TreeMap(Collections.reverseOrder[String]))),
      "unknown-class", "value")
    refused(Events.bytes(1, classOf[String]), "bad-object-stream", "value")
    refused(Events.bytes(1, 2) :+ 0.toByte, "trailing-bytes", "")
    val bytes = Events.bytes(1, "xyz")
    val reference = bytes.clone
    // The value becomes a reference to a number that was not given.
    val at = bytes.length - 6
    Array(0x71, 0, 0x7e, 1, 0).zipWithIndex.foreach { case (byte, i) =>
      reference(at + i) = byte.toByte
    }
    refused(reference, "bad-object-stream", "value")
    val deep =
      Events.bytes(1, (0 until 12).foldLeft[Any](1)((inner, _) => new ArrayList(List.of(inner))))
    val options = Options(scala.collection.immutable.Map("maxDepth" -> "11"))
    assert(faultOf(event, deep).isEmpty)
    assert(faultOf(event, deep, options).map(_.reason.word) === Some("nesting-too-deep"))
  }

  test("any byte may be any other, and the bytes may end anywhere") {
    val list = Arrays.asList(new BigDecimal("1.5"), new UUID(1, 2), LocalDate.of(2024, 2, 29))
    Seq(
      Events.bytes(order("a"), order("b"), isReplicated = true),
      Events.bytes("k", new LinkedHashMap[Any, Any](Map.of("a", list))),
      Events.bytes(1L, Array[AnyRef](Array(1, 2), order("c" * 1100)))).foreach { bytes =>
      everyCutIsAFault(event)(bytes)
      everyFlipIsValueOrFault(event)(bytes)
    }
  }
}
