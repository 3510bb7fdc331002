package sparkwire.wire.kafka.captures

import java.nio.charset.StandardCharsets.ISO_8859_1

import sparkwire.wire.capture._
import sparkwire.wire.capture.Packets._
import sparkwire.wire.core.Options

/** Requests and responses, and the ones that are found. */
object Frames {
  def request(key: Int, version: Int, id: Int, body: String = "", clientId: String = "app"): Array[
    Byte] = join(u16(key), u16(version), u32(id.toLong), u16(clientId.length),
    text(clientId), text(body))
  def response(id: Int, body: String = ""): Array[Byte] = join(u32(id.toLong), text(body))
  def sized(frame: Array[Byte]): Array[Byte] = join(u32(frame.length.toLong), frame)

  /** An exchange in short: API, correlation id, whether request and response are there, and the
    * fault.
    */
  def found(packets: Seq[Captured], port: Int = 0, options: Map[String, String] = Map.empty,
      maxMemory: Long = 1 << 20): Seq[String] =
    exchanges(CaptureFiles.pcap(packets), port, options, maxMemory).map { one =>
      val id = if (one.hasCorrelationId) s" ${one.correlationId}" else ""
      def there(bytes: Array[Byte]) = if (bytes == null) "-" else bytes.length.toString
      val fault = if (one.fault == null) "" else s" ${one.fault.word}"
      s"${one.api}$id ${there(one.request)}/${there(one.response)}$fault"
    }

  def exchanges(file: Array[Byte], port: Int = 0, options: Map[String, String] = Map.empty,
      maxMemory: Long = 1 << 20): Seq[Exchange] =
    StreamReads.values(file, port, maxMemory)(
      new KafkaStreams(port, Options(options), _, maxMemory))

  def plain(bytes: Array[Byte]): String = if (bytes == null) null else new String(bytes, ISO_8859_1)
}
