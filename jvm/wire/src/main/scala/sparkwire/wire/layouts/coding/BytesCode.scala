package sparkwire.wire.layouts.coding

import sparkwire.wire.layouts.program._

/** Writes code that reads the bytes of an object one after the other. In the code, the variable `at`
  * is a position up to which they have been read. Fields of known sizes that follow it have constant
  * distances from it, and only one comparison with the end.
  */
private[coding] final class BytesCode(self: ObjectCode) {
  private[this] val unit = self.unit

  // How many bytes after the variable `at` have been read, and how many are known to be there.
  private[this] var done = 0
  private[this] var known = 0

  def here: String = if (done == 0) "at" else s"at + $done"

  /** Brings the variable to where the next byte is. */
  def sync(): String = {
    val moved = if (done == 0) "" else s"at += $done;"
    done = 0
    known = 0
    self.here = "at"
    moved
  }

  private def advance(size: Int): Unit = {
    done += size
    self.here = here
  }

  /** Returns statements after which so many bytes are known to be there, and the bytes of the
    * fields that follow, if they have them in any case.
    */
  private def need(size: Int): String =
    if (done + size <= known) ""
    else {
      val moved = sync()
      known = math.max(size, ahead())
      s"$moved if (end - at < $known) return -1;"
    }

  private[this] var ahead: () => Int = () => 0

  /** Says which fields follow, the one that is read next first. */
  def follow(fields: Array[MemberPlan]): Unit =
    ahead = () => LeafCode.sizeOfRun(fields, self.bitsLeft)

  /** Leaves a part of the code to which another way may lead. */
  def apart(write: => String): String = {
    val before = sync()
    if (self.bitsLeft != 0) CodeScope.refuse()
    val written = write
    val after = sync()
    if (self.bitsLeft != 0) CodeScope.refuse()
    s"$before\n$written\n$after"
  }

  def read(data: LeafPlan): LeafCode = data match {
    case bits: DataPlan.Bits => this.bits(bits)
    case whole: DataPlan.Whole =>
      val name = unit.name("value")
      fixed(whole.size, name, isReal = false)(at =>
        s"final long $name = ${LeafCode.number(whole, at)};")
    case real: DataPlan.Real =>
      val name = unit.name("value")
      fixed(real.size, name, isReal = true)(at =>
        s"final double $name = ${LeafCode.real(real, at)};")
    case constant: DataPlan.Constant =>
      self.bitsLeft = 0
      val size = constant.expected.length
      val needed = need(size)
      val expected = unit.reference(constant.expected, classOf[Array[Byte]])
      val from = unit.name("from")
      val code =
        s"$needed final int $from = $here;\n" +
          s"if (!${CodeMath.call("isAt", "in", from, expected)}) return -1;"
      advance(size)
      LeafCode.bytes(code, from, s"$from + $size")
    case raw: DataPlan.Raw => extent(raw.extent)
    case text: DataPlan.Text => extent(text.extent)
  }

  private def fixed(size: Int, name: String, isReal: Boolean)(load: String => String): LeafCode = {
    self.bitsLeft = 0
    val ready = need(size)
    val loaded = load(here)
    advance(size)
    LeafCode.number(ready, loaded, name, isReal)
  }

  private def bits(data: DataPlan.Bits): LeafCode = {
    val left = self.bitsLeft
    val fresh = math.max(0, (data.width - left + 7) / 8)
    val needed = if (fresh > 0) need(fresh) else ""
    val name = unit.name("value")
    // The bits that are left are in the byte before.
    val first = if (left > 0) s"$here - 1" else here
    val skipped = if (left > 0) 8 - left else 0
    val load = s"final long $name = ${LeafCode.bits(data, first, skipped)};"
    advance(fresh)
    self.bitsLeft = (8 - (skipped + data.width) % 8) % 8
    LeafCode.number(needed, load, name, isReal = false)
  }

  /** The bytes of a field. */
  def extent(plan: ExtentPlan): LeafCode = {
    if (plan.process != null) CodeScope.refuse()
    self.bitsLeft = 0
    val from = unit.name("from")
    val until = unit.name("until")
    val taken = plan.size match {
      case constant: WholeNodes.Constant
          if constant.bits >= 0 && constant.bits <= LeafCode.MostFixed =>
        val size = constant.bits.toInt
        val needed = need(size)
        val code = s"$needed final int $from = $here; int $until = $from + $size;"
        advance(size)
        code
      case null if plan.isToEnd =>
        s"${sync()} final int $from = at; int $until = end; at = end;"
      case null => search(plan, from, until)
      case size =>
        val length = unit.name("size")
        val code = size.code(self)
        s"""final long $length = $code;
           |${sync()}
           |if ($length < 0 || $length > end - at) return -1;
           |final int $from = at; int $until = at + (int) $length; at = $until;""".stripMargin
    }
    val trimmed = if (plan.isSearched) "" else trim(plan, from, until)
    LeafCode.bytes(s"$taken $trimmed", from, until)
  }

  private def search(plan: ExtentPlan, from: String, until: String): String = {
    val terminator = unit.reference(plan.terminator, classOf[Array[Byte]])
    val size = plan.terminator.length
    val found = unit.name("found")
    val missing = if (plan.needs) s"if ($found < 0) return -1;" else ""
    s"""${sync()}
       |final int $from = at;
       |final int $found = ${CodeMath.call("find", "in", from, "end", terminator)};
       |$missing
       |int $until = $found < 0 ? end : $found${if (plan.includes) s" + $size" else ""};
       |at = $found < 0 ? end : $found${if (plan.consumes) s" + $size" else ""};""".stripMargin
  }

  private def trim(plan: ExtentPlan, from: String, until: String): String = {
    val padding =
      if (plan.padding < 0) ""
      else s"$until = ${CodeMath.call("endOfUnpadded", "in", from, until, plan.padding)};"
    val terminator =
      if (plan.terminator == null) ""
      else {
        val bytes = unit.reference(plan.terminator, classOf[Array[Byte]])
        val found = unit.name("found")
        val end = if (plan.includes) s"$found + ${plan.terminator.length}" else found
        s"final int $found = ${CodeMath.call("find", "in", from, until, bytes)}; if ($found >= 0) $until = $end;"
      }
    s"$padding $terminator"
  }
}
