package sparkwire.wire.aerospike.backup

import sparkwire.wire.core.Cursor

/** Decodes base64, whose characters come in fours. The last ones may be padding. As in the tools of
  * Aerospike, bits that are too many for the last byte mean nothing.
  */
private[backup] object Base64Blocks {
  private[this] val values: Array[Byte] = {
    val table = Array.fill(256)(-1.toByte)
    val characters = ('A' to 'Z') ++ ('a' to 'z') ++ ('0' to '9') ++ Seq('+', '/')
    characters.zipWithIndex.foreach { case (character, value) =>
      table(character.toInt) = value.toByte
    }
    table
  }

  /** Returns the decoded bytes, or refuses the text. It must not be changed: a sink may keep it. */
  def decoded(cursor: Cursor, from: Int, until: Int): Array[Byte] = {
    val bytes = cursor.bytes
    if ((until - from) % 4 != 0) cursor.refuse(Backup.BadBase64)
    val padding =
      if (until == from || bytes(until - 1) != '=') 0 else if (bytes(until - 2) != '=') 1 else 2
    val out = new Array[Byte]((until - from) / 4 * 3 - padding)
    var at = from
    var to = 0
    while (at < until) {
      val isLast = at + 4 == until
      val third = if (isLast && padding == 2) 0 else values(bytes(at + 2) & 0xff).toInt
      val fourth = if (isLast && padding > 0) 0 else values(bytes(at + 3) & 0xff).toInt
      val first = values(bytes(at) & 0xff).toInt
      val second = values(bytes(at + 1) & 0xff).toInt
      if ((first | second | third | fourth) < 0) cursor.refuse(Backup.BadBase64)
      val bits = first << 18 | second << 12 | third << 6 | fourth
      out(to) = (bits >> 16).toByte
      if (to + 1 < out.length) out(to + 1) = (bits >> 8).toByte
      if (to + 2 < out.length) out(to + 2) = bits.toByte
      at += 4
      to += 3
    }
    out
  }
}
