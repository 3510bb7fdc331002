package sparkwire.wire.core

/** One option that a format accepts. */
sealed abstract class OptionSpec extends Serializable {
  def name: String
  def accepted: String
  def accepts(value: String): Boolean
  def about: String

  /** Returns the error text for a value, None if the value is accepted. */
  def whyNot(value: String): Option[String] =
    if (accepts(value)) None else Some(s"$name = '$value'. Accepted: $accepted.")
}

object OptionSpec {

  /** One of a few words. The first is the default. */
  final case class Words(name: String, words: Seq[String], about: String) extends OptionSpec {
    def accepted: String = words.mkString(", ")
    def accepts(value: String): Boolean = words.contains(value)
  }

  /** A whole number. */
  final case class Number(name: String, default: Int, from: Int, to: Int, about: String)
      extends OptionSpec {
    def accepted: String = s"a whole number from $from to $to"
    def accepts(value: String): Boolean =
      value.nonEmpty && value.length <= 10 && value.forall(c => c >= '0' && c <= '9') && {
        val number = value.toLong
        from <= number && number <= to
      }

    /** Returns the reason, whose explanation ends with the name of this limit, with the limit in
      * force and its maximum.
      */
    def exceeded(reason: Reason, inForce: Int): Reason =
      reason.because(s"${reason.explanation} = $inForce, whose maximum is $to")
  }

  /** A text in a language of its own.
    *
    * @param fault returns the error in a text, None if it is valid
    */
  final case class Checked(
      name: String, accepted: String, about: String, fault: String => Option[String])
      extends OptionSpec {
    def accepts(value: String): Boolean = fault(value).isEmpty
    override def whyNot(value: String): Option[String] =
      fault(value).map(why => s"$name: $why. Accepted: $accepted.")
  }
}

/** Options as the user gave them, already checked against their specs. */
final case class Options(values: Map[String, String]) {
  def word(spec: OptionSpec.Words): String = values.getOrElse(spec.name, spec.words.head)
  def text(spec: OptionSpec.Checked): Option[String] = values.get(spec.name)
  def number(spec: OptionSpec.Number): Int = values.get(spec.name).fold(spec.default)(_.toInt)

  /** Whether checksums are computed and all parts are checked, even those the plan does not need. */
  def verifies: Boolean = word(Options.Verify) == "full"
  def maxDepth: Int = number(Options.MaxDepth)
  def maxSize: Int = number(Options.MaxSize)

  // The values that may fill a STRUCT.
  def mapsFillStructs: Boolean = word(Options.Structs) != Options.Positional
  def arraysFillStructs: Boolean = word(Options.Structs) != Options.Named

  def mismatchFails: Boolean = word(Options.Mismatch) == "fail"

  /** Returns the explanation of a reason. For a limit it includes the limit in force and its maximum.
    */
  def explain(reason: Reason): String = {
    val limit = reason match {
      case Reason.TooLarge => Some(Options.MaxSize)
      case Reason.NestingTooDeep => Some(Options.MaxDepth)
      case _ => None
    }
    limit.fold(reason.explanation)(spec => spec.exceeded(reason, number(spec)).explanation)
  }
}

object Options {
  val Verify: OptionSpec.Words = OptionSpec.Words("verify", Seq("full", "none"),
    "`none`: checksums are not computed, and parts that the query does not need are not looked at")
  val MaxDepth: OptionSpec.Number = OptionSpec.Number("maxDepth", 500, 1, 1000,
    "how deep containers may be nested")
  val MaxSize: OptionSpec.Number = OptionSpec.Number("maxSize", 16 << 20, 1, 128 << 20,
    "how many bytes one value may become")

  // For formats with self-describing values.
  val Mismatch: OptionSpec.Words = OptionSpec.Words("mismatch", Seq("fail", "null"),
    "`null`: a value that does not fit the type asked for makes only its own field NULL")
  val InvalidUtf8: OptionSpec.Words = OptionSpec.Words("invalidUtf8", Seq("fail", "replace"),
    "`replace`: malformed UTF-8 becomes U+FFFD")

  val Structs: OptionSpec.Words = OptionSpec.Words("structs",
    Seq(Named, Positional, "either"),
    "what fills a STRUCT of the type that is asked for: a map, by the names of its fields; an array, by " +
      "their positions; or either of them")
  final val Named = "named"
  final val Positional = "positional"

  val common: Seq[OptionSpec] = Seq(Verify, MaxDepth, MaxSize)
  val none: Options = Options(Map.empty)
}
