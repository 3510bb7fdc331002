package sparkwire.fast

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._

import sparkwire.rows.buffers.NumberCopy
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.Kind
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

  private def written: Set[Int] = struct.all.flatMap(_.fields).flatMap(ordinal(_)).toSet

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

  /** @param hasAll
    *   whether the type must have all fields on the wire, and no others than the shape
    */
  def struct(struct: PlainStruct, required: StructType, hasAll: Boolean = false): Boolean = {
    val row = new RowCode(struct, required)
    def asked(field: Int, isOnWire: Boolean = true)(fits: DataType => Boolean): Boolean =
      row.ordinal(field).fold(!hasAll || !isOnWire)(at => fits(required(at).dataType))
    (!hasAll || areOfShape(struct, required)) && struct.all.forall {
      case Numbers(run) => (0 until run.count).forall(at =>
          asked(run.fields(at))(Tag.of(_) == NumberCopy.tagOf(run.codes(at))))
      case part: OneField =>
        asked(part.field, !part.isInstanceOf[Absent])(this.part(part, _, hasAll))
    }
  }

  private def areOfShape(struct: PlainStruct, required: StructType): Boolean = {
    val names = required.fieldNames
    names.distinct.length == names.length && names.forall(struct.shape.fields.map(_.name).contains)
  }

  private def part(part: OneField, dataType: DataType, hasAll: Boolean): Boolean =
    (part, dataType) match {
      case (NumberList(_, _, run), ArrayType(element, _)) =>
        Tag.of(element) == NumberCopy.tagOf(run.codes(0))
      case (Structs(_, _, inner), ArrayType(element: StructType, _)) =>
        struct(inner, element, hasAll)
      case (Block(_, element), ArrayType(found, _)) => this.part(element, found, hasAll)
      case (Nested(_, inner), found: StructType) => struct(inner, found, hasAll)
      case (Optional(inner, _, _), found) => this.part(inner, found, hasAll)
      case (Zigzag(_, kind, _), found) => isWhole(kind, found)
      case (LowFirst(_, Kind.Bool), found) => found == BooleanType
      case (LowFirst(_, kind), found) => Tag.of(found) == NumberCopy.tagOf(kind)
      case (_: Text | _: Coded | _: Symbol, found) => found == StringType
      case (_: Binary, found) => found == BinaryType
      case (_: EmptyList, found) => found.isInstanceOf[ArrayType]
      case (_: Constant, found) => found == StringType || found == BinaryType
      case (_: Null | _: Number, _) => true
      case _ => false
    }

  private def isWhole(kind: Kind, found: DataType): Boolean = kind match {
    case Kind.Int32 => Seq(ByteType, ShortType, IntegerType).contains(found)
    case Kind.Int64 => Seq(ByteType, ShortType, IntegerType, LongType).contains(found)
    case clock => Tag.clockOf(Tag.find(found)) == clock
  }
}
