package sparkwire.files.capture

import org.apache.spark.sql.types.StructType

import sparkwire.wire.capture.{Budget, PacketReceiver}
import sparkwire.wire.capture.streams.{StreamSink, TcpStreams}
import sparkwire.wire.core.Options

/** Makes rows of the TCP streams of a capture. */
private[capture] abstract class StreamRows(required: StructType, files: Seq[String],
    options: Options, budget: Budget)
    extends CaptureRows(required, files) {

  /** Receives the streams. */
  protected def sink: StreamSink

  final lazy val receiver: PacketReceiver =
    new TcpStreams(budget, sink, CaptureFiles.port(options))
}
