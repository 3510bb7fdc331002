package sparkwire.wire.layouts.coding.writing

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.layouts.coding.CodeUnit
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.Give
import sparkwire.wire.writing.GivenPlace

/** Generated code that takes a number from its place: what
  * [[sparkwire.wire.layouts.coding.GiveCode]] gives, the other way round.
  */
private[writing] final class TakeCode(unit: CodeUnit) {

  /** Returns statements after which a new variable has the number. */
  def number(give: Give, place: GivenPlace, name: String): String = give match {
    case _: Give.Unsigned => s"final long $name = ${place.unsigned};"
    case _: Give.Whole | Give.Truth | Give.Date => s"final long $name = ${place.number};"
    case decimal: Give.WholeDecimal =>
      s"final long $name = ${digits(decimal, place)};"
    case label: Give.Label =>
      val numbers = unit.reference(new LabelNumbers(label.labels), classOf[LabelNumbers])
      s"if (!${place.text}) return false; " +
        s"final long $name = $numbers.of(found(), foundFrom(), foundUntil());"
    case time: Give.Timestamp => timestamp(time.unit, place.number, name)
    case _ => CodeScope.refuse()
  }

  private def timestamp(of: String, micros: String, name: String): String = of match {
    case "nanos" => s"final long $name = Math.multiplyExact($micros, 1000L);"
    case "micros" => s"final long $name = $micros;"
    case _ =>
      val factor = if (of == "millis") 1000L else 1000000L
      val whole = unit.name("micros")
      s"final long $whole = $micros; if ($whole % ${factor}L != 0) return false; " +
        s"final long $name = $whole / ${factor}L;"
  }

  /** The digits of a decimal that a long holds. */
  def digits(decimal: Give.Digits, place: GivenPlace): String =
    place.digits(decimal.precision, decimal.scale)
}

private[writing] object TakeCode {

  /** Returns a condition: whether a number does not fit so many bits.
    *
    * @param isAny
    *   whether its 64 bits are an unsigned number
    */
  def isTooLarge(bits: Int, isSigned: Boolean, isAny: Boolean, value: String): String =
    if (bits == 64) if (isSigned) if (isAny) s"$value < 0" else "false"
    else if (isAny) "false"
    else s"$value < 0"
    else if (isSigned) s"$value != $value << ${64 - bits} >> ${64 - bits}"
    else s"$value >>> $bits != 0"
}

/** The numbers of labels, for generated code. */
final class LabelNumbers private[writing] (of: EnumPlan) {

  /** @throws ArithmeticException
    *   if the text is not one of a number that a long holds
    */
  def of(text: Array[Byte], from: Int, until: Int): Long =
    of.number(new String(text, from, until - from, UTF_8)) match {
      case Some(number) if number.isValidLong => number.toLong
      case _ => CodeMath.noNumber()
    }
}
