package sparkwire.files.capture

import java.util.ArrayDeque

import org.apache.spark.sql.types.StructType

import sparkwire.wire.capture.{Capture, Piece}
import sparkwire.wire.capture.streams.{Connection, StreamSink}

/** A row for each piece of a stream. A piece that is lost has the fault that says so. */
private[capture] final class PieceRows(required: StructType, files: Seq[String])
    extends SideRows(required, files) {
  private[this] val position = at("position")

  private final class Waiting(val connection: Connection, val side: Int, val piece: Piece)
  private[this] val waiting = new ArrayDeque[Waiting]

  val sink: StreamSink = new StreamSink {
    def piece(connection: Connection, side: Int, piece: Piece): Unit = {
      val _ = waiting.add(new Waiting(connection, side, piece))
    }
    def ended(connection: Connection): Unit = ()
  }

  def advance(): Boolean = {
    val next = waiting.poll()
    if (next != null) set(next.connection, next.side, next.piece)
    next != null
  }

  private def set(connection: Connection, side: Int, piece: Piece): Unit = {
    begin(piece.place.file, piece.place.position, if (piece.isLost) Capture.LostBytes else null)
    setSides(connection, side, piece.place.micros, piece.bytes)
    if (position >= 0) row.setLong(position, piece.start)
  }
}
