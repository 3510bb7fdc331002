package sparkwire.wire.cernan.captures

import sparkwire.wire.capture.Capture
import sparkwire.wire.capture.values.DirectionValues
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Reason

/** The faults of packets and answers of Cernan in a capture. */
object CernanCapture {
  // Of a whole connection.
  val NotCernan =
    new Reason("not-cernan", "nothing in the connection is a packet for Cernan's Avro source")

  val reasons: Seq[Reason] =
    Seq(Capture.LostBytes, DirectionValues.CutOff, Reason.TooLarge, NotCernan) ++ Cernan.reasons
}
