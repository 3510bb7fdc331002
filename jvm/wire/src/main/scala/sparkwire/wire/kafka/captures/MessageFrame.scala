package sparkwire.wire.kafka.captures

import java.util.Arrays

import sparkwire.wire.capture.{Budget, CapturedPacket, PacketPlace, Piece}
import sparkwire.wire.core.{Bytes, Reason}

/** The request or response that a direction of a connection is sending: i32 size, and as many bytes. It
  * is filled up to a [[goal]]: the end of its size, of its head, and its end.
  *
  * Of a frame that is damaged, because bytes of it are lost or it is too large, the head is kept.
  * The buffer grows with the bytes that are there, whatever the size says.
  *
  * @param headSize the size of a head including the size before it
  */
private[captures] final class MessageFrame(headSize: Int, budget: Budget) {
  import MessageFrame._

  private[this] var buffer = new Array[Byte](Small)
  private[this] var kept = 0
  private[this] var passed = 0L
  private[this] var length = Unknown
  private[this] var isChecked = false
  private[this] var why: Reason = _
  private[this] var firstPlace: PacketPlace = _
  private[this] var last = CapturedPacket.NoTime

  /** Whether it is a token of SASL: neither a request nor a response. */
  var isToken = false

  /** Where it begins in the array with which it is being filled, -1 for before it. */
  var beginsAt: Int = -1

  def bytes: Array[Byte] = buffer

  /** How many of its first bytes are there. */
  def filled: Int = kept
  def isEmpty: Boolean = passed == 0
  def size: Long = length
  def hasSize: Boolean = length != Unknown
  def hasHead: Boolean = isChecked
  def damage: Reason = why
  def first: PacketPlace = firstPlace

  /** When its last byte so far was captured. */
  def time: Long = last

  private def end: Long = length + 4
  private def goal: Long =
    if (!hasSize) 4 else if (!isChecked) math.min(headSize.toLong, end) else end
  def isAtGoal: Boolean = passed == goal

  /** Takes the bytes that it needs for its goal. Returns where the rest begins. */
  def fill(from: Array[Byte], at: Int, place: PacketPlace): Int = {
    if (passed == 0) {
      beginsAt = at
      firstPlace = place
    }
    last = math.max(last, place.micros)
    val count = math.min((from.length - at).toLong, goal - passed).toInt
    val most = if (why == null) goal else HeadKept.toLong
    // After lost bytes, nothing is kept.
    if (passed == kept && kept < most) keep(from, at, math.min(count.toLong, most - kept).toInt)
    passed += count
    at + count
  }

  private def keep(from: Array[Byte], at: Int, count: Int): Unit = {
    if (kept + count > buffer.length) grow(kept + count)
    System.arraycopy(from, at, buffer, kept, count)
    kept += count
  }

  private def grow(needed: Int): Unit = {
    val larger = math.max(needed.toLong, math.min(end, 2L * buffer.length)).toInt
    budget.take((larger - buffer.length).toLong)
    buffer = Arrays.copyOf(buffer, larger)
  }

  /** Returns whether the size is one. */
  def readSize(): Boolean = {
    length = Bytes.i32be(buffer, 0).toLong
    length >= 0
  }

  /** The head is there, and plausible. */
  def accept(): Unit = isChecked = true

  /** Skips the rest of it. */
  def damageBy(reason: Reason): Unit = if (why == null) {
    why = reason
    isChecked = true
    if (kept > HeadKept) kept = HeadKept
  }

  /** Whether so many lost bytes are bytes of it. */
  def holds(lost: Long): Boolean = hasSize && lost <= end - passed

  def lose(lost: Piece): Unit = {
    damageBy(KafkaCapture.LostBytes)
    last = math.max(last, lost.place.micros)
    passed += lost.size
  }

  def content: Array[Byte] = Arrays.copyOfRange(buffer, 4, kept)

  /** Forgets it: the next one follows. */
  def clear(): Unit = {
    if (buffer.length > MostKept) {
      budget.giveBack((buffer.length - Small).toLong)
      buffer = new Array[Byte](Small)
    }
    kept = 0
    passed = 0
    length = Unknown
    isChecked = false
    isToken = false
    why = null
    firstPlace = null
    last = CapturedPacket.NoTime
    beginsAt = -1
  }

  /** Gives the memory back. */
  def close(): Unit = {
    budget.giveBack((buffer.length - Small).toLong)
    buffer = new Array[Byte](Small)
    clear()
  }
}

private object MessageFrame {
  private final val Unknown = -1L << 32
  private final val Small = 64
  private final val MostKept = 64 << 10
  private final val HeadKept = 1024
}
