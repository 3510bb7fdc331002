package sparkwire.files.capture

import org.apache.spark.sql.types.StructType

import sparkwire.wire.capture.packets.{Datagram, Datagrams}

/** A row for each UDP datagram. One that is not complete has the bytes that are there, and a fault. */
private[capture] final class DatagramRows(required: StructType, files: Seq[String],
    val receiver: Datagrams)
    extends CaptureRows(required, files) {
  private[this] val timestamp = at("timestamp")
  private[this] val addresses = Array(at("src"), at("dst"))
  private[this] val ports = Array(at("src_port"), at("dst_port"))
  private[this] val value = at("value")

  def advance(): Boolean = {
    val next = receiver.poll()
    if (next != null) set(next)
    next != null
  }

  private def set(datagram: Datagram): Unit = {
    begin(datagram.place.file, datagram.place.position, datagram.fault)
    putTime(timestamp, datagram.place.micros)
    setSide(datagram, 0)
    setSide(datagram, 1)
    if (value >= 0) put(value, datagram.data)
  }

  private def setSide(datagram: Datagram, side: Int): Unit = {
    if (addresses(side) >= 0) put(addresses(side), datagram.address(side))
    if (ports(side) >= 0 && datagram.hasPorts) row.setInt(ports(side), datagram.port(side))
  }
}
