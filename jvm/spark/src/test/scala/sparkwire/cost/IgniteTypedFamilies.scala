package sparkwire.cost

import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.sinks.SameHash

/** Values that become a type which the query names. */
private[cost] object IgniteTypedFamilies extends IgniteCalls {

  /** Returns a text with the number in binary, of which all have the same hash in Java. */
  private def sameHash(number: Int): String =
    (0 until 20).map(bit => if ((number >> bit & 1) == 0) "Aa" else "BB").mkString

  val all: Seq[CostFamily] = Seq(
    typed("wide-elements", "Elements of six bytes that each become a row of 200 fields.",
      s"ARRAY<STRUCT<${(1 to 200).map(at => s"f$at INT").mkString(", ")}>>")(size =>
      listOf(size / 6)(_ => map())),
    typed("keys", "A map of which the keys do not ascend.", "MAP<STRING, INT>")(size =>
      map(many(size / 18)(at => text(name(size - at))).map(_ -> int(1)): _*)),
    typed("same-hash", "A map of keys with the same hash.", "MAP<STRING, INT>")(size =>
      map(many(size / 50)(at => text(sameHash(size / 50 - at))).map(_ -> int(1)): _*)),
    typed("number-keys", "A map of keys that hold floating-point numbers.",
      "MAP<ARRAY<DOUBLE>, INT>")(size =>
      map(many(size / 20)(at => payloads(17, 8, -1L - at)).map(_ -> int(1)): _*)),
    typed("nested-maps", "Maps in maps.", "MAP<STRING, MAP<STRING, INT>>")(size =>
      map(
        many(size / 40)(at =>
          text(name(size - at))).map(_ -> map(text("b") -> int(1), text("a") -> int(2))): _*)),
    typed("names", "A map of many names, of which a struct has one.", "STRUCT<a INT>")(size =>
      map(many(size / 14)(at => text(name(at))).map(_ -> nothing): _*)),
    typed("same-names", "A map of names with the same hash, of which a struct has one.",
      "STRUCT<a INT>")(size => map(SameHash.names(size / 30).map(text(_) -> nothing): _*)),
    typed("sigmas", "The lower case of one name of capital sigmas.", "STRUCT<a INT>")(size =>
      map(text("Σ'" * (size / 3)) -> nothing)),
    typed("scales", "Numbers of one digit with thousands of places.", "ARRAY<DECIMAL(10, 0)>")(
      size => listOf(size / 10)(_ => decimal("7", 4000))),
    typed("doubles", "Numbers of two thousand digits, compared with doubles.", "ARRAY<DOUBLE>")(
      size => listOf(size / 850)(_ => decimal("7" * 2000, 1990))),
    typed("variants", "Elements that are each a VARIANT.", "ARRAY<VARIANT>")(size =>
      listOf(size / 7)(_ => list(nothing))),
    typed("numbers", "As many numbers as fit.", "ARRAY<INT>")(size => listOf(size / 2)(byte))
  )
}
