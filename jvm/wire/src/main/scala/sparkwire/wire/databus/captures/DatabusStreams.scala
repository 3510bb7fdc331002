package sparkwire.wire.databus.captures

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.streams.{Connection, ConnectionReader}
import sparkwire.wire.capture.values.CapturedValues
import sparkwire.wire.core.Options
import sparkwire.wire.databus.series.ManyEvents

/** The events that relays and bootstrap servers send to clients.
  *
  * @param port
  *   the port of the servers, 0 if it is not known
  */
final class DatabusStreams(port: Int, options: Options, budget: Budget)
    extends CapturedValues(ManyEvents.newBounds(options), options, budget) {
  protected def newReader(connection: Connection): ConnectionReader =
    new DatabusConnection(connection, port, reading)
}
