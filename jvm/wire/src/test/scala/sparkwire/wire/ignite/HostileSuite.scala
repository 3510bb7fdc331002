package sparkwire.wire.ignite

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core._
import sparkwire.wire.ignite.IgniteBytes._

import org.scalatest.funsuite.AnyFunSuite

/** Hostile values: read on a small stack and in little time, each gives a value or a fault and
  * nothing else.
  */
class HostileSuite extends AnyFunSuite with HostileChecks {
  private def depth(most: Int): Options = Options(Map("maxDepth" -> most.toString))

  private val heads = Seq(
    "lists" -> list(nothing).dropRight(1),
    "object arrays" -> typedArray(23, typeOf(1), nothing).dropRight(1),
    "values of maps" -> map(int(1) -> nothing).dropRight(1),
    "proxies" -> proxy(Array.emptyByteArray))

  for ((what, head) <- heads) {
    test(s"$what may be nested as deep as maxDepth, and no deeper") {
      for (most <- Seq(1, 500, 1000)) {
        good(nested(head, most, nothing), depth(most))
        refused(nested(head, most + 1, nothing), Reason.NestingTooDeep, depth(most))
      }
      good(nested(head, 400, nothing))
      refused(nested(head, 501, nothing), Reason.NestingTooDeep)
    }

    test(s"20,000 $what are a fault") {
      refused(nested(head, 20000, nothing), Reason.NestingTooDeep)
    }
  }

  test("a container too deep is refused when it is empty as well, and where nobody takes it") {
    for (inmost <- Seq(list(), map(), typedArray(23, typeOf(1)), fields().bytes,
        typedArray(29, typeOf(1)), wrapped(nothing), list(int(1)), map(int(1) -> int(2)))) {
      good(nested(heads.head._2, 499, inmost))
      refused(nested(heads.head._2, 500, inmost), Reason.NestingTooDeep)
    }
  }

  test("objects and wrapped data are as deep as they are nested") {
    val objects = (1 to 501).scanLeft(nothing)((inner, _) =>
      ObjectBytes(fields = Seq("a" -> inner), width = 4).bytes)
    val wraps = (1 to 501).scanLeft(nothing)((inner, _) => wrapped(inner))
    for (values <- Seq(objects, wraps)) {
      good(values(500))
      refused(values(501), Reason.NestingTooDeep)
    }
  }

  // Lengths.

  // The bytes before a length and after it.
  private val counted: Seq[(String, (Encoded, Encoded))] = Seq(
    "string" -> (raw(9), raw()),
    "decimal" -> (all(Seq(raw(30), i32(0))), raw()),
    "wrapped" -> (raw(27), raw()),
    "optimized" -> (raw(-2), raw()),
    "collection" -> (raw(24), raw(1)),
    "map" -> (raw(25), raw(1)),
    "object array" -> (all(Seq(raw(23), i32(7))), raw()),
    "enum array" -> (all(Seq(raw(29), i32(7))), raw()),
    "class name" -> (all(Seq(raw(32), i32(0), raw(9))), raw()),
    "proxy" -> (raw(35), raw())
  ) ++ ((12 to 22) ++ Seq(31, 34, 37)).map(code => Ignite.nameOf(code) -> (raw(code), raw()))

  for ((what, (head, tail)) <- counted) {
    def of(length: Int) = all(Seq(head, i32(length), tail))
    test(s"a $what of a negative length, or of more than there is, is a fault") {
      def everywhere(length: Int, reason: Reason) =
        for (bytes <- Seq(of(length), list(of(length)), fields("a" -> of(length)).bytes))
          refused(bytes, reason)
      Seq(-1, Int.MinValue).foreach(everywhere(_, Ignite.NegativeLength))
      Seq(1 << 20, 1 << 29, 1 << 30, (1 << 30) + 1, Int.MaxValue).foreach(
        everywhere(_, Ignite.LengthPastEnd))
    }
  }

  // Handles.

  test("a handle leads to a value in front of it and in the same buffer") {
    for (distance <- Seq(0, -1, Int.MinValue, Int.MaxValue, 7))
      refused(list(handle(distance)), Ignite.BadHandle)
    refused(list(list(), wrapped(handle(20))), Ignite.BadHandle)
    refused(handle(0), Ignite.BadHandle)
    refused(handle(1), Ignite.BadHandle)
  }

  test("a handle leads to a value and not into one, also where nobody takes it") {
    val into = fields("a" -> text("ab"), "b" -> list(handle(6 + 1))).bytes
    // The handle leads 6 + 1 bytes back, to the second letter: 98 is not a type code.
    refused(into, Ignite.UnknownCode)
    // The handle is at fault, and not the text.
    assert(
      faultOf(one, into, Options.none).map(fault => into(fault.offset)) === Some(Ignite.HandleCode))
    // The handle leads to the content of the text, which reads as a string longer than the input.
    val long = fields("a" -> utf8(raw(9, 127, 127, 127, 127, 0)), "b" -> list(handle(12))).bytes
    refused(long, Ignite.LengthPastEnd)
  }

  test("what a handle leads to is a value of its own, whatever it is and however often") {
    val whole = list(list(int(1)), handle(11), handle(5), text("x"), handle(6))
    assert(walk(one, whole) === Right(
      Items(
        Vector(
          Items(Vector(Whole(1))), Items(Vector(Whole(1))), Items(Vector(Whole(1))), Text("x"),
          Text("x")))))
    good(whole)
    tiles(one)(whole)
  }

  test("a value that holds itself is read once, and the way back named") {
    assert(walk(one, list(handle(6))) === Right(Items(Vector(cycle(0)))))
    assert(walk(one, map(text("me") -> handle(13))) ===
      Right(Entries(Vector(Text("me") -> cycle(0)))))
    assert(walk(one, fields("me" -> handle(24)).bytes).map(_.at("#3480")) === Right(cycle(0)))
    // Through another value, and in a buffer of its own.
    assert(walk(one, list(list(handle(12)))) === Right(Items(Vector(Items(Vector(cycle(0)))))))
    assert(
      walk(one, list(wrapped(list(handle(6))))) === Right(Items(Vector(Items(Vector(cycle(0)))))))
    for (bytes <- Seq(list(handle(6)), list(list(handle(12))), fields("me" -> handle(24)).bytes)) {
      good(bytes)
      tiles(one)(bytes)
    }
  }

  private def cycle(to: Long): Tree = struct("@cycle" -> Whole(to))

  /** Lists that each hold the previous one twice. */
  private def doubling(levels: Int): Encoded = {
    val size = 6 + 5 + 5
    val first = list(int(1), int(2))
    list(
      first +: (1 to levels).map { level =>
        val back = if (level == 1) first.length else size
        list(handle(back + 6), handle(back + 11))
      }: _*)
  }

  test("handles that double what there is cost no more than maxSize") {
    assert(walk(one, doubling(1)) === Right(
      Items(
        Vector(
          Items(Vector(Whole(1), Whole(2))),
          Items(Vector.fill(2)(Items(Vector(Whole(1), Whole(2)))))))))
    good(doubling(5))
    refused(doubling(30), Reason.TooLarge)
    refused(doubling(300), Reason.TooLarge)
    refused(doubling(12), Reason.TooLarge, Options(Map("maxSize" -> "65536")))
  }

  test("what is passed over counts for what it could have become") {
    val reader = one.newReader(Options.none)
    val bytes = doubling(10)
    reader.read((new Cursor).wrap(bytes), null)
    assert(reader.mayBecome(bytes.length) > 1024 * 16)
  }

  test("handles to handles, and many to one large value, cost no more than maxSize either") {
    def chain(handles: Int) = list(list() +: handle(6) +: Seq.fill(handles)(handle(5)): _*)
    good(chain(1000))
    refused(chain(20000), Reason.TooLarge)
    tiles(one)(chain(20))
    val large = payloads(12, 1, Seq.fill(1 << 16)(1L): _*)
    val many = list(large +: (0 until 20000).map(at => handle(large.length + 5 * at)): _*)
    refused(many, Reason.TooLarge)
  }

  test("fields that share an offset double what there is as well") {
    var inner = list(int(1), int(2))
    for (_ <- 1 to 25) inner = ObjectBytes(width = 4, fields = Seq("a" -> inner, "b" -> nothing),
      offsets = (_, _) => 24).bytes
    refused(inner, Reason.TooLarge)
  }

  // Objects.

  test("a field lies in the data of its object") {
    for (width <- Seq(1, 2, 4); isCompact <- Seq(false, true)) {
      val whole = ObjectBytes(fields = Seq("a" -> int(1), "b" -> int(2)), width = width,
        isCompact = isCompact)
      good(whole.bytes)
      tiles(one)(whole.bytes)
      for (offset <- Seq(0, 1, 23, 34, 35, -1, Int.MinValue, Int.MaxValue)
        if width == 4 || offset >= 0 && offset < 256)
        refused(whole.copy(offsets = (at, real) => if (at == 1) offset else real).bytes,
          Ignite.BadFieldOffset)
      // The offset 32 is inside the last field, at a byte that is not a type code.
      refused(whole.copy(offsets = (at, real) => if (at == 1) 32 else real).bytes,
        Ignite.UnknownCode)
    }
  }

  test("fields may stand in any order, and leave gaps") {
    val bytes = fields("a" -> int(1), "b" -> text("gap"), "c" -> int(3))
      .copy(offsets = (at, real) => if (at == 0) 37 else if (at == 2) 24 else real).bytes
    val Right(tree) = walk(one, bytes): @unchecked
    assert(tree.at("#97") === Whole(3))
    assert(tree.at("#99") === Whole(1))
    tiles(one)(bytes)
    val shared = fields("a" -> int(1), "b" -> int(2)).copy(offsets = (_, _) => 29).bytes
    val Right(both) = walk(one, shared): @unchecked
    assert(both.at("#97") === Whole(2))
    assert(both.at("#98") === Whole(2))
    tiles(one)(shared)
  }
}
