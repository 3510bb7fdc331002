package sparkwire.wire.aerospike

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.aerospike.Aerospike.{BinList, OneKey, OneMessage}
import sparkwire.wire.core.{Cursor, Malformed, Options, Root}
import sparkwire.wire.msgpack.{MsgpackGenerator, TypedValues}

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class MessageReaderSuite
    extends AnyFunSuite with ScalaCheckPropertyChecks with VectorTests with ReaderChecks {
  private val unverified = Options(Map("verify" -> "none"))
  private val replacing = Options(Map("invalidUtf8" -> "replace"))
  private val digesting = Options(Map("verifyDigest" -> "true"))

  private def read(root: Root, bytes: Array[Byte], options: Options = Options.none): Either[String,
    Tree] =
    walk(root, bytes, options).left.map(_.word).map(TypedValues.plain)

  // Vectors.

  Seq("messages-basic" -> 31, "messages-bins" -> 62, "messages-encodings" -> 54,
    "messages-depth" -> 5).foreach {
    case (file, inAll) =>
      eachLine("aerospike", file, inAll) { line =>
        for (options <- Seq(Options.none, unverified, replacing))
          assert(read(OneMessage, line.bytes, options) === Right(MessageViews.message(line.view)))
        assert(readBins(line.bytes) === Right(MessageViews.binList(line.view)))
        val digestOk = line.view.get("key").get("digest_ok")
        assert(read(OneMessage, line.bytes, digesting).left.toOption ===
          (if (digestOk.isBoolean && !digestOk.asBoolean) Some("bad-digest") else None))
        assert(dissect(OneMessage, line.bytes).tiles.forall(_.kind != "gap"))
        tiles(OneMessage)(line.bytes)
      }
  }

  eachLine("aerospike", "messages-invalid", 106) { line =>
    assert(read(OneMessage, line.bytes) === Left(line.fails.get))
    assert(read(BinList, line.bytes) === Left(line.fails.get))
    assert(Aerospike.reasons.map(_.word).contains(line.fails.get))
    assert(
      faultOf(BinList, line.bytes).map(_.offset) === faultOf(OneMessage, line.bytes).map(_.offset))
    Option(line.json.get("lenient_view")).foreach { view =>
      assert(read(OneMessage, line.bytes, replacing) === Right(MessageViews.message(view)))
    }
    for (options <- Seq(Options.none, unverified, replacing, digesting))
      tiles(OneMessage, options)(line.bytes)
    succeed
  }

  eachLine("aerospike", "keys", 12) { line =>
    line.fails match {
      case Some(word) => assert(read(OneKey, line.bytes) === Left(word))
      case None =>
        assert(read(OneKey, line.bytes) === Right(MessageViews.key(line.view)))
        val digestOk = line.view.get("digest_ok")
        assert(read(
          OneKey, line.bytes, digesting).isRight === (!digestOk.isBoolean || digestOk.asBoolean))
    }
    tiles(OneKey)(line.bytes)
    tiles(OneKey, digesting)(line.bytes)
  }

  test("aerospike: each file of vectors is read by some suite") {
    assert(Vectors.files("aerospike") === Set(
      "messages-basic", "messages-bins", "messages-encodings", "messages-depth",
      "messages-invalid", "keys", "msgpack-values"))
  }

  /** Reads the bins of a message. A DELETE has none, so the reader gives no value. */
  private def readBins(bytes: Array[Byte]): Either[String, Tree] = {
    val sink = new CollectingSink
    val cursor = new Cursor
    try {
      BinList.newReader(Options.none).read(cursor.wrap(bytes), sink)
      Right(
        if ((bytes(2) & 0xf) == 2 && bytes(0) == 0x93.toByte) NoValue
        else TypedValues.plain(sink.result))
    } catch { case malformed: Malformed => Left(malformed.reason.word) }
  }

  // Offsets and paths of faults.

  private val key = "94 a474657374 a464656d6f c414595a7b63eb185dbebd842553a44802b1a30ec159 7b"
  private val wrongKey = "94 a474657374 a464656d6f c414595a7b63eb185dbebd842553a44802b1a30ec159 7c"
  private val head = s"93 01 01 95 $key 01 00 c0"

  private val refused = Seq(
    ("no message", "c0", "message-not-array", 0, ""),
    ("a version that is 1 only in its last 32 bits",
      s"93 cf0000000100000001 01 95 $key 01 00 c0 90", "bad-version", 1, "version"),
    ("a payload of the wrong size", s"93 01 01 92 $key 00", "payload-bad-size", 3, ""),
    ("a key of the wrong size", "93 01 02 92 93 a474657374 c0 c0 00", "bad-key", 4, ""),
    ("a namespace that is nil", "93 01 02 92 94 c0 c0 c0 c0 00", "bad-key", 5, "namespace"),
    ("a digest of 19 bytes", s"93 01 02 92 94 a474657374 c0 c413${"00" * 19} c0 00",
      "bad-digest-length", 11, "digest"),
    ("a user key that is a list", s"93 01 02 92 94 a474657374 c0 c414${"00" * 20} 90 00", "bad-key",
      33, "user_key"),
    ("a user key past 64 bits with a sign",
      s"93 01 02 92 94 a474657374 c0 c414${"00" * 20} cfffffffffffffffff 00",
      "int-out-of-range", 33, "user_key"),
    ("a generation that is text", s"93 01 01 95 $key a131 00 c0 90", "field-wrong-type", 38,
      "generation"),
    ("bins that are a map", s"$head 80", "field-wrong-type", 41, "bins"),
    ("a bin of three parts", s"$head 91 93 a161 01 01", "bad-bin", 42, "bins[0].key"),
    ("a bin whose name is nil", s"$head 91 94 c0 01 00 01", "bad-bin", 43, "bins[0].key"),
    ("an unknown type of bin", s"$head 91 94 a161 05 00 01", "unknown-bin-type", 45, "bins.a"),
    ("a bin whose flags are nil", s"$head 91 94 a161 01 c0 01", "bad-bin", 46, "bins.a"),
    ("a value of the wrong family", s"$head 91 94 a161 01 00 a131", "bin-value-type-mismatch", 47,
      "bins.a"),
    ("an INTEGER past 64 bits with a sign", s"$head 91 94 a161 01 00 cf8000000000000000",
      "int-out-of-range", 47, "bins.a"),
    ("a NULL bin with a value", s"$head 91 94 a161 00 00 01", "bin-value-type-mismatch", 47,
      "bins.a"),
    ("a fault deep in a bin", s"$head 91 94 a161 14 00 92 01 81 a16b c1", "reserved-byte-c1", 52,
      "bins.a[1].k"),
    ("bytes behind the message", s"$head 90 00", "trailing-bytes", 42, "")
  )
  for ((what, bytes, reason, offset, path) <- refused)
    test(s"$what is refused") {
      val fault = faultOf(OneMessage, Vectors.bytes(bytes)).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
      val ofBins = faultOf(BinList, Vectors.bytes(bytes)).get
      assert((ofBins.reason.word, ofBins.offset) === ((reason, offset)))
      tiles(OneMessage)(Vectors.bytes(bytes))
    }

  test("the list of bins says where a fault is by its own fields") {
    val fault = faultOf(BinList, Vectors.bytes(s"$head 92 94 a161 01 00 01 94 a162 05 00 01")).get
    assert((fault.reason.word, fault.offset, fault.path) === (("unknown-bin-type", 51, "[1].type")))
  }

  // Options.

  test(
    "a digest that is not that of set and key is refused where it stands, if that is asked for") {
    val bytes = Vectors.bytes(s"93 01 02 92 $wrongKey 00")
    assert(faultOf(OneMessage, bytes) === None)
    val fault = faultOf(OneMessage, bytes, digesting).get
    assert((fault.reason.word, fault.offset, fault.path) === (("bad-digest", 15, "digest")))
    // A malformed key is a fault of its own and not a wrong digest.
    val cut = Vectors.bytes(s"93 01 02 92 94 a474657374 a464656d6f c414${"00" * 20} a57c")
    assert(faultOf(OneMessage, cut, digesting).map(_.path) === Some("user_key"))
  }

  private def at(path: String, bytes: String, options: Options = Options.none): Tree =
    read(OneMessage, Vectors.bytes(bytes), options).fold(word => Text(word), _.at(path))

  test(
    "lut counts what lutUnit says; both times are absent for never and for years that no calendar has") {
    val seconds = Options(Map("lutUnit" -> "seconds"))
    def message(expiry: String, lut: String) = s"93 01 01 95 $key 01 $expiry $lut 90"
    assert(at("last_update", message("00", "01"), seconds) === Micros(1000000))
    assert(at("last_update", message("00", "01")) === Micros(1000))
    assert(at("last_update", message("00", "00")) === NoValue)
    assert(at("lut", message("00", "00")) === Whole(0))
    assert(at("expires_at", message("ceffffffff", "c0")) === Micros(4294967295000000L))
    assert(at("expires_at", message("ff", "c0")) === NoValue)
    assert(at("expires_at", message("cf7fffffffffffffff", "cf7fffffffffffffff")) === NoValue)
    assert(at("last_update", message("00", "cf7fffffffffffffff")) === NoValue)
    assert(at("last_update", message("00", "d3ffffc77cedd32800")) === Micros(-62135596800000000L))
    assert(at("last_update", message("00", "d3ffffc77cedd327ff")) === NoValue)
  }

  test("without verify nobody looks behind what is wanted") {
    val broken = Vectors.bytes(s"$head 91 c1 c1")
    def onlyHead(
        options: Options) = walk(OneMessage, broken, options, _ == "generation").left.map(_.word)
    assert(onlyHead(unverified) === Right(struct("generation" -> Whole(1))))
    assert(onlyHead(Options.none) === Left("reserved-byte-c1"))
    assert(walk(OneMessage, broken, unverified).isLeft)
  }

  test("the envelope counts as containers") {
    def depth(most: Int): Option[String] =
      faultOf(OneMessage, Vectors.bytes(s"$head 91 94 a161 14 00 90"),
        Options(Map("maxDepth" -> most.toString)))
        .map(_.path)
    assert(
      (1 to 5).map(depth) === Seq(Some(""), Some(""), Some("bins[0].key"), Some("bins.a"), None))
  }

  // Properties of messages that msgpack-core wrote.

  private val messages: Gen[Array[Byte]] = for {
    bins <- Gen.choose(0, 4).flatMap(
      Gen.listOfN(_, Gen.zip(Gen.alphaNumStr.map(_.take(9)), MsgpackGenerator.binValues)))
    lut <- Gen.oneOf(NoValue, Whole(1698586936461L))
  } yield MsgpackGenerator.write(
    Items(
      Vector(Whole(1), Whole(1),
        Items(
          Vector(
            Items(Vector(Text("test"), NoValue, Hex("00" * 20), NoValue)), Whole(1), Whole(0), lut,
            Items(bins.map { case (name, value) => bin(name, value) }.toVector))))))

  private def bin(name: String, value: Tree): Tree = {
    val (kind, fitting) = value match {
      case Flag(_) => (Aerospike.BooleanBin, value)
      case Whole(_) => (Aerospike.IntegerBin, value)
      case Real(_) => (Aerospike.DoubleBin, value)
      case Text(_) => (Aerospike.StringBin, value)
      case Hex(_) => (Aerospike.HllBin, value)
      case Entries(_) => (Aerospike.MapBin, value)
      case Items(_) => (Aerospike.ListBin, value)
      case NoValue => (Aerospike.NullBin, value)
      case other => (Aerospike.ListBin, Items(Vector(other)))
    }
    Items(Vector(Text(name), Whole(kind.toLong), Whole(0), fitting))
  }

  private val small = messages.retryUntil(_.length < 250)
  private def none(bytes: Array[Byte]): Assertion = assert(faultOf(OneMessage, bytes) === None)

  test("whole messages have no fault")(forAll(messages)(none))
  test("the dissection tiles the message")(forAll(messages)(tiles(OneMessage)))
  test("a cut anywhere is a fault, never a crash")(forAll(small)(everyCutIsAFault(OneMessage)))
  test("any byte may be any other")(forAll(small)(everyFlipIsValueOrFault(OneMessage)))
  test("pruned is unpruned")(forAll(messages)(prunedIsUnpruned(OneMessage)))
  test("any bytes are a message or a fault")(
    forAll((bytes: Array[Byte]) => tiles(OneMessage)(bytes)))
}
