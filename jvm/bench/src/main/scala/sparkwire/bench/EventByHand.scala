package sparkwire.bench

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

import sparkwire.wire.core.Bytes
import sparkwire.wire.databus.Checksums

/** Decodes ten fields of a big-endian Databus event into a row of Spark, written for these fields by
  * hand, with the same checks. It shows the minimum cost of such a row. It does not say where a
  * fault is, and refuses metadata and keys that are parts.
  */
private final class EventByHand extends RowByHand(EventByHand.Fields) {
  import EventByHand._
  private[this] val checksums = new Checksums

  def read(in: Array[Byte]): UnsafeRow = {
    if (in.length < 53) refuse()
    begin()
    val size = in(0) match {
      case 0 => version1(in)
      case 2 => version2(in)
      case _ => refuse()
    }
    end(size)
  }

  private def version1(in: Array[Byte]): Int = {
    val attributes = Bytes.i16be(in, 9)
    val isLong = (attributes & 8) == 0
    val headerEnd = if (isLong) 61 else 57
    if (headerEnd > in.length || Bytes.i32be(in, 5) != in.length) refuse()
    verify(in, 5, headerEnd, 1)
    verify(in, headerEnd, in.length, 49)
    put(Version, 0)
    val behind = opcode(attributes)
    val keyEnd = key(in, 53, isLong)
    if (keyEnd > in.length) refuse()
    put(Sequence, Bytes.i64be(in, 11))
    put(Physical, Bytes.i16be(in, 19) & 0xffffL)
    put(Logical, Bytes.i16be(in, 21) & 0xffffL)
    put(Time, Math.floorDiv(Bytes.i64be(in, 23), 1000L))
    put(Source, Bytes.i16be(in, 31) & 0xffffffffL)
    val next = copy(in, 33, 16, SchemaId, behind)
    copy(in, keyEnd, in.length - keyEnd, Payload, next)
  }

  private def version2(in: Array[Byte]): Int = {
    val attributes = Bytes.i16be(in, 21)
    val headerEnd = Bytes.i32be(in, 5)
    if (Bytes.i32be(in, 1) != 0xcafedeed || Bytes.i32be(in, 17) != in.length) refuse()
    if (headerEnd < 49 || headerEnd > in.length) refuse()
    verify(in, 13, headerEnd, 9)
    verify(in, headerEnd, in.length, 13)
    val keyType = attributes >>> 2 & 3
    if ((attributes & 3) == 3 || keyType == 0 || keyType == 3 || (attributes & 0x40) != 0) refuse()
    put(Version, 2)
    val behind = opcode(attributes)
    if (key(in, 45, keyType == 1) != headerEnd) refuse()
    put(Sequence, Bytes.i64be(in, 37))
    val partition = Bytes.i16be(in, 35) & 0xffffL
    put(Physical, partition)
    put(Logical, partition)
    put(Time, Math.floorDiv(Bytes.i64be(in, 23), 1000L))
    put(Source, Bytes.i32be(in, 31) & 0xffffffffL)
    if ((attributes & 0x80) == 0) {
      if (headerEnd != in.length) refuse()
      setNull(SchemaId)
      setNull(Payload)
      behind
    } else part(in, headerEnd, behind)
  }

  private def part(in: Array[Byte], at: Int, behind: Int): Int = {
    if (in.length - at < 6) refuse()
    val digest = Bytes.i16be(in, at + 4) & 3
    if (digest > 1) refuse()
    val size = if (digest == 0) 16 else 4
    val length = Bytes.i32be(in, at)
    if (length < 0 || at + 6 + size + length.toLong != in.length) refuse()
    val next = copy(in, at + 6, size, SchemaId, behind)
    copy(in, at + 6 + size, length, Payload, next)
  }

  private def verify(in: Array[Byte], from: Int, until: Int, crcAt: Int): Unit =
    if (checksums.databusCrc(in, from, until) != Bytes.i32be(in, crcAt)) refuse()

  /** Returns where the next value after the fields goes. */
  private def opcode(attributes: Int): Int =
    if ((attributes & 3) == 0) {
      setNull(Opcode)
      fixedSize
    } else {
      putAt(fixedSize, if ((attributes & 1) != 0) Upsert else Delete)
      put(Opcode, fixedSize.toLong << 32 | 6)
      fixedSize + 8
    }

  /** Returns where the key ends. */
  private def key(in: Array[Byte], at: Int, isLong: Boolean): Int =
    if (isLong) {
      put(Key, Bytes.i64be(in, at))
      at + 8
    } else {
      setNull(Key)
      val length = Bytes.i32be(in, at)
      if (length < 0 || length > in.length - at - 4) refuse()
      at + 4 + length
    }
}

private object EventByHand {
  // The fields in their order.
  private final val Version = 0
  private final val Opcode = 1
  private final val Key = 2
  private final val Sequence = 3
  private final val Physical = 4
  private final val Logical = 5
  private final val Time = 6
  private final val Source = 7
  private final val SchemaId = 8
  private final val Payload = 9
  private final val Fields = 10

  private val Upsert = Bytes.i64le("UPSERT\u0000\u0000".getBytes, 0)
  private val Delete = Bytes.i64le("DELETE\u0000\u0000".getBytes, 0)
}
