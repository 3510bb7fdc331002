package sparkwire.files.capture

import java.util.ArrayDeque

import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.capture.{Capture, Piece}
import sparkwire.wire.capture.streams.{Connection, StreamSink}

/** A row for each piece of a stream. A piece that is lost has the fault that says so. */
private[capture] final class PieceRows(required: StructType, files: Seq[String])
    extends CaptureRows(required, files) {
  private[this] val timestamp = at("timestamp")
  private[this] val addresses = Array(at("src"), at("dst"))
  private[this] val ports = Array(at("src_port"), at("dst_port"))
  private[this] val stream = at("stream")
  private[this] val position = at("position")
  private[this] val value = at("value")

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
    begin(piece.file, piece.position, if (piece.isLost) Capture.LostBytes else null)
    putTime(timestamp, piece.micros)
    if (stream >= 0) row.setLong(stream, connection.number)
    if (position >= 0) row.setLong(position, piece.start)
    if (!piece.isLost) put(value, piece.bytes)
    setSide(connection, side, 0)
    setSide(connection, 1 - side, 1)
  }

  private def setSide(connection: Connection, side: Int, number: Int): Unit = {
    if (addresses(number) >= 0) row.update(addresses(number), addressesOf(connection)(side))
    if (ports(number) >= 0) row.setInt(ports(number), connection.endpoints.port(side))
  }

  private def addressesOf(connection: Connection): Array[UTF8String] = {
    if (connection.state == null)
      connection.state = Array(0, 1).map(side =>
        UTF8String.fromString(connection.endpoints.address(side)))
    connection.state.asInstanceOf[Array[UTF8String]]
  }
}
