package sparkwire.wire

import sparkwire.wire.core.{Cursor, Malformed, Options, Reason}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

class CursorSuite extends AnyFunSuite with TableDrivenPropertyChecks {
  private val missing = new Reason("missing", "bytes are missing")
  private val bytes = Vectors.bytes("8001 0203 0405 0607 fe")

  private def cursor(big: Boolean = true): Cursor = {
    val made = new Cursor().wrap(bytes)
    made.setBigEndian(big)
    made
  }

  private def refuses(reason: Reason)(read: => Any): Assertion =
    assert(intercept[Malformed](read).reason === reason)

  private val reads = Table[String, Int, Cursor => Long, Long, Long](
    ("read", "bytes", "how", "big endian", "little endian"),
    ("u8", 1, _.u8(missing).toLong, 0x80L, 0x80L),
    ("i16", 2, _.i16(missing).toLong, -0x7fffL, 0x0180L),
    ("u16", 2, _.u16(missing).toLong, 0x8001L, 0x0180L),
    ("i32", 4, _.i32(missing).toLong, 0x80010203.toLong, 0x03020180L),
    ("u32", 4, _.u32(missing), 0x80010203L, 0x03020180L),
    ("i64", 8, _.i64(missing), 0x8001020304050607L, 0x0706050403020180L)
  )

  forAll(reads) { (name, size, read, big, little) =>
    test(s"$name reads either byte order and goes on by $size") {
      for ((isBig, expected) <- Seq((true, big), (false, little))) {
        val at = cursor(isBig)
        assert(read(at) === expected)
        assert(at.position === size)
      }
    }

    test(s"$name refuses when one byte is missing, and stays where it is") {
      val at = cursor()
      at.moveTo(bytes.length - size + 1)
      refuses(missing)(read(at))
      assert(at.position === bytes.length - size + 1)
    }

    test(s"$name reads the last bytes before an end that was set, and none behind it") {
      val at = cursor()
      at.setEnd(size)
      val _ = read(at)
      assert(at.left === 0)
      refuses(missing)(read(at))
    }
  }

  test("the sign of a byte and of 32 bits is not lost") {
    val at = cursor()
    at.moveTo(8)
    assert(at.u8(missing) === 0xfe)
    assert(new Cursor().wrap(Vectors.bytes("ffffffff")).u32(missing) === 0xffffffffL)
    assert(new Cursor().wrap(Vectors.bytes("ffffffff")).i32(missing) === -1)
  }

  private val lengths = Table("length", -1L, 10L, Int.MaxValue.toLong, 0x100000001L, Long.MaxValue,
    Long.MinValue, Int.MinValue.toLong)

  forAll(lengths) { length =>
    test(s"a length of $length is held against 9 bytes before it is believed") {
      refuses(missing)(cursor().take(length, missing))
      refuses(missing)(cursor().skip(length, missing))
    }
  }

  test("take gives where the bytes begin, skip passes over them, both up to the end") {
    val at = cursor()
    assert(at.take(0, missing) === 0)
    at.skip(3, missing)
    assert(at.take(6, missing) === 3)
    assert(at.position === 9 && at.left === 0)
    at.skip(0, missing)
    assert(at.take(0, missing) === 9)
  }

  test("an end in the middle holds for take and skip") {
    val at = cursor()
    at.setEnd(4)
    assert(at.left === 4)
    refuses(missing)(at.take(5, missing))
    refuses(missing)(at.skip(5, missing))
    assert(at.take(4, missing) === 0)
  }

  test("wrapping puts position, end and depth back") {
    val at = cursor()
    at.setMaxDepth(1)
    at.enter()
    at.setEnd(1)
    at.moveTo(1)
    at.wrap(Array[Byte](1, 2))
    at.enter()
    assert((at.position, at.end, at.left) === ((0, 2, 2)))
  }

  test("containers may be nested as deep as maxDepth says, and no deeper") {
    val at = cursor()
    (1 to Options.none.maxDepth).foreach(_ => at.enter())
    refuses(Reason.NestingTooDeep)(at.enter())
  }

  test("one container after another is not nesting") {
    val at = cursor()
    at.setMaxDepth(1)
    (1 to 3).foreach { _ =>
      at.enter()
      at.leave()
    }
    at.enter()
    refuses(Reason.NestingTooDeep)(at.enter())
  }

  test("an absolute read looks ahead and moves nothing") {
    val at = cursor()
    assert(at.i16At(1) === 0x0102)
    assert(at.i32At(1) === 0x01020304)
    assert(at.i64At(1) === 0x01020304050607feL)
    assert(at.position === 0)
  }

  test("a refusal costs nothing: one signal for each reason, without a stack") {
    val one = intercept[Malformed](cursor().take(99, missing))
    val other = intercept[Malformed](cursor().take(99, missing))
    assert(one eq other)
    assert(one.getStackTrace.isEmpty && one.getMessage === "missing")
  }
}
