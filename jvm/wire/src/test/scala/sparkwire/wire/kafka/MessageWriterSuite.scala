package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Options, Root}
import sparkwire.wire.kafka.definitions.{Definitions, KafkaLayout}
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneMessage, VersionSource}
import sparkwire.wire.writing.Written

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Messages and types that are read are written again: with the bytes that Kafka's own classes
  * write for the values they read, else with the same value.
  */
class MessageWriterSuite extends AnyFunSuite with VectorTests with ReaderChecks with WriterChecks {

  /** Reads a value, writes it, and asserts that it is read again as the same value. */
  private def again(root: Root with Written, bytes: Array[Byte],
      options: Options = Options.none): String = {
    def read(bytes: Array[Byte]): Tree =
      walk(root, bytes, options).fold(reason => fail(reason.word), Views.plain)
    val value = read(bytes)
    val found =
      written(root, value, options).fold(refusal => fail(refusal.toString), identity)
    assert(read(found) === value)
    Vectors.hex(found)
  }

  // Lines that no writer of their value reproduces, by the part that is written in another way.
  private val otherwise = Map(
    "a tagged field that equals its default" -> Seq("simple-example-message-v1-hand-4"),
    "a present struct" -> Seq("nullable-struct-message-v1-hand-7"),
    "true" -> Seq("boolean-02", "boolean-ff"),
    "a long varint" -> Seq("unsigned-varint-8000", "unsigned-varint-ac8200",
      "unsigned-varint-8080808000", "varint-8000", "varint-8180808000",
      "varlong-80808080808080808000", "compact-string-848000616263", "interleaved-padded-header"),
    "malformed UTF-8" -> Seq("compact-string-03c328", "compact-string-02ff",
      "compact-string-04e28261")
  ).values.flatten.toSet

  Seq("messages" -> 646, "custom" -> 44, "tagged" -> 57).foreach { case (file, inAll) =>
    eachLine("kafka", file, inAll) { line =>
      if (line.fails.nonEmpty) succeed
      else {
        val name = line.json.get("args").get("definition").asText
        val version = line.json.get("args").get("version").asInt
        val root = OneMessage(Views.definition(name), VersionSource.Constant(version))
        val found = again(root, line.bytes)
        if (Definitions.has(name) && KafkaClasses.has(Definitions(name)))
          assert(
            found === Vectors.hex(KafkaClasses.again(Definitions(name), version, line.bytes)))
        else isSame(line, found)
      }
    }
  }

  private def isSame(line: Line, found: String): Assertion =
    if (otherwise(line.name)) assert(found !== Vectors.hex(line.bytes))
    else assert(found === Vectors.hex(line.bytes))

  eachLine("kafka", "types", 302) { line =>
    val args = line.json.get("args")
    val layout = if (args.has("type")) VectorLayouts.of(args.get("type"))
    else VectorLayouts.listOf(args.get("schema"))
    if (line.fails.nonEmpty) succeed
    else if (args.has("type") && walk(
        OneKafkaValue(KafkaLayout.Types(layout)), line.bytes) == Right(NoValue))
      succeed
    else isSame(line, again(OneKafkaValue(KafkaLayout.Types(layout)), line.bytes))
  }

  private val interleaved = Options(Map("tagHeader" -> "interleaved"))

  eachLine("kafka", "interleaved", 34) { line =>
    if (line.fails.nonEmpty) succeed
    else isSame(
      line, again(OneKafkaValue(KafkaLayout.Types("TAGGED_FIELDS()")), line.bytes, interleaved))
  }

  // Refusals.

  private val kitchen =
    """{'name': 'M', 'type': 'data', 'validVersions': '0-3', 'flexibleVersions': '2+', 'fields': [
      {'name': 'A', 'type': 'uint16', 'versions': '0+'},
      {'name': 'B', 'type': 'string', 'versions': '0+', 'nullableVersions': '1+', 'default': 'b'},
      {'name': 'C', 'type': 'int32', 'versions': '1+', 'default': '5'},
      {'name': 'D', 'type': '[]E', 'versions': '0+', 'fields': [
        {'name': 'F', 'type': 'uuid', 'versions': '0+'},
        {'name': 'G', 'type': '[]string', 'versions': '0+'}]},
      {'name': 'H', 'type': 'uint32', 'versions': '2+', 'tag': 4, 'taggedVersions': '2+'},
      {'name': 'I', 'type': 'bytes', 'versions': '3+', 'tag': 6, 'taggedVersions': '3+'}]}"""
  private val layout = KafkaLayout.Message(WrittenDefinitions.quoted(kitchen), isName = false)

  private def written(version: Int, fields: (String, Tree)*): Either[(String, String), String] =
    written(OneMessage(layout, VersionSource.Constant(version)), struct(fields: _*))
      .map(Vectors.hex).left.map(refusal => refusal.reason.word -> refusal.path)

  private def tag(path: String, number: Long, data: String): Tree =
    struct("path" -> Text(path), "tag" -> Whole(number), "data" -> Hex(data))
  private def tags(all: Tree*): (String, Tree) = "_unknown_tags" -> Items(all.toVector)
  private val element = struct("f" -> Text(KafkaUuids.Zero), "g" -> Items(Vector.empty))
  private val two = "d" -> Items(Vector(element, element))
  private val zeros = "00" * 16

  test("what is not given is the default, or null where the version has a null") {
    assert(written(0) === Right("0000" + "000162" + "00000000"))
    assert(written(1) === Right("0000" + "ffff" + "00000005" + "00000000"))
    assert(written(2) === Right("0000" + "00" + "00000005" + "01" + "00"))
  }

  test("a tagged field that equals its default is left out") {
    assert(written(3, "h" -> Whole(0), "i" -> Hex("")) === written(3))
    assert(written(3, "h" -> Whole(0xffffffffL), "i" -> Hex("0a")) ===
      Right("0000" + "00" + "00000005" + "01" + "02" + "0404ffffffff" + "0602020a"))
  }

  test("the size of a tag, and the number of tags, in more than one byte") {
    val long = "aa" * 300
    assert(written(2, tags(tag("", 300, long))) ===
      Right("0000" + "00" + "00000005" + "01" + "01" + "ac02" + "ac02" + long))
    val many = (1 to 200).map(number => tag("", 1000L + number, ""))
    val found = written(2, tags(many: _*)).toOption.get
    assert(found.startsWith("0000" + "00" + "00000005" + "01" + "c801" + "e90700"))
  }

  test("unknown tags go back to where they were, by ascending tags") {
    assert(
      written(2, two, "h" -> Whole(1),
        tags(tag("", 9, "99"), tag("", 0, ""),
          tag("d[1]", 5, "55"))) ===
        Right("0000" + "00" + "00000005" + "03" + zeros + "01" + "00" + zeros + "01" + "01050155" +
          "03" + "0000" + "040400000001" + "090199"))
  }

  private val refusals = Seq(
    (0, Seq("a" -> Whole(-1)), "out-of-range", "a"), (0, Seq("a" -> Whole(65536)), "out-of-range",
      "a"), (2, Seq("h" -> Whole(0x100000000L)), "out-of-range", "h"),
    (0, Seq("b" -> Text("x" * 32768)), "too-long", "b"), (0, Seq("c" -> Whole(6)),
      "conflicting-field", "c"), (2, Seq("i" -> Hex("00")), "conflicting-field", "i"),
    (0, Seq("d" -> Items(Vector(element, NoValue))), "missing-field", "d[1]"),
    (0, Seq("d" -> Items(Vector(struct("f" -> Text("A" * 21))))), "type-mismatch", "d[0].f"),
    (0, Seq("d" -> Items(Vector(struct("f" -> Text("A" * 21 + "="))))), "type-mismatch", "d[0].f"),
    (0, Seq("d" -> Items(Vector(struct("f" -> Text("A" * 21 + "B"))))), "type-mismatch", "d[0].f"),
    (0, Seq("d" -> Items(Vector(struct("g" -> Items(Vector(NoValue)))))), "missing-field",
      "d[0].g[0]"), (1, Seq(tags(tag("", 9, ""))), "conflicting-field", "_unknown_tags[0].tag"),
    (2, Seq(tags(tag("", 4, ""))), "conflicting-field", "_unknown_tags[0].tag"),
    (2, Seq(tags(tag("", 6, ""))), "conflicting-field", "_unknown_tags[0].tag"),
    (2, Seq(tags(tag("", 9, ""), tag("", 9, "00"))), "conflicting-field", "_unknown_tags[1].tag"),
    (2, Seq(tags(tag("", -1, ""))), "out-of-range", "_unknown_tags[0].tag"),
    (2, Seq(tags(tag("", 0x100000000L, ""))), "out-of-range", "_unknown_tags[0].tag"),
    (2, Seq(tags(struct("tag" -> Whole(9)))), "missing-field", "_unknown_tags[0].data"),
    (2, Seq(tags(struct("data" -> Hex("")))), "missing-field", "_unknown_tags[0].tag"),
    (2, Seq(tags(NoValue)), "missing-field", "_unknown_tags[0]")) ++
    Seq("d", "d[2]", "d[", "d[x]", "d[]", "d[99999999999]", "d[0]x", "d[0].g[0]", "e", "d[0].", "b",
      ".", "[0]").map(path =>
      (2, Seq(two, tags(tag(path, 9, ""))), "conflicting-field", "_unknown_tags[0].path"))
  for ((version, fields, reason, path) <- refusals)
    test(s"$fields at version $version: $reason at $path") {
      assert(written(version, fields: _*) === Left(reason -> path))
    }

  private def typed(layout: String, value: Tree, options: Options = Options.none) =
    written(OneKafkaValue(KafkaLayout.Types(layout)), value, options).map(Vectors.hex).left.map(
      refusal =>
        refusal.reason.word -> refusal.path)

  test("types") {
    assert(typed("a INT16, b NULLABLE_STRING", struct("a" -> Whole(1))) === Right("0001ffff"))
    assert(typed("a INT16", struct()) === Left("missing-field" -> "a"))
    assert(typed("UNSIGNED_VARINT", Whole(-1)) === Left("out-of-range" -> ""))
    assert(typed("ARRAY<NULLABLE_STRING>", Items(Vector(NoValue))) === Right("00000001ffff"))
    assert(typed("ARRAY<STRING>", Items(Vector(NoValue))) === Left("missing-field" -> "[0]"))
    assert(typed("ARRAY<STRUCT<a ARRAY<UINT16>>>",
      Items(Vector(struct("a" -> Items(Vector(Whole(0), Whole(-1))))))) ===
      Left("out-of-range" -> "[0].a[1]"))
  }

  test("limits") {
    val deep = Options(Map("maxDepth" -> "2"))
    assert(typed("ARRAY<ARRAY<INT8>>", Items(Vector(Items(Vector.empty))), deep) ===
      Right("0000000100000000"))
    assert(typed("ARRAY<ARRAY<ARRAY<INT8>>>", Items(Vector(Items(Vector(Items(Vector.empty))))),
      deep) === Left("nesting-too-deep" -> "[0][0]"))
    val small = Options(Map("maxSize" -> "8"))
    assert(typed("BYTES", Hex("00000000"), small) === Right("0000000400000000"))
    assert(typed("BYTES", Hex("0000000000"), small) === Left("too-large" -> ""))
  }

  test("a version that the message does not have") {
    assert(written(OneMessage(layout, VersionSource.Beside), struct(), inputs = Seq(Int.box(4)))
      .left.map(_.reason.word) === Left("unsupported-version"))
    val prefixed = OneMessage(layout, VersionSource.Prefix)
    def at(version: Int) = written(prefixed, struct("_version" -> Whole(version.toLong)))
      .map(Vectors.hex).left.map(refusal => refusal.reason.word -> refusal.path)
    assert(at(0) === Right("0000" + "0000" + "000162" + "00000000"))
    for (version <- Seq(-1, 4, 65536))
      assert(at(version) === Left("unsupported-version" -> "_version"))
    assert(written(prefixed, struct()).map(Vectors.hex) ===
      Right("0003" + written(3).toOption.get))
  }

  test("a subscription of a newer version keeps its version") {
    val root = OneMessage(Views.definition("ConsumerProtocolSubscription"), VersionSource.Prefix)
    val found = written(root, struct("_version" -> Whole(9))).map(Vectors.hex)
    assert(found.toOption.get.startsWith("0009"))
  }
}
