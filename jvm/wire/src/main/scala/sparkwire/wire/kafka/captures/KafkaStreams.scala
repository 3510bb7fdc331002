package sparkwire.wire.kafka.captures

import java.util.ArrayDeque

import sparkwire.wire.capture.Piece
import sparkwire.wire.capture.streams.{Budget, Connection, StreamSink}
import sparkwire.wire.core.Options

/** The requests of Kafka in the connections of a capture, each with its response. They come when the
  * response has come, or it is known that there will be none.
  *
  * @param port
  *   the port of the brokers, 0 if it is not known
  * @param maxMemory
  *   the limit of the budget
  */
final class KafkaStreams(port: Int, options: Options, budget: Budget, maxMemory: Long)
    extends StreamSink {
  private[this] val waiting = new ArrayDeque[Exchange]
  private[this] val reading =
    new KafkaReading(
      port, options, budget, maxMemory, exchange => { val _ = waiting.add(exchange) })

  /** Returns the next one, null if there is none yet. */
  def poll(): Exchange = waiting.poll()

  def piece(connection: Connection, side: Int, piece: Piece): Unit = {
    if (connection.state == null) connection.state = new KafkaConnection(connection, reading)
    connection.state.asInstanceOf[KafkaConnection].piece(side, piece)
  }

  def ended(connection: Connection): Unit = if (connection.state != null) {
    connection.state.asInstanceOf[KafkaConnection].end()
    connection.state = null
  }
}
