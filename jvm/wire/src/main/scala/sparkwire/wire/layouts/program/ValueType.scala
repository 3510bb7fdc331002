package sparkwire.wire.layouts.program

/** The type of an expression or of a field in expressions. */
private[layouts] sealed abstract class ValueType

private[layouts] object ValueType {

  /** A whole number between two bounds, which are known before any value is read. */
  final case class Whole(min: BigInt, max: BigInt) extends ValueType {
    override def toString: String = "a whole number"

    /** Whether it may exceed a signed 64-bit number. */
    val isWide: Boolean = max > Whole.MaxLong
    def union(other: Whole): Whole = Whole(min.min(other.min), max.max(other.max))
  }

  object Whole {
    val MaxLong: BigInt = BigInt(scala.Long.MaxValue)
    val MinLong: BigInt = BigInt(scala.Long.MinValue)
    val MaxUnsigned: BigInt = (BigInt(1) << 64) - 1

    /** Every number that expressions can hold. */
    val Any: Whole = Whole(MinLong, MaxUnsigned)
    val Long: Whole = Whole(MinLong, MaxLong)

    /** Returns a type for numbers between two bounds, as far as expressions can hold them. */
    def within(min: BigInt, max: BigInt): Whole = Whole(
      min.max(MinLong).min(MaxUnsigned), max.min(MaxUnsigned).max(MinLong))
    def of(value: BigInt): Whole = Whole(value, value)
    def bits(width: Int, isSigned: Boolean): Whole =
      if (isSigned) Whole(-(BigInt(1) << (width - 1)), (BigInt(1) << (width - 1)) - 1)
      else Whole(0, (BigInt(1) << width) - 1)
  }
  case object Real extends ValueType { override def toString: String = "a float" }
  case object Truth extends ValueType { override def toString: String = "a boolean" }
  case object Text extends ValueType { override def toString: String = "a text" }
  case object Bytes extends ValueType { override def toString: String = "bytes" }
  final case class Label(of: EnumPlan, number: Whole) extends ValueType {
    override def toString: String = s"the enum ${of.name}"
  }
  final case class Struct(of: TypePlan) extends ValueType {
    override def toString: String = s"the type ${of.name}"
  }

  /** A struct of one of several types. */
  case object AnyStruct extends ValueType { override def toString: String = "one of several types" }

  /** A value of one of several kinds. */
  case object Any extends ValueType { override def toString: String = "a value of several kinds" }
  final case class Listed(of: ValueType) extends ValueType {
    override def toString: String = s"a list of $of"
  }
  case object Stream extends ValueType { override def toString: String = "a stream" }

  /** Returns the type of a value that is of either type, None if expressions have none. */
  def common(a: ValueType, b: ValueType): Option[ValueType] = (a, b) match {
    case _ if a == b => Some(a)
    case (x: Whole, y: Whole) => Some(x.union(y))
    case (_: Whole, Real) | (Real, _: Whole) => Some(Real)
    case (x: Label, y: Label) if x.of eq y.of => Some(Label(x.of, x.number.union(y.number)))
    case (_: Struct | AnyStruct, _: Struct | AnyStruct) => Some(AnyStruct)
    case (Listed(x), Listed(y)) => common(x, y).map(Listed)
    case _ => None
  }
}

/** An enum: its labels in UTF-8 by their numbers. */
private[layouts] final class EnumPlan(val name: String, labels: Seq[(BigInt, String)]) {
  private[this] val sorted = labels.sortBy(_._1).toArray
  // Numbers as they are kept: 64 bits, and whether they are unsigned ones above 2^63 - 1.
  private[this] val low: Array[Long] = sorted.map(_._1.toLong)
  private[this] val texts: Array[Array[Byte]] =
    sorted.map(_._2.getBytes(java.nio.charset.StandardCharsets.UTF_8))
  // The entries from here on are above 2^63 - 1.
  private[this] val firstHigh = sorted.indexWhere(_._1 > ValueType.Whole.MaxLong) match {
    case -1 => sorted.length
    case at => at
  }
  val numbers: Map[String, BigInt] = labels.map(_.swap).toMap

  /** Returns the number of a label, or the number that the digits give if it is not a label. */
  def number(label: String): Option[BigInt] = numbers.get(label).orElse(
    Option.when(label.matches("-?[0-9]{1,20}"))(BigInt(label)))

  /** Returns the label of a number, null if it has none. */
  def label(number: Long, isHigh: Boolean): Array[Byte] = {
    val at =
      if (isHigh) java.util.Arrays.binarySearch(low, firstHigh, low.length, number)
      else java.util.Arrays.binarySearch(low, 0, firstHigh, number)
    if (at < 0) null else texts(at)
  }
}
