package sparkwire.wire.layouts.coding.writing

import sparkwire.wire.core.Bytes
import sparkwire.wire.layouts.coding.{LeafCode, ObjectCode}
import sparkwire.wire.layouts.program._

/** Writes code that puts the fields of an object one after the other. Room for fields of known sizes
  * that follow each other is made once: it begins at the variable `at` of the array `to`.
  */
private[writing] final class RunCode(self: ObjectCode) {

  // How many bytes of the room have been used, and how many are left.
  private[this] var done = 0
  private[this] var left = 0
  private[this] var fields = Array.empty[MemberPlan]
  self.here = here

  def here: String = if (left == 0) "position()" else s"at + $done"

  /** Says which fields follow, the one that is written next first. */
  def follow(fields: Array[MemberPlan]): Unit = this.fields = fields

  /** Returns statements that make room for so many bytes, and where they are. */
  def take(size: Int): (String, String) = if (size == 0) ("", here)
  else {
    val room =
      if (size <= left) ""
      else {
        // Room for more than a megabyte is not made at once.
        if (left != 0) CodeScope.refuse()
        done = 0
        left = math.max(size, LeafCode.sizeOfRun(fields, self.bitsLeft))
        s"at = reserve($left); to = bytes();"
      }
    val at = s"at + $done"
    done += size
    left -= size
    self.here = here
    (room, at)
  }

  /** Ends a part of the code to which another way may lead. */
  def requireEnd(): Unit = if (left != 0 || self.bitsLeft != 0) CodeScope.refuse()

  /** Returns a statement that puts a number. */
  def whole(data: DataPlan.Whole, at: String, value: String): String = {
    val order = RunCode.orderOf(data.order)
    data.size match {
      case 1 => s"to[$at] = (byte) $value;"
      case 2 => s"${RunCode.Numbers}.putI16$order(to, $at, (short) $value);"
      case 4 => s"${RunCode.Numbers}.putI32$order(to, $at, (int) $value);"
      case _ => s"${RunCode.Numbers}.putI64$order(to, $at, $value);"
    }
  }

  def real(data: DataPlan.Real, at: String, value: String): String = {
    val order = RunCode.orderOf(data.order)
    if (data.size == 8)
      s"${RunCode.Numbers}.putI64$order(to, $at, Double.doubleToRawLongBits($value));"
    else
      s"if ((double) (float) $value != $value) return false; " +
        s"${RunCode.Numbers}.putI32$order(to, $at, Float.floatToRawIntBits((float) $value));"
  }

  /** Makes room for bits, which are zeros until they are put.
    *
    * @return
    *   statements, the byte in which the bits begin, and how many bits of it are used before them
    */
  def takeBits(data: DataPlan.Bits): (String, String, Int) = {
    val before = self.bitsLeft
    val fresh = math.max(0, (data.width - before + 7) / 8)
    val (room, next) = if (fresh > 0) take(fresh) else ("", here)
    val zeros = (0 until fresh).map(byte => s"to[$next + $byte] = 0;").mkString(" ")
    val used = if (before > 0) 8 - before else 0
    self.bitsLeft = (8 - (used + data.width) % 8) % 8
    (s"$room $zeros", if (before > 0) s"$next - 1" else next, used)
  }
}

private[writing] object RunCode {
  val Numbers: String = classOf[Bytes].getName

  private def orderOf(order: Int): String = order match {
    case DataPlan.Big => "be"
    case DataPlan.Little => "le"
    case _ => CodeScope.refuse()
  }

  /** Returns statements that put bits over zeros.
    *
    * @param to
    *   the array
    * @param first
    *   the byte in which they begin
    * @param used
    *   how many bits of it are used before them
    */
  def bits(data: DataPlan.Bits, to: String, first: String, used: Int, value: String): String = {
    val statements = Seq.newBuilder[String]
    var done = 0
    var byte = 0
    var taken = used
    while (done < data.width) {
      val count = math.min(8 - taken, data.width - done)
      val mask = (1 << count) - 1
      val (from, shift) =
        if (data.isLittle) (done, taken) else (data.width - done - count, 8 - taken - count)
      statements += s"$to[$first + $byte] |= (byte) ((($value >>> $from) & $mask) << $shift);"
      done += count
      taken = 0
      byte += 1
    }
    statements.result().mkString(" ")
  }
}
