package sparkwire.wire.databus.json

import java.util.Arrays

import sparkwire.wire.core.{Cursor, Reason, Sink}
import sparkwire.wire.databus.Databus.BadJsonEvent

/** The fields of a JSON line: their positions, and their values one by one. Each task has its own
  * instance.
  *
  * The reading methods go to the value of a field, ask the sink for `result` (the field of the
  * result that it becomes) and check the value. Only methods named `give…` give it to the sink.
  */
private[databus] final class JsonLine {
  import JsonLine._

  private[this] val scanner = new JsonScanner(Faults, oneLine = true)
  // The position of each field's value, and of its second occurrence; -1 if there is none.
  private[this] val starts = new Array[Int](JsonField.all.length)
  private[this] val repeats = new Array[Int](JsonField.all.length)
  private[this] var closingBrace = 0
  private[this] var cursor: Cursor = _
  private[this] var sink: Sink = _

  /** Checks that the whole text is one JSON object on one line, and finds its fields. */
  def find(text: Cursor, to: Sink): Unit = {
    cursor = text
    sink = to
    Arrays.fill(starts, -1)
    Arrays.fill(repeats, -1)
    scanner.space(cursor)
    sink.tracer.outside()
    if (cursor.left == 0) cursor.refuse(Empty)
    if (scanner.peek(cursor) != '{') cursor.refuse(NoObject)
    cursor.enter()
    scanner.expect(cursor, '{')
    scanner.space(cursor)
    if (scanner.peek(cursor) != '}') findMembers()
    sink.tracer.outside()
    closingBrace = cursor.position
    scanner.expect(cursor, '}')
    cursor.leave()
    scanner.space(cursor)
    if (scanner.peek(cursor) == '\r') scanner.expect(cursor, '\r')
    if (scanner.peek(cursor) == '\n') scanner.expect(cursor, '\n')
    sink.tracer.outside()
    if (cursor.left > 0)
      cursor.refuse(if (cursor.bytes(cursor.position - 1) == '\n') Faults.manyLines else NotTheEnd)
  }

  private def findMembers(): Unit = {
    findMember()
    while (scanner.peek(cursor) == ',') {
      scanner.expect(cursor, ',')
      scanner.space(cursor)
      findMember()
    }
  }

  private def findMember(): Unit = {
    sink.tracer.outside()
    val field = findName()
    scanner.colon(cursor)
    val result = if (field < 0) NoResult else JsonField.all(field).result
    ask(result)
    val start = cursor.position
    scanner.skipValue(cursor)
    if (field >= 0 && cursor.bytes(start) != 'n')
      if (starts(field) < 0) starts(field) = start
      else if (repeats(field) < 0) repeats(field) = start
    skip(result)
    scanner.space(cursor)
  }

  private def findName(): Int = {
    val from = cursor.position
    scanner.skipString(cursor)
    val field = JsonField.find(cursor.bytes, from + 1, cursor.position - 1)
    if (field >= 0) field
    else {
      cursor.moveTo(from)
      scanner.decodeString(cursor) // names may contain escapes
      JsonField.find(scanner.bytes, 0, scanner.length)
    }
  }

  /** Sets the sink for the values from now on. */
  def giveTo(other: Sink): Unit = sink = other

  /** Whether the field is present. A null counts as absent. */
  def has(field: Int): Boolean = starts(field) >= 0

  def demand(field: Int, result: Int): Unit =
    if (!has(field)) {
      cursor.moveTo(closingBrace)
      ask(result)
      cursor.refuse(JsonField.all(field).missing)
    }

  def forbid(field: Int, result: Int): Unit =
    if (has(field)) {
      goTo(field, result)
      cursor.refuse(Contradicts)
    }

  def refuse(reason: Reason): Nothing = cursor.refuse(reason)

  private def goTo(field: Int, result: Int): Boolean = {
    demand(field, result)
    val isRepeated = repeats(field) >= 0
    cursor.moveTo(if (isRepeated) repeats(field) else starts(field))
    val want = ask(result)
    if (isRepeated) cursor.refuse(Repeated)
    want
  }

  private def ask(result: Int): Boolean =
    if (result != NoResult) sink.wanted(result)
    else {
      sink.tracer.outside()
      false
    }

  private def skip(result: Int): Unit = if (result != NoResult) sink.skipped()

  def number(field: Int, result: Int, low: Long, high: Long): Long = {
    goTo(field, result)
    val value = scanner.decodeInteger(cursor, low, high)
    sink.skipped()
    value
  }

  def giveNumber(field: Int, result: Int, low: Long, high: Long): Long = {
    val want = goTo(field, result)
    val value = scanner.decodeInteger(cursor, low, high)
    if (want) sink.int(value) else sink.skipped()
    value
  }

  def giveLong(field: Int, result: Int): Long =
    giveNumber(field, result, Long.MinValue, Long.MaxValue)
  def giveShort(field: Int, result: Int): Long =
    giveNumber(field, result, Short.MinValue, Short.MaxValue)
  def giveUnsignedInt(field: Int, result: Int): Long = giveNumber(field, result, 0, 0xffffffffL)

  def flag(field: Int, result: Int): Boolean = {
    goTo(field, result)
    val value = scanner.decodeBool(cursor)
    sink.skipped()
    value
  }

  def giveFlag(field: Int, result: Int): Unit = {
    val want = goTo(field, result)
    val value = scanner.decodeBool(cursor)
    if (want) sink.bool(value) else sink.skipped()
  }

  /** Whether the value is anything but a string. */
  def isNotString(field: Int): Boolean = cursor.bytes(starts(field)) != '"'

  /** Reads a string that is one of `words` and returns its index. */
  def word(field: Int, result: Int, words: Array[Array[Byte]]): Int = {
    goTo(field, result)
    scanner.decodeString(cursor)
    indexOf(result, words)
  }

  /** Like [[word]], in any letter case; `words` are in lower case. */
  def wordInAnyCase(field: Int, result: Int, words: Array[Array[Byte]]): Int = {
    goTo(field, result)
    scanner.decodeString(cursor)
    var at = 0
    while (at < scanner.length) {
      val c = scanner.bytes(at)
      if (c >= 'A' && c <= 'Z') scanner.bytes(at) = (c + 32).toByte
      at += 1
    }
    indexOf(result, words)
  }

  private def indexOf(result: Int, words: Array[Array[Byte]]): Int = {
    var index = words.length - 1
    while (index >= 0 && !Arrays.equals(
        words(index), 0, words(index).length, scanner.bytes, 0, scanner.length)) index -= 1
    if (index < 0) cursor.refuse(OtherWord)
    skip(result)
    index
  }

  /** Reads a string; its UTF-8 is in [[decoded]] afterwards. Returns true if its value is needed. */
  def string(field: Int, result: Int): Boolean = {
    val want = goTo(field, result)
    scanner.decodeString(cursor)
    want
  }

  def decoded: Array[Byte] = scanner.bytes
  def decodedLength: Int = scanner.length

  def givePlain(field: Int, result: Int): Unit = {
    val want = string(field, result)
    if (scanner.hasUnpaired) cursor.refuse(HalfPair)
    giveDecoded(want, scanner.length)
  }

  /** Gives the bytes of a base64 string and returns their number, which must be one of the two
    * lengths.
    */
  def giveBase64(field: Int, result: Int, length1: Int, length2: Int): Int = {
    val want = string(field, result)
    val length = MimeBase64.decode(scanner.bytes, scanner.length)
    if (length < 0) cursor.refuse(NoBase64)
    if (length1 != AnyLength && length != length1 && length != length2) cursor.refuse(OtherLength)
    giveDecoded(want, length)
    length
  }

  // Copies, because a sink may keep the array, and the scanner reuses its own for the next string.
  private def giveDecoded(want: Boolean, length: Int): Unit =
    if (want) sink.binary(Arrays.copyOf(scanner.bytes, length), 0, length) else sink.skipped()
}

private[databus] object JsonLine {

  /** For a field that is not part of any field of the result. */
  final val NoResult = -1
  final val AnyLength = -1

  private val Faults = new JsonFaults(BadJsonEvent)
  private val Empty = BadJsonEvent.because("the text is empty")
  private val NoObject = BadJsonEvent.because("the text is not a JSON object")
  private val NotTheEnd = BadJsonEvent.because("there is text after the end of the event")
  private val Repeated = BadJsonEvent.because("the field occurs twice")
  private val Contradicts = BadJsonEvent.because("the field contradicts another field")
  private val OtherWord = BadJsonEvent.because("the field cannot have this value")
  private val HalfPair = BadJsonEvent.because("an unpaired surrogate cannot be converted to bytes")
  private val NoBase64 = BadJsonEvent.because("the string is not valid base64")
  private val OtherLength =
    BadJsonEvent.because("the string does not have the expected number of bytes")
}
