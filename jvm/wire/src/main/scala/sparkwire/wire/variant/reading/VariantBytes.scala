package sparkwire.wire.variant.reading

import sparkwire.wire.core.{Allowance, Sink}
import sparkwire.wire.writing.Written

/** The bytes of one VARIANT.
  *
  * @param costs the cost limit for looking at all VARIANTs of one value
  */
private[reading] final class VariantBytes(format: Written, maxSize: Int, val costs: Allowance) {
  val names = new VariantNames
  private[this] lazy val reader = new VariantReader(format, maxSize)
  private[this] var namesAt = 0
  private[this] var namesEnd = 0
  var bytes: Array[Byte] = _
  private[this] var start = 0
  var until = 0

  def begin(bytes: Array[Byte], from: Int, until: Int, dictionary: Array[Byte], namesFrom: Int,
      namesUntil: Int): Unit = {
    val isOther = (this.bytes ne bytes) || start != from
    this.bytes = bytes
    this.start = from
    this.until = until
    namesAt = namesFrom
    namesEnd = namesUntil
    names.begin(dictionary, namesFrom, namesUntil)
    // A writer looks at each part a few times, and begins with the whole again and again.
    if (isOther || costs.mark == 0)
      costs.grant(VariantBytes.LooksAtByte * ((until - from) + (namesUntil - namesFrom)))
  }

  def give(at: Int, sink: Sink): Unit =
    reader.give(bytes, at, until, names.bytes, namesAt, namesEnd, sink)
}

private object VariantBytes {
  private final val LooksAtByte = 8L
}
