package sparkwire.encoding

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.catalyst.util.{ArrayData, GenericArrayData}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.expressions.{EncodePlan, Encoder, Ending, Types}
import sparkwire.rows.RowSink
import sparkwire.wire.Vectors
import sparkwire.wire.core._
import sparkwire.wire.writing.Written

import org.scalatest.Assertions

/** Rows that generated code writes have the same bytes as rows that are written field by field, and
  * both ways refuse the same rows: a row, and the same row with values that are NULL, a default, out of
  * range, malformed UTF-8, or at random.
  */
trait WrittenBothWays { this: Assertions =>
  // Code is generated after some thousand structs; no row here has nearly as many.
  private val UntilCode = 4200
  private val Variations = 60

  /** How many rows were written and refused. */
  protected var written = 0
  protected var refused = 0

  /** @param root
    *   reads the row from `bytes`
    */
  protected def check(format: Format, root: Root, options: Options, bytes: Array[Byte], to: Written,
      random: Random): Unit = {
    val rowType = Types.of(root.kind).asInstanceOf[StructType]
    val row = decoded(root, rowType, options, bytes)
    val unsafe = UnsafeProjection.create(rowType)
    val spelled = this.spelled(rowType, random).asInstanceOf[StructType]
    def encoder =
      new Encoder(
        EncodePlan("encode", format, to, Options.none, Ending.Attempt, Twins("", "")), spelled)
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
      case FloatType => one(null, 0.0f, -0.0f, Float.NaN, random.nextFloat())
      case DateType => one(null, 0, -1, random.nextInt())
      case _: TimestampType | _: TimestampNTZType =>
        one(null, 0L, -1L, 1700000000123456L, random.nextLong())
      case DoubleType => one(null, 0.0, -0.0, Double.NaN, random.nextDouble())
      case StringType => one(null, UTF8String.fromBytes(one(texts: _*)))
      case BinaryType => one(null, Array.empty[Byte], Array[Byte](1, -1))
      case _: ArrayType => one(null, new GenericArrayData(Array.empty[Any]),
          new GenericArrayData(Array[Any](null)))
      case _ => null
    }
  }

  private val texts = Seq("", "616263", "c3a9", "ff61", "61" * 127, "61" * 128, "61" * 32767,
    "61" * 32768, "78", "41", "41" * 22, "61c3").map(Vectors.bytes)
}
