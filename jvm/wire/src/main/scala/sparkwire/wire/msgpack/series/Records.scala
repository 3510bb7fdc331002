package sparkwire.wire.msgpack.series

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core.{Cursor, FoldedNames, Malformed}
import sparkwire.wire.msgpack.{ByteFamily, Heads, Msgpack, MsgpackReader}
import sparkwire.wire.sinks.NameTable

/** Tells records from other bytes: a record is a map whose keys are texts, at least one of them the
  * name of a field that is asked for.
  *
  * Nothing in MessagePack marks the beginning of a value, and nearly all bytes are values of some
  * kind. So more is asked of a record that is found among other bytes: see [[beginsAt]].
  */
private[series] final class Records(fields: Seq[String], values: MsgpackReader) {
  private[this] val sorted = fields.sorted.toArray[AnyRef]
  private[this] val folded = new FoldedNames(fields.toArray)
  private[this] val all = fields.length
  private[this] val enough = (fields.length + 1) / 2

  // The names in the values so far, and which of them are names of fields.
  private[this] val names = new NameTable
  private[this] var ofFields = new Array[Boolean](16)
  private[this] var decided = 0

  /** Skips the value at the cursor, or refuses. Returns how many of its keys are names of fields, 0
    * if it is not a record.
    */
  def skip(cursor: Cursor): Int = {
    val family = if (cursor.left == 0) ByteFamily.Reserved else familyAt(cursor)
    if (ByteFamily.isMap(family)) skipMap(cursor, family)
    else {
      values.skip(cursor, 1)
      0
    }
  }

  private def skipMap(cursor: Cursor, family: Int): Int = {
    var left = Heads.entries(cursor, family, cursor.u8(Msgpack.Truncated))
    cursor.enter()
    var found = 0
    var areTexts = true
    while (left > 0) {
      val key = if (cursor.left == 0) ByteFamily.Reserved else familyAt(cursor)
      val start = cursor.position
      if (ByteFamily.isText(key)) {
        val from = Heads.body(cursor, key, cursor.u8(Msgpack.Truncated))
        if (isField(cursor.bytes, from, cursor.position)) found += 1
      } else areTexts = false
      cursor.moveTo(start)
      values.skip(cursor, 2)
      left -= 1
    }
    cursor.leave()
    if (areTexts) found else 0
  }

  private def familyAt(cursor: Cursor): Int = ByteFamily.of(cursor.bytes(cursor.position) & 0xff)

  private def isField(bytes: Array[Byte], from: Int, until: Int): Boolean = {
    if (names.areTooMany) {
      names.clear()
      decided = 0
    }
    val name = names.entryOf(bytes, from, until)
    if (name == decided) {
      if (name == ofFields.length) ofFields = Arrays.copyOf(ofFields, name * 2)
      val text = new String(names.name(name), UTF_8)
      ofFields(name) = Arrays.binarySearch(sorted, text) >= 0 || folded.positionOf(text) >= 0
      decided = name + 1
    }
    ofFields(name)
  }

  /** Whether the input ends at a position, or a map begins there whose first key is a text. */
  def mayFollow(cursor: Cursor, at: Int): Boolean = at == cursor.end || mayBegin(cursor, at)

  // Asked for each byte of a damaged part.
  private def mayBegin(cursor: Cursor, at: Int): Boolean = {
    val family = ByteFamily.of(cursor.bytes(at) & 0xff)
    val key = at + 1 + (family match {
      case ByteFamily.FixMap => if ((cursor.bytes(at) & 0xf) == 0) cursor.end else 0
      case ByteFamily.Map16 => 2
      case ByteFamily.Map32 => 4
      case _ => cursor.end - at
    })
    key < cursor.end && ByteFamily.isText(ByteFamily.of(cursor.bytes(key) & 0xff))
  }

  /** Whether a whole record is at the cursor that has all of the fields; or half of them, followed
    * by the end of the input or by a possible next record. A map inside of a record rarely is
    * either. The cursor stops after the bytes that were looked at.
    */
  def beginsAt(cursor: Cursor): Boolean = mayBegin(cursor, cursor.position) && {
    val room = cursor.room
    try {
      val found = skip(cursor)
      found >= all || (found >= enough && mayFollow(cursor, cursor.position))
    } catch {
      case _: Malformed =>
        cursor.leaveTo(room)
        false
    }
  }
}
