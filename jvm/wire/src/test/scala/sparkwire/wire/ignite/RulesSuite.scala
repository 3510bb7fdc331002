package sparkwire.wire.ignite

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Bytes => _, InstantForm, Kind, Options, Reason}
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The rules of the format one by one: values, and faults with their places. */
class RulesSuite extends AnyFunSuite with ReaderChecks {
  private val one = OneIgniteValue(Kind.Dynamic)

  private def described(types: String): Options = Options(Map("types" -> types))

  private def read(bytes: Encoded, options: Options = Options.none): Tree = {
    tiles(one, options)(bytes)
    everyCutIsAFault(one, options)(bytes)
    val unverified = Options(options.values + ("verify" -> "none"))
    val Right(tree) = walk(one, bytes, options): @unchecked
    assert(walk(one, bytes, unverified) === Right(tree))
    assert(read(wrapped(bytes), options, deeper = false) === tree)
    tree
  }

  private def read(bytes: Encoded, options: Options, deeper: Boolean): Tree = {
    assert(!deeper)
    val Right(tree) = walk(one, bytes, options): @unchecked
    tiles(one, options)(bytes)
    tree
  }

  private def refused(bytes: Encoded, reason: Reason, offset: Int, path: String = "",
      options: Options = Options.none): Assertion = {
    tiles(one, options)(bytes)
    val fault = faultOf(one, bytes, options)
    assert(fault.map(f => (f.reason.word, f.offset, f.path)) === Some((reason.word, offset, path)))
  }

  private def items(values: Tree*): Tree = Items(values.toVector)

  test("every byte is the code of a value or is refused") {
    val codes = (1 to 38).toSet - 26 ++ Set(101, 102, 103, 0xfe)
    for (code <- 0 to 255) {
      val found = walk(one, raw(code)).left.toOption
      assert(
        found.contains(Ignite.UnknownCode) || found.contains(Ignite.Transformed) === !codes(code))
      if (code != 101) refused(raw(code), found.get, if (code == 103) 1 else 0)
      else assert(found === None)
    }
    refused(raw(0xfd, 1, 0, 0, 0, 0), Ignite.Transformed, 0)
    refused(raw(), Ignite.EmptyInput, 0)
  }

  test("nothing stands behind the value") {
    refused(all(Seq(int(1), nothing)), Ignite.TrailingBytes, 5)
    refused(all(Seq(list(), raw(0))), Ignite.TrailingBytes, 6)
    refused(all(Seq(fields("a" -> int(1)).bytes, raw(0))), Ignite.TrailingBytes, 34)
  }

  test("any byte but 0 is true") {
    assert(raw(8, 2).toSeq.nonEmpty && read(raw(8, 2)) === Flag(true))
    assert(read(raw(8, 255)) === Flag(true))
    assert(read(payloads(19, 1, 0, 2)) === items(Flag(false), Flag(true)))
  }

  test("the sign of a decimal is its first bit, and nothing else of it") {
    for (number <- Seq("0", "1", "-1", "127", "-127", "128", "-128", "255", "-32768", "9" * 18,
        "-" + "9" * 19, "9" * 40, "-" + "1" * 60, Long.MinValue.toString, Long.MaxValue.toString))
      assert(
        read(decimal(number, -7)) === Scaled(new java.math.BigInteger(number), -7), number)
    assert(read(raw(30, 1, 0, 0, 0, 1, 0, 0, 0, 0x80)) === Scaled(java.math.BigInteger.ZERO, 1))
    assert(read(all(Seq(raw(30), i32(0), i32(9), raw(0x80, 0, 0, 0, 0, 0, 0, 0, 5)))) ===
      Scaled(java.math.BigInteger.valueOf(-5), 0))
    refused(raw(30, 0, 0, 0, 0, 0, 0, 0, 0), Ignite.BadDecimal, 0)
  }

  test("the hash of data is that of Java's arrays, of any part of one") {
    val bytes = Array.tabulate(64)(at => (at * at * 7 - 100).toByte)
    for (from <- 0 to 9; until <- from to bytes.length)
      assert(Hashes.ofData(bytes, from, until) ===
        java.util.Arrays.hashCode(bytes.slice(from, until)))
  }

  test("the nanoseconds of a timestamp are those within its millisecond") {
    assert(read(timestamp(-1, 999999)) === Instant(InstantForm.Timestamp, -1, 999999))
    for (nanos <- Seq(-1, 1000000, Int.MaxValue)) {
      refused(timestamp(0, nanos), Ignite.BadNanos, 0)
      refused(values(34, nothing, timestamp(0, nanos)), Ignite.BadNanos, 6, "[1]")
      refused(fields("a" -> timestamp(0, nanos)).bytes, Ignite.BadNanos, 24, "#97")
    }
  }

  test("arrays of one type have no elements of another") {
    val good = Map(20 -> text("x"), 21 -> uuid("00112233-4455-6677-8899-aabbccddeeff"),
      22 -> date(1), 31 -> decimal("1", 0), 34 -> timestamp(1, 1), 37 -> time(1))
    for ((code, element) <- good; (other, wrong) <- good + (0 -> int(1)) + (1 -> handle(6))) {
      val array = values(code, nothing, element, wrong)
      if (other == code)
        assert(read(array) match { case Items(found) => found.length == 3; case _ => false })
      else refused(array, Ignite.BadElement, 6 + element.length, "[2]")
    }
    for (wrong <- Seq(int(1), text("x"), handle(9), classOf(typeOf(1))))
      refused(typedArray(29, typeOf(1), nothing, wrong), Ignite.BadElement, 10, "[1]")
  }

  test("the kinds of collections and maps are few") {
    for (kind <- -1 to 4)
      assert(read(collection(kind, int(1), int(1))) === items(Whole(1), Whole(1)))
    assert(read(collection(5, int(1))) === items(Whole(1)))
    for (kind <- Seq(-128, -2, 6, 127)) refused(collection(kind), Ignite.BadCollectionKind, 0)
    refused(collection(5), Ignite.BadSingleton, 0)
    refused(collection(5, int(1), int(2)), Ignite.BadSingleton, 0)
    for (kind <- 0 to 2)
      assert(read(mapOf(kind, int(1) -> nothing, int(1) -> list())) ===
        Entries(Vector(Whole(1) -> NoValue, Whole(1) -> items())))
    for (kind <- Seq(-1, 3, 127, -128)) refused(mapOf(kind), Ignite.BadMapKind, 0)
  }

  test("behind a type id of 0 stands the name of a class, wherever a type is") {
    val name = typeOf("a.B")
    val typed: Seq[(Encoded => Encoded, Tree)] = Seq(
      (enumeration(28, _, 3), struct("@type" -> Text("a.B"), "ordinal" -> Whole(3))),
      (enumeration(38, _, 3), struct("@type" -> Text("a.B"), "ordinal" -> Whole(3))),
      (typedArray(29, _, enumeration(38, typeOf("a.B"), 3)),
        items(struct("@type" -> Text("a.B"), "ordinal" -> Whole(3)))), (typedArray(23, _, int(1)),
        items(Whole(1))), (classOf(_), Text("a.B")), (of => proxy(nothing, of),
        struct("@type" -> Text("proxy"), "interfaces" -> items(Text("a.B")))))
    for ((value, tree) <- typed) {
      assert(read(value(name)) === tree)
      for (wrong <- Seq(nothing, int(5), raw(10)))
        assert(walk(one, value(all(Seq(i32(0), wrong)))) === Left(Ignite.BadClassName))
    }
    val unregistered = fields("a" -> int(1)).copy(className = Some("a.B"))
    assert(read(unregistered.bytes) === struct("@type" -> Text("a.B"), "#97" -> Whole(1)))
    val known = described("""[{"type_name": "a.B", "schemas": [["A"]]}]""")
    assert(read(unregistered.copy(isCompact = true).bytes, known) ===
      struct("@type" -> Text("a.B"), "A" -> Whole(1)))
    // If the description has another name for the id, that name is shown.
    val renamed = described(
      s"""[{"type_name": "shop.B", "type_id": ${Hashes.id("a.B")}, "enum_values": {"X": 3}}]""")
    assert(read(unregistered.bytes, renamed).at("@type") === Text("shop.B"))
    assert(read(enumeration(38, name, 3), renamed) === Text("X"))
  }

  test(
    "the root of wrapped data is where its offset says, with handles that count from its payload") {
    val payload = all(Seq(list(int(1)), list(handle(17), handle(22))))
    assert(walk(one, wrapped(payload, 11)) === Right(items(items(Whole(1)), items(Whole(1)))))
    tiles(one)(wrapped(payload, 11))
    assert(walk(one, wrapped(wrapped(payload, 11))) ===
      Right(items(items(Whole(1)), items(Whole(1)))))
    for (root <- Seq(-1, payload.length, Int.MaxValue, Int.MinValue))
      assert(walk(one, wrapped(payload, root)) === Left(Ignite.BadWrapped))
    assert(walk(one, wrapped(raw())) === Left(Ignite.BadWrapped))
    // The payload ends inside of the root.
    assert(walk(one, all(Seq(raw(27), i32(2), raw(3, 1), i32(0)))) === Left(Ignite.Truncated))
  }

  // Objects.

  private val ab = fields("a" -> int(1), "b" -> text("x"))
  private val tree = struct("@type" -> Whole(116), "#97" -> Whole(1), "#98" -> Text("x"))

  test("offsets have 1, 2 or 4 bytes, with ids and without, as the flags say") {
    for (width <- Seq(1, 2, 4)) {
      assert(read(ab.copy(width = width).bytes) === tree)
      assert(read(ab.copy(width = width, isCompact = true).bytes) ===
        struct("@type" -> Whole(116), "@0" -> Whole(1), "@1" -> Text("x")))
    }
    refused(ab.copy(moreFlags = 16).bytes, Ignite.BadWidths, 2)
    // Offsets are unsigned: a signed byte or short would be negative.
    for ((width, length) <- Seq(1 -> 200, 2 -> 200, 2 -> 40000, 4 -> 70000))
      assert(walk(one,
        fields("a" -> payloads(12, 1, Seq.fill(length)(0L): _*), "b" -> int(7))
          .copy(width = width).bytes)
        .map(_.at("#98")) === Right(Whole(7)))
    assert(read(ab.copy(moreFlags = 0xff40).bytes) === tree)
  }

  test("an object may have no fields, with a footer and without") {
    for (empty <- Seq(fields(), fields().copy(isCompact = true), fields().copy(hasSchema = false),
        fields().copy(hasSchema = false, isCompact = true)))
      assert(read(empty.bytes) === struct("@type" -> Whole(116)))
  }

  test("raw data stand between fields and footer, and are never looked into") {
    val junk = Some(raw(102, 103, 9, 255))
    for (width <- Seq(1, 4); isCompact <- Seq(false, true)) {
      val Struct(found) =
        read(ab.copy(rawData = junk, width = width, isCompact = isCompact).bytes): @unchecked
      assert(found("@raw") === Hex("666709ff"))
      assert(found.size === 4)
    }
    val noSchema = fields().copy(hasSchema = false, rawData = junk)
    assert(read(noSchema.bytes) === struct("@type" -> Whole(116), "@raw" -> Hex("666709ff")))
    for (empty <- Seq(ab.copy(rawData = Some(raw())), noSchema.copy(rawData = Some(raw()))))
      assert(read(empty.bytes).at("@raw") === Hex(""))
    for (offset <- Seq(-1, 23, 41, Int.MaxValue)) {
      val bytes = ab.copy(rawData = junk).bytes
      val end = bytes.length - 4
      refused(bytes.take(end) ++ i32(offset), Ignite.BadRawOffset, end)
      refused(noSchema.bytes.patch(20, i32(offset), 4), Ignite.BadRawOffset, 20)
    }
    // A field that reaches into the raw data.
    val into = ab.copy(rawData = junk).bytes
    refused(into.patch(30, i32(2), 4), Ignite.LengthPastEnd, 29, "#98")
  }

  test("the parts of a header are held against each other") {
    val bytes = ab.bytes
    for (version <- Seq(0, 2, 255)) refused(bytes.updated(1, version.toByte), Ignite.BadVersion, 1)
    for (length <- Seq(0, 23, -1, Int.MinValue))
      refused(bytes.patch(12, i32(length), 4), Ignite.BadLength, 12)
    for (length <- Seq(bytes.length + 1, Int.MaxValue))
      refused(bytes.patch(12, i32(length), 4), Ignite.LengthPastEnd, 12)
    for (footer <- Seq(0, 23, -1, bytes.length + 1, Int.MaxValue))
      refused(bytes.patch(20, i32(footer), 4), Ignite.BadFooterOffset, 20)
    refused(bytes.patch(20, i32(36), 4), Ignite.BadFooterSize, 20)
    for (length <- 1 until 24)
      refused(bytes.take(length), Ignite.TruncatedHeader,
        Seq(20, 16, 12, 8, 4, 2, 1).find(_ <= length).get)
    // A class name that reaches into the footer.
    val named = ab.copy(className = Some("a.B")).bytes
    refused(named.patch(25, i32(20), 4), Ignite.BadFooterOffset, 20)
  }

  test("an object in an object ends inside of its data") {
    val inner = ab.bytes
    val outer = fields("o" -> inner)
    assert(read(outer.bytes).at("#111") === tree)
    val longer = inner.patch(12, i32(inner.length + 1), 4)
    refused(fields("o" -> longer).bytes, Ignite.LengthPastEnd, 36, "#111")
  }

  test("a key that is taken gives way to the id, and that to the position") {
    val types =
      described("""[{"type_name": "T", "schemas": [["@type", "@raw", "#97", "x", "X"]]}]""")
    val bytes = fields("@type" -> int(1), "@raw" -> int(2), "a" -> int(3), "x" -> int(4),
      "x" -> int(5), "#97" -> int(6)).copy(rawData = Some(raw(7))).bytes
    def id(name: String) = Hashes.id(name)
    assert(read(bytes, types) === struct(
      "@type" -> Text("T"), s"#${id("@type")}" -> Whole(1), s"#${id("@raw")}" -> Whole(2),
      "#97" -> Whole(3), "x" -> Whole(4), s"#${id("x")}" -> Whole(5), s"#${id("#97")}" -> Whole(6),
      "@raw" -> Hex("07")))
  }

  // Types.

  test("a type has many schemas, and each object its own") {
    val types =
      described("""[{"type_name": "T", "schemas": [["A"], ["a", "b"], ["B", "a"], []]}]""")
    for ((names, tree) <- Seq(
        Seq("a") -> struct("A" -> Whole(0)),
        Seq("a", "b") -> struct("a" -> Whole(0), "b" -> Whole(1)),
        Seq("b", "a") -> struct("B" -> Whole(0), "a" -> Whole(1)))) {
      val compact = fields(names.zipWithIndex.map { case (name, at) => name -> int(at) }: _*)
        .copy(isCompact = true).bytes
      val Struct(found) = read(compact, types): @unchecked
      assert(
        found.removed("@type").keySet.map(_.toLowerCase) === tree.fields.keySet.map(_.toLowerCase))
      assert(found.removed("@type").values.toSet === tree.fields.values.toSet)
    }
  }

  test("a compact object has as many fields as its schema") {
    val types = described("""[{"type_name": "T", "schemas": [["a", "b"]]}]""")
    val whole = ab.copy(isCompact = true).bytes
    val schema = whole.slice(16, 20)
    for (fewer <- Seq(fields("a" -> int(1)), fields("a" -> int(1), "b" -> int(2), "c" -> int(3)))) {
      val bytes = fewer.copy(isCompact = true).bytes.patch(16, schema, 4)
      val footer = bytes.length - fewer.fields.length
      refused(bytes, Ignite.BadFieldCount, footer, "", types)
    }
    // With a full footer, the schema id is ignored.
    assert(read(ab.bytes.patch(16, i32(7), 4), types) ===
      struct("@type" -> Text("T"), "a" -> Whole(1), "b" -> Text("x")))
  }

  test("types and fields may have other ids than their names") {
    val types = described(
      """[{"type_name": "Renamed", "type_id": 116, "schemas": [[{"name": "first", "id": 97}, {"id": 98}]]}]""")
    for (isCompact <- Seq(false, true))
      assert(read(ab.copy(isCompact = isCompact).bytes, types) ===
        struct("@type" -> Text("Renamed"), "first" -> Whole(1), "#98" -> Text("x")))
  }

  test("objects of one place and one id may have footers of all kinds, one after another") {
    val types = described("""[{"type_name": "T", "schemas": [["a", "b"], ["b", "a"]]}]""")
    val ba = fields("b" -> text("x"), "a" -> int(1))
    val same = struct("@type" -> Text("T"), "a" -> Whole(1), "b" -> Text("x"))
    val mixed = Seq(ab, ba, ab.copy(isCompact = true), ba.copy(isCompact = true, width = 2),
      ab.copy(className = Some("T")), ab.copy(className = Some("t"), isCompact = true))
    val bytes = list((mixed ++ mixed.reverse).map(_.bytes): _*)
    assert(read(bytes, types) === Items(Vector.fill(12)(same)))
  }
}
