package sparkwire.wire.ignite

import java.math.BigInteger
import java.sql.{Date => SqlDate}
import java.time.{Instant => JavaInstant, _}
import java.util.{Date, TimeZone}

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.core.{InstantForm, Options}

import org.scalacheck.{Arbitrary, Gen}
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Dates, times and numbers that Ignite leaves to its optimized marshaller. */
class OptimizedScalarsSuite extends AnyFunSuite with ScalaCheckPropertyChecks with NodeReads {
  private def zone(name: String): Options = Options(Map("zone" -> name))

  // Dates and times.

  test("a java.sql.Date is a day in UTC, or in the zone asked for") {
    val midnight = Date.from(JavaInstant.parse("2024-02-28T23:00:00Z")).getTime
    assert(read(new SqlDate(midnight)) === Days(LocalDate.of(2024, 2, 28).toEpochDay.toInt))
    assert(read(new SqlDate(midnight), zone("Europe/Berlin")) ===
      Days(LocalDate.of(2024, 2, 29).toEpochDay.toInt))
    assert(read(new SqlDate(midnight), zone("-08:00")) ===
      Days(LocalDate.of(2024, 2, 28).toEpochDay.toInt))
    for (millis <- Seq(Long.MinValue, Long.MaxValue, -62135769600001L - 86400000L * 400))
      assert(read(new SqlDate(millis)) === Tree.Instant(InstantForm.Date, millis, 0))
  }

  test("a java.sql.Date is the day that it says it is") {
    val zones = Gen.oneOf("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "+13:45")
    val before = TimeZone.getDefault
    try
      forAll(zones, Gen.choose(-719162L, 2932896L), minSuccessful(500)) { (name, day) =>
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneId.of(name)))
        val date = SqlDate.valueOf(LocalDate.ofEpochDay(day))
        // Days that the zone or the old calendar lacks become other days.
        val said = date.toLocalDate.toEpochDay.toInt
        assert(read(date, zone(name)) === Days(said), s"$date in $name")
      }
    finally TimeZone.setDefault(before)
  }

  test("values of java.time are dates, timestamps, or text") {
    def days(date: LocalDate) = Days(date.toEpochDay.toInt)
    val date = LocalDate.of(2024, 2, 29)
    val time = LocalTime.of(1, 2, 3, 4567)
    val local = LocalDateTime.of(date, time)
    val seconds = local.toEpochSecond(ZoneOffset.UTC)
    assert(read(date) === days(date))
    assert(read(LocalDate.of(10000, 1, 1)) === Text("+10000-01-01"))
    assert(read(LocalDate.MIN) === Text(LocalDate.MIN.toString))
    assert(read(local) === LocalMicros(seconds * 1000000 + 4))
    assert(read(LocalDateTime.MAX) === Text(LocalDateTime.MAX.toString))
    assert(read(local.toInstant(ZoneOffset.UTC)) ===
      Tree.Instant(InstantForm.Seconds, seconds, 4567))
    assert(read(JavaInstant.MIN) ===
      Tree.Instant(InstantForm.Seconds, JavaInstant.MIN.getEpochSecond, 0))
    val berlin = ZoneId.of("Europe/Berlin")
    for (value <- Seq[Any](LocalTime.MIN, LocalTime.MAX, LocalTime.of(1, 0), LocalTime.of(1, 2),
        LocalTime.of(1, 2, 3), time, Duration.ofSeconds(-5, 7), Duration.ofSeconds(Long.MinValue),
        Period.of(1, -2, 3), Year.of(-5), YearMonth.of(2024, 2), MonthDay.of(2, 29),
        ZoneOffset.ofTotalSeconds(3601), ZoneOffset.UTC, berlin, ZoneId.of("UTC+1"),
        OffsetTime.of(time, ZoneOffset.ofHoursMinutes(-5, -30)), OffsetDateTime.MAX,
        OffsetDateTime.of(local, ZoneOffset.ofHours(2)), ZonedDateTime.of(local, berlin),
        ZonedDateTime.of(local, ZoneOffset.ofHours(2)), ZonedDateTime.of(local, ZoneId.of("Z"))))
      assert(read(value) === Text(value.toString))
  }

  test("random values of java.time are what they were") {
    val nanos = Gen.oneOf(Gen.const(0L), Gen.choose(0L, 86399L).map(_ * 1000000000L),
      Gen.choose(0L, 1439L).map(_ * 60000000000L), Gen.choose(0L, 86399999999999L))
    val seconds = Gen.choose(LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC),
      LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC))
    val offsets = Gen.choose(-18 * 3600, 18 * 3600).map(ZoneOffset.ofTotalSeconds)
    forAll(seconds, nanos, offsets, minSuccessful(300)) { (second, nano, offset) =>
      val time = LocalTime.ofNanoOfDay(nano)
      val local = LocalDateTime.ofEpochSecond(second, time.getNano, ZoneOffset.UTC)
      assert(read(time) === Text(time.toString))
      assert(read(OffsetDateTime.of(local, offset)) === Text(s"$local$offset"))
      val duration = Duration.ofSeconds(second, nano)
      assert(read(duration) === Text(duration.toString))
      assert(read(JavaInstant.ofEpochSecond(second / 2, nano % 1000000000)) ===
        Tree.Instant(InstantForm.Seconds, second / 2, (nano % 1000000000).toInt))
    }
  }

  // Numbers.

  test("a BigInteger is a decimal") {
    forAll(Arbitrary.arbitrary[BigInt], minSuccessful(200)) { value =>
      assert(read(value.bigInteger) === Scaled(value.bigInteger, 0))
    }
    assert(read(BigInteger.ONE.shiftLeft(5000)) === Scaled(BigInteger.ONE.shiftLeft(5000), 0))
  }
}
