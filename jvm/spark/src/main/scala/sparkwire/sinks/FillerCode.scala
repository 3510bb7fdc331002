package sparkwire.sinks

import java.util.concurrent.atomic.LongAdder

import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.{CodeAndComment, CodeGenerator}
import org.apache.spark.sql.types._

import sparkwire.parts.OptionalPart
import sparkwire.wire.{Bytes, NumberRun, PlainPart, PlainStruct, TextCoding}
import sparkwire.wire.PlainPart._

import org.slf4j.LoggerFactory

/** Makes code that fills an array of plain structs: a method for each struct, where every place, size and
  * limit is a number in the code. It is compiled as Spark's own code is, and kept by Spark.
  */
private[sparkwire] final class FillerCode {
  private[this] val methods = new StringBuilder
  private[this] val codings = new ArrayBuffer[TextCoding]
  private[this] var structs = 0

  /** Code for a struct, which has been counted. Null if a type asks for something else than the struct has. */
  def ofStruct(struct: PlainStruct, required: StructType): RowFiller =
    made(struct, required)(s"return ${this.struct(struct, required)}(at, start());")

  /** Code for an array of it. */
  def ofArray(struct: PlainStruct, required: StructType): RowFiller =
    made(struct, required)(array(struct, required, "count") + "\nreturn at;")

  private def made(struct: PlainStruct, required: StructType)(read: => String): RowFiller =
    if (!OptionalPart.FillerCodes.isAvailable || !NumberCopy.isLowFirst || struct.size > FillerCode.MostFields ||
      !Fits.struct(struct, required)) null
    else {
      val body = read
      val code =
        s"""public Object generate(Object[] references) { return new Filler(references); }
           |static final class Filler extends ${FillerCode.Filler} {
           |  private final Object[] codings;
           |  Filler(Object[] codings) { this.codings = codings; }
           |  public int read(int at, int count) {
           |    $body
           |  }
           |  $methods
           |}
           |""".stripMargin
      FillerCode.compile(code, codings.toArray)
    }

  /** All elements of an array, the position of the array in `array`. `required` is null where they are only
    * gone over.
    */
  private def array(struct: PlainStruct, required: StructType, count: String): String = {
    val method = this.struct(struct, required)
    if (required == null)
      s"""for (int i = 0; i < $count; i++) {
         |  if (!spend(${struct.rowBytes}L)) return -1;
         |  at = $method(at, 0);
         |  if (at < 0) return -1;
         |}""".stripMargin
    else
      s"""int array = elements($count, 8);
         |for (int i = 0; i < $count; i++) {
         |  if (!spend(${struct.rowBytes}L)) return -1;
         |  int one = reserve(${FillerCode.rowSize(required)});
         |  at = $method(at, one);
         |  if (at < 0) return -1;
         |  element(array, $count, i, one);
         |}""".stripMargin
  }

  /** Writes the method of a struct and returns its name: from the position of the bytes and that of the row
    * to where the bytes end.
    */
  private def struct(struct: PlainStruct, required: StructType): String = {
    val name = s"struct$structs"
    structs += 1
    val row = new RowCode(struct, required)
    val parts = struct.parts.map(part(_, row)).mkString("\n")
    val zero =
      if (struct.endsWithZero) "if (at >= end() || in()[at] != 0) return -1;\nat++;" else ""
    methods.append(
      s"""private int $name(int at, int row) {
         |  final byte[] in = in();
         |  int length = 0;
         |  ${row.begin}
         |  $parts
         |  $zero
         |  return at;
         |}
         |""".stripMargin)
    name
  }

  private def part(part: PlainPart, row: RowCode): String = part match {
    case Numbers(run) => row.numbers(run)
    case Text(field, lead) =>
      measured(lead, 1, row.setNull(field))(
        row.slot(field).fold("")(_ => s"text(at, length, row, ${row.offset(field)});") +
          " at += length;")
    case Binary(field, lead) =>
      measured(lead, 1, row.setNull(field))(
        row.slot(field).fold("")(_ => s"bytes(at, length, row, ${row.offset(field)});") +
          " at += length;")
    case Coded(field, coding) =>
      val write = row.slot(field).fold("") { _ =>
        codings += coding
        s"coded((${FillerCode.Coding}) codings[${codings.length - 1}], at, row, " +
          s"${row.offset(field)});"
      }
      s"if (end() - at < ${coding.size}) return -1;\n$write\nat += ${coding.size};"
    case NumberList(field, lead, run) =>
      val code = run.codes(0)
      val write = row.slot(field).fold("") { slot =>
        s"numbers($code, ${ArrayFrame.sizeOf(row.elementType(slot))}, length, at, row, " +
          s"${row.offset(field)});"
      }
      measured(lead, run.size, row.setNull(field), ArrayFrame.MaxCount)(
        s"""if (!spend(${PlainStruct.ElementBytes}L * length)) return -1;
           |$write
           |at += ${run.size} * length;""".stripMargin)
    case Structs(field, lead, inner) =>
      val slot = row.slot(field)
      val elements = array(
        inner, slot.map(row.elementType(_).asInstanceOf[StructType]).orNull, "length")
      val refer = slot.fold("")(_ => s"refer(row, ${row.offset(field)}, array, size() - array);")
      measured(lead, 1, row.setNull(field), ArrayFrame.MaxCount)(
        s"if (!spend(${PlainStruct.ElementBytes}L * length)) return -1;\n$elements\n$refer")
    case EmptyList(field) =>
      row.slot(field).fold("")(_ => s"emptyList(row, ${row.offset(field)});")
  }

  /** Reads a length and does `present` with `length` units of at least that many bytes. */
  private def measured(lead: Lead, unit: Int, setNull: String, most: Int = Int.MaxValue)(
      present: String): String = {
    val read = lead.form match {
      case Lead.Int16 =>
        s"if (end() - at < 2) return -1;\nlength = ${FillerCode.Reads}.i16be(in, at);\nat += 2;"
      case Lead.Int32 =>
        s"if (end() - at < 4) return -1;\nlength = ${FillerCode.Reads}.i32be(in, at);\nat += 4;"
      case Lead.Varint =>
        """if (at < end() && in[at] >= 0) { length = in[at] - 1; at++; }
          |else { length = length(at); at = next(); }""".stripMargin
    }
    val empty = if (lead.isEmptyNull) "if (length == 0) length = -1;" else ""
    val absent =
      if (lead.isNullable) s"if (length < -1) return -1;\n$setNull" else "return -1;"
    s"""$read
       |$empty
       |if (length < 0) {
       |  $absent
       |} else {
       |  if (length > ${math.min(lead.most, most)} || (long) length * $unit > end() - at) return -1;
       |  $present
       |}""".stripMargin
  }
}

private[sparkwire] object FillerCode {
  private val log = LoggerFactory.getLogger(getClass)

  // Class names in the text of the code: a class that is renamed takes its name along.
  private val Filler = classOf[RowFiller].getName
  private val Coding = classOf[TextCoding].getName
  private[sinks] val Reads = classOf[Bytes].getName

  /** How often code was compiled in this JVM, and how often it could not be. */
  val compiled = new LongAdder
  val failed = new LongAdder

  /** The code as an object; null where it cannot be used. A struct without code is read field by field, which gives the
    * same rows more slowly, so a failure is logged and does not fail the query.
    */
  def compile(code: String, codings: Array[TextCoding]): RowFiller =
    try {
      val (made, stats) = CodeGenerator.compile(new CodeAndComment(code, Map.empty))
      // The JVM never compiles methods that are longer.
      if (stats.maxMethodCodeSize > CodeGenerator.DEFAULT_JVM_HUGE_METHOD_LIMIT) null
      else {
        val filler = made.generate(codings.toArray[Any]).asInstanceOf[RowFiller]
        compiled.increment()
        filler
      }
    } catch {
      case error @ (_: LinkageError | NonFatal(_)) =>
        if (failed.sum == 0)
          log.warn(
            "Generated code for plain structs does not compile; they are read field by field. " +
              "Further failures are not logged.",
            error)
        failed.increment()
        null
    }

  // Code for many more has no room in a class.
  private final val MostFields = 300L

  def rowSize(row: StructType): Int =
    UnsafeRow.calculateBitSetWidthInBytes(row.length) + 8 * row.length
}

/** What the code of one struct knows of its row. `required` is null where the struct is only gone over. */
private final class RowCode(struct: PlainStruct, required: StructType) {
  def slot(field: Int): Option[Int] =
    if (required == null) None
    else Some(required.fieldNames.indexOf(struct.shape.fields(field).name)).filter(_ >= 0)

  def elementType(slot: Int): DataType = required(slot).dataType match {
    case ArrayType(element, _) => element
    case other => throw new IllegalStateException(s"${other.sql} is no array")
  }

  private def offsetOf(slot: Int): Int =
    UnsafeRow.calculateBitSetWidthInBytes(required.length) + 8 * slot
  def offset(field: Int): Int = offsetOf(slot(field).get)
  def setNull(field: Int): String =
    slot(field).fold("")(slot => s"setNull(row, $slot, ${offsetOf(slot)});")

  private def written: Set[Int] = struct.parts.flatMap {
    case Numbers(run) => run.fields.toSeq
    case Text(field, _) => Seq(field)
    case Binary(field, _) => Seq(field)
    case Coded(field, _) => Seq(field)
    case NumberList(field, _, _) => Seq(field)
    case Structs(field, _, _) => Seq(field)
    case EmptyList(field) => Seq(field)
  }.flatMap(slot(_)).toSet

  /** Makes NULL what no part gives. */
  def begin: String = if (required == null) ""
  else {
    val missing = required.indices.filterNot(written)
    val words = (0 until (required.length + 63) / 64).map { word =>
      val bits = missing.filter(_ / 64 == word).foldLeft(0L)((bits, slot) => bits | 1L << slot)
      put(8 * word, s"${bits}L")
    }
    (words ++ missing.map(slot => put(offsetOf(slot), "0L"))).mkString("\n")
  }

  def numbers(run: NumberRun): String = {
    val writes = (0 until run.count).flatMap { number =>
      slot(run.fields(number)).map { slot =>
        put(offsetOf(slot), RowCode.number(run.codes(number), run.offsets(number)))
      }
    }
    s"if (end() - at < ${run.size}) return -1;\n${writes.mkString("\n")}\nat += ${run.size};"
  }

  private def put(offset: Int, number: String): String =
    s"Platform.putLong(out(), Platform.BYTE_ARRAY_OFFSET + row + $offset, $number);"
}

private object RowCode {

  /** The 8 bytes of a number's field, as [[NumberCopy.slot]] makes them. */
  def number(code: Int, offset: Int): String = code match {
    case NumberRun.Bool => s"in[at + $offset] != 0 ? 1L : 0L"
    case NumberRun.Int8 => s"in[at + $offset] & 0xffL"
    case NumberRun.Int16 | NumberRun.UInt16 =>
      s"${FillerCode.Reads}.i16be(in, at + $offset) & 0xffffL"
    case NumberRun.Int32 | NumberRun.UInt32 =>
      s"${FillerCode.Reads}.i32be(in, at + $offset) & 0xffffffffL"
    case _ => s"${FillerCode.Reads}.i64be(in, at + $offset)"
  }
}

/** Whether a type asks for what a plain struct has. */
private object Fits {
  def struct(struct: PlainStruct, required: StructType): Boolean = {
    val row = new RowCode(struct, required)
    def asked(field: Int)(fits: DataType => Boolean): Boolean =
      row.slot(field).forall(slot => fits(required(slot).dataType))
    struct.parts.forall {
      case Numbers(run) => (0 until run.count).forall(at =>
          asked(run.fields(at))(Place.tagOf(_) == NumberCopy.tagOf(run.codes(at))))
      case Text(field, _) => asked(field)(_ == StringType)
      case Coded(field, _) => asked(field)(_ == StringType)
      case Binary(field, _) => asked(field)(_ == BinaryType)
      case NumberList(field, _, run) => asked(field) {
          case ArrayType(element, _) => Place.tagOf(element) == NumberCopy.tagOf(run.codes(0))
          case _ => false
        }
      case Structs(field, _, inner) => asked(field) {
          case ArrayType(element: StructType, _) => this.struct(inner, element)
          case _ => false
        }
      case EmptyList(field) => asked(field)(_.isInstanceOf[ArrayType])
    }
  }
}
