package sparkwire.wire.databus.captures

import sparkwire.wire.capture.Piece
import sparkwire.wire.capture.streams.{Budget, Connection}
import sparkwire.wire.capture.values.{ValueReading, ValueSink}
import sparkwire.wire.core.Options
import sparkwire.wire.databus.series.ManyEvents

/** The events that relays and bootstrap servers send to clients.
  *
  * @param port
  *   the port of the servers, 0 if it is not known
  */
final class DatabusStreams(port: Int, options: Options, budget: Budget) extends ValueSink {
  private[this] val reading =
    new ValueReading(ManyEvents.newBounds(options), options, budget, value => add(value))

  def piece(connection: Connection, side: Int, piece: Piece): Unit = {
    if (connection.state == null)
      connection.state = new DatabusConnection(connection, port, reading)
    connection.state.asInstanceOf[DatabusConnection].piece(side, piece)
  }

  def ended(connection: Connection): Unit = if (connection.state != null) {
    connection.state.asInstanceOf[DatabusConnection].end()
    connection.state = null
  }
}
