package sparkwire.wire.aerospike.backup

import scala.annotation.switch

import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.aerospike.backup.Backup._
import sparkwire.wire.core.{Cursor, Options, Reason, Sink}
import sparkwire.wire.msgpack.{ByteFamily, Heads, Msgpack, MsgpackReader}

/** The values of bins and keys, from the letter of their type up to the end of the line.
  * | letter        | value                                                    |
  * | N             | nothing                                                  |
  * | Z             | T or F                                                   |
  * | I             | digits, maybe after a minus                              |
  * | D             | a floating-point number                                  |
  * | S, G          | a block of text; of GeoJSON                              |
  * | X             | a block of text in base64                                |
  * | B, Y          | a block of bytes; of a HyperLogLog                       |
  * | J C P R H E   | a block with an object of a language                     |
  * | M, L          | a block with a map, a list: [[Msgpack.Particles]]        |
  *
  * A block is its length, a space and its bytes. Those of the last three rows are base64, unless an
  * exclamation mark follows the letter.
  *
  * @param isFraming
  *   whether only the ends of values are looked for
  */
private[backup] final class BinValues(options: Options, lines: LineParts, isFraming: Boolean) {
  private[this] val values = new MsgpackReader(options, Msgpack.Particles)
  // Around base64 that has been decoded.
  private[this] val decoded = new Cursor
  decoded.setMaxDepth(options.maxDepth)

  /** Reads the value at the cursor. */
  def read(cursor: Cursor, sink: Sink, letter: Int, isRaw: Boolean): Unit = {
    (letter: @switch) match {
      case 'N' => ()
      case 'Z' | 'I' | 'D' => lines.number(cursor)
      case _ => lines.block(cursor)
    }
    if (isFraming) sink.skipped() else give(cursor, sink, letter, isRaw)
  }

  private def give(cursor: Cursor, sink: Sink, letter: Int, isRaw: Boolean): Unit =
    (letter: @switch) match {
      case 'N' => sink.nothing()
      case 'Z' => giveBool(cursor, sink)
      case 'I' => sink.int(lines.int(cursor))
      case 'D' => sink.double(lines.double(cursor))
      case 'S' | 'G' =>
        lines.giveText(cursor, cursor.bytes, lines.partFrom, lines.partUntil, sink)
      case 'X' =>
        val text = Base64Blocks.decoded(cursor, lines.partFrom, lines.partUntil)
        lines.giveText(cursor, text, 0, text.length, sink)
      case 'M' | 'L' => giveContainer(cursor, sink, letter, isRaw)
      case _ => giveBytes(cursor, sink, isRaw)
    }

  private def giveBool(cursor: Cursor, sink: Sink): Unit = {
    val letter = cursor.bytes(lines.partFrom)
    if (lines.partUntil - lines.partFrom != 1 || letter != 'T' && letter != 'F')
      cursor.refuse(BadBool)
    sink.bool(letter == 'T')
  }

  private def giveBytes(cursor: Cursor, sink: Sink, isRaw: Boolean): Unit =
    if (isRaw) sink.binary(cursor.bytes, lines.partFrom, lines.partUntil)
    else {
      val bytes = Base64Blocks.decoded(cursor, lines.partFrom, lines.partUntil)
      sink.binary(bytes, 0, bytes.length)
    }

  private def giveContainer(cursor: Cursor, sink: Sink, letter: Int, isRaw: Boolean): Unit = {
    val (from, until) = (lines.partFrom, lines.partUntil)
    if (isRaw) readInPlace(cursor, sink, letter, from, until)
    else {
      val bytes = Base64Blocks.decoded(cursor, from, until)
      decoded.wrapUnpacked(bytes, bytes.length, cursor)
      decoded.setBigEndian(true)
      decoded.enter()
      sink.tracer.packed(bytes.length.toLong)
      readParticle(decoded, sink, letter)
      sink.tracer.unpacked()
    }
  }

  private def readInPlace(cursor: Cursor, sink: Sink, letter: Int, from: Int,
      until: Int): Unit = {
    val end = cursor.end
    cursor.setEnd(until)
    cursor.moveTo(from)
    readParticle(cursor, sink, letter)
    cursor.setEnd(end)
  }

  private def readParticle(cursor: Cursor, sink: Sink, letter: Int): Unit = {
    val family = Heads.familyNext(cursor)
    val fits = if (letter == 'M') ByteFamily.isMap(family) else ByteFamily.isArray(family)
    if (!fits) cursor.refuse(Aerospike.BinMismatch)
    values.readValue(cursor, sink)
    if (cursor.left > 0) cursor.refuse(Msgpack.TrailingBytes)
  }
}

private[backup] object BinValues {
  private val Bins = "NZIDSXGBJCPRHEYML"
  private val Keys = "IDSXB"

  /** Checks the letter of a bin's type. */
  def checkBin(cursor: Cursor, letter: Int): Unit =
    if (Bins.indexOf(letter) < 0)
      refuse(cursor, if (letter == 'U') LargeDataType else UnknownBinType)

  def checkKey(cursor: Cursor, letter: Int): Unit =
    if (Keys.indexOf(letter) < 0) refuse(cursor, BadKeyType)

  private def refuse(cursor: Cursor, reason: Reason): Nothing = {
    cursor.moveTo(cursor.position - 1)
    cursor.refuse(reason)
  }
}
