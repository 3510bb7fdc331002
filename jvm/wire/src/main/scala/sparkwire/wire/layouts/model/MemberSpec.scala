package sparkwire.wire.layouts.model

import sparkwire.wire.layouts.expressions.{Expression, TypeName}

/** The kind of a member, as it is written. */
private[layouts] sealed abstract class MemberSpec

private[layouts] object MemberSpec {

  /** A field that is read from the bytes.
    *
    * @param position
    *   where, for an instance; None for a field, which follows the one before it
    */
  final case class Read(
      data: DataSpec,
      condition: Option[Expression],
      repeat: RepeatSpec,
      valid: Option[ValidSpec],
      enumName: Option[Seq[String]],
      position: Option[Expression],
      stream: Option[Expression])
      extends MemberSpec

  /** A value instance. */
  final case class Computed(
      value: Expression, condition: Option[Expression], enumName: Option[Seq[String]])
      extends MemberSpec

  final case class Param(of: TypeName, enumName: Option[Seq[String]]) extends MemberSpec
}

private[layouts] sealed abstract class RepeatSpec

private[layouts] object RepeatSpec {
  case object Once extends RepeatSpec
  case object ToEnd extends RepeatSpec
  final case class Count(count: Expression) extends RepeatSpec
  final case class Until(condition: Expression) extends RepeatSpec
}

private[layouts] sealed abstract class ValidSpec

private[layouts] object ValidSpec {

  /** @param key
    *   where the value stands below `valid`, `""` or `/eq`
    */
  final case class Equals(value: Expression, key: String) extends ValidSpec
  final case class Between(min: Option[Expression], max: Option[Expression]) extends ValidSpec
  final case class AnyOf(values: Seq[Expression]) extends ValidSpec
  final case class Holds(condition: Expression) extends ValidSpec
  case object InEnum extends ValidSpec
}

/** The form of a field in the bytes. */
private[layouts] sealed abstract class DataSpec

private[layouts] object DataSpec {

  /** @param size
    *   in bytes
    */
  final case class Whole(size: Int, isSigned: Boolean, order: Order) extends DataSpec
  final case class Real(size: Int, order: Order) extends DataSpec

  /** @param width
    *   in bits
    */
  final case class Bits(width: Int, isLittle: Boolean) extends DataSpec
  final case class Raw(extent: Extent) extends DataSpec
  final case class Text(extent: Extent, encoding: String) extends DataSpec
  final case class Constant(bytes: Vector[Byte]) extends DataSpec

  /** @param extent
    *   the bytes of its own stream, None if it is read from the stream around it
    */
  final case class Nested(
      name: TypeName, arguments: Seq[Expression], extent: Option[Extent], parent: ParentSpec)
      extends DataSpec
  final case class Switch(on: Expression, cases: Seq[Case], extent: Option[Extent]) extends DataSpec

  /** @param key
    *   None for `_`
    * @param name
    *   the type as it is written, without arguments
    */
  final case class Case(key: Option[Expression], data: DataSpec, name: String, place: String)
}

/** Who is `_parent` in a nested type. */
private[layouts] sealed abstract class ParentSpec

private[layouts] object ParentSpec {
  case object Around extends ParentSpec
  case object Nobody extends ParentSpec
  final case class Given(by: Expression) extends ParentSpec
}

/** Which bytes belong to a field, and how they are changed before they are used: first the padding
  * is cut off, then everything from the terminator on; then they are processed.
  */
private[layouts] final case class Extent(
    size: Option[Expression],
    isToEnd: Boolean,
    terminator: Option[Vector[Byte]],
    includesTerminator: Boolean,
    consumesTerminator: Boolean,
    needsTerminator: Boolean,
    padding: Option[Byte],
    process: Option[ProcessSpec]) {

  /** Whether the bytes end at the terminator only. */
  def isSearched: Boolean = size.isEmpty && !isToEnd
}

private[layouts] sealed abstract class ProcessSpec

private[layouts] object ProcessSpec {
  final case class Xor(key: Expression) extends ProcessSpec
  final case class Rotate(by: Expression, toLeft: Boolean) extends ProcessSpec
  case object Zlib extends ProcessSpec
}

/** The value of `-spark` for a member. */
private[layouts] final case class SparkSpec(isHidden: Boolean, form: SparkForm)

private[layouts] sealed abstract class SparkForm

private[layouts] object SparkForm {
  case object Plain extends SparkForm

  /** @param unit
    *   seconds, millis, micros or nanos
    */
  final case class Timestamp(unit: String) extends SparkForm
  case object Date extends SparkForm
  final case class Decimal(precision: Int, scale: Int) extends SparkForm
  final case class Packed(precision: Int, scale: Int) extends SparkForm
  final case class Zoned(precision: Int, scale: Int) extends SparkForm
  case object Uuid extends SparkForm
  final case class Checksum(kind: String, from: Option[String], until: Option[String])
      extends SparkForm
}
