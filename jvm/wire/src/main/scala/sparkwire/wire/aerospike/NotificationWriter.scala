package sparkwire.wire.aerospike

import java.util.Arrays

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.MsgpackWriter
import sparkwire.wire.writing._

/** Writes one change notification; [[NotificationReader]] has the tables. A DELETE has the five parts of
  * current connectors. The digest is made of set and user key, if there is a user key.
  */
private[aerospike] final class NotificationWriter(options: Options, output: Output)
    extends SourceWriter {
  private[this] val values = new MsgpackWriter(output, options.maxDepth)
  private[this] val checks = options.word(Written.Derived) == "check"
  private[this] val keys = new KeyWriter(checks, output, values)
  private[this] val bins = new BinsWriter(output, values)
  private[this] val lutUnit: InstantForm =
    if (options.word(LutUnit) == "seconds") InstantForm.Seconds else InstantForm.Date

  override def write(source: Source): Unit = {
    values.begin()
    values.beginArray(3)
    values.element()
    if (source.has(Version) && source.int(Version) != 1) refuse(NotificationWriter.NoVersion)
    values.int(1)
    values.element()
    val isWrite = isWriteOp(source)
    values.int(if (isWrite) 1 else 2)
    values.element()
    values.beginArray(5)
    values.element()
    keys.write(source, Namespace)
    if (isWrite) {
      if (source.has(Flags) || source.has(Durable)) refuse(NotificationWriter.OnlyDelete)
      writeTimes(source)
      values.element()
      if (source.has(Bins)) source.dynamic(Bins, bins.begin())
      else {
        values.beginArray(0)
        values.endArray()
      }
    } else {
      if (source.has(Bins)) refuse(NotificationWriter.OnlyWrite)
      values.element()
      values.int(flags(source))
      writeTimes(source)
    }
    values.endArray()
    values.endArray()
  }

  private def isWriteOp(source: Source): Boolean = {
    if (!source.has(Op)) refuse(Unencodable.MissingField)
    source.text(Op)
    val isWrite = isWord(source, Write)
    if (!isWrite && !isWord(source, Delete)) refuse(NotificationWriter.NoOp)
    isWrite
  }

  private def isWord(source: Source, word: Array[Byte]): Boolean =
    Arrays.equals(source.bytes, source.from, source.until, word, 0, word.length)

  private def flags(source: Source): Long =
    if (source.has(Flags)) {
      val flags = source.int(Flags)
      if (checks && source.has(Durable) && source.bool(Durable) != ((flags & 1) != 0))
        refuse(Unencodable.DerivedMismatch)
      flags
    } else if (source.has(Durable) && source.bool(Durable)) 1
    else 0

  private def writeTimes(source: Source): Unit = {
    writeOrNil(source, Generation)
    writeTime(source, Expiry, ExpiresAt, InstantForm.Seconds)
    writeTime(source, Lut, LastUpdate, lutUnit)
  }

  private def writeOrNil(source: Source, field: Int): Unit = {
    values.element()
    if (source.has(field)) values.int(source.int(field)) else values.nothing()
  }

  /** Writes a number, or makes it of the timestamp that is derived from it. */
  private def writeTime(source: Source, field: Int, derived: Int, unit: InstantForm): Unit =
    if (source.has(field) || !source.has(derived)) {
      writeOrNil(source, field)
      if (checks && source.has(field)) {
        val count = source.int(field)
        if (source.has(derived) &&
          !(unit.fitsMicros(count, 0) && unit.micros(count, 0) == source.int(derived)))
          refuse(Unencodable.DerivedMismatch)
      }
    } else {
      values.element()
      values.int(Math.floorDiv(source.int(derived), 1000000L / unit.unitsPerSecond))
    }

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)
}

private object NotificationWriter {
  private val NoVersion = Unencodable.OutOfRange.because("the version is 1")
  private val NoOp = Unencodable.TypeMismatch.because("op is WRITE or DELETE")
  private val OnlyDelete = Unencodable.ConflictingField.because("only a DELETE has it")
  private val OnlyWrite = Unencodable.ConflictingField.because("only a WRITE has it")
}
