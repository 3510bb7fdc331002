package sparkwire.wire.capture

import sparkwire.wire.core.Reason

/** Captured network traffic, as tcpdump and Wireshark write it: why a file cannot be read, and
  * which parts of it are missing.
  */
object Capture {
  final val Name = "capture"

  // Damage of a file.

  val BadMagic = new Reason("bad-magic", "the file begins neither as a pcap nor as a pcapng file")
  val BadBlock = new Reason("bad-block",
    "the lengths in a block of a pcapng file contradict each other, or it names no interface")
  val BadPacketLength =
    new Reason("bad-packet-length", "a packet claims more bytes than a packet can have")
  val TruncatedFile = new Reason("truncated-file", "the file ends inside a packet or a block")
  val UnknownLinkType = new Reason("unknown-link-type",
    "packets of this link type are passed over: neither Ethernet nor Linux cooked, loopback or raw IP")

  /** Bytes that the file lacks although they were sent: a property of the capture, not damage. */
  val LostBytes = new Reason("lost-bytes", "the capture does not have these bytes of the stream")

  val BadDatagram = new Reason("bad-datagram",
    "the length of this UDP datagram contradicts the IP packet that carries it")
  val TruncatedDatagram = new Reason("truncated-datagram",
    "the capture does not have all bytes of this UDP datagram: capture with a snapshot length that " +
      "fits (tcpdump -s 0)")

  /** The data that is read of a connection needs too much memory: it does not fit the limit of the
    * query.
    */
  val MemoryExceeded = new Reason("memory-exceeded",
    "what waits of this connection takes more than maxMemory allows; raise maxMemory, " +
      "or leave the connection out with port")

  /** Whether a row with this fault fails a query, unless `mode` is `permissive`. */
  def isRefused(reason: Reason): Boolean =
    (reason eq MemoryExceeded) || (reason eq BadDatagram) || (reason eq TruncatedDatagram)

  val reasons: Seq[Reason] = Seq(BadMagic, BadBlock, BadPacketLength, TruncatedFile,
    UnknownLinkType, LostBytes, MemoryExceeded, BadDatagram, TruncatedDatagram)
}
