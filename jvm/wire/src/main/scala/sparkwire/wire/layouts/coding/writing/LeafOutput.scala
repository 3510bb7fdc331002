package sparkwire.wire.layouts.coding.writing

import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import sparkwire.wire.layouts.coding.{CodeUnit, LeafCode, ObjectCode}
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.{Give, Shown}
import sparkwire.wire.writing.GivenPlace

/** Writes code that puts values without parts. An unusual value ends the code with
  * `return false;`. The code charges for a value at least what the walk charges.
  */
private[writing] abstract class LeafOutput(self: ObjectCode, made: MadeFields) {
  protected[this] final val unit: CodeUnit = self.unit
  protected[this] final val run = new RunCode(self)
  protected[this] final val takes = new TakeCode(unit)

  /** @param place
    *   null for a value that is not given: zeros, or the only value that is valid, are written for it
    */
  protected final def leaf(
      plan: MemberPlan, data: LeafPlan, shown: Shown, place: GivenPlace, isSure: Boolean): String =
    data match {
      case constant: DataPlan.Constant => this.constant(constant)
      case raw: DataPlan.Raw => bytes(plan, raw, raw.extent, null, giveOf(shown), place, isSure)
      case text: DataPlan.Text =>
        bytes(plan, text, text.extent, text.charset, giveOf(shown), place, isSure)
      case real: DataPlan.Real => this.real(plan, real, giveOf(shown), place, isSure)
      case _: DataPlan.Whole | _: DataPlan.Bits =>
        val name = unit.name("value")
        val give = giveOf(shown)
        val taken =
          if (place != null) takes.number(give, place, name)
          else s"final long $name = ${if (plan.expected == null) "0L" else wholeOf(plan.expected)};"
        number(plan, data, taken, name, place != null && give.isInstanceOf[Give.Unsigned], isSure)
    }

  private def giveOf(shown: Shown): Give = shown match {
    case leaf: Shown.Leaf => leaf.give
    case _ => null
  }

  private def wholeOf(expected: Node): String = expected.kind match {
    case _: ValueType.Whole | _: ValueType.Label => expected.code(self)
    case ValueType.Truth => s"(${expected.code(self)} ? 1L : 0L)"
    case _ => CodeScope.refuse()
  }

  private def constant(data: DataPlan.Constant): String = {
    self.bitsLeft = 0
    val size = data.expected.length
    val (room, at) = run.take(size)
    val expected = self.reference(data.expected)
    s"$room System.arraycopy($expected, 0, to, $at, $size);"
  }

  // Numbers.

  /** @param isAny
    *   whether the 64 bits are an unsigned number
    */
  private def number(plan: MemberPlan, data: LeafPlan, taken: String, name: String, isAny: Boolean,
      isSure: Boolean): String = {
    val (put, bits, isSigned) = putNumber(data, name)
    s"""$taken
       |if (${TakeCode.isTooLarge(bits, isSigned, isAny, name)}) return false;
       |$put
       |${settle(plan, name, isAny, isSure)}""".stripMargin
  }

  /** Returns statements that put a number, how many bits it has, and whether one is its sign. */
  protected final def putNumber(data: LeafPlan, value: String): (String, Int, Boolean) =
    data match {
      case whole: DataPlan.Whole =>
        self.bitsLeft = 0
        val (room, at) = run.take(whole.size)
        (s"$room ${run.whole(whole, at, value)}", 8 * whole.size, whole.isSigned)
      case bits: DataPlan.Bits =>
        val (room, first, used) = run.takeBits(bits)
        (s"$room ${RunCode.bits(bits, "to", first, used, value)}", bits.width, false)
      case other => throw new IllegalStateException(s"$other is not a whole number")
    }

  /** Keeps a number for expressions, and checks whether it is valid. */
  protected final def settle(
      plan: MemberPlan, name: String, isAny: Boolean, isSure: Boolean): String = {
    val isTruth = plan.element == ValueType.Truth
    val value = if (isTruth) s"($name != 0)" else name
    val kept =
      if (plan.slot == null) ""
      else if (plan.repeat != MemberPlan.Once) s"${self.list(plan.slot)}.addLong($name);"
      else plan.slot.kind match {
        case _: ValueType.Whole | _: ValueType.Label | ValueType.Truth =>
          self.keep(plan.slot, value, isSure)
        case _ => CodeScope.refuse()
      }
    val valid = if (plan.valid == null) "" else self.withItem(value)(ensure(plan.valid))
    // Expressions compute with signed numbers.
    val narrow =
      if (isAny && (kept + valid).nonEmpty || plan.repeat == MemberPlan.Until && isAny)
        s"if ($name < 0) return false;"
      else ""
    lastItem = write => self.withItem(value)(write())
    s"$narrow $kept $valid"
  }

  /** Writes an expression in which the value that was put last is `_`. */
  protected[this] final var lastItem: (() => String) => String = write => write()

  protected final def ensure(condition: Node): String =
    s"if (!${condition.code(self)}) return false;"

  private def real(plan: MemberPlan, data: DataPlan.Real, give: Give, place: GivenPlace,
      isSure: Boolean): String = {
    self.bitsLeft = 0
    val name = unit.name("value")
    val value =
      if (place == null) {
        if (plan.expected != null) CodeScope.refuse()
        "0.0"
      } else give match {
        case Give.Float | Give.Double => place.real
        case _ => CodeScope.refuse()
      }
    val (room, at) = run.take(data.size)
    val kept =
      if (plan.slot == null) ""
      else if (plan.repeat != MemberPlan.Once || plan.slot.kind != ValueType.Real)
        CodeScope.refuse()
      else self.keep(plan.slot, name, isSure)
    val valid = if (plan.valid == null) "" else self.withItem(name)(ensure(plan.valid))
    lastItem = write => self.withItem(name)(write())
    // A NaN may have any of many bit patterns, so the walk writes it.
    s"""final double $name = $value; if ($name != $name) return false;
       |$room ${run.real(data, at, name)}
       |$kept $valid""".stripMargin
  }

  // Bytes and text.

  private def bytes(plan: MemberPlan, data: LeafPlan, extent: ExtentPlan, charset: Charset,
      give: Give, place: GivenPlace, isSure: Boolean): String = {
    if (extent.process != null) CodeScope.refuse()
    self.bitsLeft = 0
    val from = unit.name("from")
    val until = unit.name("until")
    val fixed = LeafCode.fixedSize(data)
    val put =
      if (fixed >= 0) fixedBytes(plan, extent, fixed, charset, give, place, from, until)
      else if (place == null) CodeScope.refuse()
      else freeBytes(extent, charset, give, place, from, until)
    val span = CodeSpan(from, until, charset)
    val kept =
      if (plan.slot == null) ""
      else if (plan.repeat != MemberPlan.Once) CodeScope.refuse()
      else spend(s"$until - $from") + self.keepSpan(plan.slot, from, until, charset, isSure)
    val item = if (plan.usesItem) spend(s"$until - $from") else ""
    val valid = if (plan.valid == null) "" else self.withItemSpan(span)(ensure(plan.valid))
    lastItem = write => self.withItemSpan(span)(write())
    s"$put $kept $item $valid"
  }

  protected final def spend(cost: String): String = s"if (!spend($cost)) return false; "

  /** Puts bytes into a size that the layout says. */
  private def fixedBytes(plan: MemberPlan, extent: ExtentPlan, size: Int, charset: Charset,
      give: Give, place: GivenPlace, from: String, until: String): String = {
    val (room, at) = run.take(size)
    val isPadded = extent.padding >= 0 || extent.terminator != null
    val begin = s"$room final int $from = $at;"
    if (place == null) {
      // Text and padded bytes are empty: their zeros are not bytes of the value.
      if (plan.expected != null || isPadded || charset != null) CodeScope.refuse()
      spend(size.toString) +
        s"$begin final int $until = $from + $size; java.util.Arrays.fill(to, $from, $until, (byte) 0);"
    } else give match {
      case Give.Text | Give.Binary =>
        val length = unit.name("length")
        val rest =
          if (isPadded)
            s"if (!${referTo(extent)}.areReadable(to, $from, $until)) return false; " +
              s"if (!${referTo(extent)}.fill(to, $until, $from + $size, false)) return false;"
          else ""
        s"""if (!${find(charset, place)}) return false;
           |${measure(charset, length)}
           |$begin final int $until = $from + $length;
           |if ($until - $from ${if (isPadded) ">" else "!="} $size) return false;
           |${copy(charset, from)}
           |$rest""".stripMargin
      case form: Give.Digits if !isPadded =>
        val digits = takes.digits(form, place)
        val method = form match {
          case _: Give.Packed => "putPacked"
          case _: Give.Zoned => "putZoned"
          case _ => "putNumber"
        }
        s"${spend(size.toString)} $begin final int $until = $from + $size; " +
          s"if (!${WriterMath.call(method, digits, "to", from, until)}) return false;"
      case Give.Uuid if !isPadded && size == 16 =>
        val put = WriterMath.call("putUuid", "found()", "foundFrom()", "foundUntil()", "to", from)
        s"if (!${place.text}) return false; " +
          s"$begin final int $until = $from + $size; if (!$put) return false;"
      case _ => CodeScope.refuse()
    }
  }

  /** Puts bytes whose size follows from the value, or is computed. */
  private def freeBytes(extent: ExtentPlan, charset: Charset, give: Give, place: GivenPlace,
      from: String, until: String): String = {
    if (!(give == Give.Text || give == Give.Binary)) CodeScope.refuse()
    val length = unit.name("length")
    val found =
      s"""if (!${find(charset, place)}) return false;
         |${measure(charset, length)}
         |final int $from = reserve($length); final int $until = $from + $length; to = bytes();
         |${copy(charset, from)}""".stripMargin
    val readable =
      if (extent.padding < 0 && extent.terminator == null) ""
      else s"if (!${referTo(extent)}.areReadable(to, $from, $until)) return false;"
    s"$found $readable ${finish(extent, length, isStruct = false)}"
  }

  /** Ends the bytes of a field, `length` of which have been put. */
  protected final def finish(extent: ExtentPlan, length: String, isStruct: Boolean): String =
    if (extent.sizeOf != null) s"if (!${made.agrees(extent.sizeOf, length, self)}) return false;"
    else if (extent.size != null) {
      val size = unit.name("size")
      val rest = unit.name("rest")
      s"""final long $size = ${extent.size.code(self)};
         |if ($size < $length || $size > Integer.MAX_VALUE) return false;
         |final int $rest = reserve((int) $size - $length); to = bytes();
         |if (!${referTo(extent)}.fill(to, $rest, position(), $isStruct)) return false;""".stripMargin
    } else if (extent.isSearched && !extent.includes && extent.consumes) {
      val terminator = self.reference(extent.terminator)
      s"out().put($terminator, 0, ${extent.terminator.length});"
    } else ""

  private def referTo(extent: ExtentPlan): String = unit.reference(extent, classOf[ExtentPlan])

  private def find(charset: Charset, place: GivenPlace): String =
    if (charset == null) place.binary else place.text

  /** Statements after which a variable has the number of bytes of what was found; text in another
    * encoding than UTF-8 is then ready to be copied.
    */
  protected final def measure(charset: Charset, length: String): String =
    if (isUtf8(charset)) {
      val charge = if (charset eq US_ASCII) spend(length) else ""
      s"final int $length = foundSize(); $charge"
    } else
      s"final int $length = ${bytesOf(charset)}.encode(found(), foundFrom(), foundUntil()); " +
        s"if ($length < 0 || !spend($length)) return false;"

  private def isUtf8(charset: Charset): Boolean =
    charset == null || (charset eq UTF_8) || (charset eq US_ASCII)

  private def copy(charset: Charset, to: String): String =
    if (isUtf8(charset)) {
      val ascii =
        if (charset ne US_ASCII) ""
        else s"if (!${CodeMath.call("isAscii", "to", to, s"$to + foundSize()")}) return false;"
      s"System.arraycopy(found(), foundFrom(), to, $to, foundSize()); $ascii"
    } else s"${bytesOf(charset)}.copy(to, $to);"

  private[this] var encoders = Map.empty[Charset, TextBytes]
  private def bytesOf(charset: Charset): String = {
    if (!encoders.contains(charset)) encoders += charset -> TextBytes.of(charset)
    unit.reference(encoders(charset), classOf[TextBytes])
  }
}
