package sparkwire.wire.layouts.text

/** A part of a YAML document. */
private[layouts] sealed abstract class Yaml {

  /** Its kind, in the words of an error. */
  def what: String

  /** The number of parts in it, itself included; an alias counts with all that it stands for. */
  def parts: Long
}

private[layouts] object Yaml {
  final case class Mapping(entries: IndexedSeq[(Scalar, Yaml)]) extends Yaml {
    def what: String = "a map"
    val parts: Long = entries.foldLeft(1L)((sum, entry) => math.min(Most, sum + 1 + entry._2.parts))
  }

  final case class Listing(items: IndexedSeq[Yaml]) extends Yaml {
    def what: String = "a list"
    val parts: Long = items.foldLeft(1L)((sum, item) => math.min(Most, sum + item.parts))
  }

  /** @param isPlain
    *   whether it stands without quotes, so that it may be another thing than text
    */
  final case class Scalar(text: String, isPlain: Boolean) extends Yaml {
    def what: String = if (isNull) "nothing" else s"'$text'"
    def parts: Long = 1L

    def isNull: Boolean = isPlain && Nulls.contains(text)
    def asBoolean: Option[Boolean] =
      if (!isPlain) None
      else if (Trues.contains(text)) Some(true)
      else if (Falses.contains(text)) Some(false)
      else None

    /** The number, if it is a whole one of YAML's core schema: `010` is ten. */
    def asWhole: Option[BigInt] = if (!isPlain) None
    else text match {
      case Whole(sign, digits) if !digits.endsWith("_") =>
        val clean = digits.replace("_", "")
        val number = clean.take(2).toLowerCase match {
          case "0x" => BigInt(clean.drop(2), 16)
          case "0o" => BigInt(clean.drop(2), 8)
          case "0b" => BigInt(clean.drop(2), 2)
          case _ => BigInt(clean)
        }
        Some(if (sign == "-") -number else number)
      case _ => None
    }

    /** The text of an expression or a name. A number is written as expressions write it. */
    def asText: String = asWhole.fold(text)(_.toString)
  }

  private final val Most = 1L << 40
  private val Nulls = Set("", "~", "null", "Null", "NULL")
  private val Trues = Set("true", "True", "TRUE")
  private val Falses = Set("false", "False", "FALSE")
  private val Whole =
    "([-+]?)(0b[01][01_]*|0o[0-7][0-7_]*|0x[0-9a-fA-F][0-9a-fA-F_]*|[0-9][0-9_]*)".r
}
