package sparkwire.wire.capture

import java.nio.charset.StandardCharsets.ISO_8859_1

import scala.collection.mutable

import sparkwire.wire.capture.files.PacketFileReader
import sparkwire.wire.capture.streams._
import sparkwire.wire.files.{FileInputs, FileWindow}

/** Reads the streams of a capture in memory. */
object StreamReads {

  /** A piece as text, `<n>` for n lost bytes. */
  final case class Read(stream: Long, from: String, text: String, start: Long, micros: Long,
      position: Long)

  final class Collected extends StreamSink {
    val pieces: mutable.Buffer[Read] = mutable.Buffer.empty[Read]
    val ended = mutable.Buffer.empty[Long]

    def piece(connection: Connection, side: Int, piece: Piece): Unit = {
      val text = if (piece.isLost) s"<${piece.size}>" else new String(piece.bytes, ISO_8859_1)
      pieces += Read(
        connection.number, connection.text(side), text, piece.start, piece.place.micros,
        piece.place.position)
    }
    def ended(connection: Connection): Unit = ended += connection.number
    def exceeded(connection: Connection, place: PacketPlace): Unit = ()
    def relieve(connection: Connection): Boolean = false

    /** The bytes of each direction of each connection. */
    def texts: Seq[(Long, String, String)] =
      pieces.toSeq.map(one => (one.stream, one.from)).distinct.map { case (stream, from) =>
        (stream, from,
          pieces.filter(one => one.stream == stream && one.from == from).map(_.text).mkString)
      }
  }

  def reader(file: Array[Byte]): PacketFileReader =
    PacketFileReader.of(new FileWindow(FileInputs.sequential(file), 64))

  def read(file: Array[Byte], maxMemory: Long = 1 << 20): Collected = {
    val found = new Collected
    assert(give(file, new TcpStreams(new Budget(maxMemory), found))(()).fault eq null)
    found
  }

  /** Returns the values found in the streams of a capture. */
  def values[V <: AnyRef](file: Array[Byte], port: Int, maxMemory: Long = 1 << 20)(
      newSink: Budget => ConnectionSink[V]): Seq[V] =
    valuesAndPeak(file, port, maxMemory)(newSink)._1

  /** Returns the values found, and the most memory that has waited for them. */
  def valuesAndPeak[V <: AnyRef](file: Array[Byte], port: Int, maxMemory: Long)(
      newSink: Budget => ConnectionSink[V]): (Seq[V], Long) = {
    val budget = new Budget(maxMemory)
    val sink = newSink(budget)
    val found = mutable.Buffer.empty[V]
    var peak = 0L
    def next: V = {
      val value = sink.poll()
      peak = math.max(peak, budget.used)
      value
    }
    val _ = give(file, new TcpStreams(budget, sink, port)) {
      found ++= Iterator.continually(next).takeWhile(_ != null)
    }
    // Connections that have ended count nothing but themselves.
    assert(budget.used % 1024 == 0)
    (found.toSeq, peak)
  }

  /** Gives all packets of a capture to the streams, and returns the receiver that has read them.
    *
    * @param poll takes the available data after each step
    */
  private def give(file: Array[Byte], streams: TcpStreams)(poll: => Unit): PacketFileReader = {
    val packets = reader(file)
    while (packets.next()) {
      val _ = streams.accept(packets.packet)
      while (streams.step()) poll
    }
    streams.end(packets.packet)
    while (streams.step()) poll
    packets
  }

  /** The content of Ethernet frames. */
  def texts(frames: Array[Byte]*): Seq[(Long, String, String)] =
    read(CaptureFiles.pcap(frames.map(Captured(_)))).texts
}
