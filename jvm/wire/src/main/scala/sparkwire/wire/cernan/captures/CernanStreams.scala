package sparkwire.wire.cernan.captures

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.streams.{Connection, ConnectionReader}
import sparkwire.wire.capture.values.CapturedValues
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Options

/** The packets that clients send to Cernan's Avro source, and its answers.
  *
  * @param port
  *   the port of the servers, 0 if it is not known
  */
final class CernanStreams(port: Int, options: Options, budget: Budget)
    extends CapturedValues(Cernan.newBounds(options), options, budget) {
  protected def newReader(connection: Connection): ConnectionReader =
    new CernanConnection(connection, port, reading)
}
