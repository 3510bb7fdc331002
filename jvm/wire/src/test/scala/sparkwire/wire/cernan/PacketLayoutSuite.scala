package sparkwire.wire.cernan

import sparkwire.wire._
import sparkwire.wire.cernan.Cernan.OnePacket
import sparkwire.wire.core.Bytes

import org.scalatest.funsuite.AnyFunSuite

/** The table of [[PacketLayout]] against packets that Cernan wrote. */
class PacketLayoutSuite extends AnyFunSuite with VectorTests with ReaderChecks with LayoutChecks {
  eachLine("cernan", "packets", 79) { line =>
    val bytes = line.bytes
    fieldsAreAt(PacketLayout.Packet, dissect(OnePacket(None), bytes).tiles)
    computedAsSaid(PacketLayout.Packet, bytes.length, bytes.length)(field =>
      Bytes.i32be(bytes, field.at).toLong)((_, _) => fail("no checksum"))
  }
}
