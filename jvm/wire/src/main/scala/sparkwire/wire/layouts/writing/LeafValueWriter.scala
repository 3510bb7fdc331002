package sparkwire.wire.layouts.writing

import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.Give
import sparkwire.wire.writing.{Output, Unencodable}

/** Writes values without parts, which are in the registers, and fills in the fields that are
  * computed from them.
  */
private[writing] abstract class LeafValueWriter(options: Options, output: Output)
    extends Loading(options, output) {

  /** Writes the value in the registers.
    *
    * @param give
    *   the form of the value, null for one that is made
    */
  protected final def put(leaf: LeafPlan, give: Give, plan: MemberPlan, scope: Scope): Unit =
    leaf match {
      case whole: DataPlan.Whole =>
        align()
        requireFits(8 * whole.size, whole.isSigned)
        settle(plan, plan.element, scope, kept)
        putWholeAt(whole, output.reserve(whole.size), number, scope)
      case bits: DataPlan.Bits =>
        requireFits(bits.width, isSigned = false)
        settle(plan, plan.element, scope, kept)
        putBits(number, bits.width, bits.isLittle)
      case real: DataPlan.Real => putReal(real, plan, scope)
      case constant: DataPlan.Constant =>
        align()
        output.put(constant.expected, 0, constant.expected.length)
      case raw: DataPlan.Raw =>
        give match {
          case form: Give.Digits =>
            align()
            val size = sizeOf(raw.extent, scope)
            setDigits(form, size)
          case _ => ()
        }
        settle(plan, ValueType.Bytes, scope, kept)
        putExtent(raw.extent, scope)
      case text: DataPlan.Text =>
        settle(plan, ValueType.Text, scope, kept)
        encode(text.charset)
        putExtent(text.extent, scope)
    }

  /** The list to which the value belongs that is written, null if it is the value of a field. */
  protected[this] final var kept: ListElements = _

  private def requireFits(bits: Int, isSigned: Boolean): Unit = {
    val fits =
      if (bits == 64) if (isSigned) !isHigh else isHigh || number >= 0
      else if (isHigh) false
      else if (isSigned) number >= -(1L << (bits - 1)) && number < (1L << (bits - 1))
      else number >= 0 && (bits == 63 || number < (1L << bits))
    if (!fits) throw Unencodable(Unencodable.OutOfRange,
      if (isHigh) java.lang.Long.toUnsignedString(number) else number.toString,
      LeafValueWriter.range(bits, isSigned))
  }

  protected final def putWholeAt(whole: DataPlan.Whole, at: Int, value: Long,
      scope: Scope): Unit = {
    output.setBigEndian(isBig(whole.order, scope))
    whole.size match {
      case 1 => output.putI8(at, value.toInt)
      case 2 => output.putI16(at, value.toInt)
      case 4 => output.putI32(at, value.toInt)
      case _ => output.putI64(at, value)
    }
  }

  protected final def isBig(order: Int, scope: Scope): Boolean =
    order == DataPlan.Big || (order == DataPlan.Chosen && scope.isBig)

  private def putReal(real: DataPlan.Real, plan: MemberPlan, scope: Scope): Unit = {
    align()
    val value = java.lang.Double.longBitsToDouble(number)
    output.setBigEndian(isBig(real.order, scope))
    if (real.size == 8) {
      settle(plan, ValueType.Real, scope, kept)
      output.i64(java.lang.Double.doubleToRawLongBits(value))
    } else {
      if (value.toFloat.toDouble != value && !value.isNaN)
        throw Unencodable(Unencodable.Inexact, value.toString, "a float")
      settle(plan, ValueType.Real, scope, kept)
      output.i32(java.lang.Float.floatToRawIntBits(value.toFloat))
    }
  }

  /** The size that an expression gives to a field. */
  protected final def sizeOf(extent: ExtentPlan, scope: Scope): Int = {
    if (extent.size == null) refused(Unencodable.TypeMismatch)
    val size = natural(extent.size, scope)
    if (size > options.maxSize) refused(Reason.TooLarge)
    size.toInt
  }

  /** Writes the bytes in the registers as the bytes of a field. */
  protected final def putExtent(extent: ExtentPlan, scope: Scope): Unit = {
    align()
    if (!extent.areReadable(bytes, from, until)) refused(Layouts.InvalidValue)
    if (extent.process != null) extent.process.undo(scope, this)
    val length = until - from
    val content = bytes
    val first = from
    val last = until
    if (extent.size == null) {
      output.put(content, first, last)
      if (extent.isSearched && !extent.includes && extent.consumes) putTerminator(extent)
    } else if (isMade(extent, scope)) {
      resolve(extent.sizeOf, length.toLong, scope)
      output.put(content, first, last)
    } else {
      val size = sizeOf(extent, scope)
      if (length > size) throw Unencodable.tooLong(length.toLong, size.toLong)
      output.put(content, first, last)
      fillUp(extent, size - length, isStruct = false)
    }
  }

  /** Whether the size of a field follows from its value. */
  protected final def isMade(extent: ExtentPlan, scope: Scope): Boolean =
    extent.sizeOf != null && isOpen(extent.sizeOf, scope)

  protected final def putTerminator(extent: ExtentPlan): Unit =
    output.put(extent.terminator, 0, extent.terminator.length)

  /** Writes the rest of a size after the value: the terminator, then padding. */
  protected final def fillUp(extent: ExtentPlan, rest: Int, isStruct: Boolean): Unit =
    if (rest > 0) {
      val from = output.reserve(rest)
      if (!extent.fill(output.bytes, from, from + rest, isStruct)) refused(Layouts.InvalidValue)
    }

  // Fields that are made.

  /** Whether a field can still be made: its object has it. */
  private def isOpen(inverse: Inverse, scope: Scope): Boolean = {
    val owner = inverse.owner.struct(scope, this)
    owner.made != null && owner.made(inverse.made.number) != null
  }

  /** Fills in a field, now that the result of its expression is known. */
  protected final def resolve(inverse: Inverse, result: Long, scope: Scope): Unit = {
    val owner = inverse.owner.struct(scope, this)
    val value = inverse(result)
    if (value == Inverse.None) refused(Layouts.InvalidValue)
    val field = owner.made(inverse.made.number)
    if (field != null) {
      if (!field.isKnown) fillIn(inverse.made, value, owner)
      else if (field.value != value) refused(Unencodable.ConflictingField)
    }
  }

  protected final def fillIn(made: Made, value: Long, owner: Scope): Unit = {
    val place = owner.made(made.number)
    val field = made.field
    val saved = kept
    kept = null
    val (array, first, last) = (bytes, from, until)
    number = value
    isHigh = false
    field.data match {
      case whole: DataPlan.Whole =>
        requireFits(8 * whole.size, whole.isSigned)
        putWholeAt(whole, place.at, value, owner)
      case bits: DataPlan.Bits =>
        requireFits(bits.width, isSigned = false)
        val _ = putBitsAt(place.at, place.bitsLeft, value, bits.width, bits.isLittle)
      case other => throw new IllegalStateException(s"$other is not made")
    }
    settle(field, field.element, owner, null)
    setBytes(array, first, last)
    kept = saved
    place.isKnown = true
    place.value = value
  }
}

private object LeafValueWriter {

  /** Returns the numbers that so many bits hold, in words. */
  def range(bits: Int, isSigned: Boolean): String = {
    val half = BigInt(1) << (bits - 1)
    if (isSigned) s"${-half} to ${half - 1}" else s"0 to ${2 * half - 1}"
  }
}
