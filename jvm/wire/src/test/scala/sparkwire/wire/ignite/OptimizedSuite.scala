package sparkwire.wire.ignite

import java.math.{BigDecimal, BigInteger}
import java.sql.{Date => SqlDate, Time, Timestamp}
import java.time.{LocalDate, Month}
import java.util._
import java.util.concurrent._

import scala.jdk.CollectionConverters._

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.core.{InstantForm, Options, Reason}

import org.scalacheck.{Arbitrary, Gen}
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Values that Ignite leaves to its optimized marshaller: the marshaller writes, the reader reads. */
class OptimizedSuite extends AnyFunSuite with ScalaCheckPropertyChecks with NodeReads {
  private def ints(values: Int*): Items = Items(values.map(value => Whole(value.toLong)).toVector)
  private def whole(value: Long): Tree = Whole(value)

  private def opaque(value: Any): Assertion = {
    val bytes = node.bytes(value)
    assert(bytes(0) === Ignite.OptimizedCode)
    val data = struct("@type" -> Text("optimized"), "data" -> hex(bytes.drop(5)))
    assert(walk(one, bytes) === Right(data))
    tiles(one)(bytes)
  }

  // Collections.

  private def sfm(map: Map[Any, java.lang.Boolean]): Set[Any] = {
    val set = Collections.newSetFromMap(map)
    val _ = set.add(1)
    set
  }

  private def vector: Vector[Any] = {
    val vector = new Vector[Any](20)
    vector.addAll(Arrays.asList(1, 2))
    vector
  }

  /** Collections that all hold 1 and 2. */
  private def lists: Seq[Any] = {
    val list = new ArrayList[Any](Arrays.asList(1, 2))
    val linked = new LinkedList[Any](list)
    val queue = new LinkedBlockingQueue[Any](list)
    Seq(List.of(1, 2), List.copyOf(list), list.stream.toList, Arrays.asList(1, 2),
      Collections.unmodifiableList(list), Collections.unmodifiableList(linked),
      Collections.unmodifiableCollection(list), Collections.synchronizedList(list),
      Collections.synchronizedList(linked), Collections.synchronizedCollection(list),
      Collections.checkedList(list.asInstanceOf[List[Integer]], classOf[Integer]),
      Collections.checkedCollection(linked.asInstanceOf[Collection[Integer]], classOf[Integer]),
      Collections.unmodifiableList(Arrays.asList(1, 2)),
      Collections.unmodifiableSortedSet(new TreeSet[Integer](Arrays.asList[Integer](1, 2))),
      Collections.synchronizedSortedSet(new TreeSet[Integer](Arrays.asList[Integer](1, 2))),
      Collections.unmodifiableSet(new LinkedHashSet[Any](list)),
      Collections.synchronizedSet(new LinkedHashSet[Any](list)),
      Collections.asLifoQueue(new ArrayDeque[Any](list)), vector, new ArrayDeque[Any](list),
      new PriorityQueue[Any](list), new CopyOnWriteArrayList[Any](list),
      new CopyOnWriteArraySet[Any](list), new ConcurrentSkipListSet[Any](list),
      new ConcurrentLinkedQueue[Any](list), new ConcurrentLinkedDeque[Any](list),
      new LinkedTransferQueue[Any](list), queue, new LinkedBlockingDeque[Any](list),
      new PriorityBlockingQueue[Any](list))
  }

  test("lists, sets and queues of java.util are arrays") {
    lists.foreach(list => assert(read(list) === ints(1, 2), list.getClass))
    for (list <- Seq[Any](List.of(1), Set.of(1), Collections.singletonList(1),
        Collections.singleton(1), Collections.nCopies(1, 1),
        sfm(new HashMap[Any, java.lang.Boolean]),
        sfm(new ConcurrentHashMap[Any, java.lang.Boolean])))
      assert(read(list) === ints(1), list.getClass)
    for (list <- Seq[Any](List.of(), Set.of(), Collections.emptyList, Collections.emptySet,
        Arrays.asList(), Collections.nCopies(0, "x"), new Stack[Any], new ArrayDeque[Any],
        new PriorityQueue[Any], new ConcurrentLinkedQueue[Any]))
      assert(read(list) === ints(), list.getClass)
    assert(read(Collections.nCopies(3, List.of(1))) === Items(scala.Vector.fill(3)(ints(1))))
    assert(read(Arrays.asList[Any](Collections.nCopies(2, null), 5)) ===
      Items(scala.Vector(Items(scala.Vector(NoValue, NoValue)), whole(5))))
  }

  private def maps: Seq[Any] = {
    val map = new TreeMap[String, Integer](Map.of[String, Integer]("a", 1, "b", 2))
    val linked = new LinkedHashMap[String, Integer](map)
    val table = new Hashtable[String, Integer](linked)
    Seq(
      new ConcurrentHashMap[String, Integer](map), new ConcurrentSkipListMap[String, Integer](map),
      Collections.unmodifiableMap(linked), Collections.synchronizedMap(linked),
      Collections.unmodifiableSortedMap(map), Collections.synchronizedSortedMap(map),
      Collections.checkedMap(linked, classOf[String], classOf[Integer]), Map.of("a", 1, "b", 2),
      Map.copyOf(map), table)
  }

  test("maps of java.util are maps") {
    val pairs = scala.Predef.Set[(Tree, Tree)](Text("a") -> whole(1), Text("b") -> whole(2))
    maps.foreach { map =>
      val Entries(entries) = read(map): @unchecked
      assert(entries.toSet === pairs && entries.length === 2, map.getClass)
    }
    val identity = new IdentityHashMap[Any, Any](Map.of(1, 2))
    for (map <- Seq[Any](Map.of(1, 2), identity, new ConcurrentHashMap[Any, Any](identity)))
      assert(read(map) === Entries(scala.Vector(whole(1) -> whole(2))), map.getClass)
    for (map <- Seq[Any](Map.of(), Collections.emptyMap, new ConcurrentHashMap[Any, Any],
        new Hashtable[Any, Any]))
      assert(read(map) === Entries(scala.Vector()), map.getClass)
    val properties = new Properties
    properties.setProperty("k", "é")
    assert(read(properties) === Entries(scala.Vector(Text("k") -> Text("é"))))
    val inner = new Properties(properties)
    assert(read(inner) === Entries(scala.Vector(Text("k") -> Text("é"))))
  }

  test("comparators and locks are passed over") {
    val ignoring = new ConcurrentSkipListMap[String, Int](String.CASE_INSENSITIVE_ORDER)
    ignoring.put("a", 1)
    val reversed =
      new ConcurrentSkipListMap[String, Int](
        Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER))
    reversed.put("a", 1)
    val plain = new ConcurrentSkipListMap[String, Int](Collections.reverseOrder[String])
    plain.put("a", 1)
    for (map <- Seq[Any](ignoring, reversed, plain))
      assert(read(map) === Entries(scala.Vector(Text("a") -> whole(1))))
  }

  test("what collections hold") {
    val id = new UUID(1, 2)
    val stamp = new Timestamp(1005)
    stamp.setNanos(5000001)
    val values = Arrays.asList[Any](1.toByte, 2.toShort, 3, 4L, 5f, 6d, 'c', true, null, "s", id,
      new Date(-7), Array[Byte](1), Array[Short](1), Array(1), Array(1L), Array(1f), Array(1d),
      Array('c'), Array(true), Array("a", null), Array[AnyRef](Int.box(1)), new BigDecimal("1.50"),
      new BigDecimal("-1e30"), new BigInteger("-5"), new SqlDate(86400000), stamp, new Time(5),
      LocalDate.of(1970, 1, 3), classOf[Integer])
    assert(read(values) === Items(
      scala.Vector(whole(1), whole(2), whole(3), whole(4), Real(5),
        Real(6), Text("c"), Flag(true), NoValue, Text("s"), Text(id.toString),
        Instant(InstantForm.Date, -7, 0), Hex("01"), ints(1), ints(1), ints(1),
        Items(scala.Vector(Real(1))), Items(scala.Vector(Real(1))), Items(scala.Vector(Text("c"))),
        Items(scala.Vector(Flag(true))), Items(scala.Vector(Text("a"), NoValue)), ints(1),
        Scaled(new BigInteger("150"), 2), Scaled(new BigInteger("-1"), -30),
        Scaled(new BigInteger("-5"), 0), Days(1),
        Instant(InstantForm.Timestamp, 1005, 1), whole(5), Days(2), whole(-2056817302))))
    assert(read(Arrays.asList(lists: _*)) === Items(lists.map(_ => ints(1, 2)).toVector))
    assert(read(Arrays.asList("é€\u0000\ud83d\ude00\ud800")) ===
      Items(scala.Vector(Text("é€\u0000\ud83d\ude00\ufffd"))))
  }

  test("an object that comes again is a handle") {
    val text = "text"
    val number = new BigInteger("123456789012345678901234567890")
    val inner = Arrays.asList(text, number)
    val shared =
      Arrays.asList[Any](text, text, inner, inner, LocalDate.EPOCH, LocalDate.EPOCH, number,
        new BigDecimal(number, 3), new BigDecimal(number, 3), new SqlDate(5), Array(1), inner, text)
    val inners = Items(scala.Vector(Text(text), Scaled(number, 0)))
    assert(read(shared) === Items(
      scala.Vector(Text(text), Text(text), inners, inners, Days(0), Days(0),
        Scaled(number, 0), Scaled(number, 3), Scaled(number, 3), Days(0), ints(1), inners,
        Text(text))))
    val list = new ArrayList[Any](Arrays.asList(1))
    assert(read(
      Arrays.asList(Collections.synchronizedList(list), list, Collections.nCopies(2, list))) ===
      Items(scala.Vector(ints(1), ints(1), Items(scala.Vector(ints(1), ints(1))))))
  }

  test("a list that holds itself") {
    val list = Arrays.asList[Any](1, null)
    list.set(1, list)
    assert(read(list) === Items(scala.Vector(whole(1), struct("@cycle" -> whole(5)))))
  }

  test("they are parts of other values, and may hold the same") {
    val days = Arrays.asList(new SqlDate(0), new SqlDate(86400000))
    assert(read(new ArrayList[Any](Arrays.asList[Any](days, days, 7))) ===
      Items(
        scala.Vector(Items(scala.Vector(Days(0), Days(1))), Items(scala.Vector(Days(0), Days(1))),
          whole(7))))
    val made = node.ignite.binary.builder("shop.Day").setField("d", new SqlDate(5))
      .setField("l", List.of("x"), classOf[AnyRef]).build
    val named =
      Options(scala.Predef.Map("types" -> """[{"type_name":"shop.Day","schemas":[["d","l"]]}]"""))
    assert(read(made, named) ===
      struct("@type" -> Text("shop.Day"), "d" -> Days(0), "l" -> Items(scala.Vector(Text("x")))))
  }

  // Random values.

  private type Make = () => Any

  private val leaves: Gen[(Make, Tree)] = Gen.oneOf(
    Arbitrary.arbitrary[Int].map(v => (v, Whole(v.toLong))),
    Arbitrary.arbitrary[Long].map(v => (v, Whole(v))),
    Arbitrary.arbitrary[Double].map(v => (v, Real(v))),
    Gen.alphaStr.map(v => (v, Text(v))),
    Gen.uuid.map(v => (v, Text(v.toString))),
    Gen.const((null, NoValue)),
    Arbitrary.arbitrary[BigInt].map(v => (v.bigInteger, Scaled(v.bigInteger, 0))),
    Gen.choose(-700000, 2900000).map(v => (LocalDate.ofEpochDay(v.toLong), Days(v))),
    Gen.choose(-10000, 2900000).map(v => (new SqlDate(v * 86400000L), Days(v)))
  ).map { case (value, tree) => (() => value, tree) }

  private def nested(depth: Int): Gen[(Make, Tree)] =
    if (depth == 0) leaves
    else
      Gen.frequency(
        3 -> leaves,
        2 -> many(depth).map { case (values, trees) =>
          (() => Arrays.asList(values.map(_()): _*), Items(trees.toVector))
        },
        1 -> many(depth).map { case (values, trees) =>
          (() => new CopyOnWriteArrayList[Any](values.map(_()).asJava), Items(trees.toVector))
        },
        1 -> many(depth).map { case (values, trees) =>
          val entries = trees.zipWithIndex.map { case (tree, at) => (Text(s"k$at"): Tree, tree) }
          (() => Collections.unmodifiableMap(mapOf(values.map(_()))), Entries(entries.toVector))
        },
        // The same instance twice.
        1 -> nested(depth - 1).map { case (make, tree) =>
          (
            () => {
              val value = make()
              Collections.unmodifiableList(Arrays.asList(value, value))
            },
            Items(scala.Vector(tree, tree)))
        }
      )

  private def many(depth: Int): Gen[(Seq[Make], Seq[Tree])] =
    Gen.choose(0, 4).flatMap(Gen.listOfN(_, nested(depth - 1))).map(_.unzip)

  private def mapOf(values: Seq[Any]): Map[Any, Any] = {
    val map = new LinkedHashMap[Any, Any]
    values.zipWithIndex.foreach { case (value, at) => map.put(s"k$at", value) }
    map
  }

  test("random values are what they were") {
    forAll(nested(4), minSuccessful(500)) { case (make, tree) =>
      val bytes = node.bytes(Arrays.asList(make()))
      assert(walk(one, bytes) === Right(Items(scala.Vector(tree))), Vectors.hex(bytes))
      tiles(one)(bytes)
    }
  }

  test("any byte of them may be any other") {
    val raw = Options(scala.Predef.Map("optimized" -> "raw"))
    forAll(nested(3), minSuccessful(30)) { case (make, _) =>
      val bytes = node.bytes(Arrays.asList(make()))
      everyCutIsAFault(one)(bytes)
      everyFlipIsValueOrFault(one)(bytes)
      tiles(one, raw)(bytes)
    }
    for (value <- lists ++ maps) {
      val bytes = node.bytes(value)
      everyFlipIsValueOrFault(one)(bytes)
    }
  }

  // Values that stay bytes.

  test("other classes stay bytes, and so does what holds one") {
    val unknown = new java.lang.StringBuilder("x")
    for (value <- Seq[Any](unknown, Arrays.asList(unknown), Map.of("k", unknown),
        Arrays.asList(TimeUnit.DAYS), Locale.US, new atomic.AtomicInteger(5),
        Arrays.asList(new atomic.AtomicInteger(5)), EnumSet.of(Month.MAY), new BitSet))
      opaque(value)
  }

  test("all stay bytes if raw is asked for") {
    val raw = Options(scala.Predef.Map("optimized" -> "raw"))
    for (value <- lists ++ Seq(new SqlDate(5), LocalDate.EPOCH, BigInteger.ONE)) {
      val bytes = node.bytes(value)
      assert(walk(one, bytes, raw) ===
        Right(struct("@type" -> Text("optimized"), "data" -> hex(bytes.drop(5)))))
    }
  }

  test("a class that the cluster does not know has its name") {
    val name = "java.util.CopyOnWriteArraySet".replace("util", "util.concurrent")
    val list = "6623411c93c3900100000003" + "05000000"
    val named =
      f"6600000000${name.length}%02x000000${Vectors.hex(name.getBytes)}d769$list"
    val bytes = Vectors.bytes(f"fe${named.length / 2}%02x000000$named")
    assert(walk(one, bytes) === Right(ints(5)))
  }

  // Limits.

  private def refused(bytes: Array[Byte], reason: Reason): Assertion = {
    assert(walk(one, bytes) === Left(reason))
    assert(walk(one, bytes, keep = _ => false) === Left(reason))
    assert(faultOf(one, bytes).map(fault => (fault.reason.word, fault.offset)) ===
      Some((reason.word, 0)))
  }

  test("lists in lists as deep as the limit, and one deeper") {
    def deep(levels: Int): Any = (1 until levels).foldLeft[Any](List.of())((in, _) => List.of(in))
    assert(walk(one, node.bytes(deep(500))).isRight)
    refused(node.bytes(deep(501)), Reason.NestingTooDeep)
  }

  test("handles that double from level to level, and copies of copies") {
    val doubled =
      (1 to 40).foldLeft[Any](List.of("x"))((inner, _) => Arrays.asList(inner, inner))
    refused(node.bytes(doubled), Reason.TooLarge)
    refused(node.bytes(Collections.nCopies(Int.MaxValue, "x")), Reason.TooLarge)
  }
}
