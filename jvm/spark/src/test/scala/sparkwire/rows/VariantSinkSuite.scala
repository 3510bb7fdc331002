package sparkwire.rows

import java.math.BigInteger
import java.nio.{ByteBuffer, ByteOrder}

import org.apache.spark.sql.types.VariantType
import org.apache.spark.types.variant.{Variant, VariantBuilder}
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.Decoders
import sparkwire.expressions.{Decoder, Ending}
import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.core.{Field, Kind, Options, Shape}
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.values.OneIgniteValue
import sparkwire.wire.msgpack.MsgpackGenerator
import sparkwire.wire.sinks.SameHash
import sparkwire.wire.variant.reading.VariantReader

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** VARIANTs read with Spark's own reader, and compared with the ones of Spark's own builder. */
class VariantSinkSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  // Shared by all tests, so that the state kept from value to value is tested too.
  private val decoder = Decoders.decoder()

  private def variant(tree: Tree): VariantVal =
    decoder.decode(MsgpackGenerator.write(tree)).asInstanceOf[VariantVal]

  private def isAsBuilt(tree: Tree): Assertion = {
    val expected = Results.asVariant(tree)
    val made = variant(tree)
    assert(Results.ofVariant(made) === expected)
    val builder = new VariantBuilder(false)
    build(builder, expected)
    val built = builder.result()
    assert(Results.ofVariant(built) === expected)
    for ((value, dictionary) <- Seq(
        (made.getValue, made.getMetadata), (built.getValue, built.getMetadata)))
      assert(Results.ofVariant(readBack(value, dictionary)) === expected)
    assert(json(new Variant(made.getValue, made.getMetadata)) === json(built))
  }

  private val reader = new VariantReader(Aerospike.OneKey, Options.MaxSize.to)
  private val rows = new RowSink(Kind.Asked, VariantType, Options(Map("maxDepth" -> "1000")))

  private def readBack(value: Array[Byte], dictionary: Array[Byte]): VariantVal = {
    rows.begin()
    reader.give(value, 0, value.length, dictionary, 0, dictionary.length, rows)
    rows.result.asInstanceOf[VariantVal]
  }

  private def json(variant: Variant): String = variant.toJson(java.time.ZoneOffset.UTC)

  private def build(to: VariantBuilder, tree: Tree): Unit = tree match {
    case NoValue => to.appendNull()
    case Flag(value) => to.appendBoolean(value)
    case Whole(value) => to.appendLong(value)
    case Scaled(unscaled, scale) => to.appendDecimal(new java.math.BigDecimal(unscaled, scale))
    case Real(value) => to.appendDouble(value)
    case Text(value) => to.appendString(value)
    case Hex(digits) => to.appendBinary(Results.bytes(digits))
    case Micros(value) => to.appendTimestamp(value)
    case Items(items) =>
      val start = to.getWritePos
      val offsets = new java.util.ArrayList[Integer]
      items.foreach { item =>
        offsets.add(to.getWritePos - start)
        build(to, item)
      }
      to.finishWritingArray(start, offsets)
    case Entries(entries) =>
      val start = to.getWritePos
      val fields = new java.util.ArrayList[VariantBuilder.FieldEntry]
      entries.foreach { case (key, value) =>
        val name = key.asInstanceOf[Text].value
        fields.add(new VariantBuilder.FieldEntry(name, to.addKey(name), to.getWritePos - start))
        build(to, value)
      }
      to.finishWritingObject(start, fields)
    case other => throw new IllegalArgumentException(other.toString)
  }

  test("any value is as Spark's builder makes it")(forAll(MsgpackGenerator.values)(isAsBuilt))

  private def numbered(count: Int, from: Int = 0): Tree =
    Entries(Vector.tabulate(count)(i => Text(s"k${from + i}") -> Whole(i.toLong)))

  for (count <- Seq(0, 1, 31, 32, 33, 255, 256, 257, 1000))
    test(s"an object of $count fields") {
      isAsBuilt(numbered(count))
      isAsBuilt(
        Items(
          Vector(numbered(count), numbered(count, from = 5),
            Entries(Vector(Text("a") -> numbered(count))))))
    }

  test("an object of 70000 fields")(isAsBuilt(numbered(70000)))

  for (count <- Seq(0, 1, 255, 256, 70000))
    test(s"an array of $count elements")(isAsBuilt(Items(Vector.fill(count)(Text("x")))))

  for (length <- Seq(0, 62, 63, 64, 255, 256, 65535, 65536, 1 << 22))
    test(s"a text and a binary of $length bytes, and containers around them") {
      isAsBuilt(Text("t" * length))
      isAsBuilt(Items(Vector(Text("t" * length), Entries(Vector(Text("b") -> Hex("00" * length))))))
    }

  test("keys are sorted as Spark's search expects them, by UTF-16 and not by bytes") {
    val keys = Seq("", "a", "A", "é", "\uffff", "😀", "\ud7ff", "aa", "a\u0000", "z" * 300)
    for (order <- keys.permutations.take(200))
      isAsBuilt(Entries(order.map(key => Text(key) -> Text(key)).toVector))
  }

  test("rows of one column with the same names, fewer, others, and again") {
    val names = Gen.someOf(
      "a", "b", "c", "d", "e", "f").map(_.map(name => Text(name) -> Whole(1)).toVector)
    forAll(Gen.listOfN(20, names))(_.foreach(fields => isAsBuilt(Entries(fields))))
  }

  test("a value that breaks off in its middle leaves nothing for the next one") {
    def fields(names: String*): Tree = Entries(names.map(name => Text(name) -> Whole(1)).toVector)
    isAsBuilt(fields("a", "b", "c"))
    for (broken <- Seq(fields("x", "y", "z"), fields("a", "y"), fields("b", "a", "c", "d"))) {
      val bytes = MsgpackGenerator.write(broken)
      intercept[sparkwire.errors.MalformedInputException](decoder.decode(bytes.dropRight(1)))
      isAsBuilt(broken)
      intercept[sparkwire.errors.MalformedInputException](decoder.decode(bytes.dropRight(1)))
      isAsBuilt(fields("a", "b", "c"))
    }
  }

  test("names that change with every row, more of them than are kept") {
    for (row <- 0 until 300)
      isAsBuilt(
        Entries(Vector.tabulate(40)(i => Text(s"row $row, ${(i * 7) % 40}") -> Whole(1)) :+
          (Text("same") -> Whole(2))))
  }

  test(
    "maps with other keys than text, and with one key twice, are pairs in the order of the bytes") {
    val one = Whole(1)
    val nested = Entries(
      Vector(Whole(1) -> Entries(Vector(Hex("00") -> one, Text("t") -> one)), Text("a") -> one,
        Text("a") -> NoValue))
    isAsBuilt(nested)
    isAsBuilt(Entries(Vector(nested -> nested, Items(Vector(nested)) -> nested)))
    isAsBuilt(Entries(Vector.tabulate(300)(i => Whole(i.toLong) -> Text(s"v$i"))))
  }

  test("GeoJSON is text, but no name: a map with such a key is pairs") {
    val bytes = Results.bytes("81 c702177b7d 01")
    val expected = Items(Vector(Results.record("key" -> Text("{}"), "value" -> Whole(1))))
    val found = Decoders.value(bytes, options = Map("ext" -> "aerospike"))
    assert(Results.ofVariant(found.asInstanceOf[VariantVal]) === expected)
  }

  test("names that were made to have one hash are told apart in no time") {
    val names = SameHash.names(1 << 14)
    def fields(
        names: Seq[String]): Tree = Entries(names.map(name => Text(name) -> NoValue).toVector)
    for (_ <- 1 to 3; some <- Seq(names, names.reverse, names.drop(1)))
      assert(new Variant(variant(fields(some)).getValue,
        variant(fields(some)).getMetadata).objectSize === some.length)
    // Few enough names for the maps that this test uses.
    isAsBuilt(Items(Vector.fill(2)(fields(names.take(600)))))
  }

  test("fields of one name are all there, whether the names were ranked before or not") {
    val shape = Shape("twice", Vector("b", "a", "b").map(Field(_, Kind.Int64, "")))
    val sink = new RowSink(Kind.Dynamic, VariantType, Options.none)
    val made = Seq.fill(5) {
      sink.begin()
      sink.beginStruct(shape)
      for (field <- shape.fields.indices) {
        assert(sink.wanted(field))
        sink.int(field.toLong + 1)
      }
      sink.endStruct()
      val value = sink.result.asInstanceOf[VariantVal]
      json(new Variant(value.getValue, value.getMetadata))
    }
    assert(made.distinct === Seq("""{"a":2,"b":1,"b":3}"""))
  }

  test("past maxSize a value is too large, and a smaller one after it is fine") {
    val small = Decoders.decoder(options = Map("maxSize" -> "1000"))
    val long = MsgpackGenerator.write(Items(Vector(Text("x" * 500), Text("y" * 600))))
    val names = MsgpackGenerator.write(Entries(Vector(Text("x" * 1001) -> NoValue)))
    for (bytes <- Seq(long, names)) {
      assert(Decoders.fault(bytes, VariantType, Map("maxSize" -> "1000"))._1 === "too-large")
      assert(
        intercept[sparkwire.errors.MalformedInputException](
          small.decode(bytes)).getMessage.contains("too-large"))
    }
    assert(small.decode(Array[Byte](1)) !== null)
  }

  test("a large value costs the same however deep it is") {
    val large = Text("x" * (8 << 20))
    val flat = Items(Vector.fill(450)(NoValue) :+ large)
    val deep = (1 to 450).foldLeft[Tree](large)((inner, _) => Items(Vector(inner)))
    val clock = java.lang.management.ManagementFactory.getThreadMXBean
    // The JVM compiles in the first runs. Then the deep value may take a few times as long as the
    // flat one, but not 450 times.
    val times = Seq(flat, deep).map { tree =>
      val bytes = MsgpackGenerator.write(tree)
      (1 to 5).map { _ =>
        val start = clock.getCurrentThreadCpuTime
        decoder.decode(bytes)
        clock.getCurrentThreadCpuTime - start
      }.min
    }
    assert(times(1) < 10 * times(0) + 20000000L)
  }

  test("pairs with long and short keys of text, in each other") {
    val long = Text("k" * 70)
    val inner = Entries(Vector(long -> Whole(1), Whole(2) -> long, long -> Items(Vector(long))))
    isAsBuilt(Entries(Vector(long -> inner, Text("") -> inner, inner -> long, long -> inner)))
    isAsBuilt(Items(Vector(inner, inner, Entries(Vector(Text("a") -> inner)))))
  }

  test("digits beyond Spark's are text, as many as time allows") {
    val plan = Decoders.plan(Ending.Strict, VariantType, Map.empty, Ignite,
      OneIgniteValue(Kind.Dynamic))
    val decoder = new Decoder(plan, plan.resultType)
    def decimal(size: Int): Array[Byte] = {
      val out = ByteBuffer.allocate(9 + size).order(ByteOrder.LITTLE_ENDIAN)
      out.put(30.toByte).putInt(2).putInt(size)
      while (out.hasRemaining) out.put(0x5a.toByte)
      out.array()
    }
    for (size <- Seq(20, 5000, 200000)) {
      val made = decoder.decode(decimal(size)).asInstanceOf[VariantVal]
      val unscaled =
        new Variant(made.getValue, made.getMetadata).getFieldByKey("unscaled").getString
      assert(unscaled === new BigInteger(Array.fill[Byte](size)(0x5a)).toString)
    }
    val clock = java.lang.management.ManagementFactory.getThreadMXBean
    val start = clock.getCurrentThreadCpuTime
    for (size <- Seq(300000, 6000000))
      assert(
        intercept[sparkwire.errors.MalformedInputException](
          decoder.decode(decimal(size))).getMessage.contains("too-large"))
    assert(clock.getCurrentThreadCpuTime - start < 2000000000L)
  }
}
