package sparkwire.wire.cernan.captures

import sparkwire.wire.capture.{Capture, PacketPlace, Piece}
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.capture.values.{CapturedValue, DirectionReading, DirectionValues}
import sparkwire.wire.cernan.PacketLayout
import sparkwire.wire.core.Reason

/** The answers of the server: the ids of packets, 8 bytes each, with nothing between them. So the
  * position tells where one begins, also after lost bytes.
  *
  * @param base
  *   the position of the first byte of an answer
  */
private[captures] final class Answers(connection: Connection, side: Int, base: Long,
    reading: DirectionReading) {
  private[this] var answer: Array[Byte] = _
  private[this] var filled = 0
  private[this] var start: PacketPlace = _
  // The bytes that are being read, null if all of them have been.
  private[this] var current: Piece = _
  private[this] var at = 0

  def piece(piece: Piece): Unit =
    if (piece.isLost) lose(piece.place)
    else {
      current = piece
      // The rest of an answer whose beginning is lost.
      at = if (answer != null) 0 else passed(piece)
    }

  /** Reads an answer, or a part of one. Returns false if that takes more bytes. */
  def step(): Boolean =
    if (current != null && at < current.bytes.length) {
      if (answer == null) begin(current.place)
      val count = math.min(answer.length - filled, current.bytes.length - at)
      System.arraycopy(current.bytes, at, answer, filled, count)
      filled += count
      at += count
      if (filled == answer.length) give(start, answer, null)
      true
    } else {
      current = null
      false
    }

  private def passed(piece: Piece): Int =
    math.floorMod(base - piece.start, PacketLayout.IdSize.toLong).toInt

  private def begin(place: PacketPlace): Unit = {
    answer = new Array[Byte](PacketLayout.IdSize)
    filled = 0
    start = place
  }

  private def lose(place: PacketPlace): Unit =
    give(if (answer == null) place else start, null, Capture.LostBytes)

  /** Nothing more comes. */
  def end(): Unit = if (answer != null) give(start, null, DirectionValues.CutOff)

  private def give(place: PacketPlace, bytes: Array[Byte], fault: Reason): Unit = {
    answer = null
    reading.give(new CapturedValue(connection, side, place, bytes, fault))
  }
}
