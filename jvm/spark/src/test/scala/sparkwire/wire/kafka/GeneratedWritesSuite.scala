package sparkwire.wire.kafka

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.catalyst.util.{ArrayData, GenericArrayData}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.expressions.{EncodePlan, Encoder, Ending, Types}
import sparkwire.rows.{GeneratedFillers, RowSink}
import sparkwire.wire._
import sparkwire.wire.core._
import sparkwire.wire.kafka.definitions.{Definitions, Layout, MessageDefinition}
import sparkwire.wire.kafka.messages.{OneMessage, OneValue, VersionSource}
import sparkwire.wire.writing.Written

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** Rows that generated code writes have the same bytes as rows that are written field by field, and
  * both ways refuse the same rows. The rows are each Kafka message with random content, and the
  * same with values that are NULL, a default, out of range, malformed UTF-8, or at random.
  */
class GeneratedWritesSuite extends AnyFunSuite {
  private val definitions = Definitions.all.filterNot(_.isRemoved).filter(KafkaClasses.has)

  // Code is generated after some thousand structs; no row here has nearly as many.
  private val UntilCode = 4200
  private val Variations = 60
  private var written = 0
  private var refused = 0

  for (absent <- Seq("null", "default"))
    test(s"Kafka's messages, what is absent being $absent") {
      val (compiled, failed) = (GeneratedFillers.compiled, GeneratedFillers.failed)
      for (definition <- definitions) {
        val random = new Random(definition.name.hashCode.toLong)
        val versions = definition.validVersions.lowest to definition.newest
        for (version <- Seq(definition.newest, versions(random.nextInt(versions.length))).distinct)
          withClue(s"${definition.name} $version: ") {
            val root = OneMessage(
              Layout.Message(definition.name, isName = true), VersionSource.Constant(version))
            check(root, Options(Map("absent" -> absent)),
              message(definition, version, random.nextLong()), random)
          }
      }
      assert(GeneratedFillers.compiled - compiled > 100)
      assert(GeneratedFillers.failed === failed)
    }

  test("lists of types") {
    val list =
      "a COMPACT_ARRAY<STRUCT<b INT16, c UINT16, d UINT32, e FLOAT64, f BOOLEAN, g NULLABLE_BYTES, " +
        "h UUID, i NULLABLE_ARRAY<INT64>, j COMPACT_NULLABLE_STRING, TAGGED_FIELDS(0 k COMPACT_STRING, " +
        "1 l COMPACT_ARRAY<INT32>, 3 m UUID, 4 n FLOAT64, 7 o BOOLEAN, 8 p COMPACT_NULLABLE_BYTES, " +
        "9 q COMPACT_ARRAY<STRUCT<r INT8, TAGGED_FIELDS(0 s INT8)>>)>>, TAGGED_FIELDS()"
    val uuid = "000102030405060708090a0b0c0d0e0f"
    val plain = s"0001 ffff ffffffff 7ff8000000000000 01 00000002 aabb $uuid 00000001 " +
      "8000000000000000 03 c3a9"
    val bytes = Vectors.bytes(
      s"04 $plain 07 00 03 03c3a9 01 09 03 00000001 ffffffff 03 10 $uuid 04 08 7ff8000000000000 " +
        s"07 01 02 08 02 02 aa 09 08 03 05 01 00 01 07 06 00 $plain 00 $plain 01 00 02 02 61 00"
          .replace("08 02 02 aa", "08 02 02aa"))
    for (round <- 1 to 10)
      check(OneValue(Layout.Types(list)), Options.none, bytes, new Random(round.toLong))
  }

  test("a tagged field that may be null and has another default") {
    val definition =
      """{"type": "data", "name": "Mine", "validVersions": "0-1", "flexibleVersions": "0+", "fields": [
        {"name": "a", "type": "int32", "versions": "0+"},
        {"name": "c", "type": "[]int32", "versions": "0", "nullableVersions": "0"},
        {"name": "b", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0,
         "nullableVersions": "0+", "default": "x"}]}"""
    val root = OneMessage(Layout.of(definition).asInstanceOf[Layout.Message],
      VersionSource.Constant(1))
    val compiled = GeneratedFillers.compiled
    check(root, Options.none, Vectors.bytes("00000001 01 00 02 0279"), new Random(1))
    assert(GeneratedFillers.compiled === compiled + 1)
  }

  test("enough of them were written, and enough were refused") {
    assert(written > 5000 && refused > 2000)
  }

  private def message(definition: MessageDefinition, version: Int, seed: Long): Array[Byte] =
    KafkaClasses.written(definition, version,
      KafkaClasses.content(definition, version).pureApply(
        Gen.Parameters.default.withSize(4), Seed(seed)))

  private def check(root: Root with Written, options: Options, bytes: Array[Byte],
      random: Random): Unit = {
    val rowType = Types.of(root.kind).asInstanceOf[StructType]
    val row = decoded(root, rowType, options, bytes)
    val unsafe = UnsafeProjection.create(rowType)
    val spelled = this.spelled(rowType, random).asInstanceOf[StructType]
    def encoder =
      new Encoder(
        EncodePlan(
          "kafka_encode", Kafka.Layouts, root, Options.none, Ending.Attempt, Twins("", "")),
        spelled)
    val byCode = encoder
    for (_ <- 1 to UntilCode) byCode.encode(row)
    for (variation <- 0 to Variations) {
      val changed = if (variation == 0) row else this.changed(row, rowType, random)
      val expected = shown(encoder.encode(changed))
      withClue(s"$changed: ") {
        assert(shown(byCode.encode(changed)) === expected)
        assert(shown(byCode.encode(unsafe(changed.asInstanceOf[InternalRow]))) === expected)
      }
      if (expected.isEmpty) refused += 1 else written += 1
    }
  }

  /** Returns a type with some names in upper case, as a query may spell them. */
  private def spelled(dataType: DataType, random: Random): DataType = dataType match {
    case struct: StructType => StructType(
        struct.map { field =>
          val name = if (random.nextInt(8) == 0) field.name.toUpperCase else field.name
          field.copy(name = name, dataType = spelled(field.dataType, random))
        })
    case ArrayType(element, containsNull) => ArrayType(spelled(element, random), containsNull)
    case other => other
  }

  private def shown(encoded: Any): Option[String] =
    Option(encoded.asInstanceOf[Array[Byte]]).map(Vectors.hex)

  private def decoded(root: Root, rowType: StructType, options: Options,
      bytes: Array[Byte]): Any = {
    val sink = new RowSink(root.kind, rowType, options)
    sink.begin()
    root.newReader(options).read(new Cursor().wrap(bytes), sink)
    copied(sink.result, rowType)
  }

  private def copied(value: Any, dataType: DataType): Any = (value, dataType) match {
    case (row: InternalRow, struct: StructType) =>
      new GenericInternalRow(
        struct.fields.indices.map(at =>
          if (row.isNullAt(at)) null
          else copied(row.get(at, struct(at).dataType), struct(at).dataType)).toArray[Any])
    case (list: ArrayData, ArrayType(element, _)) =>
      new GenericArrayData(
        (0 until list.numElements()).map(at =>
          if (list.isNullAt(at)) null else copied(list.get(at, element), element)).toArray[Any])
    case (text: UTF8String, _) => text.clone()
    case (other, _) => other
  }

  /** Returns a value of which something is different. */
  private def changed(value: Any, dataType: DataType, random: Random): Any =
    (value, dataType) match {
      case (row: InternalRow, struct: StructType) if struct.nonEmpty =>
        val copy = copied(row, struct).asInstanceOf[InternalRow]
        val at = random.nextInt(struct.length)
        copy.update(at, changed(copy.get(at, struct(at).dataType), struct(at).dataType, random))
        copy
      case (list: GenericArrayData, ArrayType(element, _))
          if list.numElements() > 0 && random.nextInt(4) > 0 =>
        val at = random.nextInt(list.numElements())
        val copy = list.array.clone()
        copy(at) = if (random.nextInt(20) == 0) null else changed(copy(at), element, random)
        new GenericArrayData(copy)
      case _ => any(dataType, random)
    }

  private def any(dataType: DataType, random: Random): Any = {
    def one[A](values: A*): A = values(random.nextInt(values.length))
    dataType match {
      case BooleanType => one(null, true, false)
      case ByteType => one(null, 0.toByte, (-1).toByte, random.nextInt().toByte)
      case ShortType => one(null, 0.toShort, (-1).toShort, random.nextInt().toShort)
      case IntegerType => one(null, 0, -1, 65535, 65536, random.nextInt())
      case LongType => one(null, 0L, -1L, 0xffffffffL, 0x100000000L, random.nextLong())
      case DoubleType => one(null, 0.0, -0.0, Double.NaN, random.nextDouble())
      case StringType => one(null, UTF8String.fromBytes(one(texts: _*)))
      case BinaryType => one(null, Array.empty[Byte], Array[Byte](1, -1))
      case _: ArrayType => one(null, new GenericArrayData(Array.empty[Any]),
          new GenericArrayData(Array[Any](null)))
      case _ => null
    }
  }

  private val texts = Seq("", "616263", "c3a9", "ff61", "61" * 127, "61" * 128, "61" * 32767,
    "61" * 32768, "78", "41" * 22, "61c3").map(Vectors.bytes)
}
