package sparkwire.wire.aerospike.backup

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.aerospike.backup.Backup._
import sparkwire.wire.core.{Bytes, Cursor, Malformed, Nowhere, Options, Reason, Sink}
import sparkwire.wire.series.ValueBounds

/** Where the header and the entries of a backup begin and end. Each line of the header is a value that
  * has no row.
  *
  * Nothing in an entry tells it from text that looks like one. So an entry is looked for only after an
  * entry that is broken, at the beginning of a line, and must have all lines that it has before its bins.
  *
  * It belongs to one file, whose version it knows once it has passed the header.
  */
final class BackupBounds(options: Options) extends ValueBounds {
  import BackupBounds._

  private[this] val reader = new BackupReader(options, isFraming = true)
  private[this] val lines = new LineParts(options)
  // Whether the header has been passed, or an entry found without it.
  private[this] var isStarted = false
  private[this] var isOldFile = false

  /** Whether the file is of version 3.0, which has no escapes in names. */
  def isOld: Boolean = isOldFile

  def begin(cursor: Cursor): Unit = ()

  def isCut(reason: Reason): Boolean = (reason eq Truncated) || (reason eq LengthPastEnd)
  def areFound: Boolean = true

  override def headSize: Int = MaxHead

  override def readHead(cursor: Cursor): Unit = {
    isStarted = true
    // A header that is malformed has been reported.
    try readHeader(cursor, Nowhere)
    catch { case _: Malformed => () }
  }

  // A text in these lines is not looked at again, whatever it looks like.
  override def ownBytes: Int = math.max(1, own)
  private[this] var own = 0

  def pass(cursor: Cursor, sink: Sink): Unit = {
    own = 0
    if (isNext(cursor, FirstWord(0))) readHeader(cursor, sink)
    else if (isStarted && isNext(cursor, '#')) readMetadata(cursor, sink)
    else {
      if (!isStarted) cursor.refuse(whatElse(cursor))
      try reader.readNext(cursor, sink)
      finally own = reader.completeLines
    }
  }

  private def isNext(cursor: Cursor, byte: Int): Boolean =
    cursor.left > 0 && cursor.bytes(cursor.position) == byte

  private def readHeader(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Header)
    sink.wanted(Version)
    expect(cursor, FirstWord, NotBackup)
    val at = cursor.take(VersionSize.toLong, Truncated)
    val isOldVersion = isVersion(cursor, at, '0')
    if (!isOldVersion && !isVersion(cursor, at, '1') && !isVersion(cursor, at, '2')) {
      cursor.moveTo(at)
      cursor.refuse(BadVersion)
    }
    lines.expect(cursor, '\n')
    sink.skipped()
    sink.endStruct()
    isStarted = true
    isOldFile = isOldVersion
    reader.setOld(isOldVersion)
    lines.hasEscapes = !isOldVersion
  }

  private def isVersion(cursor: Cursor, at: Int, minor: Int): Boolean =
    cursor.bytes(at) == '3' && cursor.bytes(at + 1) == '.' && cursor.bytes(at + 2) == minor

  private def readMetadata(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Header)
    sink.wanted(Metadata)
    lines.expect(cursor, '#')
    lines.expect(cursor, ' ')
    if (isNext(cursor, FirstFile(0))) expect(cursor, FirstFile, BadMetadata)
    else {
      expect(cursor, NamespaceWord, BadMetadata)
      lines.name(cursor, '\n')
    }
    lines.expect(cursor, '\n')
    sink.skipped()
    sink.endStruct()
  }

  private def expect(cursor: Cursor, word: Array[Byte], reason: Reason): Unit = {
    val at = cursor.position
    val there = math.min(word.length, cursor.left)
    if (!Arrays.equals(cursor.bytes, at, at + there, word, 0, there)) cursor.refuse(reason)
    cursor.skip(word.length.toLong, Truncated)
  }

  /** Returns why a file that has no header is not a backup. */
  private def whatElse(cursor: Cursor): Reason = {
    val at = cursor.position
    if (cursor.left >= 4 && Bytes.i32le(cursor.bytes, at) == ZstdMagic) Compressed
    else if (cursor.left >= BinaryHead && cursor.bytes(at) == 1 && isZero(cursor, at + 9, at + 13))
      BinaryForm
    else if (!isText(cursor, math.min(cursor.left, Look))) Encrypted
    else NotBackup
  }

  private def isZero(cursor: Cursor, from: Int, until: Int): Boolean = {
    var at = from
    while (at < until && cursor.bytes(at) == 0) at += 1
    at == until
  }

  private def isText(cursor: Cursor, size: Int): Boolean = {
    val until = cursor.position + size
    var at = cursor.position
    while (at < until && (cursor.bytes(at) >= ' ' || cursor.bytes(at) == '\n' ||
        cursor.bytes(at) == '\r' || cursor.bytes(at) == '\t'))
      at += 1
    at == until
  }

  def begins(cursor: Cursor): Boolean = {
    val at = cursor.position
    spend(1)
    // The byte before the first one that is loaded is not known.
    (at == 0 || cursor.bytes(at - 1) == '\n') && mayBegin(cursor) && {
      val found = isEntry(cursor)
      spend(cursor.position.toLong - at)
      cursor.moveTo(at)
      if (found) isStarted = true
      found
    }
  }

  private def mayBegin(cursor: Cursor): Boolean = cursor.left > MinLine && {
    val (first, second) = (cursor.bytes(cursor.position), cursor.bytes(cursor.position + 1))
    (first == '+' || first == '*' || first == '#') && second == ' ' || first == FirstWord(
      0) && second == FirstWord(1)
  }

  private def isEntry(cursor: Cursor): Boolean =
    try {
      val first = cursor.bytes(cursor.position)
      if (first == '+') reader.passHead(cursor)
      else if (first == '*') reader.readNext(cursor, Nowhere)
      else if (first == '#') readMetadata(cursor, Nowhere)
      else expect(cursor, FirstWord, NotBackup)
      true
    } catch { case _: Malformed => false }
}

private object BackupBounds {
  private val FirstWord = "Version ".getBytes(US_ASCII)
  private val NamespaceWord = "namespace ".getBytes(US_ASCII)
  private val FirstFile = "first-file".getBytes(US_ASCII)
  private final val VersionSize = 3
  // "Version 3.1\n"
  private final val MaxHead = 12

  private final val ZstdMagic = 0xfd2fb528
  // The first fields of a file in binary form: version, number of the file, reserved bytes.
  private final val BinaryHead = 13
  // How many bytes tell text from encrypted bytes.
  private final val Look = 16
  private final val MinLine = 4
}
