package sparkwire.wire.kafka

import java.util.Random

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

import sparkwire.expressions.Types
import sparkwire.sinks.{Results, RowSink}
import sparkwire.wire._

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** Places filled directly and places asked for hold the same, byte by byte, and both ways refuse the same
  * bytes: each message of Kafka with random content, whole and in part, and what becomes of it when
  * bytes are cut off, changed and put in between.
  */
class DirectStructSuite extends AnyFunSuite {
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
        val json = KafkaClasses.content(definition, version).pureApply(
          Gen.Parameters.default.withSize(6), Seed(seed))
        val layout = Layout.Message(definition.name, isName = true)
        val root = OneMessage(layout, VersionSource.Constant(version))
        withClue(s"${definition.name} $version: ") {
          check(root, options, KafkaClasses.written(definition, version, json), new Random(seed))
        }
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
      check(OneValue(Layout.Types(list)), Options.none, bytes, new Random(round.toLong))
  }

  test("enough of them were values, and enough were refused") {
    assert(read > 10000 && refused > 5000)
  }

  private def check(root: Root, options: Options, bytes: Array[Byte], random: Random): Unit = {
    val whole = Types.of(root.kind)
    for (asked <- Seq(whole, part(whole, random))) {
      val way = new Way(root, asked, options)
      assert(way.direct(bytes).nonEmpty)
      same(way, bytes)
      for (_ <- 1 to Variations) same(way, changed(bytes, random))
    }
  }

  /** A reader and its sink, with the places asked for and without. */
  private final class Way(root: Root, asked: DataType, options: Options) {
    private val cursor = new Cursor
    private val reader = root.newReader(options)
    private val asking = root.newReader(options)
    private val sink = new RowSink(root.kind, asked, options)

    def direct(bytes: Array[Byte]): Option[Any] =
      try {
        sink.begin()
        reader.read(cursor.wrap(bytes), sink)
        Some(result)
      } catch { case _: Malformed => None }

    /** A trace asks for each field. */
    def asked(bytes: Array[Byte]): Option[Any] = {
      sink.begin()
      if (Trace.fault(asking, cursor, bytes, sink, options).isEmpty) Some(result) else None
    }

    private def result: Any = sink.result match {
      case row: UnsafeRow => Vectors.hex(row.getBytes)
      case flat => Results.of(flat, asked)
    }
  }

  private def same(way: Way, bytes: Array[Byte]): Unit = withClue(s"${Vectors.hex(bytes)}: ") {
    val direct = way.direct(bytes)
    assert(direct === way.asked(bytes))
    if (direct.isEmpty) refused += 1 else read += 1
  }

  /** Some fields, and some of what is in them. */
  private def part(whole: DataType, random: Random): DataType = whole match {
    case StructType(fields) =>
      val some = fields.filter(_ => random.nextInt(3) > 0)
      StructType(
        (if (some.isEmpty) fields.take(1) else some).map(field =>
          field.copy(dataType = part(field.dataType, random))))
    case ArrayType(element, hasNulls) => ArrayType(part(element, random), hasNulls)
    case other => other
  }

  private def changed(bytes: Array[Byte], random: Random): Array[Byte] = {
    val at = random.nextInt(bytes.length + 1)
    val (before, after) = bytes.splitAt(at)
    random.nextInt(4) match {
      case 0 => before
      case 1 => before ++ after.take(1).map(byte => (byte ^ 1 << random.nextInt(8)).toByte) ++
          after.drop(1)
      case 2 => before ++ after.take(1).map(_ => random.nextInt().toByte) ++ after.drop(1)
      // A tag section that was empty has an unknown tag.
      case _ =>
        val empty = bytes.indices.filter(bytes(_) == 0)
        val section = if (empty.isEmpty) at else empty(random.nextInt(empty.length))
        bytes.take(section) ++ Vectors.bytes("01 63 02 aabb") ++ bytes.drop(section + 1)
    }
  }
}
