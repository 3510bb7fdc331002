package sparkwire.wire.kafka.writing

import java.util.Arrays

import sparkwire.wire.core.Reason
import sparkwire.wire.kafka.Uuids
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Writes UUIDs, whose text is the one that [[Uuids]] gives. */
private[kafka] object UuidOutput {
  private val NoUuid: Reason = Unencodable.TypeMismatch.because(
    "a UUID is 22 characters of URL-safe base64, as Kafka prints it")

  // The six bits of each character, -1 for other characters.
  private val bits: Array[Int] = {
    val found = Array.fill(256)(-1)
    val alphabet = ('A' to 'Z') ++ ('a' to 'z') ++ ('0' to '9') ++ Seq('-', '_')
    alphabet.zipWithIndex.foreach { case (character, value) => found(character.toInt) = value }
    found
  }

  /** Writes the text that a source has located. */
  def write(output: Output, source: Source): Unit = {
    if (source.until - source.from != Uuids.TextSize) throw new Unencodable(NoUuid)
    val bytes = source.bytes
    val from = source.from
    val start = output.reserve(Uuids.Size)
    // All 132 bits but the last four, which must be zero.
    var collected = 0
    var count = 0
    var at = start
    var seen = 0
    var i = 0
    while (i < Uuids.TextSize) {
      val six = bits(bytes(from + i) & 0xff)
      seen |= six
      collected = (collected << 6) | six
      count += 6
      if (count >= 8) {
        count -= 8
        output.putI8(at, collected >>> count)
        at += 1
      }
      i += 1
    }
    if (seen < 0 || (collected & 0xf) != 0) throw new Unencodable(NoUuid)
  }

  /** Whether the text that a source has located is this constant. */
  def isSame(source: Source, constant: Array[Byte]): Boolean =
    Arrays.equals(source.bytes, source.from, source.until, constant, 0, constant.length)
}
