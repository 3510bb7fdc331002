package sparkwire.wire.msgpack

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.Msgpack.OneValue

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ValueReaderSuite
    extends AnyFunSuite with ScalaCheckPropertyChecks with VectorTests with ReaderChecks {
  private val unverified = Options(Map("verify" -> "none"))
  private val replacing = Options(Map("invalidUtf8" -> "replace"))
  private val aerospike = Options(Map("ext" -> "aerospike"))

  private def value(hex: String, options: Options = Options.none): Either[String, Tree] =
    walk(OneValue, Vectors.bytes(hex), options).left.map(_.word).map(TypedValues.plain)

  eachLine("aerospike", "msgpack-values", 92) { line =>
    line.fails match {
      case Some(word) => assert(value(line.text("hex")) === Left(word))
      case None => assert(value(line.text("hex")) === Right(TypedValues.tree(line.view)))
    }
    Option(line.json.get("lenient_view")).foreach { view =>
      assert(value(line.text("hex"), replacing) === Right(TypedValues.tree(view)))
    }
    for (options <- Seq(Options.none, unverified, replacing)) tiles(OneValue, options)(line.bytes)
    succeed
  }

  // First bytes.

  test("each of the 256 first bytes has its family") {
    import ByteFamily._
    val counted = (0 to 255).groupBy(ByteFamily.of).map { case (family, firsts) =>
      family -> firsts.length
    }
    val several = Map(FixInt -> 160, FixMap -> 16, FixArray -> 16, FixStr -> 32, FixExt -> 5)
    val alone = (Nil to Map32).filterNot(several.contains).map(_ -> 1)
    assert(counted === several ++ alone)
    assert(counted.values.sum === 256)
  }

  test("each of the 256 first bytes is read, or refused for what is wrong with it") {
    // 40 zero bytes follow, more than any short value takes. Length fields in them are 0.
    val words =
      (0 to 255).map(first => walk(OneValue, first.toByte +: new Array[Byte](40)).left.map(_.word))
    assert(
      words.zipWithIndex.collect { case (Left("reserved-byte-c1"), first) => first } === Seq(0xc1))
    assert(words.flatMap(_.left.toOption).toSet === Set("reserved-byte-c1", "trailing-bytes"))
  }

  // Every encoding of a number or a length is valid, not only the shortest.

  private val same = Seq(
    "int" -> (
      Seq(
        "05", "cc05", "cd0005", "ce00000005", "cf0000000000000005", "d005", "d10005", "d200000005",
        "d30000000000000005"),
      Whole(5)),
    "str" -> (Seq("a161", "d90161", "da000161", "db0000000161"), Text("a")),
    "bin" -> (Seq("c40161", "c5000161", "c60000000161"), Hex("61")),
    "array" -> (Seq("91c0", "dc0001c0", "dd00000001c0"), Items(Vector(NoValue))),
    "map" -> (Seq("8101c0", "de000101c0", "df0000000101c0"), Entries(Vector(Whole(1) -> NoValue))),
    "ext" -> (Seq("d42a61", "c7012a61", "c800012a61", "c9000000012a61"),
      struct("@ext" -> Whole(42), "data" -> Hex("61"))),
    "timestamp" -> (Seq("d6ff00000001", "d7ff0000000000000001", "c70cff000000000000000000000001"),
      Instant(InstantForm.Seconds, 1, 0))
  )
  for ((family, (encodings, expected)) <- same)
    test(s"every encoding of the same $family is the same value") {
      encodings.foreach(hex => assert(value(hex) === Right(expected), hex))
      encodings.foreach(hex => tiles(OneValue)(Vectors.bytes(hex)))
    }

  test("the types of ext that belong to the application have no meaning of their own") {
    for (kind <- 0 to 127)
      assert(value(f"d4$kind%02x61") ===
        Right(struct("@ext" -> Whole(kind.toLong), "data" -> Hex("61"))))
  }

  test("Aerospike's types of ext have a meaning where that is asked for") {
    for (kind <- 0 to 127) {
      val expected = kind match {
        case 7 | 8 | 9 | 10 | 11 | 12 | 18 => Hex("61")
        case 23 => Text("a")
        case _ => struct("@ext" -> Whole(kind.toLong), "data" -> Hex("61"))
      }
      for (head <- Seq("d4", "c701", "c80001", "c900000001"))
        assert(value(f"$head$kind%02x61", aerospike) === Right(expected))
    }
  }

  // Refusals.

  private val refused = Seq(
    ("nothing", "", "truncated", 0, ""),
    ("a byte that begins nothing, inside", "9201c1", "reserved-byte-c1", 2, "[1]"),
    ("a number that ends early", "92 01 cd01", "truncated", 2, "[1]"),
    ("more elements than bytes", "91 93 01", "truncated", 3, "[0][1]"),
    ("more elements than bytes by far", "91 dd7fffffff", "length-past-end", 6, "[0][0]"),
    ("more entries than half the bytes", "df00000002 01 02 03", "length-past-end", 8, "[1].value"),
    ("a key without a value", "82 01 02 a178", "truncated", 5, "x"),
    ("a str that ends early", "81 a16b a3 6161", "truncated", 3, "k"),
    ("a length past all ends", "81 a16b dbffffffff", "length-past-end", 3, "k"),
    ("an ext that ends early", "d70500", "truncated", 2, "data"),
    ("a str that is no UTF-8", "92 a161 a2c080", "invalid-utf8", 3, "[1]"),
    ("a key that is no UTF-8", "81 a1ff 01", "invalid-utf8", 1, "[0].key"),
    ("a timestamp of three bytes", "c703ff000000", "int-out-of-range", 0, ""),
    ("a timestamp with a second of nanoseconds", "d7ff ee6b2800 00000000", "int-out-of-range", 0,
      ""),
    ("bytes behind the value", "01 02", "trailing-bytes", 1, ""),
    ("bytes behind a container", "90 00", "trailing-bytes", 1, "")
  )
  for ((what, bytes, reason, offset, path) <- refused)
    test(s"$what is refused") {
      val fault = faultOf(OneValue, Vectors.bytes(bytes)).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
      tiles(OneValue)(Vectors.bytes(bytes))
    }

  test("what is refused is refused where nobody wants it, too, unless verify is off") {
    def skipped(hex: String, options: Options): Either[String, Unit] = {
      val cursor = new Cursor
      cursor.setBigEndian(true)
      try Right(new MsgpackReader(options).skip(cursor.wrap(Vectors.bytes(hex)), 1))
      catch { case malformed: Malformed => Left(malformed.reason.word) }
    }
    for ((_, bytes, reason, _, _) <- refused if reason != "trailing-bytes")
      assert(skipped(bytes, Options.none) === Left(reason), bytes)
    assert(skipped("a1ff", unverified) === Right(()))
    assert(skipped("a1ff", replacing) === Right(()))
    assert(skipped("9191c1", unverified) === Left("reserved-byte-c1"))
    assert(skipped("91" * 501 + "c0", Options.none) === Left("nesting-too-deep"))
  }

  test("GeoJSON that is no UTF-8 is refused where it is GeoJSON") {
    assert(value("d417ff").isRight)
    val fault = faultOf(OneValue, Vectors.bytes("92 01 d417ff"), aerospike).get
    assert((fault.reason.word, fault.offset, fault.path) === (("invalid-utf8", 2, "[1]")))
  }

  test("malformed UTF-8 is replaced as Java's decoder counts, in keys and GeoJSON as well") {
    assert(value("a5 61 eda080 62", replacing) === Right(Text("a\ufffdb")))
    assert(value("81 a1ff 01", replacing) === Right(Entries(Vector(Text("\ufffd") -> Whole(1)))))
    assert(value("d417ff", Options(aerospike.values ++ replacing.values)) === Right(Text("\ufffd")))
  }

  // Depth, on a stack that would overflow in a recursion.

  private def onSmallStack(body: => Assertion): Assertion = {
    var result: Either[Throwable, Assertion] = Left(new IllegalStateException("did not run"))
    val thread = new Thread(null,
      () =>
        result =
          try Right(body)
          catch { case error: Throwable => Left(error) },
      "small", 128 << 10)
    thread.start()
    thread.join()
    result.fold(throw _, identity)
  }

  for ((what, head) <- Seq("arrays" -> "91", "maps" -> "8101", "keys" -> "81"))
    test(s"$what are read as deep as maxDepth says, and not deeper, on any stack") {
      for (most <- Seq(1, 400, 500, 1000)) {
        val options = Options(Map("maxDepth" -> most.toString))
        def bytes(depth: Int): Array[Byte] = {
          val inner = TypedValues.nested(head, depth, "c0")
          if (head == "81") inner ++ new Array[Byte](depth) else inner
        }
        onSmallStack {
          assert(walk(OneValue, bytes(most), options).isRight)
          assert(dissect(OneValue, bytes(most), options).fault === None)
          val fault = faultOf(OneValue, bytes(most + 1), options).get
          assert((fault.reason, fault.offset) === ((Reason.NestingTooDeep, most * head.length / 2)))
        }
      }
    }

  test("200000 levels cost no more than the first that is too deep") {
    assert(value("91" * 200000 + "c0") === Left("nesting-too-deep"))
    tiles(OneValue)(TypedValues.nested("91", 2000, "c0"))
  }

  test("a header that asks for gigabytes gets nothing") {
    for (hex <-
        Seq("dd7fffffff01", "dfffffffff01", "c6ffffffff00", "dbffffffff00", "c9ffffffff0500",
          "ddffffffff" * 60))
      assert(value(hex) === Left("length-past-end"), hex)
  }

  // Properties of values that msgpack-core writes.

  test("what msgpack-core writes is read") {
    forAll(MsgpackGenerator.values) { made =>
      val bytes = MsgpackGenerator.write(made)
      assert(walk(OneValue, bytes).map(TypedValues.plain) === Right(made), Vectors.hex(bytes))
    }
  }
  test("what is read says itself so to msgpack-core") {
    forAll(MsgpackGenerator.values) { made =>
      val bytes = MsgpackGenerator.write(made)
      assert(
        MsgpackGenerator.read(bytes) === walk(OneValue, bytes).map(TypedValues.plain).toOption.get)
    }
  }
  test("the dissection tiles the value")(forAll(MsgpackGenerator.encoded)(tiles(OneValue)))
  test("a cut anywhere is a fault, never a crash")(
    forAll(MsgpackGenerator.encoded)(everyCutIsAFault(OneValue)))
  test("any byte may be any other")(
    forAll(MsgpackGenerator.encoded)(everyFlipIsValueOrFault(OneValue)))
  test("any bytes are a value or a fault")(forAll((bytes: Array[Byte]) => tiles(OneValue)(bytes)))
}
