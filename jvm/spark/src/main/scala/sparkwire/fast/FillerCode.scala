package sparkwire.fast

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types._

import sparkwire.rows.buffers.{ArrayFrame, NumberCopy}
import sparkwire.wire.places._
import sparkwire.wire.places.PlainPart._

/** Generates code that fills a plain struct or an array of plain structs: a method for each struct,
  * in which every position, size and limit is a constant. Spark compiles and caches it like its own
  * generated code.
  */
private[sparkwire] final class FillerCode {
  private[this] val methods = new StringBuilder
  private[this] val references = new ArrayBuffer[AnyRef]
  private[this] var structs = 0

  /** Returns a filler for a struct that has been charged already. Returns null if there can be no
    * code, for example because the required type differs from the struct's.
    */
  def ofStruct(struct: PlainStruct, required: StructType): RowFiller =
    made(struct, required)(s"return ${this.struct(struct, required)}(at, start());")

  /** Like [[ofStruct]], for an array of structs. */
  def ofArray(struct: PlainStruct, required: StructType): RowFiller =
    made(struct, required)(array(struct, required, "count") + "\nreturn at;")

  private def made(struct: PlainStruct, required: StructType)(read: => String): RowFiller =
    if (!GeneratedCodes.isAvailable || !NumberCopy.isLowFirst || struct.size > GeneratedCode.MaxFields ||
      !Fits.struct(struct, required)) null
    else {
      val body = read
      val code =
        s"""public Object generate(Object[] references) { return new Filler(references); }
           |static final class Filler extends ${FillerCode.Filler} {
           |  private final Object[] references;
           |  Filler(Object[] references) { this.references = references; }
           |  public int read(int at, int count) {
           |    $body
           |  }
           |  $methods
           |}
           |""".stripMargin
      GeneratedCode.compile[RowFiller](code, references.toArray)
    }

  /** Returns code for all elements of an array, which leaves the position of the array in `array`.
    * `required` is null if the elements are only checked and skipped.
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

  /** Adds the method of a struct and returns its name. The method takes the positions of the bytes
    * and of the row, and returns where the bytes end.
    */
  private def struct(struct: PlainStruct, required: StructType): String = {
    val name = s"struct$structs"
    structs += 1
    val row = new RowCode(struct, required)
    val parts = struct.parts.map(part(_, row)).mkString("\n")
    val tags = if (struct.tags == null) "" else this.tags(name, struct.tags, row)
    val made = struct.made.map(part(_, row)).mkString("\n")
    methods.append(
      s"""private int $name(int at, int row) {
         |  final byte[] in = in();
         |  int length = 0;
         |  ${row.begin}
         |  $parts
         |  $tags
         |  $made
         |  return at;
         |}
         |""".stripMargin)
    name
  }

  /** Returns code that reads a section of tagged fields. Most are empty: a single byte 0. */
  private def tags(struct: String, tags: PlainTags, row: RowCode): String =
    if (tags.fields.isEmpty) "if (at >= end() || in()[at] != 0) return -1;\nat++;"
    else {
      val defaults = tags.fields.map(tag => part(tag.default, row)).mkString("\n")
      methods.append(
        s"""private int tagsOf$struct(int at, int row) {
           |  final byte[] in = in();
           |  int length = 0;
           |  int left = in[at++];
           |  if (left < 0 || !tag(at, left)) return -1;
           |  ${tags.fields.map(tagged(_, row)).mkString("\n")}
           |  return left == 0 ? at : -1;
           |}
           |""".stripMargin)
      s"""if (at >= end()) return -1;
         |if (in[at] == 0) {
         |  at++;
         |  $defaults
         |} else {
         |  at = tagsOf$struct(at, row);
         |  if (at < 0) return -1;
         |}""".stripMargin
    }

  /** Returns code that reads a field if its tag comes next. Tags ascend. */
  private def tagged(tag: PlainTag, row: RowCode): String =
    s"""if (tag() == ${tag.tag}L) {
       |  at = next();
       |  int until = at + tagSize();
       |  ${part(tag.part, row)}
       |  if (at != until || !tag(at, --left)) return -1;
       |} else {
       |  ${part(tag.default, row)}
       |}""".stripMargin

  private def part(part: PlainPart, row: RowCode): String = part match {
    case Numbers(run) => row.numbers(run)
    case Text(field, lead) =>
      measured(lead, 1, row.setNull(field))(
        row.ordinal(field).fold("")(_ => s"text(at, length, row, ${row.offset(field)});") +
          " at += length;")
    case Binary(field, lead) =>
      measured(lead, 1, row.setNull(field))(
        row.ordinal(field).fold("")(_ => s"bytes(at, length, row, ${row.offset(field)});") +
          " at += length;")
    case Coded(field, coding) =>
      val write = row.ordinal(field).fold("") { _ =>
        s"coded(${reference(FillerCode.Coding, coding)}, at, row, ${row.offset(field)});"
      }
      s"if (end() - at < ${coding.size}) return -1;\n$write\nat += ${coding.size};"
    case NumberList(field, lead, run) =>
      val code = run.codes(0)
      val write = row.ordinal(field).fold("") { ordinal =>
        s"numbers($code, ${ArrayFrame.sizeOf(row.elementType(ordinal))}, length, at, row, " +
          s"${row.offset(field)});"
      }
      measured(lead, run.size, row.setNull(field), ArrayFrame.MaxCount)(
        s"""if (!spend(${PlainStruct.ElementBytes}L * length)) return -1;
           |$write
           |at += ${run.size} * length;""".stripMargin)
    case Structs(field, lead, inner) =>
      val ordinal = row.ordinal(field)
      val elements = array(
        inner, ordinal.map(row.elementType(_).asInstanceOf[StructType]).orNull, "length")
      val refer = ordinal.fold("")(_ => s"refer(row, ${row.offset(field)}, array, size() - array);")
      measured(lead, 1, row.setNull(field), ArrayFrame.MaxCount)(
        s"if (!spend(${PlainStruct.ElementBytes}L * length)) return -1;\n$elements\n$refer")
    case EmptyList(field) =>
      row.ordinal(field).fold("")(_ => s"emptyList(row, ${row.offset(field)});")
    case Null(field) => row.setNull(field)
    case Number(field, bits) => row.ordinal(field).fold("")(row.put(_, bits))
    case Constant(field, bytes) =>
      row.ordinal(field).fold("") { _ =>
        s"bytes(${reference("byte[]", bytes)}, row, ${row.offset(field)});"
      }
    case part: OnlyWritten => throw new IllegalStateException(s"$part is only written")
  }

  /** Returns an expression of type `typeName` for an object that the code uses. */
  private def reference(typeName: String, value: AnyRef): String = {
    references += value
    s"(($typeName) references[${references.length - 1}])"
  }

  /** Returns code that reads a length and then runs `present`, if `length` times `unit` bytes
    * remain.
    */
  private def measured(lead: Lead, unit: Int, setNull: String, most: Int = Int.MaxValue)(
      present: String): String = {
    val read = lead.form match {
      case Lead.Int16 =>
        s"if (end() - at < 2) return -1;\nlength = ${GeneratedCode.Numbers}.i16be(in, at);\nat += 2;"
      case Lead.Int32 =>
        s"if (end() - at < 4) return -1;\nlength = ${GeneratedCode.Numbers}.i32be(in, at);\nat += 4;"
      case Lead.Varint =>
        """if (at < end() && in[at] >= 0) { length = in[at] - 1; at++; }
          |else { length = length(at); at = next(); }""".stripMargin
      case Lead.Zigzag =>
        """if (at < end() && in[at] >= 0) { length = in[at] >>> 1 ^ -(in[at] & 1); at++; }
          |else { length = zigzag(at); at = next(); }""".stripMargin
      case form => throw new IllegalStateException(s"a length of the form $form is only written")
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
  // The generated text takes the names from the classes, so that a renamed class is also renamed
  // there.
  private val Filler = classOf[RowFiller].getName
  private val Coding = classOf[TextCoding].getName

  def rowSize(row: StructType): Int =
    UnsafeRow.calculateBitSetWidthInBytes(row.length) + 8 * row.length
}
