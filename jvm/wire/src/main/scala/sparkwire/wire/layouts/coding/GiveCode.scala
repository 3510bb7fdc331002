package sparkwire.wire.layouts.coding

import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import sparkwire.wire.core.{Dated, InstantForm, Malformed}
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.Give
import sparkwire.wire.places.{Encoded, PlaceText}

/** Generated code that gives a value to its place, as [[Give]] gives it to a sink. Without a place,
  * it only makes the checks of `Give`.
  */
private[coding] final class GiveCode(unit: CodeUnit) {

  /** @param place
    *   null if nobody wants the value
    * @param charset
    *   the encoding of a text, else null
    */
  def give(give: Give, leaf: LeafCode, isWide: Boolean, charset: Charset,
      place: PlaceText): String =
    give match {
      case _: Give.Whole | Give.Truth | Give.Bounded => put(place)(_.number(leaf.value))
      case _: Give.Unsigned => put(place)(_.unsigned(leaf.value))
      case Give.Float | Give.Double =>
        // A NaN may have any of many bit patterns, so the walk reads it.
        put(place)(place =>
          s"if (${leaf.value} != ${leaf.value}) return -1; ${place.real(leaf.value)}")
      case Give.WholeAsFloat => put(place)(_.real(s"(double) (float) ${leaf.value}"))
      case Give.WholeAsDouble => put(place)(_.real(s"(double) ${leaf.value}"))
      case time: Give.Timestamp => narrow(leaf, isWide) + timestamp(time, leaf.value, place)
      case Give.Date =>
        narrow(leaf, isWide) +
          s"if (!${classOf[Dated].getName}.isInYears(${leaf.value})) return -1;" +
          put(place)(_.number(leaf.value))
      case decimal: Give.WholeDecimal =>
        narrow(leaf, isWide) + digits(decimal, leaf.value, place)
      case decimal: Give.Packed => digits(decimal, "packed", leaf, place)
      case decimal: Give.Zoned => digits(decimal, "zoned", leaf, place)
      case decimal: Give.BytesDecimal => digits(decimal, "number", leaf, place)
      case label: Give.Label => narrow(leaf, isWide) + this.label(label, leaf.value, place)
      case Give.Text => text(charset, leaf, place)
      case Give.Uuid =>
        s"if (${leaf.until} - ${leaf.from} != 16) return -1; " +
          put(place)(_.made(CodeMath.call("uuid", "in", leaf.from)))
      case Give.Binary => put(place)(_.bytes(leaf.from, leaf.until))
      case _ => CodeScope.refuse()
    }

  private def put(place: PlaceText)(write: PlaceText => String): String =
    if (place == null) "" else write(place)

  private def narrow(leaf: LeafCode, isWide: Boolean): String =
    if (isWide) s"if (${leaf.value} < 0) return -1; " else ""

  private def timestamp(time: Give.Timestamp, value: String, place: PlaceText): String =
    if (time.unit == "nanos") put(place)(_.number(s"Math.floorDiv($value, 1000L)"))
    else {
      val factor = time.unit match {
        case "seconds" => 1000000L
        case "millis" => 1000L
        case _ => 1L
      }
      val (least, most) = (InstantForm.MinMicros, InstantForm.MaxMicros)
      s"if ($value > ${most / factor}L || $value < ${least / factor}L || $value * ${factor}L < ${least}L" +
        s" || $value * ${factor}L > ${most}L) return -1; " +
        put(place)(_.number(s"$value * ${factor}L"))
    }

  private def digits(
      decimal: Give.Digits, method: String, leaf: LeafCode, place: PlaceText): String = {
    val value = unit.name("digits")
    s"final long $value = ${CodeMath.call(method, "in", leaf.from, leaf.until)}; " +
      digits(decimal, value, place)
  }

  private def digits(decimal: Give.Digits, value: String, place: PlaceText): String =
    // Rows have another form for more digits.
    if (decimal.precision > LongDigits) CodeScope.refuse()
    else {
      val limit = BigInt(10).pow(decimal.precision).toLong
      s"if ($value >= ${limit}L || $value <= -${limit}L) return -1; " +
        put(place)(_.number(value))
    }
  private final val LongDigits = 18

  private def label(label: Give.Label, value: String, place: PlaceText): String = {
    val labels = unit.reference(new Labels(label.labels), classOf[Labels])
    val text = unit.name("label")
    s"final byte[] $text = $labels.of($value); " +
      s"if (!spend(Math.max(0L, $text.length - ${Give.PlainBytes}L))) return -1; " +
      put(place)(_.made(text))
  }

  private def text(charset: Charset, leaf: LeafCode, place: PlaceText): String =
    if ((charset eq UTF_8) && place != null) place.text(leaf.from, leaf.until)
    else if ((charset eq UTF_8) || (charset eq US_ASCII))
      LeafCode.checkText(charset, leaf.from, leaf.until) +
        put(place)(_.bytes(leaf.from, leaf.until))
    else if (charset == null) CodeScope.refuse()
    else {
      val charge = s"if (!spend(${leaf.until} - ${leaf.from})) return -1; "
      val table = LayoutTexts.tableOf(charset)
      charge + (if (table == null) decoded(charset, leaf, place) else encoded(table, leaf, place))
    }

  private def encoded(table: Array[Char], leaf: LeafCode, place: PlaceText): String = {
    val encoded = unit.reference(new Encoded(table), classOf[Encoded])
    if (place == null) s"if ($encoded.sizeInUtf8(in, ${leaf.from}, ${leaf.until}) < 0) return -1;"
    else place.encoded(encoded, leaf.from, leaf.until)
  }

  private def decoded(charset: Charset, leaf: LeafCode, place: PlaceText): String = {
    val decoder = unit.reference(new TextDecoder(charset), classOf[TextDecoder])
    val text = unit.name("text")
    s"final byte[] $text = $decoder.toUtf8(in, ${leaf.from}, ${leaf.until}); " +
      s"if ($text == null) return -1; " + put(place)(_.made(text))
  }
}

/** The labels of an enum, for generated code. */
final class Labels private[coding] (of: EnumPlan) {

  /** The label of a number, or its digits if it has none. */
  def of(number: Long): Array[Byte] = {
    val label = of.label(number, isHigh = false)
    if (label != null) label else number.toString.getBytes(US_ASCII)
  }
}

/** Converts texts of one encoding to UTF-8, for generated code. */
final class TextDecoder private[coding] (charset: Charset) {
  private[this] val texts = new LayoutTexts(replaces = false)

  /** Returns null for malformed bytes. */
  def toUtf8(bytes: Array[Byte], from: Int, until: Int): Array[Byte] =
    try texts.decode(charset, bytes, from, until).getBytes(UTF_8)
    catch { case _: Malformed => null }
}
