package sparkwire.wire.capture.files

import java.util.Arrays

import sparkwire.wire.capture.CapturedPacket

/** The interfaces of a section of a pcapng file, and the units of their times. */
private[files] final class Interfaces {
  private[this] var linkTypes = new Array[Int](8)
  private[this] var snapLengths = new Array[Long](8)
  private[this] var resolutions = new Array[Int](8)
  // In seconds.
  private[this] var offsets = new Array[Long](8)
  private[this] var size = 0

  def count: Int = size
  def isFull: Boolean = size == Interfaces.Most
  def clear(): Unit = size = 0

  def add(linkType: Int, snapLength: Long): Unit = {
    if (size == linkTypes.length) {
      linkTypes = Arrays.copyOf(linkTypes, 2 * size)
      snapLengths = Arrays.copyOf(snapLengths, 2 * size)
      resolutions = Arrays.copyOf(resolutions, 2 * size)
      offsets = Arrays.copyOf(offsets, 2 * size)
    }
    linkTypes(size) = linkType
    snapLengths(size) = snapLength
    resolutions(size) = Interfaces.Micros
    offsets(size) = 0
    size += 1
  }

  // Both are of the interface that was added last.
  def setResolution(code: Int): Unit = resolutions(size - 1) = code
  def setOffset(seconds: Long): Unit = offsets(size - 1) = seconds

  def linkType(number: Int): Int = linkTypes(number)
  def snapLength(number: Int): Long = snapLengths(number)

  /** Returns a time in microseconds since 1970.
    *
    * @param units
    *   as the file has it, unsigned
    */
  def micros(number: Int, units: Long): Long = {
    val seconds = offsets(number)
    val ofUnits = Interfaces.micros(resolutions(number), units)
    // No clock says so.
    if (seconds < -Interfaces.MaxSeconds || seconds > Interfaces.MaxSeconds || ofUnits < 0 ||
      ofUnits > Interfaces.MaxMicros) CapturedPacket.NoTime
    else ofUnits + seconds * 1000000L
  }
}

private[files] object Interfaces {
  private final val Most = 1 << 16
  private final val Micros = 6
  // 31 December 9999.
  private final val MaxSeconds = 253402300799L
  private final val MaxMicros = MaxSeconds * 1000000L

  /** @param resolution
    *   n for units of 10 to the power of -n seconds; with the highest bit set, for 2 to the power of -n
    */
  private[files] def micros(resolution: Int, units: Long): Long = {
    val power = resolution & 0x7f
    if ((resolution & 0x80) != 0) ofBinary(power, units)
    else if (power <= 6) scaled(units, powerOfTen(6 - power))
    else if (power <= 24) java.lang.Long.divideUnsigned(units, powerOfTen(power - 6))
    else 0
  }

  private def powerOfTen(power: Int): Long = {
    var product = 1L
    for (_ <- 0 until power) product *= 10
    product
  }

  // Returns -1 for a value beyond all times.
  private def scaled(units: Long, factor: Long): Long =
    if (units < 0 || units > MaxMicros / factor) -1 else units * factor

  private def ofBinary(power: Int, units: Long): Long =
    if (power >= 64) 0
    else {
      val seconds = if (power == 0) units else units >>> power
      val fraction = units & ((1L << power) - 1)
      // The product has to fit in 64 bits.
      val (part, bits) = if (power <= 43) (fraction, power) else (fraction >>> (power - 43), 43)
      val whole = scaled(seconds, 1000000L)
      if (whole < 0) -1 else whole + (part * 1000000L >>> bits)
    }
}
