package sparkwire.bench

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Utf8}

/** Walks over a MessagePack value and makes the checks that every reader has to make: that lengths
  * stay inside the value, and that texts are UTF-8. It builds nothing, has no limits, and does not
  * say where a fault is. It shows the minimum time of any reader.
  */
private object MsgpackByHand {

  /** Returns the number of values. */
  def check(bytes: Array[Byte]): Int = {
    var at = 0
    // Values that are still to come, of all containers.
    var left = 1L
    var values = 0
    while (left > 0) {
      left -= 1
      values += 1
      need(bytes, at, 1)
      val first = bytes(at) & 0xff
      at += 1
      if (first >= 0x80 && first < 0xe0) {
        if (first < 0x90) left += 2 * (first & 0xf)
        else if (first < 0xa0) left += first & 0xf
        else if (first < 0xc0) at = text(bytes, at, (first & 0x1f).toLong)
        else {
          val size = sizeOfLead(first)
          need(bytes, at, size.toLong)
          val lead = leadOf(bytes, at, size)
          at += size
          (first: @switch) match {
            case 0xd9 | 0xda | 0xdb => at = text(bytes, at, lead)
            case 0xc4 | 0xc5 | 0xc6 => at = skip(bytes, at, lead)
            case 0xc7 | 0xc8 | 0xc9 => at = skip(bytes, at, lead + 1)
            case 0xdc | 0xdd => left += lead
            case 0xde | 0xdf => left += 2 * lead
            case 0xc1 => refuse()
            case other => at = skip(bytes, at, sizeOfFixed(other).toLong)
          }
        }
      }
    }
    if (at != bytes.length) refuse()
    values
  }

  private def sizeOfLead(first: Int): Int = (first: @switch) match {
    case 0xd9 | 0xc4 | 0xc7 => 1
    case 0xda | 0xc5 | 0xc8 | 0xdc | 0xde => 2
    case 0xdb | 0xc6 | 0xc9 | 0xdd | 0xdf => 4
    case _ => 0
  }

  private def leadOf(bytes: Array[Byte], at: Int, size: Int): Long = size match {
    case 1 => (bytes(at) & 0xff).toLong
    case 2 => (Bytes.i16be(bytes, at) & 0xffff).toLong
    case 4 => Bytes.i32be(bytes, at) & 0xffffffffL
    case _ => 0
  }

  private def sizeOfFixed(first: Int): Int = (first: @switch) match {
    case 0xcc | 0xd0 => 1
    case 0xcd | 0xd1 | 0xd4 => 2
    case 0xca | 0xce | 0xd2 => 4
    case 0xd5 => 3
    case 0xd6 => 5
    case 0xcb | 0xcf | 0xd3 => 8
    case 0xd7 => 9
    case 0xd8 => 17
    case _ => 0
  }

  private def text(bytes: Array[Byte], at: Int, size: Long): Int = {
    val end = skip(bytes, at, size)
    if (!Utf8.isValid(bytes, at, end)) refuse()
    end
  }

  private def skip(bytes: Array[Byte], at: Int, size: Long): Int = {
    need(bytes, at, size)
    at + size.toInt
  }

  private def need(bytes: Array[Byte], at: Int, size: Long): Unit =
    if (size > bytes.length - at) refuse()
  private def refuse(): Nothing = throw new IllegalArgumentException("malformed")
}
