package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.fast.{Fits, GeneratedCode, GeneratedCodes, RowCode}
import sparkwire.wire.core.{Kind, Shape}
import sparkwire.wire.places._
import sparkwire.wire.places.PlainPart._

/** Generates code that writes the rows of a plain struct: a method for each struct, in which every
  * position, size and limit is a constant. It goes by the same description as the code that reads
  * them ([[sparkwire.fast.FillerCode]]).
  *
  * The code takes what a row usually has. It gives up, and the writer goes field by field, at a
  * NULL where the wire has none, at a value where the version has no field, and at anything that
  * must be refused.
  */
private[sources] final class WriterCode {
  private[this] val methods = new StringBuilder
  private[this] val references = new scala.collection.mutable.ArrayBuffer[AnyRef]
  private[this] var structs = 0

  /** Returns null if there can be no code, for example because the rows lack a field of the wire. */
  def of(struct: PlainStruct, rowType: StructType): RowWriter = {
    val named = WriterCode.named(rowType, struct.shape)
    if (!GeneratedCodes.isAvailable || struct.size > GeneratedCode.MaxFields ||
      !WriterCode.hasAll(struct, named) || !Fits.struct(struct, named)) null
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
    val row = new RowCode(struct, rowType)
    val parts = struct.parts.map(part(_, row, rowType)).mkString("\n")
    val tags = if (struct.tags == null) "" else this.tags(struct.tags, row, rowType)
    val made = struct.made.map(part(_, row, rowType)).mkString("\n")
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
  private def tags(tags: PlainTags, row: RowCode, rowType: StructType): String = {
    val (conditions, fields) = tags.fields.map { tag =>
      val isGiven = s"tag${tag.tag}"
      (
        s"boolean $isGiven = ${isGivenBy(tag, row, rowType)};\nif ($isGiven) tagCount++;",
        s"""if ($isGiven) {
           |  int data = beginTag(${tag.tag}L);
           |  ${part(tag.part, row, rowType)}
           |  endTag(data);
           |}""".stripMargin)
    }.unzip
    (("int tagCount = 0;" +: conditions :+ "out().i8(tagCount);") ++ fields).mkString("\n")
  }

  /** Returns a condition: whether a tagged field is written. A NULL is null if the wire has a null
    * and the default is another value.
    */
  private def isGivenBy(tag: PlainTag, row: RowCode, rowType: StructType): String = {
    val isGiven = s"!(${isDefault(tag.default, row, rowType)})"
    (tag.part, tag.default) match {
      case (_, _: Null) => isGiven
      case (WriterCode.Nullable(field), _) =>
        s"(row.isNullAt(${row.ordinal(field).get}) || $isGiven)"
      case _ => isGiven
    }
  }

  private def part(part: PlainPart, row: RowCode, rowType: StructType): String = part match {
    case Numbers(run) => numbers(run, row)
    case Text(field, lead) =>
      val at = row.ordinal(field).get
      present(at, lead)(s"if (!text(row, $at, ${lead.form}, ${lead.most})) return false;")
    case Binary(field, lead) =>
      val at = row.ordinal(field).get
      present(at, lead)(s"if (!binary(row, $at, ${lead.form})) return false;")
    case Coded(field, coding) =>
      val at = row.ordinal(field).get
      s"if (row.isNullAt($at) || " +
        s"!coded(${reference(WriterCode.Coding, coding)}, row, $at)) return false;"
    case NumberList(field, lead, run) => list(row.ordinal(field).get, lead) { list =>
        s"""at = reserve(count, ${run.size});
           |if (at < 0) return false;
           |to = out().bytes();
           |for (int i = 0; i < count; i++) {
           |  if ($list.isNullAt(i)) return false;
           |  ${number(run.codes(0), list, "i", s"at + ${run.size} * i")}
           |}""".stripMargin
      }
    case Structs(field, lead, inner) =>
      val at = row.ordinal(field).get
      val element = row.elementType(at).asInstanceOf[StructType]
      val method = struct(inner, element)
      list(at, lead) { list =>
        s"""for (int i = 0; i < count; i++) {
           |  if ($list.isNullAt(i) ||
           |    !$method($list.getStruct(i, ${element.length}))) return false;
           |}""".stripMargin
      }
    case absent => s"if (!(${isDefault(absent, row, rowType)})) return false;"
  }

  private def numbers(run: NumberRun, row: RowCode): String = {
    val ordinals = run.fields.map(row.ordinal(_).get)
    val nulls = ordinals.map(at => s"row.isNullAt($at)").mkString(" || ")
    val writes = ordinals.indices.map(nth =>
      number(run.codes(nth), "row", s"${ordinals(nth)}", s"at + ${run.offsets(nth)}"))
    s"""if ($nulls) return false;
       |at = out().reserve(${run.size});
       |to = out().bytes();
       |${writes.mkString("\n")}""".stripMargin
  }

  /** Returns code that writes one number of a row or array. */
  private def number(code: Int, row: String, at: String, to: String): String = {
    val put = s"${GeneratedCode.Numbers}.put"
    code match {
      case NumberRun.Bool => s"to[$to] = (byte) ($row.getBoolean($at) ? 1 : 0);"
      case NumberRun.Int8 => s"to[$to] = $row.getByte($at);"
      case NumberRun.Int16 => s"${put}I16be(to, $to, $row.getShort($at));"
      case NumberRun.UInt16 =>
        s"""if ($row.getInt($at) >>> 16 != 0) return false;
           |${put}I16be(to, $to, (short) $row.getInt($at));""".stripMargin
      case NumberRun.Int32 => s"${put}I32be(to, $to, $row.getInt($at));"
      case NumberRun.UInt32 =>
        s"""if ($row.getLong($at) >>> 32 != 0) return false;
           |${put}I32be(to, $to, (int) $row.getLong($at));""".stripMargin
      case NumberRun.Int64 => s"${put}I64be(to, $to, $row.getLong($at));"
      case NumberRun.Float64 =>
        s"${put}I64be(to, $to, Double.doubleToRawLongBits($row.getDouble($at)));"
    }
  }

  /** Returns code for a field that may be null on the wire. */
  private def present(at: Int, lead: Lead)(write: String): String = {
    val absent = if (lead.isNullable) s"length(${lead.form}, -1);" else "return false;"
    s"""if (row.isNullAt($at)) {
       |  $absent
       |} else {
       |  $write
       |}""".stripMargin
  }

  private def list(at: Int, lead: Lead)(elements: String => String): String = {
    val list = s"list$at"
    present(at, lead)(
      s"""${WriterCode.List} $list = row.getArray($at);
         |int count = $list.numElements();
         |length(${lead.form}, count);
         |${elements(list)}""".stripMargin)
  }

  /** Returns a condition: whether the row has what a part without bytes says, or nothing. */
  private def isDefault(default: PlainPart, row: RowCode, rowType: StructType): String = {
    def nothingOr(field: Int)(condition: (Int, DataType) => String): String =
      row.ordinal(field).fold("true")(at =>
        s"(row.isNullAt($at) || ${condition(at, rowType(at).dataType)})")
    default match {
      case EmptyList(field) => nothingOr(field)((at, _) => s"row.getArray($at).numElements() == 0")
      case Number(field, bits) => nothingOr(field)(isNumber(bits))
      case Constant(field, bytes) => nothingOr(field) { (at, dataType) =>
          val is = if (dataType == BinaryType) "isBinary" else "isText"
          s"$is(row, $at, ${reference("byte[]", bytes)})"
        }
      case Null(field) => nothingOr(field)((_, _) => "false")
      case onWire => throw new IllegalStateException(s"$onWire is no default")
    }
  }

  private def isNumber(bits: Long)(at: Int, dataType: DataType): String = dataType match {
    case BooleanType => s"row.getBoolean($at) == ${bits != 0}"
    case ByteType => s"row.getByte($at) == ${bits.toByte}"
    case ShortType => s"row.getShort($at) == ${bits.toShort}"
    case IntegerType => s"row.getInt($at) == ${bits.toInt}"
    case DoubleType => s"Double.doubleToRawLongBits(row.getDouble($at)) == ${bits}L"
    case _ => s"row.getLong($at) == ${bits}L"
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
  private val Row = classOf[SpecializedGetters].getName
  private val List = classOf[ArrayData].getName

  /** Returns a type with the names of the shape, which a query may spell in other case. */
  private def named(rowType: StructType, shape: Shape): StructType = {
    val taken = shape.fields.map(field => StructMatch.find(rowType.fieldNames, field.name))
    StructType(
      rowType.fields.zipWithIndex.map { case (column, at) =>
        shape.fields.lift(taken.indexOf(at)).fold(column)(field =>
          column.copy(name = field.name, dataType = named(column.dataType, field.kind)))
      })
  }

  private def named(dataType: DataType, kind: Kind): DataType = (dataType, kind) match {
    case (struct: StructType, Kind.Struct(shape)) => named(struct, shape)
    case (ArrayType(element, containsNull), Kind.Sequence(inner)) =>
      ArrayType(named(element, inner), containsNull)
    case _ => dataType
  }

  /** The field of a part for which the wire has a null. */
  private object Nullable {
    def unapply(part: PlainPart): Option[Int] = part match {
      case Text(field, lead) if lead.isNullable => Some(field)
      case Binary(field, lead) if lead.isNullable => Some(field)
      case NumberList(field, lead, _) if lead.isNullable => Some(field)
      case Structs(field, lead, _) if lead.isNullable => Some(field)
      case _ => None
    }
  }

  /** Whether the rows have every field that is on the wire. */
  private def hasAll(struct: PlainStruct, rowType: StructType): Boolean = {
    val row = new RowCode(struct, rowType)
    def has(fields: Int*): Boolean = fields.forall(row.ordinal(_).nonEmpty)
    struct.all.forall {
      case Numbers(run) => has(run.fields.toSeq: _*)
      case Text(field, _) => has(field)
      case Binary(field, _) => has(field)
      case Coded(field, _) => has(field)
      case NumberList(field, _, _) => has(field)
      case Structs(field, _, inner) => has(field) && row.ordinal(field).forall(at =>
          rowType(at).dataType match {
            case ArrayType(element: StructType, _) => hasAll(inner, element)
            case _ => false
          })
      case _ => true
    }
  }
}
