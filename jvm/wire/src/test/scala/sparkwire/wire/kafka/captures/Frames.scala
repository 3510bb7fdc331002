package sparkwire.wire.kafka.captures

import java.nio.charset.StandardCharsets.ISO_8859_1

import scala.collection.mutable

import sparkwire.wire.capture._
import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.streams.{Budget, TcpStreams}
import sparkwire.wire.core.Options

/** Requests and responses, conversations that send them, and what is found of these. */
object Frames {
  def request(key: Int, version: Int, id: Int, body: String = "", clientId: String = "app"): Array[
    Byte] = join(u16(key), u16(version), u32(id.toLong), u16(clientId.length),
    text(clientId), text(body))
  def response(id: Int, body: String = ""): Array[Byte] = join(u32(id.toLong), text(body))
  def sized(frame: Array[Byte]): Array[Byte] = join(u32(frame.length.toLong), frame)

  /** Writes what two sides say to each other, a packet for each part.
    *
    * @param start
    *   the first sequence number of both
    */
  final class Talk(start: Long = 1000, broker: Side = server, from: Side = client) {
    private val packets = mutable.Buffer.empty[Captured]
    private val next = Array(start, start)
    private val sides = Array(from, broker)

    def said: Seq[Captured] = packets.toSeq

    def add(side: Int, data: Array[Byte], flags: Int = 0): Talk = {
      packets += packet(side, next(side), data, flags)
      next(side) += data.length + (if ((flags & (Syn | Fin)) != 0) 1 else 0)
      this
    }

    private def packet(side: Int, sequence: Long, data: Array[Byte], flags: Int): Captured = {
      val isFirst = side == 0 && flags == Syn
      Captured(
        ethernet(
          ipv4(sides(side), sides(1 - side),
            tcp(sides(side), sides(1 - side),
              sequence & 0xffffffffL, data, if (isFirst) -1 else next(1 - side) & 0xffffffffL,
              flags))),
        nanos = (packets.length + 1) * 1000L)
    }

    def open(): Talk = add(0, Array.emptyByteArray, Syn).add(1, Array.emptyByteArray, Syn)
    def close(): Talk = add(0, Array.emptyByteArray, Fin).add(1, Array.emptyByteArray, Fin)
    def up(data: Array[Byte]*): Talk = add(0, join(data: _*))
    def down(data: Array[Byte]*): Talk = add(1, join(data: _*))

    /** The capture does not have these bytes, which the other side acknowledges. */
    def lose(side: Int, size: Int): Talk = {
      next(side) += size
      this
    }

    /** Changes the order of the last packets. */
    def reorder(order: Int*): Talk = {
      val last = packets.takeRight(order.length).toSeq
      packets.dropRightInPlace(order.length)
      packets ++= order.map(last)
      this
    }
  }

  /** An exchange in short: API, correlation id, what is there of both, and the fault. */
  def found(packets: Seq[Captured], port: Int = 0, options: Map[String, String] = Map.empty,
      maxMemory: Long = 1 << 20): Seq[String] =
    exchanges(CaptureFiles.pcap(packets), port, options, maxMemory).map { one =>
      val id = if (one.hasCorrelationId) s" ${one.correlationId}" else ""
      def there(bytes: Array[Byte]) = if (bytes == null) "-" else bytes.length.toString
      val fault = if (one.fault == null) "" else s" ${one.fault.word}"
      s"${one.api}$id ${there(one.request)}/${there(one.response)}$fault"
    }

  def exchanges(file: Array[Byte], port: Int = 0, options: Map[String, String] = Map.empty,
      maxMemory: Long = 1 << 20): Seq[Exchange] = {
    val budget = new Budget(maxMemory)
    val kafka = new KafkaStreams(port, Options(options), budget, maxMemory)
    val streams = new TcpStreams(budget, kafka, port)
    val packets = StreamReads.reader(file)
    while (packets.next()) { val _ = streams.accept(packets.packet) }
    streams.end(packets.packet)
    Iterator.continually(kafka.poll()).takeWhile(_ != null).toList
  }

  def plain(bytes: Array[Byte]): String = if (bytes == null) null else new String(bytes, ISO_8859_1)
}
