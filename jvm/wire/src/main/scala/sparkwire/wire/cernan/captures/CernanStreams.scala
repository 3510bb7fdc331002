package sparkwire.wire.cernan
package captures

import sparkwire.wire.capture.Piece
import sparkwire.wire.capture.streams.{Budget, Connection}
import sparkwire.wire.capture.values.{ValueReading, ValueSink}
import sparkwire.wire.core.Options

/** The packets that clients send to Cernan's Avro source, and its answers.
  *
  * @param port
  *   the port of the servers, 0 if it is not known
  */
final class CernanStreams(port: Int, options: Options, budget: Budget) extends ValueSink {
  private[this] val reading =
    new ValueReading(Cernan.newBounds(options), options, budget, value => add(value))

  def piece(connection: Connection, side: Int, piece: Piece): Unit = {
    if (connection.state == null)
      connection.state = new CernanConnection(connection, port, reading)
    connection.state.asInstanceOf[CernanConnection].piece(side, piece)
  }

  def ended(connection: Connection): Unit = if (connection.state != null) {
    connection.state.asInstanceOf[CernanConnection].end()
    connection.state = null
  }
}
