package sparkwire.wire.databus.captures

import sparkwire.wire.Vectors
import sparkwire.wire.capture.{Captured, CaptureFiles, StreamReads}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.values.CapturedValue
import sparkwire.wire.core.Options

/** Requests to a relay and its responses, and the ones that are found in a capture. */
object Relay {

  /** Valid events of both versions, in both byte orders. */
  val events: Seq[Array[Byte]] =
    Seq("events-v1", "events-v2").flatMap(Vectors.read("databus", _)).map(_.bytes)
      .distinctBy(_.toSeq)

  def event(number: Int): Array[Byte] = events(number)

  /** Events, one after the other. */
  def some(numbers: Int*): Array[Byte] = join(numbers.map(event): _*)

  def get(target: String, method: String = "GET"): Array[Byte] =
    text(s"$method $target HTTP/1.1\r\nHost: relay\r\n\r\n")
  val stream: Array[Byte] = get("/stream?sources=1&size=1000&output=binary&checkPoint=%7B%7D")

  def head(fields: String*): Array[Byte] =
    text(("HTTP/1.1 200 OK" +: fields).map(_ + "\r\n").mkString + "\r\n")

  def sized(body: Array[Byte], fields: String*): Array[Byte] =
    join(head(s"Content-Length: ${body.length}" +: fields: _*), body)

  /** @param size
    *   how many bytes a chunk has
    */
  def chunks(body: Array[Byte], size: Int): Array[Byte] =
    join(body.grouped(size).map(chunk).toSeq :+ text("0\r\n\r\n"): _*)

  def chunk(bytes: Array[Byte]): Array[Byte] =
    join(text(bytes.length.toHexString + "\r\n"), bytes, text("\r\n"))

  def chunked(body: Array[Byte], size: Int): Array[Byte] =
    join(head("transfer-encoding: Chunked"), chunks(body, size))

  /** Returns each event by its number, or the fault. */
  def found(packets: Seq[Captured], port: Int = 0,
      options: Map[String, String] = Map.empty): Seq[String] =
    values(CaptureFiles.pcap(packets), port, options).map { value =>
      if (value.fault != null) value.fault.word
      else events.indexWhere(_.sameElements(value.bytes)).toString
    }

  def values(file: Array[Byte], port: Int = 0,
      options: Map[String, String] = Map.empty): Seq[CapturedValue] =
    StreamReads.values(file, port)(new DatabusStreams(port, Options(options), _))
}
