package sparkwire.wire.layouts.views

import sparkwire.wire.core.Kind
import sparkwire.wire.layouts.model.{Member, MemberSpec, SparkForm}
import sparkwire.wire.layouts.program._

/** Decides as which kind a value without parts is given. */
private[layouts] final class GiveBuilder(options: ViewOptions) {

  /** @param labels
    *   the enum of a field, null if it has none
    */
  def ofField(data: LeafPlan, member: Member, labels: EnumPlan): Give =
    form(data, member).getOrElse(if (labels == null) plain(data) else label(data, labels))

  private def hasEnum(member: Member): Boolean = member.spec match {
    case read: MemberSpec.Read => read.enumName.isDefined
    case _ => false
  }

  private def label(data: LeafPlan, labels: EnumPlan): Give =
    if (!options.enumsAreNumbers) new Give.Label(labels)
    else data match {
      // One bit with an enum is a number.
      case bits: DataPlan.Bits => whole(bits.width, isSigned = false)
      case other => plain(other)
    }

  private def plain(data: LeafPlan): Give = data match {
    case number: DataPlan.Whole => whole(8 * number.size, number.isSigned)
    case bits: DataPlan.Bits =>
      if (bits.width == 1) Give.Truth else whole(bits.width, isSigned = false)
    case real: DataPlan.Real => if (real.size == 4) Give.Float else Give.Double
    case _: DataPlan.Text => Give.Text
    case _: DataPlan.Raw | _: DataPlan.Constant => Give.Binary
  }

  private def whole(bits: Int, isSigned: Boolean): Give = Kinds.whole(bits, isSigned) match {
    case _: Kind.Decimal => new Give.Unsigned
    case kind => new Give.Whole(kind)
  }

  private def form(data: LeafPlan, member: Member): Option[Give] = {
    val isWhole = data.isInstanceOf[DataPlan.Whole] || data.isInstanceOf[DataPlan.Bits]
    member.spark.form match {
      case SparkForm.Timestamp(unit) => Some(new Give.Timestamp(unit))
      case SparkForm.Date => Some(Give.Date)
      case SparkForm.Decimal(precision, scale) =>
        Some(
          if (isWhole) new Give.WholeDecimal(precision, scale)
          else new Give.BytesDecimal(precision, scale))
      case SparkForm.Packed(precision, scale) => Some(new Give.Packed(precision, scale))
      case SparkForm.Zoned(precision, scale) => Some(new Give.Zoned(precision, scale))
      case SparkForm.Uuid => Some(Give.Uuid)
      case _ => None
    }
  }

  /** The value of an expression. */
  def ofValue(kind: ValueType, member: Member): Give = (kind, member.spark.form) match {
    case (_: ValueType.Whole, SparkForm.Timestamp(unit)) => new Give.Timestamp(unit)
    case (_: ValueType.Whole, SparkForm.Date) => Give.Date
    case (_: ValueType.Whole, SparkForm.Decimal(precision, scale)) =>
      new Give.WholeDecimal(precision, scale)
    case (label: ValueType.Label, _) =>
      if (options.enumsAreNumbers) Give.Bounded else new Give.Label(label.of)
    case (_: ValueType.Whole, _) => Give.Bounded
    case (ValueType.Real, _) => Give.Double
    case (ValueType.Truth, _) => Give.Truth
    case (ValueType.Text, _) => Give.Text
    case _ => Give.Binary
  }

  /** Numbers of several types as one that holds them all exactly, None if there is none. */
  def ofNumbers(plan: DataPlan.Switch, member: Member): Option[Array[Give]] = {
    val isPlain = member.spark.form == SparkForm.Plain && !hasEnum(member)
    val widths = plan.cases.map(exactBits)
    if (!isPlain || widths.exists(_ < 0)) None
    else {
      val reals = plan.cases.collect { case real: DataPlan.Real => real.size }
      if (reals.isEmpty) Some(wholes(plan))
      else if (reals.forall(_ == 4) && widths.forall(_ <= FloatBits))
        Some(plan.cases.map(one => if (isReal(one)) Give.Float else Give.WholeAsFloat))
      else if (widths.forall(_ <= DoubleBits))
        Some(plan.cases.map(one => if (isReal(one)) Give.Double else Give.WholeAsDouble))
      else None
    }
  }

  private def isReal(data: DataPlan): Boolean = data.isInstanceOf[DataPlan.Real]

  private def wholes(plan: DataPlan.Switch): Array[Give] = {
    val own = plan.cases.map {
      case leaf: LeafPlan => plain(leaf)
      case other => throw new IllegalStateException(s"$other is not a number")
    }
    own.map(_.kind).reduceLeft(Kinds.larger) match {
      case _: Kind.Decimal => own.map {
          case unsigned: Give.Unsigned => unsigned
          case _ => new Give.SignedAsDecimal
        }
      case kind => own.map(_ => new Give.Whole(kind))
    }
  }

  /** How many bits of a number count, 0 for a float, -1 for a value that is not a number. */
  private def exactBits(data: DataPlan): Int = data match {
    // The sign of a float is apart.
    case whole: DataPlan.Whole => if (whole.isSigned) 8 * whole.size - 1 else 8 * whole.size
    case bits: DataPlan.Bits if bits.width > 1 => bits.width
    case _: DataPlan.Real => 0
    case _ => -1
  }

  private final val FloatBits = 24
  private final val DoubleBits = 53
}
