package sparkwire.fast

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._

import sparkwire.rows.buffers.NumberCopy
import sparkwire.rows.buffers.Tag
import sparkwire.wire.places.{NumberRun, PlainStruct}
import sparkwire.wire.places.PlainPart._

/** The row layout for the code of one struct. `required` is null if the struct is only checked and
  * skipped.
  */
private[sparkwire] final class RowCode(struct: PlainStruct, required: StructType) {
  def ordinal(field: Int): Option[Int] =
    if (required == null) None
    else Some(required.fieldNames.indexOf(struct.shape.fields(field).name)).filter(_ >= 0)

  def elementType(ordinal: Int): DataType = required(ordinal).dataType match {
    case ArrayType(element, _) => element
    case other => throw new IllegalStateException(s"${other.sql} is not an array")
  }

  private def offsetOf(ordinal: Int): Int =
    UnsafeRow.calculateBitSetWidthInBytes(required.length) + 8 * ordinal
  def offset(field: Int): Int = offsetOf(ordinal(field).get)
  def setNull(field: Int): String =
    ordinal(field).fold("")(ordinal => s"setNull(row, $ordinal, ${offsetOf(ordinal)});")

  private def written: Set[Int] = struct.all.flatMap {
    case Numbers(run) => run.fields.toSeq
    case Text(field, _) => Seq(field)
    case Binary(field, _) => Seq(field)
    case Coded(field, _) => Seq(field)
    case NumberList(field, _, _) => Seq(field)
    case Structs(field, _, _) => Seq(field)
    case EmptyList(field) => Seq(field)
    case Null(field) => Seq(field)
    case Number(field, _) => Seq(field)
    case Constant(field, _) => Seq(field)
  }.flatMap(ordinal(_)).toSet

  /** Returns code that makes the fields NULL that no part writes. */
  def begin: String = if (required == null) ""
  else {
    val missing = required.indices.filterNot(written)
    val words = (0 until (required.length + 63) / 64).map { word =>
      val bits =
        missing.filter(_ / 64 == word).foldLeft(0L)((bits, ordinal) => bits | 1L << ordinal)
      put(8 * word, s"${bits}L")
    }
    (words ++ missing.map(ordinal => put(offsetOf(ordinal), "0L"))).mkString("\n")
  }

  def numbers(run: NumberRun): String = {
    val writes = (0 until run.count).flatMap { number =>
      ordinal(run.fields(number)).map { ordinal =>
        put(offsetOf(ordinal), RowCode.number(run.codes(number), run.offsets(number)))
      }
    }
    s"if (end() - at < ${run.size}) return -1;\n${writes.mkString("\n")}\nat += ${run.size};"
  }

  def put(ordinal: Int, bits: Long): String = put(offsetOf(ordinal), s"${bits}L")

  private def put(offset: Int, number: String): String =
    s"Platform.putLong(out(), Platform.BYTE_ARRAY_OFFSET + row + $offset, $number);"
}

private object RowCode {

  /** Returns code for the 8 bytes of a number's field. */
  def number(code: Int, offset: Int): String = code match {
    case NumberRun.Bool => s"in[at + $offset] != 0 ? 1L : 0L"
    case NumberRun.Int8 => s"in[at + $offset] & 0xffL"
    case NumberRun.Int16 | NumberRun.UInt16 =>
      s"${GeneratedCode.Numbers}.i16be(in, at + $offset) & 0xffffL"
    case NumberRun.Int32 | NumberRun.UInt32 =>
      s"${GeneratedCode.Numbers}.i32be(in, at + $offset) & 0xffffffffL"
    case _ => s"${GeneratedCode.Numbers}.i64be(in, at + $offset)"
  }
}

/** Decides whether the required type matches the parts of a plain struct. */
private[sparkwire] object Fits {
  def struct(struct: PlainStruct, required: StructType): Boolean = {
    val row = new RowCode(struct, required)
    def asked(field: Int)(fits: DataType => Boolean): Boolean =
      row.ordinal(field).forall(ordinal => fits(required(ordinal).dataType))
    struct.all.forall {
      case Numbers(run) => (0 until run.count).forall(at =>
          asked(run.fields(at))(Tag.of(_) == NumberCopy.tagOf(run.codes(at))))
      case Text(field, _) => asked(field)(_ == StringType)
      case Coded(field, _) => asked(field)(_ == StringType)
      case Binary(field, _) => asked(field)(_ == BinaryType)
      case NumberList(field, _, run) => asked(field) {
          case ArrayType(element, _) => Tag.of(element) == NumberCopy.tagOf(run.codes(0))
          case _ => false
        }
      case Structs(field, _, inner) => asked(field) {
          case ArrayType(element: StructType, _) => this.struct(inner, element)
          case _ => false
        }
      case EmptyList(field) => asked(field)(_.isInstanceOf[ArrayType])
      case Constant(field, _) =>
        asked(field)(dataType => dataType == StringType || dataType == BinaryType)
      case _: Null | _: Number => true
    }
  }
}
