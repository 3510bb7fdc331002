package sparkwire.wire.heads

import sparkwire.wire.writing.Output

/** Writes the fields that a [[FixedLayout]] determines by itself: the constants when the bytes of
  * the layout begin, the sizes and checksums when everything else is written. The fields that are
  * given are [[put]], or written by a subclass at their offsets from [[start]].
  *
  * @param sum
  *   the format's checksum, null if the layout has none
  */
class HeadWriter(layout: FixedLayout, output: Output, sum: HeadSum = null) {
  private[this] val constants = layout.fields.filter(_.value.isInstanceOf[LayoutValue.Constant])
  private[this] val constantValues =
    constants.map(field => layout.constant(field.name)).toArray
  private[this] val constantFields = constants.toArray
  private[this] val computed = layout.computed.toArray

  /** Where the bytes of the layout begin in the output. */
  protected[this] final var start = 0

  /** Makes room for the fields with fixed offsets. */
  final def begin(): Unit = beginAt(output.reserve(layout.fixedSize))

  /** Like [[begin]], where room has been made before. */
  final def beginAt(position: Int): Unit = {
    start = position
    var i = 0
    while (i < constantFields.length) {
      put(constantFields(i), constantValues(i))
      i += 1
    }
  }

  /** Fills in the computed fields. The output ends with the last byte of the value.
    *
    * @param headerEnd
    *   where the header ends in the output
    * @param footer
    *   where the footer begins, if there is one
    */
  final def end(headerEnd: Int, footer: Int = -1): Unit = {
    var i = 0
    while (i < computed.length) {
      val field = computed(i)
      field.value match {
        case LayoutValue.Count(from, until) =>
          put(field, (edge(until, headerEnd, footer) - edge(from, headerEnd, footer)).toLong)
        case LayoutValue.Checksum(from, until) =>
          put(field,
            sum(output.bytes, edge(from, headerEnd, footer), edge(until, headerEnd, footer))
              .toLong)
        case other => throw new IllegalStateException(s"${field.name} is not computed by $other")
      }
      i += 1
    }
  }

  private def edge(edge: LayoutEdge, headerEnd: Int, footer: Int): Int =
    edge.in(start, headerEnd, footer, output.position)

  /** Writes a number of the layout, which was begun last. */
  final def put(field: LayoutField, value: Long): Unit = {
    val at = start + field.at
    field.size match {
      case 1 => output.putI8(at, value.toInt)
      case 2 => output.putI16(at, value.toInt)
      case 4 => output.putI32(at, value.toInt)
      case _ => output.putI64(at, value)
    }
  }
}
