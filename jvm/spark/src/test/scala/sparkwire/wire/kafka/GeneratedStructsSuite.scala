package sparkwire.wire.kafka

import scala.util.Random

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types.{DataType, StructType}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending, Types}
import sparkwire.rows.{GeneratedFillers, RequiredParts, Results}
import sparkwire.wire._
import sparkwire.wire.core._
import sparkwire.wire.kafka.definitions.{Definitions, KafkaLayout, MessageDefinition}
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneMessage, VersionSource}

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** Structs filled by generated code have the same bytes as structs that the reader gives value by
  * value, and both ways refuse the same input. The input is each Kafka message with random content,
  * decoded whole and in part, and the same message with bytes cut off, changed and inserted.
  */
class GeneratedStructsSuite extends AnyFunSuite {
  private val definitions = Definitions.all.filterNot(_.isRemoved).filter(KafkaClasses.has)
  private val Variations = 12
  private var read = 0
  private var refused = 0

  for (absent <- Seq("null", "default"))
    test(s"Kafka's messages, what is absent being $absent") {
      val options = Options(Map("absent" -> absent))
      for (definition <- definitions;
        version <- definition.validVersions.lowest to definition.newest) {
        val seed = definition.name.hashCode.toLong * 1000 + version
        checkMessage(definition, version, seed, options)
      }
    }

  test("lists of types") {
    val list =
      "a VARINT, b COMPACT_NULLABLE_STRING, c ARRAY<STRUCT<x INT16, y COMPACT_ARRAY<INT64>, " +
        "z NULLABLE_BYTES, TAGGED_FIELDS(1 t COMPACT_STRING)>>, d ARRAY<ARRAY<INT8>>, e UUID, f BOOLEAN, " +
        "g NULLABLE_ARRAY<STRUCT<p BOOLEAN, q UINT32, r FLOAT64, TAGGED_FIELDS(3 w INT8)>>, " +
        "h ARRAY<STRING>, TAGGED_FIELDS(0 u COMPACT_ARRAY<INT32>, 5 v VARLONG)"
    val bytes = Vectors.bytes(
      "03 03c3a9  00000002 0001 020000000000000005 00000001ff 00 8000 01 ffffffff 01 01 02 0278 " +
        "00000002 0000000107 00000000  000102030405060708090a0b0c0d0e0f 01 " +
        "00000002 01 ffffffff 0000000000000000 00 00 00000001 7ff0000000000000 01 09 02 aabb " +
        "00000002 000161 000462ff63e9  03 00 05 0200000007 05 01 02 07 01 ff")
    for (round <- 1 to 400)
      check(OneKafkaValue(KafkaLayout.Types(list)), Options.none, bytes, new Random(round.toLong))
  }

  // Code is generated after some thousand elements.
  private val UntilCode = 4200

  test("the newest of Kafka's messages, by code") {
    val before = GeneratedFillers.compiled
    for (definition <- definitions) {
      val seed = definition.name.hashCode.toLong * 7 + definition.newest
      checkMessage(definition, definition.newest, seed, Options.none, UntilCode)
    }
    assert(GeneratedFillers.compiled - before > 50)
    assert(GeneratedFillers.failed === 0)
  }

  test("the same behind their version, by code") {
    for (definition <- definitions) {
      val seed = definition.name.hashCode.toLong * 11 + definition.newest
      checkMessage(definition, definition.newest, seed, Options.none, UntilCode,
        VersionSource.Prefix)
    }
  }

  test("what is too large in steps is too large for code, and nothing else is") {
    val definition = definitions.find(_.name == "MetadataResponse").get
    for (source <- Seq(VersionSource.Constant(definition.newest), VersionSource.Prefix)) {
      val messages = (1L to 40L).map(message(definition, definition.newest, _, source))
      val (small, large) = (messages.minBy(_.length), messages.maxBy(_.length))
      val root = this.root(definition, source)
      // If the version is asked for, generated code does not begin with the whole value.
      val asked = StructType(
        Types.of(root.kind).asInstanceOf[StructType].filterNot(_.name == "_version"))
      val sizes = for (size <- 800 to 8000 by 8) yield {
        val options = Options(Map("maxSize" -> size.toString))
        val way = new Way(root, asked, options)
        for (_ <- 1 to UntilCode) assert(way.read(small))
        val byCode = way.direct(large)
        assert(byCode === new Way(root, asked, options).direct(large))
        byCode.isEmpty
      }
      assert(sizes.count(identity) > 20)
      assert(sizes.dropWhile(identity).forall(isTooLarge => !isTooLarge) && !sizes.last)
    }
  }

  test("what is too deep in steps is too deep for code") {
    val list = "a ARRAY<STRUCT<b ARRAY<STRUCT<c ARRAY<INT8>>>>>"
    val bytes = Vectors.bytes("00000001 00000001 00000002 0102")
    val root = OneKafkaValue(KafkaLayout.Types(list))
    val decoded = for (depth <- 1 to 8) yield {
      val way = new Way(root, Types.of(root.kind), Options(Map("maxDepth" -> depth.toString)))
      for (_ <- 1 to UntilCode) way.read(bytes)
      same(way, bytes)
      way.read(bytes)
    }
    assert(decoded === (1 to 8).map(_ >= 6))
  }

  test("lists of plain structs, by code") {
    val list =
      "a ARRAY<STRUCT<b BOOLEAN, c INT8, d UINT16, e UINT32, f FLOAT64, g NULLABLE_STRING, h UUID, " +
        "i NULLABLE_ARRAY<INT16>, j ARRAY<BOOLEAN>, k COMPACT_NULLABLE_ARRAY<STRUCT<l COMPACT_BYTES, " +
        "m COMPACT_STRING, TAGGED_FIELDS(2 n INT8)>>, o NULLABLE_BYTES>>"
    val bytes = Vectors.bytes(
      "00000002 01 ff 8001 ffffffff 7ff8000000000000 ffff 000102030405060708090a0b0c0d0e0f ffffffff " +
        "00000003 000100 03 03aabb 04616263 00 01 01 00 ffffffff " +
        "00 7f 0000 00000001 8000000000000000 0009c3a97a7a7a7a7a7a7a ff000000000000000000000000000000 " +
        "00000002 00018000 00000000 00 00000001 00")
    for (round <- 1 to 40)
      check(
        OneKafkaValue(KafkaLayout.Types(list)), Options.none, bytes, new Random(round.toLong),
        UntilCode)
  }

  test("tagged fields, by code") {
    val list =
      "a COMPACT_ARRAY<STRUCT<b INT16, TAGGED_FIELDS(0 c COMPACT_STRING, 1 d COMPACT_ARRAY<INT32>, " +
        "3 e UUID, 4 f FLOAT64, 7 g BOOLEAN, 9 h COMPACT_ARRAY<STRUCT<i INT8, TAGGED_FIELDS(0 j INT8)>>)>>"
    val all =
      "06  00 03 03c3a9  01 09 03 00000001 ffffffff  03 10 000102030405060708090a0b0c0d0e0f " +
        "04 08 7ff8000000000000  07 01 02  09 08 03 05 01 00 01 07 06 00"
    val long = s"01 00 8301 8201 ${"61" * 129}"
    val bytes = Vectors.bytes(
      s"06 0001 00  0002 $all  0003 01 09 01 01  8000 02 01 05 02 00000007 07 01 00  0004 $long")
    val before = GeneratedFillers.compiled
    for (round <- 1 to 40)
      check(OneKafkaValue(KafkaLayout.Types(list)), Options.none, bytes, new Random(round.toLong),
        UntilCode)
    assert(GeneratedFillers.compiled > before)
  }

  test("structs that are too long for code") {
    for (fields <- Seq(150, 400)) {
      val lists = (1 to fields).map(at => s"f$at NULLABLE_ARRAY<INT8>").mkString(", ")
      val bytes = Vectors.bytes("00000002" + "ffffffff" * fields + "0000000107" * fields)
      check(OneKafkaValue(KafkaLayout.Types(s"a ARRAY<STRUCT<$lists>>")), Options.none, bytes,
        new Random(fields.toLong), UntilCode)
    }
  }

  test("code that does not compile is counted, and done without") {
    val (compiled, failed) = (GeneratedFillers.compiled, GeneratedFillers.failed)
    assert(
      !GeneratedFillers.compile("public Object generate(Object[] references) { return nothing; }"))
    assert(GeneratedFillers.compiled === compiled && GeneratedFillers.failed === failed + 1)
  }

  test("enough of them were values, and enough were refused") {
    assert(read > 10000 && refused > 5000)
  }

  private def checkMessage(definition: MessageDefinition, version: Int, seed: Long,
      options: Options,
      times: Int = 1,
      source: VersionSource = null): Unit = {
    val from = if (source == null) VersionSource.Constant(version) else source
    withClue(s"${definition.name} $version: ") {
      check(root(definition, from), options, message(definition, version, seed, from),
        new Random(seed), times)
    }
  }

  private def root(definition: MessageDefinition, source: VersionSource): Root =
    OneMessage(KafkaLayout.Message(definition.name, isName = true), source)

  private def message(definition: MessageDefinition, version: Int, seed: Long,
      source: VersionSource): Array[Byte] = {
    val json = KafkaClasses.content(definition, version).pureApply(
      Gen.Parameters.default.withSize(6), Seed(seed))
    val bytes = KafkaClasses.written(definition, version, json)
    if (source == VersionSource.Prefix) Vectors.bytes(f"$version%04x") ++ bytes else bytes
  }

  private def check(root: Root, options: Options, bytes: Array[Byte], random: Random,
      times: Int = 1): Unit = {
    val whole = Types.of(root.kind)
    for (asked <- Seq(whole, RequiredParts.of(whole, random))) {
      val way = new Way(root, asked, options)
      for (_ <- 1 to times) assert(way.read(bytes))
      same(way, bytes)
      for (_ <- 1 to Variations) same(way, changed(bytes, random))
    }
  }

  /** A decoder that takes every fast way, and one whose sink is asked for each field. */
  private final class Way(root: Root, asked: DataType, options: Options) {
    private val fast = decoder(root)
    private val slow = decoder(StepByStep(root))

    private def decoder(root: Root): Decoder = new Decoder(
      DecodePlan("kafka_decode", Kafka.Layouts, root, options, Ending.Attempt,
        Twins("try_kafka_decode", "kafka_fault")),
      asked)

    def read(bytes: Array[Byte]): Boolean = fast.decode(bytes) != null
    def direct(bytes: Array[Byte]): Option[Any] = shown(fast.decode(bytes))
    def asked(bytes: Array[Byte]): Option[Any] = shown(slow.decode(bytes))

    private def shown(result: Any): Option[Any] = Option(result).map {
      case row: UnsafeRow => Vectors.hex(row.getBytes)
      case flat => Results.of(flat, asked)
    }
  }

  private def same(way: Way, bytes: Array[Byte]): Unit = withClue(s"${Vectors.hex(bytes)}: ") {
    val direct = way.direct(bytes)
    assert(direct === way.asked(bytes))
    if (direct.isEmpty) refused += 1 else read += 1
  }

  private def changed(bytes: Array[Byte], random: Random): Array[Byte] = {
    val at = random.nextInt(bytes.length + 1)
    val (before, after) = bytes.splitAt(at)
    random.nextInt(4) match {
      case 0 => before
      case 1 => before ++ after.take(1).map(byte => (byte ^ 1 << random.nextInt(8)).toByte) ++
          after.drop(1)
      case 2 => before ++ after.take(1).map(_ => random.nextInt().toByte) ++ after.drop(1)
      // A tag section that was empty gets an unknown tag.
      case _ =>
        val empty = bytes.indices.filter(bytes(_) == 0)
        val section = if (empty.isEmpty) at else empty(random.nextInt(empty.length))
        bytes.take(section) ++ Vectors.bytes("01 63 02 aabb") ++ bytes.drop(section + 1)
    }
  }
}
