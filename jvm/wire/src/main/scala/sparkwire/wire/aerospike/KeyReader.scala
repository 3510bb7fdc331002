package sparkwire.wire.aerospike

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.{ByteFamily, Heads, Msgpack, MsgpackReader}

/** The key of a record: an array of
  * | namespace | str                       |
  * | set       | str or nil                |
  * | digest    | bin of 20 bytes           |
  * | user key  | str, int, bin, float, nil |
  */
private[aerospike] final class KeyReader(options: Options) extends Reader {
  private[this] val values = new MsgpackReader(options, Msgpack.Aerospike)
  private[aerospike] val verifies: Boolean = options.word(VerifyDigest) == "true"
  private[this] val digest = new Digest

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    sink.beginStruct(Key)
    readFields(cursor, sink, KeyNamespace, KeyHeadAlone)
    sink.endStruct()
    Reader.requireEnd(cursor, sink, Msgpack.TrailingBytes)
  }

  /** Gives the fields of a key to a struct in which they begin at position `first`. */
  private[aerospike] def readFields(cursor: Cursor, sink: Sink, first: Int, head: Int): Unit = {
    sink.wanted(head)
    if (Heads.array(cursor, BadKey) != 4) cursor.refuse(BadKey)
    cursor.enter()
    sink.skipped()

    val wantNamespace = sink.wanted(first)
    val namespace = text(cursor)
    values.text(cursor, if (wantNamespace) sink else Nowhere, namespace)
    if (!wantNamespace) sink.skipped()

    val wantSet = sink.wanted(first + 1)
    val isSet = !Heads.isNil(cursor)
    val set = if (isSet) text(cursor) else cursor.take(1, Msgpack.Truncated) + 1
    val setUntil = cursor.position
    if (isSet) values.text(cursor, if (wantSet) sink else Nowhere, set)
    else if (wantSet) sink.nothing()
    if (!wantSet) sink.skipped()

    val wantDigest = sink.wanted(first + 2)
    val at = binary(cursor)
    if (cursor.position - at != Digest.Size) cursor.refuse(BadDigestLength)
    if (verifies && !digestFits(cursor, set, setUntil, at)) cursor.refuse(BadDigest)
    if (wantDigest) sink.binary(cursor.bytes, at, cursor.position) else sink.skipped()

    readUserKey(cursor, sink, first + 3)
  }

  /** Reads the user key, the last field of a key. */
  private[aerospike] def readUserKey(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val wantKey = sink.wanted(field)
    userKey(cursor, if (wantKey) sink else Nowhere)
    if (!wantKey) sink.skipped()
    cursor.leave()
  }

  private def text(cursor: Cursor): Int = {
    val family = Heads.familyNext(cursor)
    if (!ByteFamily.isText(family)) cursor.refuse(BadKey)
    Heads.body(cursor, family, cursor.u8(Msgpack.Truncated))
  }

  private def binary(cursor: Cursor): Int = {
    val family = Heads.familyNext(cursor)
    if (!ByteFamily.isBinary(family)) cursor.refuse(BadKey)
    Heads.body(cursor, family, cursor.u8(Msgpack.Truncated))
  }

  /** Gives the user key. For a nil no value is given at all, so that it does not become a null
    * inside a VARIANT.
    */
  private def userKey(cursor: Cursor, sink: Sink): Unit = {
    val family = Heads.familyNext(cursor)
    if (family == ByteFamily.Nil) {
      cursor.skip(1, Msgpack.Truncated)
      sink.skipped()
    } else if (ByteFamily.isInt(family)) sink.int(Heads.int(cursor, BadKey, OutOfRange))
    else {
      if (!ByteFamily.isText(family) && !ByteFamily.isBinary(family) && !ByteFamily.isFloat(family))
        cursor.refuse(BadKey)
      values.readValue(cursor, sink)
    }
  }

  /** Checks the digest by looking ahead to the user key, so that a mismatch is reported at the
    * digest. A malformed user key passes here and is refused when it is read.
    */
  private def digestFits(cursor: Cursor, set: Int, setUntil: Int, at: Int): Boolean = {
    val behind = cursor.position
    try {
      val family = Heads.familyNext(cursor)
      digest.begin(cursor.bytes, set, setUntil)
      val isKey =
        if (ByteFamily.isInt(family)) digest.int(Heads.int(cursor, BadKey, OutOfRange))
        else {
          val first = cursor.u8(Msgpack.Truncated)
          if (family == ByteFamily.Float64)
            digest.double(java.lang.Double.longBitsToDouble(cursor.i64(Msgpack.Truncated)))
          else if (family == ByteFamily.Float32)
            digest.double(java.lang.Float.intBitsToFloat(cursor.i32(Msgpack.Truncated)).toDouble)
          else if (ByteFamily.isText(family))
            digest.text(cursor.bytes, Heads.body(cursor, family, first), cursor.position)
          else if (ByteFamily.isBinary(family))
            digest.binary(cursor.bytes, Heads.body(cursor, family, first), cursor.position)
          else false
        }
      !isKey || digest.isAt(cursor.bytes, at)
    } catch { case _: Malformed => true }
    finally cursor.moveTo(behind)
  }
}
