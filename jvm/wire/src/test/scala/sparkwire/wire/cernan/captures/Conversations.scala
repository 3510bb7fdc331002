package sparkwire.wire.cernan.captures

import java.nio.ByteBuffer

import sparkwire.wire.capture.{Captured, CaptureFiles, StreamReads}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.values.CapturedValue
import sparkwire.wire.core.Options

/** Packets and answers, and the ones that are found in a capture. */
object Conversations {
  private val sync = Array.fill[Byte](16)(7)

  /** A packet with one record, a long.
    *
    * @param filler
    *   how many bytes a pair has
    */
  def packet(id: Long, filler: Int = 0): Array[Byte] = {
    val pair = join(bytes(1, 1), text("k"), u16(filler), new Array[Byte](filler))
    val body = join(u32(2), u32(1), answer(id), answer(5), pair, container)
    join(u32(body.length.toLong), body)
  }

  private val container = join(text("Obj\u0001"), bytes(2, 22), text("avro.schema"), bytes(12),
    text("\"long\""), bytes(0), sync, bytes(2, 2, 84), sync)

  def answer(id: Long): Array[Byte] = ByteBuffer.allocate(8).putLong(id).array

  /** Returns each value in short: the port that has sent it, the id in it or the fault. */
  def found(packets: Seq[Captured], port: Int = 0, options: Map[String, String] = Map.empty,
      maxMemory: Long = 1 << 20): Seq[String] =
    values(CaptureFiles.pcap(packets), port, options, maxMemory).map { value =>
      val from = value.connection.endpoints.port(value.side)
      val what =
        if (value.fault != null) value.fault.word
        else ByteBuffer.wrap(value.bytes).getLong(if (value.bytes.length > 8) 12 else 0).toString
      s"$from $what"
    }

  def values(file: Array[Byte], port: Int = 0, options: Map[String, String] = Map.empty,
      maxMemory: Long = 1 << 20): Seq[CapturedValue] =
    StreamReads.values(file, port, maxMemory)(new CernanStreams(port, Options(options), _))
}
