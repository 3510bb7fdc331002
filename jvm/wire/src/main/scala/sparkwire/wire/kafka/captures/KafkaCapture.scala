package sparkwire.wire.kafka.captures

import sparkwire.wire.capture.Capture
import sparkwire.wire.core.Reason

/** The faults of a request and its response in a capture. */
object KafkaCapture {
  val Unanswered = new Reason("unanswered", "the capture has no response to this request")
  val NoRequest = new Reason("no-request", "the capture has no request for this response")
  val LostBytes: Reason = Capture.LostBytes
  val CutOff = new Reason("cut-off",
    "the connection or the capture ends inside this request or response")
  val BadFrame = new Reason("bad-frame",
    "the bytes between the last request or response and the next one are neither")
  val MemoryExceeded = new Reason("memory-exceeded",
    "the requests of this connection that wait for responses take more than half of maxMemory")

  // Of a whole connection.

  val Tls = new Reason("tls", "the connection is encrypted")
  val NotKafka = new Reason("not-kafka", "nothing in the connection is a request of Kafka")

  val reasons: Seq[Reason] = Seq(Unanswered, NoRequest, LostBytes, CutOff, BadFrame,
    MemoryExceeded, Reason.TooLarge, Tls, NotKafka)
}
