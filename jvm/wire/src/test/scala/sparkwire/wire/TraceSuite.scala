package sparkwire.wire

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core._
import sparkwire.wire.trace.Trace

import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** The second walk over valid and malformed bytes. */
class TraceSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  import Parcel._

  private val good = Vectors.bytes("01 0002 07 00000002 4142 08 00000000")

  private def rows(walk: Trace.Walk): Seq[(Int, Int, String, String, String)] =
    walk.tiles.map(row => (row.offset, row.length, row.path, row.kind, row.value))

  /** Returns a root whose walk consists of these steps. */
  private def script(steps: (Cursor, Sink) => Unit): Root = new Root {
    def kind: Kind = Kind.Dynamic
    def newReader(options: Options): Reader = new Reader {
      def read(cursor: Cursor, sink: Sink): Unit = steps(cursor, sink)
    }
  }

  private def ascii(text: String): Array[Byte] = text.getBytes(UTF_8)

  test("every byte is in a row, a container's header is a row of its own") {
    assert(rows(dissect(Whole, good)) === Seq(
      (0, 1, "version", "u8", "1"),
      (1, 2, "tags", "count u16", "2"),
      (3, 1, "tags[0].id", "u8", "7"),
      (4, 4, "tags[0].data", "length u32", "2"),
      (8, 2, "tags[0].data", "bytes", "4142"),
      (10, 1, "tags[1].id", "u8", "8"),
      (11, 4, "tags[1].data", "length u32", "0"),
      (15, 0, "tags[1].data", "bytes", "")
    ))
    assert(dissect(Whole, good).fault === None)
  }

  test("rows up to the fault, then one row with the rest of the bytes") {
    assert(rows(dissect(Whole, good.take(9))) === Seq(
      (0, 1, "version", "u8", "1"),
      (1, 2, "tags", "count u16", "2"),
      (3, 1, "tags[0].id", "u8", "7"),
      (4, 4, "tags[0].data", "length u32", "2"),
      (8, 1, "tags[0].data", "FAULT", "cut")
    ))
  }

  test("a fault at the very end is a row without bytes") {
    assert(rows(dissect(Whole, good.take(10))).last === ((10, 0, "tags[1].id", "FAULT", "cut")))
    assert(rows(dissect(Whole, Array.emptyByteArray)) === Seq((0, 0, "version", "FAULT", "cut")))
  }

  test("bytes behind the value are a fault of the whole") {
    val fault = faultOf(Whole, good :+ 9.toByte).get
    assert((fault.reason, fault.offset, fault.path) === ((TrailingBytes, 15, "")))
    assert(rows(dissect(Whole, good :+ 9.toByte)).last === ((15, 1, "", "FAULT", "trailing-bytes")))
  }

  test("the fault says what was found, and how much there is") {
    assert(faultOf(Whole, Vectors.bytes("02 000000000000000000")).get.message ===
      "the version must be 1 (found 0200000000000000, 10 bytes in all)")
    assert(faultOf(Whole, Array[Byte](2)).get.message ===
      "the version must be 1 (found 02, 1 bytes in all)")
    assert(faultOf(Whole, Array[Byte](1)).get.message ===
      "the input ends early (1 bytes in all)")
  }

  test("the dissection tiles, whatever the bytes")(
    forAll { (bytes: Array[Byte]) =>
      tiles(Whole)(bytes)
      tiles(Whole)(Array[Byte](1, 0, 1) ++ bytes)
    })

  test("cuts and changed bytes are values or faults, and pruned is unpruned") {
    everyCutIsAFault(Whole)(good)
    everyFlipIsValueOrFault(Whole)(good)
    prunedIsUnpruned(Whole)(good)
  }

  test("what a sink refuses is found at the value that it refused") {
    val refusing = new CollectingSink(strict = false) {
      override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
        if (until - from == 2) throw Reason.TypeMismatch.signal
    }
    val fault =
      Trace.fault(Whole.newReader(Options.none), new Cursor, good, refusing, Options.none).get
    assert((fault.reason, fault.offset, fault.path) === ((Reason.TypeMismatch, 8, "tags[0].data")))
  }

  test("a walk that verifies looks at all, another only at what the sink wants") {
    val versionOnly = () => new CollectingSink(_ == "version", strict = false)
    def fault(verify: String): Option[String] = {
      val options = Options(Map("verify" -> verify))
      Trace.fault(Whole.newReader(options), new Cursor, good.take(9), versionOnly(), options)
        .map(_.path)
    }
    assert(fault("full") === Some("tags[0].data"))
    // The tags are skipped by their lengths, so the fault is in `tags` and not in one of its parts.
    assert(fault("none") === Some("tags"))
  }

  test("bytes that no field names are a gap, in front, between and behind") {
    val root = script { (cursor, sink) =>
      cursor.skip(2, Cut)
      sink.tracer.outside()
      sink.beginArray(2)
      sink.element()
      sink.int(cursor.u8(Cut).toLong)
      cursor.skip(1, Cut)
      sink.element()
      sink.int(cursor.u8(Cut).toLong)
      sink.endArray()
      cursor.skip(1, Cut)
    }
    assert(rows(dissect(root, Vectors.bytes("010203040506"))) === Seq(
      (0, 2, "", "gap", ""), (2, 1, "[0]", "int", "3"), (3, 1, "", "gap", ""),
      (4, 1, "[1]", "int", "5"), (5, 1, "", "gap", "")))
  }

  test("the header of a struct that no field names is a row with a type") {
    val root = script { (cursor, sink) =>
      cursor.skip(2, Cut)
      sink.beginStruct(Shape("s", Vector(Field("a", Kind.Int8, "u8"))))
      sink.wanted(0)
      sink.int(cursor.u8(Cut).toLong)
      sink.endStruct()
    }
    assert(rows(dissect(root, Vectors.bytes("010203"))) ===
      Seq((0, 2, "", "s", ""), (2, 1, "a", "u8", "3")))
  }

  test("a value read a second time is a row without bytes of its own, nothing is covered twice") {
    val root = script { (cursor, sink) =>
      sink.beginArray(2)
      sink.element()
      sink.int(cursor.u8(Cut).toLong)
      sink.element()
      sink.int(7)
      sink.endArray()
    }
    assert(rows(dissect(root, Vectors.bytes("05"))) === Seq(
      (0, 1, "[0]", "int", "5"), (1, 0, "[1]", "int", "7")))
  }

  test("derived values have no rows") {
    val shape = Shape("s", Vector(Field("a", Kind.Int8, "u8"), Field("b", Kind.Bool, "")))
    val root = script { (cursor, sink) =>
      sink.beginStruct(shape)
      val wantA = sink.wanted(0)
      val a = cursor.u8(Cut)
      if (wantA) sink.int(a.toLong) else sink.skipped()
      if (sink.derives(1)) sink.bool(a > 0)
      sink.endStruct()
    }
    assert(rows(dissect(root, Vectors.bytes("05"))) === Seq((0, 1, "a", "u8", "5")))
    assert(walk(root, Vectors.bytes("05")) ===
      Right(Tree.struct("a" -> Tree.Whole(5), "b" -> Tree.Flag(true))))
  }

  /** Reads an entry of a map: a text of `length` bytes as the key, and one byte. */
  private def entry(cursor: Cursor, sink: Sink, length: Int): Unit = {
    sink.key()
    sink.text(cursor.bytes, cursor.take(length.toLong, Cut), cursor.position)
    val _ = sink.value()
    sink.int(cursor.u8(Cut).toLong)
  }

  test("a map's entries are named by their keys if those are text, else by their number") {
    val root = script { (cursor, sink) =>
      sink.beginMap(2)
      entry(cursor, sink, 2)
      sink.key()
      sink.int(cursor.u8(Cut).toLong)
      val _ = sink.value()
      sink.int(cursor.u8(Cut).toLong)
      sink.endMap()
    }
    assert(rows(dissect(root, ascii("id") ++ Array[Byte](1, 2, 3))) === Seq(
      (0, 2, "id", "key", "\"id\""),
      (2, 1, "id", "int", "1"),
      (3, 1, "[1].key", "key", "2"),
      (4, 1, "[1].value", "int", "3")
    ))
    assert(faultOf(root, ascii("id")).map(_.path) === Some("id"))
    assert(faultOf(root, ascii("id") ++ Array[Byte](1, 2)).map(_.path) === Some("[1].value"))
  }

  test("a key in a path cannot begin a new line of a log") {
    val root = script { (cursor, sink) =>
      sink.beginMap(1)
      entry(cursor, sink, 5)
      sink.endMap()
    }
    assert(faultOf(root, ascii("a\n\tb\u007f")).map(_.path) === Some("a\\u000a\\u0009b\\u007f"))
  }

  test("paths go through all containers and back") {
    val shape = Shape("s", Vector(Field("list", Kind.Dynamic, ""), Field("after", Kind.Int8, "u8")))
    val root = script { (cursor, sink) =>
      sink.beginStruct(shape)
      sink.wanted(0)
      sink.beginArray(-1)
      sink.element()
      sink.beginMap(-1)
      sink.key()
      sink.word(ascii("k"))
      val _ = sink.value()
      sink.beginArray(-1)
      sink.element()
      sink.int(cursor.u8(Cut).toLong)
      sink.endArray()
      sink.endMap()
      sink.element()
      sink.nothing()
      sink.endArray()
      sink.wanted(1)
      sink.int(cursor.u8(Cut).toLong)
      sink.endStruct()
    }
    val paths = (length: Int) => faultOf(root, new Array[Byte](length)).map(_.path)
    assert(paths(0) === Some("list[0].k[0]"))
    assert(paths(1) === Some("after"))
    assert(paths(2) === None)
  }

  test("each value is shown in its own words") {
    val shown = Seq[(Sink => Unit, (String, String))](
      ((s: Sink) => s.nothing()) -> (("null", "")),
      ((s: Sink) => s.bool(true)) -> (("bool", "true")),
      ((s: Sink) => s.int(-1)) -> (("int", "-1")),
      ((s: Sink) => s.unsigned(-1)) -> (("uint", "18446744073709551615")),
      ((s: Sink) => s.float(0.1f)) -> (("float", "0.1")),
      ((s: Sink) => s.double(Double.NaN)) -> (("double", "NaN")),
      ((s: Sink) => s.decimal(BigInteger.TEN, 3)) -> (("decimal", "10E-3")),
      ((s: Sink) => s.decimal(BigInteger.TEN, Int.MinValue)) -> (("decimal", "10E2147483648")),
      ((s: Sink) => s.decimal(BigInteger.ONE.shiftLeft(999), 0)) -> (("decimal", "1000 bits")),
      ((s: Sink) => s.word(ascii("a\"\\\n\u007fé"))) ->
        (("string", "\"a\\\"\\\\\\u000a\\u007fé\"")),
      ((s: Sink) => s.word(ascii("x" * 65))) -> (("string", s"\"${"x" * 64}\"... (65 bytes)")),
      ((s: Sink) => s.binary(new Array[Byte](64), 0, 64)) -> (("bytes", "00" * 64)),
      ((s: Sink) => s.binary(new Array[Byte](65), 0, 65)) ->
        (("bytes", "00" * 64 + "... (65 bytes)")),
      ((s: Sink) => s.date(-1)) -> (("date", "-1")),
      ((s: Sink) => s.timestamp(5)) -> (("timestamp", "5")),
      ((s: Sink) => s.localTimestamp(5)) -> (("local timestamp", "5")),
      ((s: Sink) => s.instant(InstantForm.Date, 5, 0)) -> (("date", "5")),
      ((s: Sink) => s.instant(InstantForm.Timestamp, 5, 7)) -> (("timestamp", "5 + 7ns"))
    )
    for ((give, (kind, value)) <- shown) {
      val root = script { (cursor, sink) =>
        cursor.skip(1, Cut)
        give(sink)
      }
      assert(rows(dissect(root, Array[Byte](0))) === Seq((0, 1, "", kind, value)))
    }
  }

  test("a container that wants nothing of its content is passed over by the reader") {
    val sink = new CollectingSink(_ => false)
    Whole.newReader(Options.none).read(new Cursor().wrap(good), sink)
    assert(sink.result === Tree.struct())
    assert(!Nowhere.beginArray(3) && !Nowhere.beginMap(3) && Nowhere.beginStruct(ParcelShape))
  }

  test("a dissection has a budget like any other result") {
    val many = Vectors.bytes("01 ffff" + "07 00000000" * 0xffff)
    val small = Options(Map("maxSize" -> "1000"))
    val Trace.Walk(fault, found) = dissect(Whole, many, small)
    assert(fault.map(_.reason) === Some(Reason.TooLarge))
    assert(found.last.kind === "FAULT" && found.last.value === "too-large")
    assert(found.length < 20)
    assert(found.map(_.length).sum === many.length)
    assert(dissect(Whole, good, Options(Map("maxSize" -> "2000"))).fault === None)
  }

  test("nesting as deep as the limit is explained without a stack overflow") {
    val root = script { (cursor, sink) =>
      (1 to 1000).foreach { _ =>
        sink.beginArray(1)
        sink.element()
      }
      sink.int(cursor.u8(Cut).toLong)
      (1 to 1000).foreach(_ => sink.endArray())
    }
    assert(faultOf(root, Array.emptyByteArray).map(_.path) === Some("[0]" * 1000))
    assert(dissect(root, Array[Byte](1)).tiles.map(_.path) === Seq("[0]" * 1000))
  }
}
