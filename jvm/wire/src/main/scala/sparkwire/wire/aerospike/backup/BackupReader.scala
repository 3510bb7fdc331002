package sparkwire.wire.aerospike.backup

import sparkwire.wire.aerospike.{Digest => Digests}
import sparkwire.wire.aerospike.backup.Backup._
import sparkwire.wire.core.{Cursor, Nowhere, Options, Reader, Sink}

/** Reads one entry of a backup.
  *
  * A record:
  * {{{
  *   + k S 5 hello            the user key, if it was stored; its types are those of bins
  *   + n test                 namespace
  *   + d AAAA…A=              digest of 20 bytes in base64
  *   + s demo                 set, if the record is in one
  *   + g 1                    generation
  *   + t 0                    expiration, in seconds since 2010; 0 for never
  *   + b 2                    number of bins
  *   - I age 42               bins: type, name, and value: see [[BinValues]]
  *   - B! photo 3 abc
  * }}}
  * A secondary index, whose context may be missing, and an index on an expression:
  * {{{
  *   * i test demo by_age N 1 age N context
  *   * e test demo by_age N 1 age N expression
  * }}}
  * A UDF module:
  * {{{
  *   * u L module.lua 12 return 1 + 1
  * }}}
  *
  * Traps: everything that has a length may contain lines that look like these. A set in the line of an
  * index may be empty.
  *
  * @param isFraming
  *   whether only the end of the entry is looked for: what has a known end is not checked
  */
final class BackupReader(options: Options, isFraming: Boolean) extends Reader {
  import BackupReader._

  private[this] val lines = new LineParts(options)
  private[this] val values = new BinValues(options, lines, isFraming)

  override def readsAnywhere: Boolean = true

  /** Sets whether the file is of version 3.0. */
  def setOld(isOld: Boolean): Unit = lines.hasEscapes = !isOld

  /** Reads an entry, with nothing after it. */
  def read(cursor: Cursor, sink: Sink): Unit = {
    readNext(cursor, sink)
    if (cursor.left > 0) cursor.refuse(BadLine)
  }

  /** How many bytes the complete lines have of the entry that was read last. */
  private[backup] def completeLines: Int = lines.completeLines

  private[backup] def readNext(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    lines.beginEntry(cursor)
    sink.beginStruct(Entry)
    if (cursor.left > 0 && cursor.bytes(cursor.position) == '*') readGlobal(cursor, sink)
    else {
      if (sink.derives(EntryKind)) sink.word(RecordKind)
      readHead(cursor, sink)
      readBins(cursor, sink)
    }
    sink.endStruct()
  }

  /** Passes the lines of a record before its bins, or refuses them. */
  private[backup] def passHead(cursor: Cursor): Unit = {
    readHead(cursor, Nowhere)
    lines.begin(cursor, '+', 'b')
    val _ = lines.count(cursor)
  }

  private def readHead(cursor: Cursor, sink: Sink): Unit = {
    if (isNext(cursor, 'k')) readKey(cursor, sink)
    readName(cursor, sink, Namespace, 'n')
    readDigest(cursor, sink)
    if (isNext(cursor, 's')) readName(cursor, sink, Set, 's')
    readNumber(cursor, sink, Generation, 'g', MaxGeneration)
    readNumber(cursor, sink, Expiration, 't', Long.MaxValue)
  }

  private def isNext(cursor: Cursor, letter: Int): Boolean =
    cursor.left > 2 && cursor.bytes(cursor.position + 2) == letter

  private def readKey(cursor: Cursor, sink: Sink): Unit = {
    val isWanted = sink.wanted(Key)
    lines.begin(cursor, '+', 'k')
    val letter = cursor.u8(Truncated)
    BinValues.checkKey(cursor, letter)
    val isRaw = readMark(cursor)
    values.read(cursor, if (isWanted) sink else Nowhere, letter, isRaw)
    lines.end(cursor)
    if (!isWanted) sink.skipped()
  }

  /** Reads what follows the letter of a type. Returns whether bytes are as they are, not in base64. */
  private def readMark(cursor: Cursor): Boolean = {
    val isRaw = cursor.left > 0 && cursor.bytes(cursor.position) == '!'
    if (isRaw) cursor.skip(1, Truncated)
    lines.expect(cursor, ' ')
    isRaw
  }

  private def readName(cursor: Cursor, sink: Sink, field: Int, letter: Int): Unit = {
    val isWanted = sink.wanted(field)
    lines.begin(cursor, '+', letter)
    lines.name(cursor, '\n')
    giveName(cursor, sink, isWanted)
    lines.end(cursor)
  }

  private def giveName(cursor: Cursor, sink: Sink, isWanted: Boolean): Unit = {
    if (!isFraming) lines.giveName(cursor, if (isWanted) sink else Nowhere)
    if (!isWanted || isFraming) sink.skipped()
  }

  private def readDigest(cursor: Cursor, sink: Sink): Unit = {
    val isWanted = sink.wanted(Digest)
    lines.begin(cursor, '+', 'd')
    lines.rest(cursor, DigestLength, BadDigestLength)
    if (lines.partUntil - lines.partFrom != DigestLength) cursor.refuse(BadDigestLength)
    if (!isFraming) {
      val digest = Base64Blocks.decoded(cursor, lines.partFrom, lines.partUntil)
      if (digest.length != Digests.Size) cursor.refuse(BadDigestLength)
      if (isWanted) sink.binary(digest, 0, digest.length)
    }
    if (!isWanted || isFraming) sink.skipped()
    lines.end(cursor)
  }

  private def readNumber(cursor: Cursor, sink: Sink, field: Int, letter: Int,
      most: Long): Unit = {
    val isWanted = sink.wanted(field)
    lines.begin(cursor, '+', letter)
    lines.number(cursor)
    val value = if (isFraming) 0L else lines.intUpTo(cursor, most)
    if (isWanted) sink.int(value) else sink.skipped()
    lines.end(cursor)
  }

  private def readBins(cursor: Cursor, sink: Sink): Unit = {
    val isWanted = sink.wanted(Bins)
    lines.begin(cursor, '+', 'b')
    val count = lines.count(cursor)
    if (count > MaxBins) cursor.refuse(BadNumber)
    cursor.need(count * LeastBin, LengthPastEnd)
    cursor.enter()
    val inner = if (isWanted && sink.beginMap(count.toInt)) sink else Nowhere
    var i = 0
    while (i < count) {
      readBin(cursor, inner)
      i += 1
    }
    inner.endMap()
    cursor.leave()
    if (!isWanted) sink.skipped()
  }

  private def readBin(cursor: Cursor, sink: Sink): Unit = {
    sink.key()
    lines.expect(cursor, '-')
    lines.expect(cursor, ' ')
    val letter = cursor.u8(Truncated)
    BinValues.checkBin(cursor, letter)
    val isRaw = readMark(cursor)
    lines.name(cursor, ' ', '\n')
    if (isFraming) sink.skipped() else lines.giveName(cursor, sink)
    if (letter != 'N') lines.expect(cursor, ' ')
    val isWanted = sink.value()
    values.read(cursor, if (isWanted) sink else Nowhere, letter, isRaw)
    if (!isWanted) sink.skipped()
    lines.end(cursor)
  }

  private def readGlobal(cursor: Cursor, sink: Sink): Unit = {
    // The mark of the line.
    lines.expect(cursor, '*')
    lines.expect(cursor, ' ')
    val letter = cursor.u8(Truncated)
    if (letter == 'i' || letter == 'e') readIndex(cursor, sink, isOnExpression = letter == 'e')
    else if (letter == 'u') readUdf(cursor, sink)
    else {
      cursor.moveTo(cursor.position - 1)
      cursor.refuse(BadLine)
    }
  }

  private def readIndex(cursor: Cursor, sink: Sink, isOnExpression: Boolean): Unit = {
    if (sink.derives(EntryKind)) sink.word(IndexKind)
    lines.expect(cursor, ' ')
    val wantsNamespace = sink.wanted(Namespace)
    readWord(cursor)
    giveName(cursor, sink, wantsNamespace)
    lines.expect(cursor, ' ')
    val wantsSet = sink.wanted(Set)
    readWord(cursor)
    giveName(cursor, sink, wantsSet && lines.partUntil > lines.partFrom)
    lines.expect(cursor, ' ')
    val isWanted = sink.wanted(Definition)
    val inner = if (isWanted && sink.beginStruct(Index)) sink else Nowhere
    readIndexFields(cursor, inner, isOnExpression)
    inner.endStruct()
    if (!isWanted) sink.skipped()
    lines.end(cursor)
  }

  private def readWord(cursor: Cursor): Unit = lines.name(cursor, ' ')

  private def readIndexFields(cursor: Cursor, sink: Sink, isOnExpression: Boolean): Unit = {
    giveField(cursor, sink, IndexName)
    giveLetter(cursor, sink, IndexType)
    lines.expect(cursor, ' ')
    val wantsBin = sink.wanted(IndexBin)
    // How many bins it has: no tool writes more than one.
    if (lines.size(cursor, ' ') != 1) cursor.refuse(BadIndex)
    readWord(cursor)
    giveName(cursor, sink, wantsBin)
    lines.expect(cursor, ' ')
    giveLetter(cursor, sink, IndexBinType)
    if (cursor.left == 0 || cursor.bytes(cursor.position) != '\n') {
      lines.expect(cursor, ' ')
      val isWanted = sink.wanted(if (isOnExpression) IndexExpression else IndexContext)
      lines.rest(cursor, MaxContext, NameTooLong)
      giveName(cursor, sink, isWanted)
    }
  }

  /** Reads a name and the space after it. */
  private def giveField(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val isWanted = sink.wanted(field)
    readWord(cursor)
    giveName(cursor, sink, isWanted)
    lines.expect(cursor, ' ')
  }

  private def giveLetter(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val isWanted = sink.wanted(field)
    val letter = cursor.u8(Truncated)
    val word = if (field == IndexType) indexType(letter) else binType(letter)
    if (word == null) {
      cursor.moveTo(cursor.position - 1)
      cursor.refuse(BadIndex)
    }
    if (isWanted) sink.word(word) else sink.skipped()
  }

  private def readUdf(cursor: Cursor, sink: Sink): Unit = {
    if (sink.derives(EntryKind)) sink.word(UdfKind)
    lines.expect(cursor, ' ')
    val isWanted = sink.wanted(Definition)
    val letter = cursor.u8(Truncated)
    if (letter != 'L') {
      cursor.moveTo(cursor.position - 1)
      cursor.refuse(BadUdf)
    }
    lines.expect(cursor, ' ')
    val inner = if (isWanted && sink.beginStruct(Udf)) sink else Nowhere
    giveField(cursor, inner, UdfName)
    if (inner.derives(UdfType)) inner.word(Lua)
    val wantsContent = inner.wanted(UdfContent)
    lines.block(cursor)
    if (wantsContent) inner.binary(cursor.bytes, lines.partFrom, lines.partUntil)
    else inner.skipped()
    inner.endStruct()
    if (!isWanted) sink.skipped()
    lines.end(cursor)
  }
}

private object BackupReader {
  private final val MaxGeneration = 65535L
  private final val MaxBins = 65535
  // "- N a\n", and a name may be empty.
  private final val LeastBin = 5L
  // 20 bytes in base64.
  private final val DigestLength = 28
  private final val MaxContext = 1 << 20
}
