package sparkwire.wire.heads

/** Where a writer takes the value of a field from. */
sealed abstract class LayoutValue extends Serializable {

  /** Returns the name of a field with the facts that are known of its value. */
  private[heads] def shown(name: String): String
}

object LayoutValue {

  /** From the result field of the same name. */
  case object Given extends LayoutValue {
    private[heads] def shown(name: String): String = name
  }

  final case class Constant(value: Long) extends LayoutValue {
    private[heads] def shown(name: String): String = {
      // Large numbers are magic.
      val text =
        if (value >= 0 && value < 0x80) value.toString
        else s"`${(value & 0xffffffffL).toHexString.toUpperCase}`"
      s"$name, $text"
    }
  }

  final case class Length(field: String) extends LayoutValue {
    private[heads] def shown(name: String): String = s"$name, the number of bytes of `$field`"
  }

  final case class Elements(field: String) extends LayoutValue {
    private[heads] def shown(name: String): String = s"$name, the number of `$field`"
  }

  final case class Count(from: LayoutEdge, until: LayoutEdge) extends LayoutValue {
    private[heads] def shown(name: String): String =
      s"$name, the number of bytes from ${from.shown} to ${until.shown}"
  }

  final case class Checksum(from: LayoutEdge, until: LayoutEdge) extends LayoutValue {
    private[heads] def shown(name: String): String =
      s"$name, the checksum of the bytes from ${from.shown} to ${until.shown}"
  }

  final case class Flags(bits: Seq[LayoutBits]) extends LayoutValue {
    private[heads] def shown(name: String): String = s"$name: ${bits.map(_.shown).mkString("; ")}"
  }
}

/** An edge of a range of bytes. */
sealed abstract class LayoutEdge(private[heads] val shown: String) extends Serializable {

  /** Returns the position of the edge, from the positions of all that an edge may be. */
  private[heads] final def in(start: Int, headerEnd: Int, footer: Int, end: Int): Int = this match {
    case LayoutEdge.Offset(at) => start + at
    case LayoutEdge.HeaderEnd => headerEnd
    case LayoutEdge.Footer => footer
    case LayoutEdge.End => end
  }
}

object LayoutEdge {
  final case class Offset(at: Int) extends LayoutEdge(at.toString)

  /** The end of the header, which may contain fields of varying size. */
  case object HeaderEnd extends LayoutEdge("the end of the header")
  case object Footer extends LayoutEdge("the footer")
  case object End extends LayoutEdge("the end")
}
