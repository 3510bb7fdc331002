package sparkwire.wire.ignite.optimized

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, InstantForm, Sink}
import sparkwire.wire.ignite.{IgniteUuids, LeafValues, Leaves, ModifiedUtf8, TypeDescriptions}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.optimized.Optimized.NotKnown

/** Reads values of the optimized marshaller that hold no others and have their own code: see
  * [[OptimizedReader]].
  */
private[ignite] final class OptimizedLeaves(types: TypeDescriptions) {

  /** Reads a value after its code.
    *
    * @param sink
    *   the receiver of the value, or null if the value is only checked
    */
  def read(cursor: Cursor, code: Int, sink: Sink): Unit = (code: @switch) match {
    case Optimized.Null => if (sink != null) sink.nothing()
    case ByteCode | ShortCode | IntCode | LongCode | FloatCode | DoubleCode | CharCode | BoolCode =>
      val at = cursor.take(Leaves.sizeOf(code).toLong, NotKnown)
      if (sink != null) LeafValues.payload(cursor.bytes, at, sink, code)
    case Optimized.Text =>
      val from = takeCounted(cursor, 1)
      if (sink != null) ModifiedUtf8.give(cursor.bytes, from, cursor.position, sink)
    case Optimized.Uuid =>
      val from = cursor.take(16, NotKnown)
      if (sink != null) sink.textForm(IgniteUuids.text(cursor.bytes, from), 0, IgniteUuids.TextSize)
    case Optimized.UtilDate =>
      val millis = cursor.i64(NotKnown)
      if (sink != null) sink.instant(InstantForm.Date, millis, 0)
    case Optimized.ClassObject =>
      val id = OptimizedForms.readType(cursor)
      if (sink != null) giveClass(id, sink)
    case _ => array(cursor, code, sink)
  }

  private def giveClass(id: Int, sink: Sink): Unit = {
    val described = types.of(id)
    if (described == null || described.nameBytes == null) sink.int(id.toLong)
    else sink.textForm(described.nameBytes, 0, described.nameBytes.length)
  }

  /** Reads an array of numbers. The bytes are the same as for binary objects, after another code.
    */
  private def array(cursor: Cursor, code: Int, sink: Sink): Unit = {
    if (code < Optimized.ByteArray || code > Optimized.BoolArray) cursor.refuse(NotKnown)
    val element = code - Optimized.ByteArray + ByteCode
    val start = cursor.position
    val from = takeCounted(cursor, Leaves.sizeOf(element))
    if (sink != null) {
      if (element == ByteCode) sink.binary(cursor.bytes, from, cursor.position)
      else {
        cursor.moveTo(start)
        LeafValues.giveNumbers(cursor, sink, element)
      }
    }
  }

  /** Skips a count and as many elements of `size` bytes. Returns where the elements begin. */
  private def takeCounted(cursor: Cursor, size: Int): Int = {
    val count = cursor.i32(NotKnown)
    cursor.take(count.toLong * size, NotKnown)
  }
}
