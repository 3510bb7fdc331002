package sparkwire.wire.aerospike

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core.{Bytes, Cursor, Utf8}
import sparkwire.wire.msgpack.FirstByte
import sparkwire.wire.places.{Slot, StructSlots}

/** The part of a WRITE in front of the user key, as connectors write it. It fills the slots of its
  * fields, because asking for each field would cost more than everything else here.
  * | 93 01 01 | message: version 1, WRITE     |
  * | 95       | payload                       |
  * | 94       | key                           |
  * | a0-bf    | namespace, a short text       |
  * | a0-bf    | set, a short text             |
  * | c4 14    | digest, 20 bytes              |
  */
private[aerospike] object WriteHead {
  private final val FirstBytes = 0x9301019594L
  private final val FirstSize = 5
  private final val Bin8 = FirstByte.Bin8.toByte

  /** Gives the fields up to the digest. Returns false if the bytes have another form: then nothing
    * was given, and the cursor has not moved.
    */
  def tryGive(cursor: Cursor, slots: StructSlots): Boolean = {
    val bytes = cursor.bytes
    val at = cursor.position
    val isWrite = cursor.left >= 8 && (Bytes.i64be(bytes, at) >>> 24) == FirstBytes
    val set = if (isWrite) behindText(cursor, at + FirstSize) else -1
    val digest = if (set < 0) -1 else behindText(cursor, set)
    val end = digest + 2 + Digest.Size
    if (digest < 0 || end > cursor.end || bytes(digest) != Bin8 || bytes(digest + 1) != Digest.Size)
      false
    else {
      val version = slots.slot(Version)
      if (version != null) version.writeInt(1)
      val op = slots.slot(Op)
      if (op != null) op.writeWord(Write)
      giveText(bytes, at + FirstSize, set, slots.slot(Namespace))
      giveText(bytes, set, digest, slots.slot(Set))
      val place = slots.slot(TheDigest)
      if (place != null) place.writeBinary(bytes, digest + 2, Digest.Size)
      cursor.moveTo(end)
      true
    }
  }

  /** Returns the end of the short text at `at`; -1 if it is not a short text or not well formed. */
  private def behindText(cursor: Cursor, at: Int): Int = {
    val bytes = cursor.bytes
    if (at >= cursor.end || !FirstByte.isFixStr(bytes(at).toInt)) -1
    else {
      val end = at + 1 + FirstByte.fixStrLength(bytes(at).toInt)
      if (end <= cursor.end && Utf8.isValid(bytes, at + 1, end)) end else -1
    }
  }

  private def giveText(bytes: Array[Byte], at: Int, end: Int, slot: Slot): Unit =
    if (slot != null) slot.writeRepaired(bytes, at + 1, end - at - 1)
}
