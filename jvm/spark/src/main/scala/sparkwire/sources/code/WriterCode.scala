package sparkwire.sources.code

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.fast.{Fits, GeneratedCode, GeneratedCodes, RowCode}
import sparkwire.wire.core.Kind
import sparkwire.wire.places._
import sparkwire.wire.places.PlainPart._

/** Generates code that writes the rows of a plain struct: a method for each struct, in which every
  * position, size and limit is a constant. It goes by the same description as the code that reads
  * them ([[sparkwire.fast.FillerCode]]).
  *
  * The code handles the usual content of a row. It gives up, and the writer goes field by field, at
  * a NULL where the wire has none, at a value where the version has no field, and at anything that
  * must be refused.
  */
private[sources] final class WriterCode {
  import WriterCode.{Cell, Cells, ElementCells, StructCells}

  private[this] val methods = new StringBuilder
  private[this] val references = new scala.collection.mutable.ArrayBuffer[AnyRef]
  private[this] var structs = 0

  /** Returns null if there can be no code, for example because the rows lack a field of the wire. */
  def of(struct: PlainStruct, rowType: StructType): RowWriter = {
    val named = WriterCode.named(rowType, struct)
    if (!GeneratedCodes.isAvailable || struct.size > GeneratedCode.MaxFields ||
      !Fits.struct(struct, named, hasAll = true)) null
    else {
      val root = this.struct(struct, named)
      val code =
        s"""public Object generate(Object[] references) { return new Writer(references); }
           |static final class Writer extends ${WriterCode.Base} {
           |  private final Object[] references;
           |  Writer(Object[] references) { this.references = references; }
           |  public boolean write(${WriterCode.Row} row) { return $root(row); }
           |  $methods
           |}
           |""".stripMargin
      GeneratedCode.compile[RowWriter](code, references.toArray)
    }
  }

  /** Adds the method of a struct and returns its name. */
  private def struct(struct: PlainStruct, rowType: StructType): String = {
    val name = s"struct$structs"
    structs += 1
    val row = new StructCells(new RowCode(struct, rowType), rowType)
    val parts = struct.parts.map(part(_, row)).mkString("\n")
    val tags = if (struct.tags == null) "" else this.tags(struct.tags, row)
    val made = struct.made.map(part(_, row)).mkString("\n")
    methods.append(
      s"""private boolean $name(${WriterCode.Row} row) {
         |  int at = 0;
         |  byte[] to = null;
         |  $parts
         |  $tags
         |  $made
         |  return true;
         |}
         |""".stripMargin)
    name
  }

  /** Returns code for a section of tagged fields. Those with their default are left out. */
  private def tags(tags: PlainTags, row: Cells): String = {
    val (conditions, fields) = tags.fields.map { tag =>
      val isGiven = s"tag${tag.tag}"
      (
        s"boolean $isGiven = ${isGivenBy(tag, row)};\nif ($isGiven) tagCount++;",
        s"""if ($isGiven) {
           |  int data = beginTag(${tag.tag}L);
           |  ${part(tag.part, row)}
           |  endTag(data);
           |}""".stripMargin)
    }.unzip
    (("int tagCount = 0;" +: conditions :+ "out().i8(tagCount);") ++ fields).mkString("\n")
  }

  /** Returns a condition: whether a tagged field is written. A NULL is null if the wire has a null
    * and the default is another value.
    */
  private def isGivenBy(tag: PlainTag, row: Cells): String = {
    val isGiven = s"!(${isDefault(tag.default, row)})"
    (tag.part, tag.default) match {
      case (_, _: Null) => isGiven
      case (part: Led, _) if part.lead.isNullable => s"(${row.of(part.field).isNull} || $isGiven)"
      case _ => isGiven
    }
  }

  private def part(part: PlainPart, cells: Cells): String = part match {
    case Numbers(run) => numbers(run, cells)
    case absent: Absent => s"if (!(${isDefault(absent, cells)})) return false;"
    case part: OneField =>
      val cell = cells.of(part.field)
      s"""if (${cell.isNull}) {
         |  ${nothing(part)}
         |} else {
         |  ${value(part, cell)}
         |}""".stripMargin
  }

  /** Returns code for a NULL. */
  private def nothing(part: OneField): String = part match {
    case part: Led if part.lead.isNullable => s"length(${part.lead.form}, -1);"
    case Optional(_, whenNull, _) => s"zigzag(${whenNull}L);"
    case _ => "return false;"
  }

  /** Returns code for a value that is not NULL. */
  private def value(part: OneField, cell: Cell): String = part match {
    case Text(_, lead) => s"if (!text(${cell.place}, ${lead.form}, ${lead.most})) return false;"
    case Binary(_, lead) => s"if (!binary(${cell.place}, ${lead.form})) return false;"
    case Coded(_, coding) =>
      s"if (!coded(${reference(WriterCode.Coding, coding)}, ${cell.place})) return false;"
    case NumberList(_, lead, run) => list(cell) { (list, count, element) =>
        s"""length(${lead.form}, $count);
           |at = reserve($count, ${run.size});
           |if (at < 0) return false;
           |to = out().bytes();
           |for (int i = 0; i < $count; i++) {
           |  if ($list.isNullAt(i)) return false;
           |  ${number(run.codes(0), Cell(list, "i", element), s"at + ${run.size} * i")}
           |}""".stripMargin
      }
    case Structs(_, lead, inner) => list(cell) { (list, count, element) =>
        val method = struct(inner, element.asInstanceOf[StructType])
        s"""length(${lead.form}, $count);
           |for (int i = 0; i < $count; i++) {
           |  if ($list.isNullAt(i) || !$method(${Cell(list, "i", element).struct})) return false;
           |}""".stripMargin
      }
    case part: OnlyWritten => onlyWritten(part, cell)
    case absent: Absent => throw new IllegalStateException(s"$absent is no value")
  }

  private def onlyWritten(part: OnlyWritten, cell: Cell): String = part match {
    case Zigzag(_, _, 1) => s"zigzag(${cell.get});"
    case Zigzag(_, _, units) => s"zigzag(Math.floorDiv(${cell.get}, ${units}L));"
    case LowFirst(_, Kind.Bool) => s"out().i8(${cell.get} ? 1 : 0);"
    case LowFirst(_, Kind.Float32) => s"low32(Float.floatToRawIntBits(${cell.get}));"
    case LowFirst(_, _) => s"low64(Double.doubleToRawLongBits(${cell.get}));"
    case Symbol(_, numbers) =>
      s"if (!symbol(${reference(WriterCode.Texts, numbers)}, ${cell.place})) return false;"
    case Optional(inner, _, whenGiven) => s"zigzag(${whenGiven}L);\n${value(inner, cell)}"
    case Nested(_, inner) =>
      s"if (!${struct(inner, cell.dataType.asInstanceOf[StructType])}(${cell.struct})) return false;"
    case Block(_, part) => list(cell) { (list, count, element) =>
        val index = s"i${cell.at}"
        s"""if ($count > 0) zigzag($count);
           |for (int $index = 0; $index < $count; $index++) {
           |  ${this.part(part, ElementCells(Cell(list, index, element)))}
           |}
           |out().i8(0);""".stripMargin
      }
  }

  private def list(cell: Cell)(write: (String, String, DataType) => String): String = {
    // Lists of lists have lists inside, so the names are the names of the places.
    val (list, count) = (s"list${cell.at}", s"count${cell.at}")
    val element = cell.dataType match {
      case ArrayType(element, _) => element
      case other => throw new IllegalStateException(s"${other.sql} is not an array")
    }
    s"""${WriterCode.List} $list = ${cell.row}.getArray(${cell.at});
       |int $count = $list.numElements();
       |${write(list, count, element)}""".stripMargin
  }

  private def numbers(run: NumberRun, row: Cells): String = {
    val cells = run.fields.map(row.of(_))
    val writes = cells.indices.map(nth =>
      number(run.codes(nth), cells(nth), s"at + ${run.offsets(nth)}"))
    s"""if (${cells.map(_.isNull).mkString(" || ")}) return false;
       |at = out().reserve(${run.size});
       |to = out().bytes();
       |${writes.mkString("\n")}""".stripMargin
  }

  /** Returns code that writes one number of a row or array. */
  private def number(code: Int, cell: Cell, to: String): String = {
    val put = s"${GeneratedCode.Numbers}.put"
    val get = cell.get
    code match {
      case NumberRun.Bool => s"to[$to] = (byte) ($get ? 1 : 0);"
      case NumberRun.Int8 => s"to[$to] = $get;"
      case NumberRun.Int16 => s"${put}I16be(to, $to, $get);"
      case NumberRun.UInt16 =>
        s"if ($get >>> 16 != 0) return false;\n${put}I16be(to, $to, (short) $get);"
      case NumberRun.Int32 => s"${put}I32be(to, $to, $get);"
      case NumberRun.UInt32 =>
        s"if ($get >>> 32 != 0) return false;\n${put}I32be(to, $to, (int) $get);"
      case NumberRun.Int64 => s"${put}I64be(to, $to, $get);"
      case NumberRun.Float64 => s"${put}I64be(to, $to, Double.doubleToRawLongBits($get));"
    }
  }

  /** Returns a condition: whether the row has the value that a part without bytes prescribes, or
    * nothing.
    */
  private def isDefault(default: PlainPart, row: Cells): String = {
    def nothingOr(field: Int)(condition: Cell => String): String =
      row.find(field).fold("true")(cell => s"(${cell.isNull} || ${condition(cell)})")
    default match {
      case EmptyList(field) =>
        nothingOr(field)(cell => s"${cell.row}.getArray(${cell.at}).numElements() == 0")
      case Number(field, bits) => nothingOr(field)(isNumber(bits))
      case Constant(field, bytes) => nothingOr(field) { cell =>
          val is = if (cell.dataType == BinaryType) "isBinary" else "isText"
          s"$is(${cell.place}, ${reference("byte[]", bytes)})"
        }
      case Null(field) => nothingOr(field)(_ => "false")
      case onWire => throw new IllegalStateException(s"$onWire is no default")
    }
  }

  private def isNumber(bits: Long)(cell: Cell): String = cell.dataType match {
    case BooleanType => s"${cell.get} == ${bits != 0}"
    case ByteType => s"${cell.get} == ${bits.toByte}"
    case ShortType => s"${cell.get} == ${bits.toShort}"
    case IntegerType => s"${cell.get} == ${bits.toInt}"
    case DoubleType => s"Double.doubleToRawLongBits(${cell.get}) == ${bits}L"
    case _ => s"${cell.get} == ${bits}L"
  }

  /** Returns an expression of type `typeName` for an object that the code uses. */
  private def reference(typeName: String, value: AnyRef): String = {
    references += value
    s"(($typeName) references[${references.length - 1}])"
  }
}

private object WriterCode {
  private val Base = classOf[RowWriter].getName
  private val Coding = classOf[TextCoding].getName
  private val Texts = classOf[TextNumbers].getName
  private val Row = classOf[SpecializedGetters].getName
  private val List = classOf[ArrayData].getName

  /** Returns a type with the names of the struct, which a query may spell in other case. */
  private def named(rowType: StructType, struct: PlainStruct): StructType = {
    val names = struct.shape.fields.map(_.name)
    val parts = struct.all.collect { case part: OneField => part.field -> part }.toMap
    val taken = names.map(FieldMatch.find(rowType.fieldNames, _))
    StructType(
      rowType.fields.zipWithIndex.map { case (column, at) =>
        val field = taken.indexOf(at)
        if (field < 0) column
        else column.copy(name = names(field),
          dataType = parts.get(field).fold(column.dataType)(named(column.dataType, _)))
      })
  }

  private def named(dataType: DataType, part: OneField): DataType = (dataType, part) match {
    case (found: StructType, Nested(_, struct)) => named(found, struct)
    case (ArrayType(found: StructType, hasNull), Structs(_, _, struct)) =>
      ArrayType(named(found, struct), hasNull)
    case (ArrayType(found, hasNull), Block(_, element)) => ArrayType(named(found, element), hasNull)
    case (found, Optional(inner, _, _)) => named(found, inner)
    case _ => dataType
  }

  /** An expression for a value: `at` is where it is in `row`, a row or an array. */
  final case class Cell(row: String, at: String, dataType: DataType) {
    def place: String = s"$row, $at"
    def isNull: String = s"$row.isNullAt($at)"
    def get: String = s"$row.get${CodeGenerator.primitiveTypeName(dataType)}($at)"
    def struct: String = s"$row.getStruct($at, ${dataType.asInstanceOf[StructType].length})"
  }

  /** Where the values of a struct's or list's parts are. */
  sealed abstract class Cells {
    def find(field: Int): Option[Cell]
    def of(field: Int): Cell = find(field).get
  }

  final class StructCells(row: RowCode, rowType: StructType) extends Cells {
    def find(field: Int): Option[Cell] =
      row.ordinal(field).map(at => Cell("row", at.toString, rowType(at).dataType))
  }

  final case class ElementCells(element: Cell) extends Cells {
    def find(field: Int): Option[Cell] = Some(element)
  }
}
