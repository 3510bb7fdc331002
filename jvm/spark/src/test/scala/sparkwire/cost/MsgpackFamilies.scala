package sparkwire.cost

import java.nio.ByteBuffer

object MsgpackFamilies {
  private def counted(first: Int, count: Int)(fill: ByteBuffer => ByteBuffer): Array[Byte] = {
    val bytes = ByteBuffer.allocate(5 + count * 16)
    bytes.put(first.toByte).putInt(count)
    for (_ <- 1 to count) {
      val _ = fill(bytes)
    }
    bytes.array.take(bytes.position())
  }

  val all: Seq[CostFamily] = Seq(
    CostFamily("msgpack-elements", "An array of as many elements as there are bytes.",
      "msgpack_decode")(size => Seq(counted(0xdd, size)(_.put(7.toByte)))),
    CostFamily("msgpack-names", "A map of as many different names as fit.", "msgpack_decode") {
      size =>
        var number = 0
        Seq(
          counted(0xdf, size / 8) { bytes =>
            bytes.put(0xa6.toByte).put(f"$number%06x".getBytes).put(1.toByte)
            number += 1
            bytes
          })
    }
  )
}
