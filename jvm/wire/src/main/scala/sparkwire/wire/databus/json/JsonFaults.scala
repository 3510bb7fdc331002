package sparkwire.wire.databus.json

import sparkwire.wire.core.Reason

/** The reasons for refusing JSON, under the reason word of a format. */
private[databus] final class JsonFaults(malformed: Reason) {
  val broken: Reason = malformed.because("the text is not well-formed JSON")
  val manyLines: Reason = malformed.because("the text has more than one line")
  val badText: Reason =
    malformed.because(
      "the string has invalid UTF-8, an unescaped control character or an invalid escape")
  val otherType: Reason = malformed.because("the value has the wrong type")
  val notWhole: Reason = malformed.because("the number is not an integer")
  val outOfRange: Reason = malformed.because("the number does not fit the field")
}
