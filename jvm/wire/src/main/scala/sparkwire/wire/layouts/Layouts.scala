package sparkwire.wire.layouts

import sparkwire.wire.core.{Format, Options, OptionSpec, Reason}

/** Values of formats that a layout describes: reasons and options. */
object Layouts extends Format {
  def name: String = "layout"

  val Enums: OptionSpec.Words = OptionSpec.Words("enums", Seq("label", "number"),
    "`number`: a value of an enum is its number, not its label")
  val Switch: OptionSpec.Words = OptionSpec.Words("switch", Seq("struct", "variant"),
    "`variant`: a field whose type depends on other fields is a VARIANT of the value, not a STRUCT " +
      "with a field for each type")
  val Instances: OptionSpec.Checked = OptionSpec.Checked("instances",
    "all, none, or the names of instances, separated by commas",
    "which instances become fields", InstanceNames.fault)
  val Trailing: OptionSpec.Words = OptionSpec.Words("trailing", Seq("fail", "ignore"),
    "`ignore`: bytes after the last field are not a fault")

  override val options: Seq[OptionSpec] =
    Seq(Options.InvalidUtf8, Enums, Switch, Instances, Trailing)

  val Truncated = new Reason("truncated", "the input ends inside a field")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the last field")
  val BadContents = new Reason("bad-contents", "the bytes are not those of `contents`")
  val InvalidValue =
    new Reason("invalid-value", "the value is not one that `valid` or `endian` allows")
  val NoTerminator =
    new Reason(
      "no-terminator", "the terminator of the field does not occur in the rest of the bytes")
  val NotText = new Reason("not-text", "the bytes are not text in the encoding of the field")
  val BadChecksum =
    new Reason("bad-checksum", "the checksum does not match the bytes that it covers")
  val BadCompression = new Reason("bad-compression", "the bytes cannot be decompressed")
  val NoValue = new Reason(
    "no-value", "an expression uses a field whose `if` is false, or an element that does not exist")
  val BadDigits = new Reason("bad-digits", "the bytes or the text are not the digits of a number")
  val Overflow = new Reason("overflow",
    "the number does not fit: expressions hold -2^63 to 2^64-1, a BIGINT, DECIMAL, TIMESTAMP or DATE less")
  val DivisionByZero = new Reason("division-by-zero", "an expression divides by zero")
  val NegativeSize =
    new Reason("negative-size", "a size, count, position or shift is negative")

  /** How deep objects, lists and reads at a position may be nested, whatever `maxDepth` is: a walk
    * takes up to four calls for each level, and a stack that overflows ends the executor.
    */
  final val MostLevels = 400
  val TooManyLevels: Reason = Reason.NestingTooDeep.because(
    s"more than $MostLevels levels of a layout would overflow the stack")

  val reasons: Seq[Reason] = Seq(
    Truncated, TrailingBytes, BadContents, InvalidValue, NoTerminator, NotText, BadChecksum,
    BadCompression, NoValue, BadDigits, Overflow, DivisionByZero, NegativeSize, Reason.TooLarge,
    Reason.NestingTooDeep)
}

/** The option `instances`: which instances of all types become fields. */
private[layouts] object InstanceNames {
  def fault(value: String): Option[String] =
    if (value == "all" || value == "none" || names(value).forall(isName)) None
    else Some(s"'$value' is not a list of names")

  /** Whether the option shows the instance `name`. */
  def shows(value: String, name: String): Boolean = value match {
    case "all" => true
    case "none" => false
    case list => names(list).contains(name)
  }

  private def names(value: String): Seq[String] = value.split(",", -1).toSeq.map(_.trim)
  private def isName(text: String): Boolean = text.matches("[a-z][a-z0-9_]*")
}
