package sparkwire.wire.heads

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Cursor, Reason}

/** One field of a [[FixedLayout]].
  *
  * @param name
  *   the name of the field in the result, if it has one there
  * @param at
  *   the offset in bytes, -1 after a field of varying size
  * @param size
  *   in bytes, -1 if it varies
  * @param value
  *   where a writer takes the value from
  * @param makes
  *   the fields of the result that are made from this field and have no bytes of their own
  * @param isNeeded
  *   whether a writer refuses a value without this field; otherwise it writes zeros
  * @param reasons
  *   the reasons for values that the layout does not allow, none if nothing is checked
  * @param about further facts, in Markdown
  */
final case class LayoutField(name: String, at: Int, wire: String, size: Int,
    value: LayoutValue = LayoutValue.Given, makes: Seq[ResultField] = Nil,
    isNeeded: Boolean = false,
    reasons: Seq[Reason] = Nil, about: String = "") {
  def end: Int = at + size

  /** The field has always this value. */
  def is(constant: Long): LayoutField = copy(value = LayoutValue.Constant(constant))

  /** The field is the number of bytes of another field. */
  def lengthOf(field: String): LayoutField = copy(value = LayoutValue.Length(field))

  /** The field is the number of elements of another field. */
  def numberOf(field: String): LayoutField = copy(value = LayoutValue.Elements(field))

  /** The field is the number of bytes between two edges. */
  def counts(from: LayoutEdge, until: LayoutEdge): LayoutField =
    copy(value = LayoutValue.Count(from, until))

  /** The field is the format's checksum of the bytes between two edges. */
  def sums(from: LayoutEdge, until: LayoutEdge): LayoutField =
    copy(value = LayoutValue.Checksum(from, until))
  def flags(bits: LayoutBits*): LayoutField = copy(value = LayoutValue.Flags(bits))
  def making(fields: ResultField*): LayoutField = copy(makes = fields)
  def needed: LayoutField = copy(isNeeded = true)

  /** A reader refuses another value than [[value]] says. A number of bytes has a second reason, for
    * one that is smaller than the fields with fixed offsets.
    */
  def refusing(reasons: Reason*): LayoutField = copy(reasons = reasons)
  def saying(about: String): LayoutField = copy(about = about)

  private[heads] val isSigned: Boolean = !wire.startsWith("u")

  // Whether a reader compares the number with what the layout says of it.
  private[heads] val isChecked: Boolean = reasons.nonEmpty || (value match {
    case LayoutValue.Flags(all) => all.exists(_.reason != null)
    case _ => false
  })

  // The size, negative if the number is signed; 0 for bytes, and where the size varies.
  private[this] val form =
    if (size < 0 || !wire.contains("int")) 0 else if (isSigned) -size else size

  def isNumber: Boolean = form != 0
  private[heads] val isUnsigned64: Boolean = !isSigned && size == 8

  // The least and the largest number, of at most 63 bits.
  private[heads] val most: Long =
    if (size >= 8) Long.MaxValue else (1L << (8 * math.max(1, size) - (if (isSigned) 1 else 0))) - 1
  private[heads] val least: Long = if (isSigned || size >= 8) -most - 1 else 0

  /** Returns the number at a position of the cursor's bytes; of bytes, the position. */
  def valueAt(cursor: Cursor, position: Int): Long = (form: @switch) match {
    case -1 => cursor.bytes(position).toLong
    case 1 => cursor.bytes(position) & 0xffL
    case -2 => cursor.i16At(position).toLong
    case 2 => cursor.i16At(position) & 0xffffL
    case -4 => cursor.i32At(position).toLong
    case 4 => cursor.i32At(position) & 0xffffffffL
    case -8 | 8 => cursor.i64At(position)
    case _ => position.toLong
  }

  /** Returns Java for the number in a head that begins at a position of the bytes `in`. */
  private[wire] def code(start: String): String = {
    def read(bits: Int) = {
      val at = s"in, $start + ${this.at}"
      val name = LayoutField.Numbers
      s"(${HeadCode.IsBig} ? $name.i${bits}be($at) : $name.i${bits}le($at))"
    }
    form match {
      case -1 => s"((long) in[$start + $at])"
      case 1 => s"(in[$start + $at] & 0xffL)"
      case -2 => s"((long) ${read(16)})"
      case 2 => s"(${read(16)} & 0xffffL)"
      case -4 => s"((long) ${read(32)})"
      case 4 => s"(${read(32)} & 0xffffffffL)"
      case -8 | 8 => read(64)
      case _ => throw new IllegalStateException(s"$name is not a number")
    }
  }

  /** Returns the value in a head that begins at `start`. */
  def in(cursor: Cursor, start: Int): Long = valueAt(cursor, start + at)

  private[heads] def row: String = {
    val offset = if (at < 0) "" else at.toString
    val made =
      if (makes.isEmpty) "" else makes.map(made => s"`${made.name}`").mkString("; makes ", ", ", "")
    val more = if (about.isEmpty) "" else s". $about"
    val shown = if (name.isEmpty) "" else s"`$name`"
    s"| $offset | $wire | ${value.shown(shown)}$made$more |"
  }
}

/** Makes fields of the usual types. */
object LayoutField {
  private val Numbers = classOf[Bytes].getName

  def uint8(name: String, at: Int): LayoutField = LayoutField(name, at, "uint8", 1)
  def int8(name: String, at: Int): LayoutField = LayoutField(name, at, "int8", 1)
  def uint16(name: String, at: Int): LayoutField = LayoutField(name, at, "uint16", 2)
  def int16(name: String, at: Int): LayoutField = LayoutField(name, at, "int16", 2)
  def uint32(name: String, at: Int): LayoutField = LayoutField(name, at, "uint32", 4)
  def int32(name: String, at: Int): LayoutField = LayoutField(name, at, "int32", 4)
  def int64(name: String, at: Int): LayoutField = LayoutField(name, at, "int64", 8)
  def uint64(name: String, at: Int): LayoutField = LayoutField(name, at, "uint64", 8)
  def bytes(name: String, at: Int, size: Int): LayoutField =
    LayoutField(name, at, s"$size bytes", size)

  /** A field of varying size at a fixed offset. */
  def varying(name: String, at: Int, wire: String = ""): LayoutField =
    LayoutField(name, at, wire, -1)

  /** A field after one of varying size. */
  def after(name: String, wire: String = ""): LayoutField = LayoutField(name, -1, wire, -1)
}
