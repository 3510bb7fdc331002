package sparkwire.wire.ignite

import java.time.{Instant, LocalDate, ZoneId}

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Times of day in the zone of the program that wrote them. */
class DayZoneSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  private val zones =
    Gen.oneOf("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Africa/Monrovia",
      "Pacific/Kiritimati", "+18:00", "-18:00")

  test("a time of day is what the clock shows on 1970-01-01, and nothing on other days") {
    forAll(zones, Gen.choose(-2 * 86400000L, 3 * 86400000L)) { (zone, millis) =>
      val local = Instant.ofEpochMilli(millis).atZone(ZoneId.of(zone)).toLocalDateTime
      val expected =
        if (local.toLocalDate == LocalDate.EPOCH) local.toLocalTime.toNanoOfDay else -1L
      assert(new DayZone(zone).nanosOfDay(millis) === expected)
    }
  }

  test("what is written is read again") {
    forAll(zones, Gen.choose(0L, 86399999L)) { (zone, milliOfDay) =>
      val nanos = milliOfDay * 1000000
      assert(new DayZone(zone).nanosOfDay(new DayZone(zone).millisOf(nanos)) === nanos)
    }
  }

  test("no number of 64 bits overflows into a time") {
    for (millis <- Seq(Long.MinValue, Long.MaxValue, Long.MaxValue / 1000000 + 1);
      zone <- Seq(
        "UTC", "+18:00", "-18:00"))
      assert(new DayZone(zone).nanosOfDay(millis) === -1L)
  }
}
