package sparkwire.wire.msgpack.forward

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.core.{Cursor, DeafSink, InstantForm, Options, Reason, Utf8}
import sparkwire.wire.files.{GzipMembers, UnpackedBytes}
import sparkwire.wire.msgpack.{ByteFamily, Heads, Msgpack, MsgpackReader}
import sparkwire.wire.msgpack.ByteFamily._
import sparkwire.wire.msgpack.Msgpack.{InvalidUtf8, Truncated}

/** The events in a message of fluentd's Forward protocol, one after the other.
  * | Message                 | [tag, time, record, option]                           |
  * | Forward                 | [tag, [entry, …], option]                             |
  * | PackedForward           | [tag, entries end to end as bin or str, option]       |
  * | CompressedPackedForward | the same in gzip, "compressed" is "gzip" in the option |
  * | entry                   | [time, record], or [[time, metadata], record]         |
  * | time                    | seconds, or an EventTime: ext type 0                  |
  * {{{
  *   entries.begin(bytes)
  *   while (entries.next()) … entries.micros … entries.record
  * }}}
  *
  * Traps: the option may be missing. A str with entries is not text. Entries may be several gzip
  * members. fluent-bit writes metadata since its version 2.1.
  */
final class ForwardEntries(options: Options) {
  import ForwardEntries._

  private[this] val values = new MsgpackReader(
    Options(options.values.updated(Options.Verify.name, "none")), Msgpack.Fluent)
  private[this] val repairsTags = options.word(Options.InvalidUtf8) == "replace"
  private[this] val time = new EventTime
  private[this] val message = new Cursor
  private[this] val unpacked = new Cursor
  private[this] val gzip = new GzipMembers(BadCompression)
  private[this] val unzipped = new UnpackedBytes
  for (cursor <- Seq(message, unpacked)) {
    cursor.setMaxSize(options.maxSize)
    cursor.setMaxDepth(options.maxDepth)
    cursor.setBigEndian(true)
  }

  private[this] var source: Array[Byte] = _
  private[this] var tagFrom = 0
  private[this] var tagUntil = 0
  // Where entries are read from, and how many are left; -1 if they go on to the end.
  private[this] var entries: Cursor = _
  private[this] var left = 0
  // Whether the message itself is the entry.
  private[this] var isEntry = false
  private[this] var recordFrom = 0

  /** The tag, which is text. */
  def tag: Array[Byte] = Utf8.repaired(Arrays.copyOfRange(source, tagFrom, tagUntil))

  /** The time of the current event, in microseconds since the Unix epoch. */
  def micros: Long = time.micros

  /** The record of the current event, as MessagePack. */
  def record: Array[Byte] = Arrays.copyOfRange(entries.bytes, recordFrom, entries.position)

  /** Where the reading has come to in the message, for faults. */
  def position: Int = message.position

  /** Begins with a whole message, or refuses it. */
  def begin(bytes: Array[Byte]): Unit = {
    source = bytes
    entries = message
    isEntry = false
    left = 0
    message.wrap(bytes)
    val parts = Heads.array(message, NoMessage)
    if (parts < 2) message.refuse(NoMessage)
    if (!isText(Heads.familyNext(message))) message.refuse(NoMessage)
    readTag()
    val family = Heads.familyNext(message)
    if (isArray(family)) left = Heads.array(message, NoMessage)
    else if (isText(family) || isBinary(family)) beginPacked(parts)
    else if (parts < 3) message.refuse(NoMessage)
    else {
      isEntry = true
      left = 1
    }
  }

  private def readTag(): Unit = {
    val start = message.position
    tagFrom = body(message)
    tagUntil = message.position
    if (!repairsTags && !Utf8.isValid(source, tagFrom, tagUntil)) {
      message.moveTo(start)
      message.refuse(InvalidUtf8)
    }
  }

  private def body(cursor: Cursor): Int = {
    val first = cursor.u8(Truncated)
    Heads.body(cursor, ByteFamily.of(first), first)
  }

  private def beginPacked(parts: Int): Unit = {
    val from = body(message)
    val until = message.position
    left = -1
    entries =
      if (parts > 2 && isCompressed()) unzip(source, from, until)
      else unpacked.wrap(source, from, until - from)
  }

  /** Whether the option, which comes next, says that the entries are compressed. */
  private def isCompressed(): Boolean = {
    var found = false
    val family = Heads.familyNext(message)
    if (isMap(family)) {
      var pairs = Heads.entries(message, family, message.u8(Truncated))
      while (pairs > 0) {
        val isNamed = isWord(Compressed)
        values.skip(message, 1)
        if (isNamed) found = isWord(Gzip)
        values.skip(message, 1)
        pairs -= 1
      }
    }
    found
  }

  /** Whether the next value is this text. */
  private def isWord(word: Array[Byte]): Boolean = {
    val start = message.position
    val is = isText(Heads.familyNext(message)) && {
      val from = body(message)
      Arrays.equals(source, from, message.position, word, 0, word.length)
    }
    message.moveTo(start)
    is
  }

  private def unzip(bytes: Array[Byte], from: Int, until: Int): Cursor = {
    unzipped.begin()
    val size =
      gzip.decompress(unpacked.wrap(bytes, from, until - from), from, until, unzipped)
    unpacked.allowance.spend(size.toLong)
    unpacked.wrap(unzipped.bytes, 0, size)
  }

  /** Moves to the next event, or refuses it. Returns false after the last one. */
  def next(): Boolean = {
    val isThere = if (left < 0) entries.left > 0 else left > 0
    if (isThere) {
      if (left > 0) left -= 1
      if (!isEntry && Heads.array(entries, NoEntry) != 2) entries.refuse(NoEntry)
      readTime()
      recordFrom = entries.position
      if (!isMap(Heads.familyNext(entries))) entries.refuse(NoEntry)
      values.skip(entries, 1)
    }
    isThere
  }

  private def readTime(): Unit = {
    val hasMetadata = !isEntry && isArray(Heads.familyNext(entries))
    if (hasMetadata && Heads.array(entries, NoEntry) != 2) entries.refuse(NoEntry)
    time.isThere = false
    values.readValue(entries, time)
    if (!time.isThere) entries.refuse(NoEntry)
    if (hasMetadata) values.skip(entries, 1)
  }
}

/** The time of an event, if a value is one. */
private final class EventTime extends DeafSink {
  var isThere = false
  var micros = 0L

  override def int(seconds: Long): Unit = instant(InstantForm.Seconds, seconds, 0)

  override def instant(form: InstantForm, seconds: Long, nanos: Int): Unit = {
    isThere = form.isInYears(seconds, nanos)
    micros = form.micros(seconds, nanos)
  }
}

object ForwardEntries {
  val NoMessage = new Reason("no-forward-message",
    "a message of the Forward protocol is an array of a tag, and a time with a record, or entries")
  val NoEntry = new Reason(
    "no-forward-entry", "an entry is an array of a time and a record, which is a map")
  val BadCompression = new Reason("bad-compression", "the entries of the message are not gzip")

  private val Compressed = "compressed".getBytes(US_ASCII)
  private val Gzip = "gzip".getBytes(US_ASCII)
}
