package sparkwire.files.capture

import org.apache.spark.sql.types.StructType

import sparkwire.wire.capture.{Budget, Capture, PacketPlace, Piece}
import sparkwire.wire.capture.streams.{Connection, StreamSink}
import sparkwire.wire.core.Options

/** A row for each piece of a stream. A piece that is lost has the fault that says so. */
private[capture] final class PieceRows(required: StructType, files: Seq[String],
    options: Options, budget: Budget)
    extends SideRows(required, files, options, budget) {
  private[this] val position = at("position")

  private[this] var hasPiece = false

  // Nothing is kept of a connection, so nothing of it can be too much.
  protected val sink: StreamSink = new StreamSink {
    def piece(connection: Connection, side: Int, piece: Piece): Unit = {
      set(connection, side, piece)
      hasPiece = true
    }
    def ended(connection: Connection): Unit = ()
    def exceeded(connection: Connection, place: PacketPlace): Unit = ()
    def relieve(connection: Connection): Boolean = false
  }

  def advance(): Boolean = {
    val isRow = hasPiece
    hasPiece = false
    isRow
  }

  private def set(connection: Connection, side: Int, piece: Piece): Unit = {
    begin(piece.place.file, piece.place.position, if (piece.isLost) Capture.LostBytes else null)
    setSides(connection, side, piece.place.micros, piece.bytes)
    if (position >= 0) row.setLong(position, piece.start)
  }
}
