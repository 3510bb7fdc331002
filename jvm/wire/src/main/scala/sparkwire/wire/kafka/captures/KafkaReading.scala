package sparkwire.wire.kafka.captures

import sparkwire.wire.core.{Options, Reason}

/** The common properties of all connections of a capture of Kafka.
  *
  * @param port
  *   the port of the brokers, 0 if it is not known
  */
private[captures] final class KafkaReading(val port: Int, options: Options, val maxMemory: Long,
    val give: Exchange => Unit) {
  val maxSize: Int = options.maxSize
  val tooLarge: Reason = Reason.TooLarge.because(options.explain(Reason.TooLarge))
}
