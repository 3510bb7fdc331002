package sparkwire.wire.layouts.coding

import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import sparkwire.wire.core.{Bytes, Utf8}
import sparkwire.wire.layouts.program._

/** How a value without parts is read in generated code.
  *
  * @param ready
  *   statements that are needed in any case
  * @param load
  *   statements that are needed if the value is
  * @param value
  *   a long, or a double for floats; null for bytes
  * @param from
  *   the position of bytes
  */
private[coding] final class LeafCode private (val ready: String, val load: String,
    val value: String, val from: String, val until: String, val isReal: Boolean)

private[coding] object LeafCode {
  private val Numbers = classOf[Bytes].getName
  private val Valid = Utf8.getClass.getName.stripSuffix("$")

  def number(ready: String, load: String, value: String, isReal: Boolean): LeafCode =
    new LeafCode(ready, load, value, null, null, isReal)
  def bytes(ready: String, from: String, until: String): LeafCode =
    new LeafCode(ready, "", null, from, until, isReal = false)

  /** How many bytes a value always takes, -1 if that varies; bits are not counted here. */
  def fixedSize(data: DataPlan): Int = data match {
    case whole: DataPlan.Whole => whole.size
    case real: DataPlan.Real => real.size
    case constant: DataPlan.Constant => constant.expected.length
    case raw: DataPlan.Raw => fixedSize(raw.extent)
    case text: DataPlan.Text => fixedSize(text.extent)
    case struct: DataPlan.Struct if struct.extent != null => fixedSize(struct.extent)
    case _ => -1
  }

  /** A larger size is read as one that varies. */
  final val MostFixed = 1L << 20

  private def fixedSize(extent: ExtentPlan): Int = extent.size match {
    case constant: WholeNodes.Constant if constant.bits >= 0 && constant.bits <= MostFixed =>
      constant.bits.toInt
    case _ => -1
  }

  /** How many bytes the first of these fields have, as long as their sizes are known.
    *
    * @param bitsLeft
    *   how many bits of the byte before them are left
    */
  def sizeOfRun(fields: Array[MemberPlan], bitsLeft: Int): Int = {
    val begun = if (bitsLeft == 0) 0L else 8L - bitsLeft
    var bits = begun
    val run = fields.takeWhile { plan =>
      plan.condition == null && plan.repeat == MemberPlan.Once && (plan.data match {
        case bits: DataPlan.Bits => bits.width > 0
        case leaf: LeafPlan => fixedSize(leaf) >= 0
        case _ => false
      })
    }
    for (plan <- run) plan.data match {
      case field: DataPlan.Bits => bits += field.width
      case other => bits = (bits + 7) / 8 * 8 + 8L * fixedSize(other)
    }
    val bytes = (bits + 7) / 8 - (if (begun > 0) 1 else 0)
    math.min(bytes, MostFixed).toInt
  }

  /** Returns Java for a number at a position. */
  def number(whole: DataPlan.Whole, at: String): String = {
    val order = orderOf(whole.order)
    (whole.size, whole.isSigned) match {
      case (1, true) => s"(long) in[$at]"
      case (1, false) => s"in[$at] & 0xffL"
      case (2, true) => s"(long) $Numbers.i16$order(in, $at)"
      case (2, false) => s"$Numbers.i16$order(in, $at) & 0xffffL"
      case (4, true) => s"(long) $Numbers.i32$order(in, $at)"
      case (4, false) => s"$Numbers.i32$order(in, $at) & 0xffffffffL"
      case _ => s"$Numbers.i64$order(in, $at)"
    }
  }

  def real(real: DataPlan.Real, at: String): String = {
    val order = orderOf(real.order)
    if (real.size == 8) s"Double.longBitsToDouble($Numbers.i64$order(in, $at))"
    else s"(double) Float.intBitsToFloat($Numbers.i32$order(in, $at))"
  }

  private def orderOf(order: Int): String = order match {
    case DataPlan.Big => "be"
    case DataPlan.Little => "le"
    case _ => CodeScope.refuse()
  }

  /** Returns Java for bits.
    *
    * @param first
    *   the position of the byte in which they begin
    * @param skipped
    *   how many bits of that byte have been read
    */
  def bits(bits: DataPlan.Bits, first: String, skipped: Int): String = {
    val count = (skipped + bits.width + 7) / 8
    if (count > 8) CodeScope.refuse()
    val shifts = (0 until count).map(at => 8 * (if (bits.isLittle) at else count - 1 - at))
    val bytes = shifts.zipWithIndex.map { case (shift, at) =>
      s"(in[$first + $at] & 0xffL) << $shift"
    }
    val unused = if (bits.isLittle) skipped else 8 * count - skipped - bits.width
    val mask = if (bits.width == 64) -1L else (1L << bits.width) - 1
    s"((${bytes.mkString(" | ")}) >>> $unused) & ${CodeMath.constant(mask)}"
  }

  /** Returns statements that end the code unless bytes are text. */
  def checkText(charset: Charset, from: String, until: String): String =
    if (charset eq UTF_8) s"if (!$Valid.isValid(in, $from, $until)) return -1;"
    else if (charset eq US_ASCII)
      s"if (!${CodeMath.call("isAscii", "in", from, until)}) return -1;"
    else CodeScope.refuse()
}
