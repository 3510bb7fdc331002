package sparkwire.wire.core

/** The layout of bytes whose fields have fixed offsets, such as the header of a message. It is the
  * one description of them: readers take offsets and bits from it, the tables of the documentation
  * are printed from it, and it says all that a writer needs: which fields are constants, sizes,
  * checksums or bits of other fields, and in which order they are computed.
  *
  * @param name
  *   the name of the layout within its format, such as `version 2`
  * @param fields
  *   the fields in the order of the bytes, without gaps. Fields of varying size come last; the
  *   first of them still has a fixed offset.
  */
final class FixedLayout(val name: String, val fields: IndexedSeq[LayoutField]) {
  private val (fixed, varying) = fields.partition(_.size >= 0)
  fixed.zip(fixed.drop(1) ++ varying.take(1)).foreach { case (field, next) =>
    require(field.end == next.at, s"$name: ${next.name} is at ${next.at}, not at ${field.end}")
  }

  /** The size of the fields with fixed offsets in bytes. */
  val fixedSize: Int = fixed.lastOption.fold(0)(_.end)

  /** Returns the field of this name. */
  def apply(field: String): LayoutField =
    fields.find(_.name == field).getOrElse(
      throw new IllegalArgumentException(s"$name has no field $field"))

  /** Returns the offset of a field in bytes. */
  def at(field: String): Int = apply(field).at

  /** Returns the value of a field that is a constant. */
  def constant(field: String): Long = apply(field).value match {
    case LayoutValue.Constant(value) => value
    case other => throw new IllegalArgumentException(s"$field is not a constant but $other")
  }

  /** Returns the offset of the first byte that a checksum covers. */
  def checksumFrom(field: String): Int = apply(field).value match {
    case LayoutValue.Checksum(LayoutEdge.Offset(from), _) => from
    case other => throw new IllegalArgumentException(s"$field has no offset in $other")
  }

  /** Returns the bits of `field` that are made from the result field `from`. */
  def bits(field: String, from: String): LayoutBits = apply(field).value match {
    case LayoutValue.Flags(all) if all.exists(_.from == from) => all.find(_.from == from).get
    case _ => throw new IllegalArgumentException(s"$field has no bits of $from")
  }

  /** The fields that are computed when all others have been written, in the order in which that is
    * possible: sizes, then checksums, and a checksum of bytes that contain another checksum after
    * that one.
    */
  val computed: IndexedSeq[LayoutField] = {
    val sizes = fixed.filter(isSize)
    val sums = fixed.filter(_.value.isInstanceOf[LayoutValue.Checksum])
    sizes ++ sums.sortBy(sum => sums.count(covers(sum, _)))
  }

  private def isSize(field: LayoutField): Boolean = field.value match {
    case _: LayoutValue.Count | _: LayoutValue.Length => true
    case _ => false
  }

  private def covers(sum: LayoutField, other: LayoutField): Boolean = (sum ne other) &&
    (sum.value match {
      case LayoutValue.Checksum(LayoutEdge.Offset(from), _) => other.at >= from
      case _ => false
    })

  /** The layout as a Markdown table. `docs/generate` puts it onto the pages. */
  def table: String =
    ("| offset | type | field |" +: "|---|---|---|" +: fields.map(_.row)).mkString("\n")
}

object FixedLayout {
  def apply(name: String, fields: LayoutField*): FixedLayout =
    new FixedLayout(name, fields.toVector)
}

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
  * @param about further facts, in Markdown
  */
final case class LayoutField(name: String, at: Int, wire: String, size: Int,
    value: LayoutValue = LayoutValue.Given, makes: Seq[String] = Nil, about: String = "") {
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
  def making(fields: String*): LayoutField = copy(makes = fields)
  def saying(about: String): LayoutField = copy(about = about)

  private[core] def row: String = {
    val offset = if (at < 0) "" else at.toString
    val made =
      if (makes.isEmpty) "" else makes.map(made => s"`$made`").mkString("; makes ", ", ", "")
    val more = if (about.isEmpty) "" else s". $about"
    val shown = if (name.isEmpty) "" else s"`$name`"
    s"| $offset | $wire | ${value.shown(shown)}$made$more |"
  }
}

/** Makes fields of the usual types. */
object LayoutField {
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

/** Where a writer takes the value of a field from. */
sealed abstract class LayoutValue extends Serializable {

  /** Returns the name of a field with the facts that are known of its value. */
  private[core] def shown(name: String): String
}

object LayoutValue {

  /** From the result field of the same name. */
  case object Given extends LayoutValue {
    private[core] def shown(name: String): String = name
  }

  final case class Constant(value: Long) extends LayoutValue {
    private[core] def shown(name: String): String = {
      // Large numbers are magic.
      val text = if (value < 0x80) value.toString else s"`${value.toHexString.toUpperCase}`"
      s"$name, $text"
    }
  }

  final case class Length(field: String) extends LayoutValue {
    private[core] def shown(name: String): String = s"$name, the number of bytes of `$field`"
  }

  final case class Elements(field: String) extends LayoutValue {
    private[core] def shown(name: String): String = s"$name, the number of `$field`"
  }

  final case class Count(from: LayoutEdge, until: LayoutEdge) extends LayoutValue {
    private[core] def shown(name: String): String =
      s"$name, the number of bytes from ${from.shown} to ${until.shown}"
  }

  final case class Checksum(from: LayoutEdge, until: LayoutEdge) extends LayoutValue {
    private[core] def shown(name: String): String =
      s"$name, the checksum of the bytes from ${from.shown} to ${until.shown}"
  }

  final case class Flags(bits: Seq[LayoutBits]) extends LayoutValue {
    private[core] def shown(name: String): String = s"$name: ${bits.map(_.shown).mkString("; ")}"
  }
}

/** An edge of a range of bytes. */
sealed abstract class LayoutEdge(private[core] val shown: String) extends Serializable

object LayoutEdge {
  final case class Offset(at: Int) extends LayoutEdge(at.toString)

  /** The end of the header, which may contain fields of varying size. */
  case object HeaderEnd extends LayoutEdge("the end of the header")
  case object Footer extends LayoutEdge("the footer")
  case object End extends LayoutEdge("the end")
}

/** Some bits of a number, made from a field of the result: from a word, from a flag, from a number
  * of its own, or from whether there is such a field.
  *
  * @param words
  *   the bits of each word that the field may be, empty if it is not a word
  */
final case class LayoutBits(from: String, mask: Int, words: Seq[(String, Int)] = Nil) {

  /** Returns the bits of a word. */
  def apply(word: String): Int = words.find(_._1 == word).getOrElse(
    throw new IllegalArgumentException(s"$from has no word $word"))._2

  /** By how much a flag or number is shifted to the left. */
  def shift: Int = Integer.numberOfTrailingZeros(mask)

  private[core] def shown: String =
    if (words.isEmpty) s"0x${mask.toHexString} `$from`"
    else words.map { case (word, bits) => s"0x${bits.toHexString} $word" }
      .mkString(s"`$from` ", ", ", "")
}
