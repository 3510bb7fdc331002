package sparkwire.wire.databus.captures

import sparkwire.wire.capture.Capture
import sparkwire.wire.capture.http.HttpMessages
import sparkwire.wire.capture.values.DirectionValues
import sparkwire.wire.core.Reason
import sparkwire.wire.databus.Databus

/** The faults of the events of a relay in a capture. */
object DatabusCapture {
  val ContentEncoding = new Reason("content-encoding",
    "the body of this response is compressed or encoded, which is not undone")

  // Of a whole connection.
  val NotHttp = new Reason("not-http", "nothing in the connection is HTTP/1.1")

  val reasons: Seq[Reason] = Seq(Capture.LostBytes, DirectionValues.CutOff, Reason.TooLarge,
    HttpMessages.BadHttp, ContentEncoding, NotHttp) ++ Databus.reasons
}
