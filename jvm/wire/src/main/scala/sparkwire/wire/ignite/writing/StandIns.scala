package sparkwire.wire.ignite.writing

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Bytes, Sink}
import sparkwire.wire.ignite.{Hashes, ObjectLayouts}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.writing.{Output, Unencodable}

/** Writes the values that objects of a VARIANT stand for: constants without a name, serialized
  * Java, decimals of more digits than a VARIANT has. Their fields have been written as fields of an
  * object.
  */
private[writing] final class StandIns(objects: ObjectWriter, output: Output) {
  import StandIns._

  private def mismatch(): Nothing = throw new Unencodable(Unencodable.TypeMismatch)

  /** Moves the class name, if there is one, and the ordinal to the position after the code and the
    * type.
    */
  def constant(start: Int, dataAt: Int, typeId: Int): Unit = {
    val ordinal = Bytes.i32le(output.bytes, dataAt + 1)
    val named = start + ObjectLayouts.Object.fixedSize
    val nameSize = dataAt - named
    System.arraycopy(output.bytes, named, output.bytes, start + 5, nameSize)
    output.putI8(start, EnumCode)
    output.putI32(start + 1, typeId)
    output.putI32(start + 5 + nameSize, ordinal)
    output.goBack(start + 9 + nameSize)
  }

  /** Keeps only the bytes of the field `data`, after another code. */
  def optimized(start: Int, dataAt: Int, from: Int): Unit = {
    if (objects.count != from + 1 || objects.idOf(from) != DataId ||
      output.bytes(dataAt) != ByteArray) mismatch()
    val size = output.position - dataAt
    System.arraycopy(output.bytes, dataAt, output.bytes, start, size)
    output.putI8(start, OptimizedCode)
    output.goBack(start + size)
  }

  /** Gives the decimal to a sink, in place of its object. */
  def decimal(sink: Sink, start: Int, from: Int): Unit = {
    val scale = partOf(start, from, ScaleId, IntCode)
    val digits = partOf(start, from, UnscaledId, StringCode)
    if (scale < 0 || digits < 0 || objects.count != from + 2) mismatch()
    val length = Bytes.i32le(output.bytes, digits)
    // Reading digits takes time that is quadratic in their number.
    if (length > MostDigits) throw new Unencodable(Unencodable.TooLong)
    val unscaled =
      try new BigInteger(new String(output.bytes, digits + 4, length, UTF_8))
      catch { case _: NumberFormatException => mismatch() }
    val power = Bytes.i32le(output.bytes, scale)
    output.goBack(start)
    sink.decimal(unscaled, power)
  }

  /** Returns where the payload of a field is that has this code, else -1. */
  private def partOf(start: Int, from: Int, id: Int, code: Int): Int = {
    var field = from
    while (field < objects.count && objects.idOf(field) != id) field += 1
    val at = if (field < objects.count) start + objects.offsetOf(field) else -1
    if (at >= 0 && output.bytes(at) == code) at + 1 else -1
  }
}

private object StandIns {
  private final val MostDigits = 10000
  private val DataId = Hashes.id("data")
  private val ScaleId = Hashes.id("scale")
  private val UnscaledId = Hashes.id("unscaled")
}
