package sparkwire.wire.capture.values

import sparkwire.wire.capture.{Capture, PacketPlace, Piece}
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.core.{Cursor, Options, Reason}
import sparkwire.wire.series.ValueBounds

/** The common properties of all directions of a capture with values end to end. */
final class DirectionReading(val bounds: ValueBounds, options: Options,
    val give: CapturedValue => Unit) {
  val maxSize: Int = options.maxSize
  val cursor = new Cursor
  cursor.setMaxSize(maxSize)
  cursor.setMaxDepth(options.maxDepth)
  val tooLarge: Reason = Options.MaxSize.exceeded(Reason.TooLarge, maxSize)
}

/** Finds the values end to end in a direction of a connection.
  *
  * After lost bytes, and after bytes that are not a value, the next value is searched for. The
  * search looks at each byte [[ValueBounds.LooksAtByte]] times on average; if broken values overlap
  * so that it would be more, it skips all that is there.
  *
  * A value that is not complete is tried again only if as many bytes have come as the last attempt has
  * looked at: bytes may come one by one. So a value may be given later than it is complete.
  *
  * @param isWhole
  *   whether a value begins with the first byte
  */
final class DirectionValues(connection: Connection, side: Int, reading: DirectionReading,
    isWhole: Boolean) {
  import DirectionValues._

  private[this] val bytes = new StreamBytes(connection.held)
  private[this] val bounds = reading.bounds
  private[this] val cursor = reading.cursor
  private[this] var isSearching = !isWhole
  private[this] var begun = isWhole
  // With so many bytes, the next attempt is worth it.
  private[this] var enough = 0L
  private[this] var effort = LeastEffort

  // Whether the available bytes are being read; why nothing follows them, null if something may,
  // and where that shows; whether a value has ended early for this reason.
  private[this] var isReading = false
  private[this] var why: Reason = _
  private[this] var whyAt: PacketPlace = _
  private[this] var isEarly = false
  private[this] var hasEnded = false

  /** Whether a value has begun: the first byte is one of it, or one has been found. */
  def hasBegun: Boolean = begun

  /** Takes bytes, or lost bytes, which are read by [[step]]. */
  def piece(piece: Piece): Unit =
    if (piece.isLost) breakOff(piece.place, Capture.LostBytes)
    else {
      bytes.add(piece)
      effort += ValueBounds.LooksAtByte * piece.size
      if (bytes.size >= enough) begin()
    }

  /** The values break off here: that is said once, unless none has begun. */
  def breakOff(place: PacketPlace, reason: Reason): Unit = {
    begin()
    why = reason
    whyAt = place
  }

  /** Nothing more comes. */
  def end(): Unit = {
    hasEnded = true
    if (why == null) {
      begin()
      why = CutOff
    }
  }

  private def begin(): Unit = {
    if (!isReading) bounds.setEffort(effort)
    isReading = true
    enough = 0
  }

  /** Reads a value, or looks for the next one. Returns false if that takes more bytes. */
  def step(): Boolean =
    isReading && {
      if (bytes.size > enough) isEarly |= (if (isSearching) search() else next())
      else finish()
      true
    }

  private def finish(): Unit = {
    isReading = false
    effort = math.min(bounds.effortLeft, ValueBounds.LooksAtByte * reading.maxSize)
    if (whyAt != null) {
      if (!isEarly && hasBegun) fail(whyAt, why)
      bytes.drop(bytes.size)
      isSearching = true
    }
    why = null
    whyAt = null
    isEarly = false
    if (hasEnded) bytes.close()
  }

  private def wrap(size: Int): Unit = {
    val _ = cursor.wrap(bytes.bytes, bytes.from, size)
    bounds.begin(cursor)
  }

  /** Takes the value that begins with the first byte. Returns whether it has ended early. */
  private def next(): Boolean = {
    wrap(math.min(bytes.size, reading.maxSize))
    val refused = bounds.whyBroken(cursor)
    val isCut = refused != null && bounds.isCut(refused)
    if (refused == null) {
      val size = cursor.position - bytes.from
      reading.give(new CapturedValue(connection, side, bytes.place, bytes.copy(size), null))
      bytes.drop(size)
      false
    } else if (isCut && why == null && bytes.size <= reading.maxSize) {
      waitFor(bounds.lookedAt(cursor, bytes.from))
      false
    } else {
      val endsEarly = isCut && bytes.size <= reading.maxSize
      bounds.spend(bounds.lookedAt(cursor, bytes.from))
      fail(bytes.place, if (endsEarly) why else if (isCut) reading.tooLarge else refused)
      bytes.drop(1)
      isSearching = true
      endsEarly
    }
  }

  private def waitFor(looked: Long): Unit =
    enough = bytes.size + math.max(1, math.min(looked, bytes.size / 4L))

  /** Goes to where a value begins. Returns false. */
  private def search(): Boolean = {
    wrap(bytes.size)
    val found = bounds.find(cursor, bytes.from, bytes.from + bytes.size)
    if (found >= 0) {
      bytes.drop(found - bytes.from)
      isSearching = false
      begun = true
    } else if (why != null || bounds.effortLeft <= 0) bytes.drop(bytes.size)
    else {
      // A value that begins earlier would be there.
      bytes.drop(math.max(0, bytes.size - reading.maxSize))
      waitFor(bytes.size.toLong)
    }
    false
  }

  private def fail(place: PacketPlace, reason: Reason): Unit =
    reading.give(new CapturedValue(connection, side, place, null, reason))
}

object DirectionValues {
  val CutOff = new Reason("cut-off", "the connection or the capture ends inside this value")

  private final val LeastEffort = 1L << 14
}
