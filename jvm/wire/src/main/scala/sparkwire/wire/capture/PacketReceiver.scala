package sparkwire.wire.capture

/** Takes the packets of a capture, and gives their content step by step: nothing that can be large
  * is put together in one of them.
  */
abstract class PacketReceiver {

  /** Takes a packet, when there is no step left. Returns false if it is of a link type that is not
    * read.
    */
  def accept(packet: CapturedPacket): Boolean

  /** The capture ends with this packet. */
  def end(packet: CapturedPacket): Unit

  /** Gives the next piece of the data that has arrived, or ends a connection. Returns false if
    * nothing is left to give: then the next packet may come.
    */
  def step(): Boolean
}
