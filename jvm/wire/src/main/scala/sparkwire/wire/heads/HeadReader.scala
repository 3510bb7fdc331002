package sparkwire.wire.heads

import java.util.zip.Checksum

import sparkwire.wire.core.{Cursor, Reason, Shape, Sink}
import sparkwire.wire.heads.LayoutEdge.HeaderEnd

/** Where a head and the value around it are, as far as the bytes show it. */
private[wire] class HeadExtent {

  /** The position of the first byte. */
  var start = 0

  /** Where the header ends, -1 if it is cut off. */
  var headerEnd = -1

  /** Where the whole ends, -1 if it is cut off. */
  var end = -1

  /** Whether the checksum of the header is already known to be right, or must not be the fault. */
  var isHeaderSummed = false
}

/** Reads the fields of a [[FixedLayout]] that have fixed offsets, in their order: asks for each,
  * reads it, checks it, and gives it together with the fields that are made from it.
  *
  * Unless the layout says where a header ends, its numbers are checked only if all of the header is
  * there: otherwise the fault is that it is cut off.
  *
  * @param shape
  *   the result. A field of the layout is the field of the result with the same name.
  * @param cut
  *   the reason for a head that is cut off
  * @param sum
  *   the format's checksum, null if checksums are not compared
  * @param others
  *   the positions in the shape of fields that have another name there, or none because they only
  *   frame others
  */
private[wire] final class HeadReader(layout: FixedLayout, shape: Shape, cut: Reason, sum: HeadSum,
    others: (String, Int)*) {
  private[this] val fields = layout.fields.filter(_.size >= 0).toArray
  // For each field its position in the result, -1 if it is not there.
  private[this] val positions = fields.map(field =>
    others.toMap.get(field.name).orElse(ResultFields.position(shape, field.name)).getOrElse(-1))
  private[this] val all = fields.map(ResultFields.of(_, shape))

  // What is given as the field itself, if it is not its number: a word in its bits.
  private[this] val own = all.indices.map(i =>
    all(i).find(part => shape.positions.get(part.name) == positions(i)).orNull).toArray
  private[this] val made = all.indices.map(i =>
    new ResultFields(all(i).filter(_ ne own(i)), shape)).toArray

  /** Reads the fields from number `first` on.
    *
    * @param needed
    *   the fields of the result that are needed, as in `Sink.needed`
    */
  def read(cursor: Cursor, sink: Sink, needed: Long, extent: HeadExtent, first: Int): Unit = {
    var i = first
    while (i < fields.length) {
      val field = fields(i)
      val position = positions(i)
      val isWanted =
        position >= 0 && (needed & (1L << position)) != 0 && sink.wanted(position)
      val at = cursor.take(field.size.toLong, cut)
      // Most queries need few of the fields.
      if (isWanted || field.isChecked || made(i).areIn(needed)) {
        val value = field.valueAt(cursor, at)
        if (field.isChecked) check(field, value, cursor, extent)
        if (isWanted) {
          if (own(i) != null) own(i).give(value, cursor, sink)
          else if (!field.isNumber) sink.binary(cursor.bytes, at, cursor.position)
          else if (field.isUnsigned64) sink.unsigned(value)
          else sink.int(value)
        }
        made(i).give(value, cursor, sink, needed)
      }
      i += 1
    }
  }

  private def check(field: LayoutField, value: Long, cursor: Cursor, extent: HeadExtent): Unit =
    field.value match {
      case LayoutValue.Constant(constant) =>
        if (value != constant) cursor.refuse(field.reasons.head)
      case LayoutValue.Count(_, HeaderEnd) =>
        if (value < layout.fixedSize) cursor.refuse(field.reasons.head)
      case LayoutValue.Count(from, _) => if (extent.headerEnd >= 0) {
          if (value < 0) cursor.refuse(field.reasons(0))
          if (value < extent.headerEnd - edge(from, extent)) cursor.refuse(field.reasons(1))
        }
      case LayoutValue.Checksum(from, until) =>
        if (sum != null && !(extent.isHeaderSummed && until == HeaderEnd))
          compare(field, value, edge(from, extent), edge(until, extent), cursor)
      case LayoutValue.Flags(parts) =>
        if (extent.headerEnd >= 0)
          parts.foreach(bits =>
            if (bits.reason != null && bits.isUnknown(value)) cursor.refuse(bits.reason))
      case _ => if (value < 0) cursor.refuse(field.reasons.head)
    }

  private def compare(field: LayoutField, found: Long, from: Int, until: Int,
      cursor: Cursor): Unit = if (from >= 0 && until >= from) {
    val expected = sum(cursor.bytes, from, until) & 0xffffffffL
    if (found != expected) cursor.refuseChecksum(field.reasons.head, expected, found)
  }

  // What has a footer is not read by its table.
  private def edge(edge: LayoutEdge, extent: HeadExtent): Int =
    edge.in(extent.start, extent.headerEnd, -1, extent.end)
}

/** A checksum of 32 bits. */
private[wire] trait HeadSum {
  def apply(bytes: Array[Byte], from: Int, until: Int): Int
}

/** A checksum that Java computes. */
private[wire] final class CrcSum(checksum: Checksum) extends HeadSum {
  def apply(bytes: Array[Byte], from: Int, until: Int): Int = {
    checksum.reset()
    checksum.update(bytes, from, until - from)
    checksum.getValue.toInt
  }
}
