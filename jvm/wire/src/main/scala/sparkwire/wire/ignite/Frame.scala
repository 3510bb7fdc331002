package sparkwire.wire.ignite

import sparkwire.wire.Sink

/** A container that is being read. Kept on a stack of our own, never on that of the thread, which a
  * value could exhaust; made once for each depth.
  */
private[ignite] final class Frame {
  var kind = 0

  /** Where its code is. */
  var start = 0

  /** How many parts are to come; of a map keys and values. */
  var left = 0L

  /** Who takes its parts; null if nobody does, and they are only checked. */
  var sink: Sink = _

  /** Whether the sink outside is to be told that this was passed over. */
  var isSkipped = false

  /** Where the cursor's limit was outside. */
  var outerEnd = 0

  /** Where to go on behind it, if a handle led here; else -1. */
  var returnTo = -1
  var asked: Asked = _

  // Of a map.
  var valueAsked: Asked = _

  // Of an object.
  val head = new ObjectHead
  var layout: IgniteLayout = _
  var field = 0
  var order: Array[Long] = _

  /** A bit for each of the first 64 fields. */
  var needed = 0L

  /** Goes on to the next field that is needed. Only where the fields are in order. */
  def skipUnneeded(): Unit =
    if (needed != -1L && field < 64) {
      val rest = needed >>> field
      field = if (rest == 0) 64 else field + java.lang.Long.numberOfTrailingZeros(rest)
    }

  // Of wrapped data: the buffer outside of it.
  var root = 0
  var outerBase = 0
  var outerBufferEnd = 0
}

private[ignite] object Frame {
  final val List = 0
  final val Enums = 1
  final val Map = 2
  final val Object = 3
  final val Wrapped = 4
  final val Proxy = 5
}
