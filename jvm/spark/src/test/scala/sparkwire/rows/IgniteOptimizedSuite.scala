package sparkwire.rows

import java.time.{LocalDate, LocalDateTime, ZoneOffset}

import sparkwire.wire.Tree._
import sparkwire.wire.Vectors
import sparkwire.wire.ignite.IgniteBytes._

/** Serialized Java objects of well-known classes, read as Spark types. Ignite wrote the bytes. */
class IgniteOptimizedSuite extends IgniteTyped {
  // A row has days, and microseconds of local time, as numbers.
  private def days(date: String) = Whole(LocalDate.parse(date).toEpochDay)
  private def micros(time: String): Long =
    LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC) * 1000000

  private def javaSqlDate(millis: Long): Encoded =
    optimized(Vectors.bytes("663aded5409766") ++ le(8, millis))
  private def javaTime(hex: String): Encoded = optimized(Vectors.bytes("65ebdf3606b248" + hex))
  private val localDate = javaTime("03e8070000021d")
  private val localTime = javaTime("04fe")
  private val localDateTime = javaTime("05e8070000021d0102fc")
  private val offsetDateTime = javaTime("0ae8070000021d0102fc08")
  private val bigInteger =
    optimized(Vectors.bytes("6618bf02c51dfbfffffffffffffffffefffffffeffffff09010000000c01000000"))
  private val listOf =
    optimized(Vectors.bytes("66141c68bb11a8010000000200000003010000000302000000"))
  private val mapOfA =
    optimized(Vectors.bytes("66141c68bb11a803000000020000001201000000610301000000"))

  // 1 ms before midnight in UTC.
  private val evening = 86400000L * 19782 - 1

  becomes("a java.sql.Date", javaSqlDate(evening))(
    "DATE" -> days("2024-02-28"),
    "TIMESTAMP" -> Micros(evening * 1000))
  becomes("a LocalDate", localDate)("DATE" -> days("2024-02-29"), "STRING" -> Text("2024-02-29"))
  becomes("a LocalTime", localTime)("STRING" -> Text("01:00"))
  becomes("a LocalDateTime", localDateTime)(
    "TIMESTAMP_NTZ" -> Whole(micros("2024-02-29T01:02:03")),
    "STRING" -> Text("2024-02-29T01:02:03"))
  becomes("an OffsetDateTime", offsetDateTime)(
    "TIMESTAMP" -> Micros(micros("2024-02-28T23:02:03")),
    "STRING" -> Text("2024-02-29T01:02:03+02:00"))
  becomes("an Instant", javaTime("020500000000000000" + "40420f00"))(
    "TIMESTAMP" -> Micros(5001000))
  becomes("a BigInteger", bigInteger)(
    (Seq("TINYINT", "SMALLINT", "INT", "BIGINT").map(_ -> Whole(12)) ++
      Seq("FLOAT", "DOUBLE").map(_ -> Real(12)) :+ ("DECIMAL(9,2)" -> Results.decimal("12"))): _*)
  becomes("List.of(1, 2)", listOf)("ARRAY<INT>" -> Items(Vector(Whole(1), Whole(2))))

  test("a map becomes a map, a struct, pairs") {
    fits(mapOfA, "MAP<STRING,INT>", Entries(Vector(Text("a") -> Whole(1))))
    fits(mapOfA, "STRUCT<a INT>", struct("a" -> Whole(1)))
    fits(mapOfA, "ARRAY<STRUCT<key STRING, value INT>>",
      Items(Vector(struct("key" -> Text("a"), "value" -> Whole(1)))))
    assert(fault(mapOfA, "MAP<INT,INT>")._1 === "type-mismatch")
    assert(fault(mapOfA, "STRUCT<a STRUCT<b INT>>") === (("type-mismatch", "a")))
  }

  test("the parts of a java.sql.Date are those of its instant") {
    assert(typed(javaSqlDate(evening), "STRUCT<ms BIGINT, nanos INT>") ===
      struct("ms" -> Whole(evening), "nanos" -> Whole(0)))
    assert(typed(javaSqlDate(evening), "DATE", "zone" -> "Asia/Tokyo") === days("2024-02-29"))
    misfits(javaSqlDate(evening), "BIGINT")
  }

  test("a date fits where days of 32 bits hold it") {
    assert(typed(javaTime("03ffc99a3b0c1f"), "STRING") === Text("+999999999-12-31"))
    misfits(javaTime("03ffc99a3b0c1f"), "DATE")
    misfits(javaSqlDate(Long.MaxValue), "DATE")
    fits(javaTime("03102700000101"), "DATE", Whole(LocalDate.of(10000, 1, 1).toEpochDay))
    misfits(javaTime("05ffc99a3b0c1f0102fc"), "TIMESTAMP_NTZ")
  }

  test("raw bytes become nothing but VARIANT") {
    for (ddl <- Kinds)
      assert(decoder(sparkwire.expressions.Ending.Attempt, ddl, Map("optimized" -> "raw"))
        .decode(localDate) == null)
  }
}
