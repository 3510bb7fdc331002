package sparkwire.wire.aerospike

import java.util.Base64

import scala.util.Random

import sparkwire.wire.{CollectingSink, Tree}
import sparkwire.wire.aerospike.backup.{Backup, BackupReader}
import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Options, Sink}
import sparkwire.wire.trace.{Fault, Trace}

import org.scalatest.funsuite.AnyFunSuite

/** Entries of backups, line by line. */
class BackupSuite extends AnyFunSuite with BackupTexts {
  import Tree._

  private def read(entry: String, options: Options = Options.none, isOld: Boolean = false): Tree = {
    val cursor = new Cursor
    cursor.setMaxDepth(options.maxDepth)
    val sink = new CollectingSink
    val reader = new BackupReader(options, isFraming = false)
    reader.setOld(isOld)
    reader.read(cursor.wrap(bytes(entry)), sink)
    sink.result
  }

  private def fault(entry: String, options: Options = Options.none): Option[Fault] =
    Trace.fault(
      new BackupReader(options, isFraming = false), new Cursor, bytes(entry), Nowhere, options)

  private def bin(value: String, options: Options = Options.none): Tree =
    read(record(value), options).at("bins") match {
      case Entries(Vector((_, value))) => value
      case other => fail(other.toString)
    }

  // Values.

  private val list = hex("95 a4 03616263 c2 01 cb3ff8000000000000 c0")
  private val map = hex("82 a2 0361 01 02 a3 040102")
  private val values = Seq[(String, String, Tree)](
    ("nil", "N a", NoValue),
    ("true", "Z a T", Flag(true)),
    ("false", "Z a F", Flag(false)),
    ("the least integer", "I a -9223372036854775808", Whole(Long.MinValue)),
    ("the greatest integer", "I a 9223372036854775807", Whole(Long.MaxValue)),
    ("zeros in front", "I a 0007", Whole(7)),
    ("a float", "D a -1.5e+02", Real(-150)),
    ("a float without digits after the point", "D a 1.", Real(1)),
    ("a float without digits before the point", "D a .5", Real(0.5)),
    ("not a number", "D a -nan", Real(Double.NaN)),
    ("infinity as C writes it", "D a inf", Real(Double.PositiveInfinity)),
    ("infinity as Go writes it", "D a -Inf", Real(Double.NegativeInfinity)),
    ("text", "S a 3 abc", Text("abc")),
    ("empty text", "S a 0 ", Text("")),
    ("text with lines in it", "S a 26 a\n+ n test\n- N x\n* i a b \n",
      Text("a\n+ n test\n- N x\n* i a b \n")),
    ("text in base64", s"X a 8 ${base64("a\nbc")}", Text("a\nbc")),
    ("GeoJSON", "G a 2 {}", Text("{}")),
    ("bytes", "B a 4 AQI=", Hex("0102")),
    ("no bytes", "B a 0 ", Hex("")),
    ("raw bytes", s"B! a 3 ${hex("ff0a2a")}", Hex("ff0a2a")),
    ("a HyperLogLog", "Y a 4 AQID", Hex("010203")),
    ("an object of Java", "J a 4 AQID", Hex("010203")),
    ("an object of C#", "C a 4 AQID", Hex("010203")),
    ("an object of Python", "P! a 1 x", Hex("78")),
    ("an object of Ruby", "R a 4 AQID", Hex("010203")),
    ("an object of PHP", "H a 4 AQID", Hex("010203")),
    ("an object of Erlang", "E a 4 AQID", Hex("010203")),
    ("a list", s"L a ${base64(list).length} ${base64(list)}",
      Items(Vector(Text("abc"), Flag(false), Whole(1), Real(1.5), NoValue))),
    ("a raw map", s"M! a ${map.length} $map",
      Entries(Vector(Text("a") -> Whole(1), Whole(2) -> Hex("0102")))),
    ("a sorted list", s"L! a 5 ${hex("92 c70001 07")}", Items(Vector(Whole(7)))),
    ("a sorted map", s"M! a 8 ${hex("82 c70001 c0 a1 03 07")}",
      Entries(Vector(Text("") -> Whole(7)))),
    ("a sorted map without entries", s"M! a 5 ${hex("81 c70001 c0")}", Entries(Vector.empty)),
    ("a map whose first key is an ext that does not say how it is sorted",
      s"M! a 5 ${hex("81 c70001 07")}",
      Entries(Vector(struct("@ext" -> Whole(1), "data" -> Hex("")) -> Whole(7)))),
    ("a list with an ext that is not its first part", s"L! a 5 ${hex("92 07 c70001")}",
      Items(Vector(Whole(7), struct("@ext" -> Whole(1), "data" -> Hex(""))))),
    ("GeoJSON in a list", s"L! a 5 ${hex("91 a3 17 7b7d")}", Items(Vector(Text("{}")))),
    ("an object of a language in a list", s"L! a 5 ${hex("91 c4 02 07 ff")}",
      Items(Vector(Hex("ff")))),
    ("text as bin, as newer clients store it", s"L! a 5 ${hex("91 c4 02 03 61")}",
      Items(Vector(Text("a")))),
    ("values without a type", s"L! a 4 ${hex("92 a0 c400")}", Items(Vector(Text(""), Hex(""))))
  )
  for ((what, line, value) <- values)
    test(s"reads $what") {
      assert(bin(line) === value)
    }

  private val keys = Seq[(String, String, Tree)](
    ("an integer", "I -5", Whole(-5)),
    ("a float", "D 2.5", Real(2.5)),
    ("text", "S 5 hello", Text("hello")),
    ("text that is two lines", "S 4 a\n+ ", Text("a\n+ ")),
    ("text in base64", "X 4 YWJj", Text("abc")),
    ("bytes", "B 4 AQID", Hex("010203")),
    ("raw bytes", "B! 2 \n\n", Hex("0a0a"))
  )
  for ((what, line, value) <- keys)
    test(s"reads a key that is $what") {
      assert(read(keyed(line)).at("key") === value)
    }

  test("reads all fields of a record") {
    val entry =
      head("+ k I 7\n", "+ s a\\ set\n", "65535", "428179113") + "+ b 1\n- I b\\\\\\\nc 1\n"
    assert(read(entry) === struct("kind" -> Text("record"), "namespace" -> Text("test"),
      "set" -> Text("a set"), "key" -> Whole(7),
      "digest" -> Tree.hex(Base64.getDecoder.decode(digest)),
      "generation" -> Whole(65535), "expiration" -> Whole(428179113L),
      "bins" -> Entries(Vector(Text("b\\\nc") -> Whole(1)))))
  }

  test("a record without set, key and bins") {
    assert(read(record()) === struct("kind" -> Text("record"), "namespace" -> Text("test"),
      "digest" -> Tree.hex(Base64.getDecoder.decode(digest)), "generation" -> Whole(1),
      "expiration" -> Whole(0), "bins" -> Entries(Vector.empty)))
  }

  test("version 3.0 has no escapes in names") {
    val entry = head(set = "+ s a\\ b\n") + "+ b 1\n- I c\\ 1\n"
    val read30 = read(entry, isOld = true)
    assert(read30.at("set") === Text("a\\ b"))
    assert(read30.at("bins") === Entries(Vector(Text("c\\") -> Whole(1))))
    assert(read(entry.replace("c\\ 1", "c\\ 1 1")).at("set") === Text("a b"))
  }

  test("reads indexes") {
    assert(read("* i test demo by\\ age L 1 age N\n") === struct("kind" -> Text("index"),
      "namespace" -> Text("test"), "set" -> Text("demo"),
      "definition" -> struct("name" -> Text("by age"), "type" -> Text("list"),
        "bin" -> Text("age"), "bin_type" -> Text("numeric"))))
    val others = read("* i test  n K 1 b G AQID\n")
    assert(others.at("definition") === struct("name" -> Text("n"), "type" -> Text("mapkeys"),
      "bin" -> Text("b"), "bin_type" -> Text("geo2dsphere"), "context" -> Text("AQID")))
    assert(read("* e test s n V 1  B AQID\n").at("definition") === struct("name" -> Text("n"),
      "type" -> Text("mapvalues"), "bin" -> Text(""), "bin_type" -> Text("blob"),
      "expression" -> Text("AQID")))
  }

  test("reads UDF modules") {
    assert(read("* u L a.lua 8 return\n1\n") === struct("kind" -> Text("udf"),
      "definition" -> struct("name" -> Text("a.lua"), "type" -> Text("lua"),
        "content" -> Tree.hex(bytes("return\n1")))))
  }

  test("malformed UTF-8 is refused or replaced") {
    val replace = Options(Map("invalidUtf8" -> "replace"))
    for (line <- Seq(s"S a 1 ${hex("ff")}", "X a 4 /w==", s"L! a 4 ${hex("91 a2 03 ff")}",
        s"G a 1 ${hex("ff")}")) {
      assert(fault(record(line)).map(_.reason.word) === Some("invalid-utf8"), line)
      assert(bin(line, replace).toString.contains("\ufffd"), line)
    }
    assert(bin(s"I ${hex("ff")} 1", replace) === Whole(1))
    // Bytes are not text.
    assert(bin(s"L! a 4 ${hex("91 a2 04 ff")}") === Items(Vector(Hex("ff"))))
  }

  // Faults.

  private val refused = Seq[(String, String, String, Int, String)](
    ("an unknown line", "+ x 1\n", "bad-line", 0, "namespace"),
    ("a missing digest", "+ n test\n+ g 1\n", "bad-line", 9, "digest"),
    ("a digest of another length", head().replace(digest, digest.drop(4)), "bad-digest-length", 9,
      "digest"),
    ("a digest that is not base64", head().replace(digest, "!" + digest.drop(1)), "bad-base64", 9,
      "digest"),
    ("a digest with too many padding characters", head().replace(digest, digest.take(26) + "=="),
      "bad-digest-length", 9, "digest"),
    ("a generation that is too large", head(generation = "65536"), "bad-number", 42, "generation"),
    ("a generation below 0", head(generation = "-1"), "bad-number", 42, "generation"),
    ("an expiration below 0", head(expiration = "-1"), "bad-number", 48, "expiration"),
    ("an expiration of -0", head(expiration = "-0"), "bad-number", 48, "expiration"),
    ("an expiration without digits", head(expiration = ""), "bad-number", 48, "expiration"),
    ("a number of bins that is too large", head() + "+ b 65536\n", "bad-number", bins, "bins"),
    ("more bins than bytes", head() + "+ b 9\n- N a\n", "length-past-end", bins + 12,
      "bins[1].key"),
    ("too few bins", head() + "+ b 1\n+ n t\n", "bad-line", bins + 6, "bins[0].key"),
    ("an unknown type of key", keyed("Q 1"), "bad-key-type", 0, "key"),
    ("an integer with a letter as key", keyed("I 1a"), "bad-number", 0, "key"),
    ("an unknown bin type", record("Q a 1"), "unknown-bin-type", bins + 6, "bins[0].key"),
    ("a large data type", record("U a 1"), "large-data-type", bins + 6, "bins[0].key"),
    ("a value after nil", record("N a 1"), "bad-line", bins + 11, "bins.a"),
    ("no value", record("I a"), "bad-line", bins + 6, "bins.a"),
    ("a boolean that is none", record("Z a t"), "bad-boolean", bins + 12, "bins.a"),
    ("an integer of no digits", record("I a -"), "bad-number", bins + 12, "bins.a"),
    ("an integer beyond 64 bits", record("I a 9223372036854775808"), "bad-number", bins + 12,
      "bins.a"),
    ("an integer far beyond", record("I a " + "9" * 30), "bad-number", bins + 12, "bins.a"),
    ("a number without end", record("I a " + "1" * 1001), "bad-number", bins + 12, "bins.a"),
    ("a float of two points", record("D a 1.2.3"), "bad-number", bins + 12, "bins.a"),
    ("a float in hexadecimal", record("D a 0x1p3"), "bad-number", bins + 12, "bins.a"),
    ("a float with a suffix", record("D a 1d"), "bad-number", bins + 12, "bins.a"),
    ("a float without digits", record("D a ."), "bad-number", bins + 12, "bins.a"),
    ("an exponent without digits", record("D a 1e+"), "bad-number", bins + 12, "bins.a"),
    ("a name without end", record("I " + "a" * 1001 + " 1"), "name-too-long", bins + 6,
      "bins[0].key"),
    ("a length of no digits", record("S a x"), "bad-number", bins + 12, "bins.a"),
    ("a negative length", record("S a -1 x"), "bad-number", bins + 12, "bins.a"),
    ("a length without end", record("S a " + "9" * 30), "bad-number", bins + 12, "bins.a"),
    ("a length beyond the file", record("S a 99 x"), "length-past-end", bins + 12, "bins.a"),
    ("a length that is too small", record("S a 1 xy"), "bad-line", bins + 12, "bins.a"),
    ("base64 of three characters", record("B a 3 AQI"), "bad-base64", bins + 12, "bins.a"),
    ("padding inside of base64", record("B a 8 AQ==AQID"), "bad-base64", bins + 12, "bins.a"),
    ("a list that is a map", record(s"L! a 1 ${hex("80")}"), "bin-value-type-mismatch", bins + 13,
      "bins.a"),
    ("a list that is an integer in base64", record("L a 4 BQ=="), "bin-value-type-mismatch",
      bins + 12, "bins.a"),
    ("a list that ends early", record(s"L! a 2 ${hex("92 01")}"), "truncated", bins + 17,
      "bins.a[1]"),
    ("bytes after a list", record(s"L! a 2 ${hex("90 01")}"), "trailing-bytes",
      bins + 13,
      "bins.a"),
    ("a broken part of a list in base64", record(s"L a 4 ${base64(hex("92 01 c1"))}"),
      "reserved-byte-c1", bins + 12, "bins.a[1]"),
    ("an index with two bins", "* i n s x N 2 a N b N\n", "bad-index", 12, "definition.bin"),
    ("an index of an unknown type", "* i n s x Q 1 a N\n", "bad-index", 10, "definition.type"),
    ("an index of a bin of an unknown type", "* i n s x N 1 a Q\n", "bad-index", 16,
      "definition.bin_type"),
    ("a context without end", "* i n s x N 1 a N " + "A" * ((1 << 20) + 1) + "\n", "name-too-long",
      18, "definition.context"),
    ("a UDF in another language", "* u P a 1 x\n", "bad-udf", 4, "definition"),
    ("a UDF beyond the file", "* u L a 99 x\n", "length-past-end", 8, "definition.content"),
    ("an unknown global line", "* x a\n", "bad-line", 0, "")
  )
  for ((what, entry, reason, offset, path) <- refused)
    test(s"refuses $what") {
      val found = fault(entry)
      assert(found.map(one => (one.reason.word, one.path)) === Some((reason, path)))
      assert(found.map(_.offset) === Some(offset))
      assert(Backup.reasons.map(_.word).contains(reason))
    }

  test("nesting beyond maxDepth") {
    val deep = hex("91") * 600 + hex("90")
    assert(fault(record(s"L! a ${deep.length} $deep")).map(_.reason.word) ===
      Some("nesting-too-deep"))
    assert(fault(record(s"L a ${base64(deep).length} ${base64(deep)}")).map(_.reason.word) ===
      Some("nesting-too-deep"))
  }

  test("a cut anywhere is a fault") {
    val entry = head("+ k S 3 abc\n", "+ s demo\n") + s"+ b 3\n- S a 2 ab\n- L! b ${list.length} " +
      s"$list\n- I c 7\n"
    for (size <- 0 until entry.length) assert(fault(entry.take(size)).isDefined, size)
    assert(fault(entry).isEmpty)
  }

  test("whatever byte is changed, it is a value or a fault") {
    val random = new Random(7)
    val entry = head("+ k B 4 AQID\n", "+ s demo\n") +
      s"+ b 3\n- S a 2 ab\n- M! b ${map.length} $map\n- D c 7.5\n"
    for (_ <- 1 to 3000) {
      val changed = bytes(entry)
      for (_ <- 0 to random.nextInt(3))
        changed(random.nextInt(changed.length)) = random.nextInt(256).toByte
      def isRead(sink: Sink) =
        try {
          new BackupReader(Options.none, isFraming = false).read(new Cursor().wrap(changed), sink)
          true
        } catch { case _: Malformed => false }
      val isGood = fault(text(changed)).isEmpty
      assert(isRead(new CollectingSink) === isGood)
      // Nor does it matter what is needed.
      assert(isRead(Nowhere) === isGood)
    }
  }
}
