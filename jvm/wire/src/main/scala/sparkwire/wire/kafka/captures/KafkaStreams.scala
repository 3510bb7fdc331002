package sparkwire.wire.kafka.captures

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.streams.{Connection, ConnectionReader, ConnectionSink}
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
    extends ConnectionSink[Exchange](budget) {
  private[this] val reading =
    new KafkaReading(port, options, maxMemory, exchange => add(exchange))

  protected def costOf(value: Exchange): Long = value.cost

  protected def newReader(connection: Connection): ConnectionReader =
    new KafkaConnection(connection, reading)
}
