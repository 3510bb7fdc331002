package sparkwire.wire.series

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.core.{Field, Kind, Reason, Shape, Sink}

/** The gaps between the values of a [[Series]], in order: where each begins, how long it is, and why
  * the value at its beginning is broken.
  */
private[series] final class Gaps {
  private[this] var count = 0
  private[this] var offsets = new Array[Int](4)
  private[this] var lengths = new Array[Int](4)
  private[this] var reasons = new Array[Reason](4)

  def clear(): Unit = count = 0

  def add(offset: Int, length: Int, reason: Reason): Unit = {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, count * 2)
      lengths = Arrays.copyOf(lengths, count * 2)
      reasons = Arrays.copyOf(reasons, count * 2)
    }
    offsets(count) = offset
    lengths(count) = length
    reasons(count) = reason
    count += 1
  }

  def give(sink: Sink): Unit = if (sink.beginArray(count)) {
    var i = 0
    while (i < count) {
      sink.element()
      sink.beginStruct(Gaps.GapShape)
      if (sink.derives(Gaps.Offset)) sink.int(offsets(i).toLong)
      if (sink.derives(Gaps.Length)) sink.int(lengths(i).toLong)
      if (sink.derives(Gaps.Why)) sink.word(reasons(i).word.getBytes(US_ASCII))
      sink.endStruct()
      i += 1
    }
    sink.endArray()
  }
}

private[series] object Gaps {
  val GapShape: Shape = Shape("gap",
    Vector(
      Field("offset", Kind.Int32, ""),
      Field("length", Kind.Int32, ""),
      Field("reason", Kind.Text, "")
    ))
  final val Offset = 0
  final val Length = 1
  final val Why = 2

  /** The approximate size of a gap in the result in bytes. */
  final val Bytes = 72L
}
