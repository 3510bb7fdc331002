package sparkwire.wire.layouts.compiling

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.Expression
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program.ValueType

/** Checks that the value of `-spark` suits the type of a field. */
private[layouts] object SparkForms {

  /** @param data
    *   null for a value instance
    */
  def check(member: Member, kind: ValueType, data: DataSpec): Unit = {
    def refuse(why: String): Nothing = throw new BadLayout(s"${member.place}/-spark", why)
    val isWhole = kind.isInstanceOf[ValueType.Whole]
    // The bytes of a field, not of an expression.
    val isBytes = data.isInstanceOf[DataSpec.Raw]
    member.spark.form match {
      case SparkForm.Plain => ()
      case SparkForm.Timestamp(_) =>
        if (!isWhole) refuse(s"timestamp is for whole numbers, not $kind")
      case SparkForm.Date => if (!isWhole) refuse(s"date is for whole numbers, not $kind")
      case _: SparkForm.Decimal =>
        if (!isWhole && !isBytes) refuse(s"decimal is for whole numbers and bytes, not $kind")
      case _: SparkForm.Packed => if (!isBytes) refuse(s"packed is for bytes, not $kind")
      case _: SparkForm.Zoned => if (!isBytes) refuse(s"zoned is for bytes, not $kind")
      case SparkForm.Uuid =>
        if (!isBytes) refuse(s"uuid is for 16 bytes, not $kind")
        constantSize(data).filter(_ != 16).foreach(size =>
          refuse(s"uuid is for 16 bytes, not $size"))
      case SparkForm.Checksum(name, _, _) => checkChecksum(member, name, kind, data, refuse)
    }
  }

  private def checkChecksum(member: Member, name: String, kind: ValueType, data: DataSpec,
      refuse: String => Nothing): Unit = {
    val expected = Widths(name)
    val size = data match {
      case whole: DataSpec.Whole => whole.size
      case _: DataSpec.Raw =>
        constantSize(data).getOrElse(refuse("a checksum in bytes needs a constant size"))
      case _ => refuse(s"a checksum is a whole number or bytes, not $kind")
    }
    if (size != expected) refuse(s"$name has $expected bytes, not $size")
    if (!member.of.seq.exists(_ eq member)) refuse("a checksum is a field of `seq`")
    member.spec match {
      case read: MemberSpec.Read if read.repeat != RepeatSpec.Once =>
        refuse("a checksum does not repeat")
      case _ => ()
    }
  }

  private val Widths = Map("crc32" -> 4, "crc32c" -> 4, "crc16-arc" -> 2, "crc16-ccitt-false" -> 2,
    "adler32" -> 4, "sum8" -> 1, "xor8" -> 1)

  /** The size of a checksum that is bytes. */
  def sizeOfBytes(member: Member): Int = member.spec match {
    case read: MemberSpec.Read => constantSize(read.data).getOrElse(0)
    case _ => 0
  }

  private def constantSize(data: DataSpec): Option[Int] = data match {
    case DataSpec.Raw(extent) => extent.size match {
        case Some(Expression.Whole(size)) if size.isValidInt => Some(size.toInt)
        case _ => None
      }
    case _ => None
  }
}
