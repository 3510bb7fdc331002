package sparkwire.wire.heads

/** The layout of bytes whose fields have fixed offsets, such as the header of a message. It is the
  * one description of them: [[HeadReader]] reads and checks the fields in their order, [[HeadCode]]
  * is Java that takes single ones from where they are, [[HeadWriter]] writes them, and the tables of the
  * documentation are printed from it. So it says which fields are constants, sizes, checksums or bits
  * of other fields, what is made from each, and why a value is refused.
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

  /** Returns the bits of `field` that stand for the result field `from`. */
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
