package sparkwire.wire.variant.reading

import sparkwire.wire.core.{Allowance, Shape, Sink}
import sparkwire.wire.writing.Written

/** The bytes of one VARIANT, and what looking at it may cost. */
private[reading] final class VariantBytes(format: Written, maxSize: Int) {
  val names = new VariantNames
  val costs = new Allowance
  private[this] lazy val reader = new VariantReader(format, maxSize)
  private[this] val known =
    new java.util.IdentityHashMap[Shape, java.util.HashMap[String, Integer]]
  private[this] var lastShape: Shape = _
  private[this] var lastPositions: java.util.HashMap[String, Integer] = _
  private[this] var namesAt = 0
  private[this] var namesEnd = 0
  var bytes: Array[Byte] = _
  var until = 0

  def begin(bytes: Array[Byte], from: Int, until: Int, dictionary: Array[Byte], namesFrom: Int,
      namesUntil: Int): Unit = {
    this.bytes = bytes
    this.until = until
    namesAt = namesFrom
    namesEnd = namesUntil
    names.begin(dictionary, namesFrom, namesUntil)
    costs.setLimit(
      math.min(Int.MaxValue.toLong,
        maxSize.toLong + 8L * ((until - from) + (namesUntil - namesFrom))).toInt)
    costs.begin()
  }

  /** Returns the positions of a shape's fields by their names. */
  def positionsOf(shape: Shape): java.util.HashMap[String, Integer] = {
    if (shape ne lastShape) {
      lastPositions = known.computeIfAbsent(shape, positions(_))
      lastShape = shape
    }
    lastPositions
  }

  private def positions(shape: Shape): java.util.HashMap[String, Integer] = {
    val found = new java.util.HashMap[String, Integer]
    shape.fields.zipWithIndex.reverseIterator.foreach { case (field, at) =>
      if (!field.isFrame) found.put(field.name, at)
    }
    found
  }

  def give(at: Int, sink: Sink): Unit =
    reader.give(bytes, at, until, names.bytes, namesAt, namesEnd, sink)
}
