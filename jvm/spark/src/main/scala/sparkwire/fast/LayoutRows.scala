package sparkwire.fast

import org.apache.spark.sql.types._

import sparkwire.rows.buffers.{ArrayFrame, Frame, NumberCopy}
import sparkwire.wire.core.{Kind, Shape}
import sparkwire.wire.places.{CodedReader, PlaceText, RowText}

/** Compiles readers of layouts, and writes the Java by which they fill rows. */
private[sparkwire] object LayoutRows {

  /** Returns the code of a reader for a row with these fields, null if there can be none. */
  def filler(reader: CodedReader, required: StructType): LayoutFiller =
    if (!GeneratedCodes.isAvailable || !NumberCopy.isLowFirst) null
    else
      GeneratedCode.ofMembers[LayoutFiller](classOf[LayoutFiller])(
        reader.members(new LayoutRow(reader.shape, required, "row", new VariableNames), _))
}

/** Names of variables that differ from each other. The same layout always has the same ones, because
  * Spark knows by its text which code it has compiled before.
  */
private final class VariableNames {
  private[this] var last = 0
  def next(prefix: String): String = {
    last += 1
    s"$prefix$last"
  }
}

/** The row of a struct. */
private final class LayoutRow(
    shape: Shape, required: StructType, val variable: String, variables: VariableNames)
    extends RowText {
  def in(variable: String): RowText = new LayoutRow(shape, required, variable, variables)

  val size: Int = FillerCode.rowSize(required)
  private[this] val nullWords = (required.length + 63) / 64

  private def put(offset: Int, value: String): String =
    s"Platform.putLong(out(), address($variable + $offset), $value);"

  def begin: String = (0 until nullWords).map(word => put(8 * word, "0L")).mkString(" ")

  def beginEmpty: String = {
    // A wide decimal takes bytes after the fixed fields even where it is NULL.
    if (required.exists(field => Frame.isWide(field.dataType))) CodedReader.refuse()
    val nulls = (0 until nullWords).map { word =>
      val fields = math.min(64, required.length - 64 * word)
      put(8 * word, s"${if (fields == 64) -1L else (1L << fields) - 1}L")
    }
    (nulls ++ required.indices.map(ordinal => put(8 * nullWords + 8 * ordinal, "0L")))
      .mkString(" ")
  }

  def names: Seq[String] = required.fieldNames.toSeq

  def place(name: String): PlaceText =
    if (!required.fieldNames.contains(name)) null
    else {
      val ordinal = required.fieldIndex(name)
      val kind = shape.results.find(_.name == name).get.kind
      new LayoutPlace(
        required(ordinal).dataType, kind, variable, s"$variable + ${8 * nullWords + 8 * ordinal}",
        ordinal, variables)
    }
}

/** The place of a value: a field of a row, or an element of an array.
  *
  * @param outer
  *   the variable with the position of the row or array
  * @param at
  *   Java for the position of the place in the buffer
  * @param ordinal
  *   of a field; -1 for an element
  */
private final class LayoutPlace(dataType: DataType, kind: Kind, outer: String, at: String,
    ordinal: Int, names: VariableNames)
    extends PlaceText {
  private[this] val isElement = ordinal < 0

  def present: String = s"setPresent($outer, $ordinal);"

  def nothing: String =
    if (isElement) throw new IllegalStateException("an element is never NULL")
    else {
      val isNull = s"setNull($outer, $ordinal, $at - $outer);"
      if (Frame.isWide(dataType)) s"$isNull noDecimalAt($outer, $at);" else isNull
    }

  def number(value: String): String = {
    val size = if (dataType == BooleanType) 1 else ArrayFrame.sizeOf(dataType)
    if (!isElement) {
      val bits = if (size == 8) value else s"($value) & ${(1L << 8 * size) - 1}L"
      s"Platform.putLong(out(), address($at), $bits);"
    } else size match {
      case 1 => s"Platform.putByte(out(), address($at), (byte) ($value));"
      case 2 => s"Platform.putShort(out(), address($at), (short) ($value));"
      case 4 => s"Platform.putInt(out(), address($at), (int) ($value));"
      case _ => s"Platform.putLong(out(), address($at), $value);"
    }
  }

  def real(value: String): String = dataType match {
    case FloatType if isElement => s"Platform.putFloat(out(), address($at), (float) $value);"
    case FloatType => number(s"Float.floatToRawIntBits((float) $value)")
    case _ => s"Platform.putDouble(out(), address($at), $value);"
  }

  def unsigned(value: String): String =
    if (isElement) CodedReader.refuse() else s"unsignedAt($value, $outer, $at);"
  def text(from: String, until: String): String =
    s"if (!textAt($from, $until, $outer, $at)) return -1;"
  def bytes(from: String, until: String): String = s"bytesAt(in, $from, $until, $outer, $at);"
  def made(bytes: String): String = s"bytesAt($bytes, 0, $bytes.length, $outer, $at);"
  def encoded(table: String, from: String, until: String): String =
    s"if (!encodedAt($table, $from, $until, $outer, $at)) return -1;"

  def struct(inner: RowText => String): String = (dataType, kind) match {
    case (required: StructType, Kind.Struct(shape)) =>
      val row = new LayoutRow(shape, required, names.next("row"), names)
      s"""final int ${row.variable} = reserve(${row.size});
         |${inner(row)}
         |referAt($outer, $at, ${row.variable}, size() - ${row.variable});""".stripMargin
    case _ => CodedReader.refuse()
  }

  def array(count: String)(inner: (PlaceText, String) => String): String = (dataType, kind) match {
    case (ArrayType(element, _), Kind.Sequence(elementKind)) if !Frame.isWide(element) =>
      val array = names.next("array")
      val index = names.next("element")
      val size = ArrayFrame.sizeOf(element)
      val place = new LayoutPlace(
        element, elementKind, array, s"elementAt($array, $count, $index, $size)", -1, names)
      s"""final int $array = elements($count, $size);
         |for (int $index = 0; $index < $count; $index++) {
         |  ${inner(place, index)}
         |}
         |referAt($outer, $at, $array, size() - $array);""".stripMargin
    case _ => CodedReader.refuse()
  }

  def open(elements: PlaceText => String): String = (dataType, kind) match {
    case (ArrayType(element @ (_: StructType | _: StringType | BinaryType), _),
          Kind.Sequence(elementKind)) =>
      val array = names.next("array")
      val before = names.next("before")
      val place = new LayoutPlace(element, elementKind, "0", LayoutFiller.Open.toString, -1, names)
      s"""final int $array = size();
         |final int $before = openElements();
         |${elements(place)}
         |closeArray($array, $before);
         |referAt($outer, $at, $array, size() - $array);""".stripMargin
    case _ => null
  }
}
