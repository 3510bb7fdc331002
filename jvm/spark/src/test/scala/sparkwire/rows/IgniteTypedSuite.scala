package sparkwire.rows

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.ignite.IgniteBytes
import sparkwire.wire.ignite.IgniteBytes._

/** Every type of Ignite, read as Spark types: the values that fit, their results, and the values
  * that do not fit.
  */
class IgniteTypedSuite extends IgniteTyped {
  private def whole(value: Long): Seq[(String, Tree)] = Seq("TINYINT", "SMALLINT", "INT", "BIGINT")
    .map(_ -> Whole(value)) ++ Seq("FLOAT", "DOUBLE").map(_ -> Real(value.toDouble)) :+
    ("DECIMAL(9,2)" -> Results.decimal(value.toString))

  test("null becomes NULL of every type") {
    Kinds.foreach(fits(nothing, _, NoValue))
  }

  // Numbers.

  becomes("a byte", byte(-5))(whole(-5): _*)
  becomes("a short", short(-128))(whole(-128): _*)
  becomes("an int", int(127))(whole(127): _*)
  becomes("a long", long(-1))(whole(-1): _*)
  becomes("a time", time(7))(whole(7): _*)

  test("an integer fits where the type holds that very number") {
    misfits(int(128), "TINYINT")
    misfits(short(-129), "TINYINT")
    misfits(int(32768), "SMALLINT")
    misfits(long(1L << 31), "INT")
    misfits(int(1000), "DECIMAL(3,0)")
    misfits(long((1L << 53) + 1), "DOUBLE")
    misfits(int((1 << 24) + 1), "FLOAT")
    fits(long(Long.MinValue), "BIGINT", Whole(Long.MinValue))
    fits(long(Long.MinValue), "DECIMAL(19,0)", Results.decimal(Long.MinValue.toString))
    fits(time(-86400001), "BIGINT", Whole(-86400001))
  }

  becomes("a float", float(1.5f))(
    "FLOAT" -> Real(1.5), "DOUBLE" -> Real(1.5), "DECIMAL(2,1)" -> Results.decimal("1.5"))
  becomes("a float that is no short double", float(0.1f))(
    "FLOAT" -> Real(0.1f), "DOUBLE" -> Real(0.1f), "DECIMAL(10,2)" -> Results.decimal("0.1"))
  becomes("a double", double(0.1))("DOUBLE" -> Real(0.1), "DECIMAL(3,2)" -> Results.decimal("0.1"))
  becomes("a whole double", double(5))(whole(5): _*)

  test("floating-point numbers keep what is special of them") {
    for (ddl <- Seq("FLOAT", "DOUBLE"); special <- Seq(Double.NaN, Double.NegativeInfinity, -0.0)) {
      fits(double(special), ddl, Real(special))
      fits(float(special.toFloat), ddl, Real(special))
    }
    misfits(double(Double.NaN), "DECIMAL(9,2)")
    misfits(double(1e300), "FLOAT")
    misfits(double(9.3e18), "BIGINT")
  }

  becomes("a decimal", decimal("-1050", 2))(
    "DECIMAL(4,2)" -> Results.decimal("-10.5"), "DOUBLE" -> Real(-10.5), "FLOAT" -> Real(-10.5))
  becomes("a whole decimal", decimal("-500", 2))(whole(-5): _*)

  test("a decimal fits where the type holds that very number, whatever its scale") {
    fits(decimal("12", -3), "DECIMAL(5,0)", Results.decimal("12000"))
    fits(decimal("12", -3), "INT", Whole(12000))
    fits(decimal("0", Int.MinValue), "DECIMAL(1,0)", Results.decimal("0"))
    fits(decimal("0", Int.MaxValue), "INT", Whole(0))
    fits(decimal("1" + "0" * 40, 40), "DECIMAL(38,2)", Results.decimal("1"))
    fits(decimal("9" * 38, 0), "DECIMAL(38,0)", Results.decimal("9" * 38))
    fits(decimal("-" + "9" * 38, 38), "DECIMAL(38,38)", Results.decimal("-0." + "9" * 38))
    misfits(decimal("9" * 39, 0), "DECIMAL(38,0)")
    // Java before 19 writes these as 1.9999999999999998E23 and 1.18846831E13.
    fits(decimal("2", -23), "DOUBLE", Real(2e23))
    fits(decimal("11884683", -6), "FLOAT", Real(1.1884683e13f))
    misfits(decimal("19999999999999999", -7), "DOUBLE")
    misfits(decimal("1", -38), "DECIMAL(38,0)")
    misfits(decimal("1", Int.MinValue), "DECIMAL(38,0)")
    misfits(decimal("1", Int.MaxValue), "DOUBLE")
    misfits(decimal("105", 2), "DECIMAL(9,1)")
    misfits(decimal("1050", 1), "DECIMAL(2,0)")
    fits(decimal("-1", 0), "DECIMAL(1,0)", Results.decimal("-1"))
    fits(decimal("-128", 0), "TINYINT", Whole(-128))
    fits(raw(30, 0, 0, 0, 0, 1, 0, 0, 0, 0x80), "INT", Whole(0))
  }

  // Texts.

  becomes("a bool", bool(true))("BOOLEAN" -> Flag(true))
  becomes("a string", text("5"))("STRING" -> Text("5"))
  becomes("a character", char('ж'.toInt))("STRING" -> Text("ж"))
  becomes("a unit that is no character", char(0xd83d))(
    Seq("INT", "BIGINT").map(_ -> Whole(0xd83d)) ++
      Seq("FLOAT", "DOUBLE").map(_ -> Real(0xd83d.toDouble)) :+
      ("DECIMAL(9,2)" -> Results.decimal("55357")): _*)
  becomes("a uuid", uuid("00112233-4455-6677-8899-aabbccddeeff"))(
    "STRING" -> Text("00112233-4455-6677-8899-aabbccddeeff"))
  becomes("an array of bytes", payloads(12, 1, 1, -1))("BINARY" -> Hex("01ff"))

  test("malformed text is repaired as Java does it") {
    fits(utf8(raw('a'.toInt, 0xc0, 0x80, 0xed, 0xa0, 0x80)), "STRING", Text("a\ufffd\ufffd\ufffd"))
    fits(text("\ufeff\u0000"), "STRING", Text("\ufeff\u0000"))
  }

  // Instants.

  private val parts = "STRUCT<ms BIGINT, nanos INT>"
  becomes("a date", date(-1))("TIMESTAMP" -> Micros(-1000),
    parts -> struct("ms" -> Whole(-1), "nanos" -> Whole(0)))
  becomes("a timestamp", timestamp(-1, 999999))(
    "TIMESTAMP" -> Micros(-1),
    parts -> struct("ms" -> Whole(-1), "nanos" -> Whole(999999)))

  test("instants fit as far as 64 bits of microseconds go, and milliseconds everywhere") {
    val last = Long.MaxValue / 1000
    fits(timestamp(last - 1, 999999), "TIMESTAMP", Micros((last - 1) * 1000 + 999))
    fits(date(Long.MinValue / 1000), "TIMESTAMP", Micros(Long.MinValue / 1000 * 1000))
    for (ms <- Seq(Long.MaxValue, Long.MinValue)) {
      misfits(date(ms), "TIMESTAMP")
      fits(date(ms), parts, struct("ms" -> Whole(ms), "nanos" -> Whole(0)))
      fits(timestamp(ms, 5), parts, struct("ms" -> Whole(ms), "nanos" -> Whole(5)))
    }
    fits(timestamp(3, 5), "STRUCT<nanos INT>", struct("nanos" -> Whole(5)))
    fits(timestamp(3, 5), "STRUCT<ms INT>", struct("ms" -> Whole(3)))
    misfits(timestamp(3, 5), "STRUCT<ms BIGINT, micros INT>")
    assert(fault(timestamp(1L << 31, 5), "ms INT")._1 === "type-mismatch")
  }

  // Enumerations.

  private val color = typeOf(94842723)
  private val constant = "STRUCT<type STRING, ordinal INT, name STRING>"
  for ((name, code) <- Seq("an enum" -> 28, "a binary enum" -> 38))
    becomes(name, enumeration(code, color, 1))(
      whole(1) ++ Seq("STRING" -> Text("GREEN"),
        constant -> struct(
          "type" -> Text("Color"), "ordinal" -> Whole(1), "name" -> Text("GREEN"))): _*)

  test("an enumeration's constant without a name has its ordinal and its type") {
    val unknown = enumeration(28, color, 7)
    misfits(unknown, "STRING")
    fits(unknown, "INT", Whole(7))
    fits(unknown, constant, struct("type" -> Text("Color"), "ordinal" -> Whole(7)))
    val foreign = enumeration(38, typeOf(-9), -1)
    fits(foreign, constant, struct("type" -> Text("-9"), "ordinal" -> Whole(-1)))
    fits(foreign, "STRUCT<type INT, ordinal BIGINT>",
      struct("type" -> Whole(-9), "ordinal" -> Whole(-1)))
    val unregistered = enumeration(38, typeOf("Color"), 0)
    fits(unregistered, "STRING", Text("RED"))
    fits(unregistered, "STRUCT<name STRING>", struct("name" -> Text("RED")))
    misfits(unregistered, "STRUCT<name STRING, other INT>")
  }

  // Arrays and collections.

  private def items(values: Tree*): Tree = Items(values.toVector)

  test("arrays of payloads become arrays") {
    for ((code, size) <- Seq(13 -> 2, 14 -> 4, 15 -> 8); ddl <- Seq("SMALLINT", "BIGINT"))
      fits(payloads(code, size, 1, -2), s"ARRAY<$ddl>", items(Whole(1), Whole(-2)))
    fits(payloads(16, 4, 0x3fc00000), "ARRAY<DOUBLE>", items(Real(1.5)))
    fits(payloads(17, 8, 0x3ff8000000000000L), "ARRAY<FLOAT>", items(Real(1.5)))
    fits(payloads(18, 2, 'a'.toLong, 0x436), "ARRAY<STRING>", items(Text("a"), Text("ж")))
    fits(payloads(19, 1, 1, 0, 2), "ARRAY<BOOLEAN>", items(Flag(true), Flag(false), Flag(true)))
    fits(payloads(14, 4), "ARRAY<INT>", items())
    assert(fault(payloads(14, 4, 1, 300), "ARRAY<TINYINT>") === (("type-mismatch", "[1]")))
    assert(typed(payloads(14, 4, 1, 300), "ARRAY<TINYINT>", nullInstead) ===
      items(Whole(1), NoValue))
    misfits(payloads(14, 4, 1), "BINARY")
    misfits(payloads(12, 1, 1), "ARRAY<TINYINT>")
  }

  test("arrays of values become arrays, with their NULLs") {
    fits(values(20, text("a"), nothing), "ARRAY<STRING>", items(Text("a"), NoValue))
    fits(values(21, nothing, uuid("00000000-0000-0000-0000-000000000001")), "ARRAY<STRING>",
      items(NoValue, Text("00000000-0000-0000-0000-000000000001")))
    fits(values(22, date(1)), "ARRAY<TIMESTAMP>", items(Micros(1000)))
    fits(values(31, decimal("-15", 1)), "ARRAY<DECIMAL(3,2)>", items(Results.decimal("-1.5")))
    fits(values(34, timestamp(1, 2000)), "ARRAY<TIMESTAMP>", items(Micros(1002)))
    fits(values(37, time(5), nothing), "ARRAY<INT>", items(Whole(5), NoValue))
    fits(typedArray(29, color, enumeration(28, color, 1), nothing), "ARRAY<STRING>",
      items(Text("GREEN"), NoValue))
    fits(typedArray(29, typeOf("Color"), enumeration(38, typeOf("Color"), 1)), "ARRAY<INT>",
      items(Whole(1)))
    fits(typedArray(23, typeOf(-1), int(1), nothing), "ARRAY<BIGINT>", items(Whole(1), NoValue))
  }

  test("collections of every kind become arrays, in the order of the bytes") {
    for (kind <- -1 to 4) fits(
      collection(kind, int(2), long(1), int(2)), "ARRAY<INT>",
      items(Whole(2), Whole(1), Whole(2)))
    fits(collection(5, text("x")), "ARRAY<STRING>", items(Text("x")))
    fits(list(list(int(1)), list()), "ARRAY<ARRAY<INT>>", items(items(Whole(1)), items()))
    fits(list(int(1), text("x")), "ARRAY<VARIANT>", items(Whole(1), Text("x")))
    misfits(list(), "MAP<STRING,INT>")
    misfits(list(), "STRUCT<x INT>")
  }

  // Maps.

  private val ab = map(text("a") -> int(1), text("B") -> text("x"))

  test("a map becomes a MAP, an array of pairs, or a struct") {
    fits(ab, "MAP<STRING,VARIANT>",
      Entries(Vector(Text("a") -> Whole(1), Text("B") -> Text("x"))))
    fits(ab, "ARRAY<STRUCT<key STRING, value VARIANT>>",
      items(
        struct("key" -> Text("a"), "value" -> Whole(1)),
        struct("key" -> Text("B"), "value" -> Text("x"))))
    fits(ab, "ARRAY<STRUCT<value VARIANT>>",
      items(struct("value" -> Whole(1)), struct("value" -> Text("x"))))
    fits(ab, "STRUCT<b STRING, c INT, a BIGINT>", struct("b" -> Text("x"), "a" -> Whole(1)))
    for (kind <- 0 to 2) fits(
      mapOf(kind, int(1) -> bool(true)), "MAP<BIGINT,BOOLEAN>",
      Entries(Vector(Whole(1) -> Flag(true))))
    fits(map(), "MAP<STRING,INT>", Entries(Vector()))
    fits(map(), "STRUCT<x INT>", struct())
    val nestedKeys = map(list(int(1)) -> int(2))
    fits(nestedKeys, "ARRAY<STRUCT<key ARRAY<INT>, value INT>>",
      items(struct("key" -> items(Whole(1)), "value" -> Whole(2))))
    val nestedValues = map(text("a") -> list(int(1)), text("b") -> map(text("c") -> list()))
    fits(nestedValues, "ARRAY<STRUCT<key STRING, value VARIANT>>",
      items(struct("key" -> Text("a"), "value" -> items(Whole(1))),
        struct("key" -> Text("b"), "value" -> Results.record("c" -> items()))))
    fits(map(text("a") -> ab, text("b") -> map(text("x") -> nothing)),
      "ARRAY<STRUCT<key STRING, value ARRAY<STRUCT<key STRING, value VARIANT>>>>",
      items(
        struct("key" -> Text("a"),
          "value" -> items(
            struct("key" -> Text("a"), "value" -> Whole(1)),
            struct("key" -> Text("B"), "value" -> Text("x")))),
        struct("key" -> Text("b"),
          "value" -> items(struct("key" -> Text("x"))))))
    fits(map(int(1) -> list(list(int(2)), list()), int(3) -> nothing),
      "ARRAY<STRUCT<key INT, value ARRAY<ARRAY<INT>>>>",
      items(struct("key" -> Whole(1), "value" -> items(items(Whole(2)), items())),
        struct("key" -> Whole(3))))
  }

  test("what no MAP of Spark holds does not fit one") {
    misfits(map(int(1) -> int(1), long(1) -> int(2)), "MAP<INT,INT>")
    misfits(map(nothing -> int(1)), "MAP<INT,INT>")
    misfits(map(int(1) -> int(1)), "STRUCT<x INT>")
    misfits(map(text("x") -> int(1), text("x") -> int(1)), "STRUCT<x INT>")
    misfits(map(char('x'.toInt) -> int(1)), "STRUCT<x INT>")
    misfits(ab, "ARRAY<INT>")
    misfits(ab, "ARRAY<STRUCT<key STRING, other INT>>")
    assert(fault(ab, "MAP<STRING,INT>") === (("type-mismatch", "B")))
    assert(fault(map(int(1) -> int(1)), "MAP<STRING,INT>") === (("type-mismatch", "[0].key")))
  }

  // Objects.

  private val person = fields("id" -> int(7), "Name" -> text("Ann")).copy(typeName = "Person")

  test("an object becomes a struct, by names, or a map of its fields") {
    for (bytes <- Seq(person.bytes, person.copy(isCompact = true, width = 4).bytes,
        person.copy(rawData = Some(raw(1, 2))).bytes,
        person.copy(className = Some("Person")).bytes)) {
      fits(bytes, "STRUCT<name STRING, id BIGINT, more INT>",
        struct("name" -> Text("Ann"), "id" -> Whole(7)))
      fits(bytes, "STRUCT<Name STRING, name STRING>", struct("Name" -> Text("Ann")))
      fits(bytes, "MAP<STRING,VARIANT>",
        Entries(Vector(Text("id") -> Whole(7), Text("Name") -> Text("Ann"))))
      fits(bytes, "STRUCT<none INT>", struct())
      misfits(bytes, "MAP<INT,VARIANT>")
      Kinds.filterNot(kind =>
        kind.startsWith("STRUCT") || kind.startsWith("MAP<STRING")).foreach(misfits(bytes, _))
    }
  }

  test("a compact object that nobody describes is found by the names asked for, in their order") {
    val unknown = person.copy(typeName = "Unknown", isCompact = true).bytes
    assert(typed(unknown, "id INT, name STRING") ===
      struct("id" -> Whole(7), "name" -> Text("Ann")))
    assert(fault(unknown, "name STRING, id INT") === (("unknown-schema", "")))
    assert(fault(unknown, "id INT") === (("unknown-schema", "")))
    assert(fault(unknown, "MAP<STRING,VARIANT>") === (("unknown-schema", "")))
    assert(fault(fields("o" -> unknown).bytes, "o STRUCT<id INT>") === (("unknown-schema", "o")))
    assert(typed(unknown, "VARIANT") ===
      Results.record("@type" -> Whole(-284840886), "@0" -> Whole(7), "@1" -> Text("Ann")))
    // It does not affect a query that does not ask for it.
    assert(typed(fields("o" -> unknown, "x" -> int(1)).bytes, "x INT") === struct("x" -> Whole(1)))
  }

  test("where a value does not fit is the path through structs, arrays and maps") {
    val deep = fields("a" -> list(nothing,
      fields("m" -> map(text("k") -> fields("x" -> text("no")).bytes)).bytes))
      .bytes
    val asked = "a ARRAY<STRUCT<m MAP<STRING, STRUCT<x INT>>>>"
    assert(fault(deep, asked) === (("type-mismatch", "a[1].m.k.x")))
    assert(typed(deep, asked, nullInstead) === struct("a" -> items(NoValue,
      struct("m" -> Entries(Vector(Text("k") -> struct()))))))
  }

  test("a handle becomes what the value that it leads to becomes") {
    val shared = list(int(1), int(2))
    val twice = fields("a" -> shared, "b" -> handle(shared.length)).bytes
    val one = items(Whole(1), Whole(2))
    assert(typed(twice, "b ARRAY<INT>, a ARRAY<BIGINT>") === struct("b" -> one, "a" -> one))
    assert(typed(twice, "b ARRAY<INT>") === struct("b" -> one))
    assert(fault(twice, "b ARRAY<STRING>") === (("type-mismatch", "b[0]")))
    val cycle = fields("self" -> handle(24)).bytes
    assert(fault(cycle, "self STRUCT<x INT>") === (("type-mismatch", "self")))
    assert(typed(cycle, "self VARIANT") === struct("self" -> Results.record("@cycle" -> Whole(0))))
  }

  test("classes are texts or numbers; proxies and serialised Java are for VARIANT alone") {
    fits(classOf(typeOf("a.B")), "STRING", Text("a.B"))
    fits(classOf(typeOf(94842723)), "STRING", Text("Color"))
    fits(classOf(typeOf(-7)), "INT", Whole(-7))
    misfits(classOf(typeOf(-7)), "STRING")
    for (bytes <- Seq(proxy(nothing, typeOf("a.B")), optimized(raw(1, 2))))
      Kinds.foreach(misfits(bytes, _))
    fits(optimized(raw(1, 2)), "VARIANT",
      Results.record("@type" -> Text("optimized"), "data" -> Hex("0102")))
    fits(proxy(int(1), typeOf("a.B"), typeOf(7)), "VARIANT",
      Results.record("@type" -> Text("proxy"), "handler" -> Whole(1),
        "interfaces" -> items(Text("a.B"), Whole(7))))
  }

  test("the helper knows the hash of a name") {
    assert(IgniteBytes.fields().copy(typeName = "Color").id("Color") === 94842723)
  }
}
