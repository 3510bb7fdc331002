package sparkwire.wire.capture

import java.nio.ByteOrder

import sparkwire.wire.capture.CaptureFiles._
import sparkwire.wire.capture.StreamReads.reader

import org.scalatest.funsuite.AnyFunSuite

/** Files of captures: the packets in them, and how broken files end. */
class PacketReaderSuite extends AnyFunSuite {
  private val time = 1700000000123456789L
  private val packets =
    Seq(Captured("one".getBytes, time), Captured("second".getBytes, time + 1000, captured = 4))

  private def all(file: Array[Byte]): Seq[(String, Long, Long, Int)] = {
    val read = reader(file)
    val found = Iterator.continually(read.next()).takeWhile(identity).map { _ =>
      val packet = read.packet
      (new String(packet.bytes, packet.from, packet.captured), packet.length, packet.micros,
        packet.linkType)
    }.toList
    assert(read.fault eq null)
    found
  }

  private val micros = time / 1000

  for {
    order <- Seq(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)
    hasNanos <- Seq(false, true)
  }
    test(s"pcap, $order, nanoseconds: $hasNanos") {
      assert(all(pcap(packets, 113, hasNanos, order)) ===
        Seq(("one", 3, micros, 113), ("seco", 6, micros + 1, 113)))
    }

  test("the link type of a pcap file stands in the low 16 bits") {
    assert(all(pcap(packets.take(1), 0x10000001)).map(_._4) === Seq(1))
  }

  for ((name, blocks) <- Seq("little" -> little, "big" -> big)) {
    test(s"pcapng, $name endian: enhanced, obsolete and simple packets, others are passed over") {
      val units = micros
      val file = blocks.section ++ blocks.interface(options = blocks.resolution(6)) ++
        blocks.block(0x0bad, "whatever".getBytes) ++ blocks.enhanced(packets(0), units) ++
        blocks.block(5, 0, 1, 2) ++ blocks.obsolete(packets(1), units + 1) ++
        blocks.simple(packets(0))
      assert(all(file) === Seq(
        ("one", 3, micros, 1), ("seco", 6, micros + 1, 1), ("one", 3, CapturedPacket.NoTime, 1)))
    }

    test(s"pcapng, $name endian: the units of times") {
      def with_(options: Array[Byte], units: Long): Long =
        all(
          blocks.section ++ blocks.interface(options = options) ++
            blocks.enhanced(packets.head, units))
          .head._3
      assert(with_(Array.empty, 5) === 5)
      assert(with_(blocks.resolution(9), time) === micros)
      assert(with_(blocks.resolution(3), 5) === 5000)
      assert(with_(blocks.resolution(0), 5) === 5000000)
      assert(with_(blocks.resolution(0x80 | 1), 3) === 1500000)
      assert(with_(blocks.resolution(0x80 | 32), 3L << 31) === 1500000)
      assert(with_(blocks.resolution(0x80 | 60), 3L << 59) === 1500000)
      assert(with_(blocks.resolution(9) ++ blocks.offset(1700000000), 5000) === 1700000000000005L)
      assert(with_(blocks.resolution(0), -1) === CapturedPacket.NoTime)
      assert(with_(blocks.offset(Long.MinValue), 5) === CapturedPacket.NoTime)
    }
  }

  test("interfaces are numbered anew in each section, whose byte order may differ") {
    val file = little.section ++ little.interface(1) ++ little.interface(113) ++
      little.enhanced(packets(0), 1, interface = 1) ++
      big.section ++ big.interface(276) ++ big.enhanced(packets(0), 2)
    assert(all(file).map(_._4) === Seq(113, 276))
  }

  test("a simple packet is cut where its interface cuts packets") {
    val file = little.section ++ little.interface(snapLength = 4) ++
      little.simple(Captured("seconds!".getBytes))
    assert(all(file).map(_._1) === Seq("seco"))
  }

  private def fault(file: Array[Byte]): (Int, String, Long) = {
    val read = reader(file)
    val count = Iterator.continually(read.next()).takeWhile(identity).size
    assert(read.fault != null)
    (count, read.fault.word, read.faultPosition)
  }

  test("a file that is no capture, and an empty one") {
    assert(fault("no capture".getBytes) === ((0, "bad-magic", 0)))
    assert(fault("no".getBytes) === ((0, "bad-magic", 0)))
    assert(all(Array.emptyByteArray) === Nil)
  }

  test("each cut of a file gives the packets in front of it, and says that it is cut") {
    for (file <- Seq(pcap(packets), pcapng(packets)); size <- 4 until file.length) {
      val read = reader(file.take(size))
      val count = Iterator.continually(read.next()).takeWhile(identity).size
      assert(count <= 1)
      if (read.fault != null) assert(read.fault eq Capture.TruncatedFile)
    }
  }

  test("lengths that cannot be") {
    val file = pcap(packets)
    file(24 + 8 + 3) = 0x7f
    assert(fault(file) === ((0, "bad-packet-length", 24)))
    val blocks = pcapng(packets)
    val at = little.section.length + little.interface().length
    for ((offset, value) <- Seq(4 -> 5, 4 -> 13, 7 -> 1, 8 -> 1, 20 -> 99)) {
      val broken = blocks.clone
      broken(at + offset) = value.toByte
      assert(fault(broken)._1 === 0, offset)
      assert(fault(broken)._3 === at, offset)
    }
  }

  test("no byte of a file makes the reader fail, nor read more packets than there may be") {
    for (file <- Seq(pcap(packets), pcapng(packets)); at <- file.indices;
      value <- Seq(0, 1, 127, 255)) {
      val changed = file.clone
      changed(at) = value.toByte
      val read = reader(changed)
      assert(Iterator.continually(read.next()).takeWhile(identity).size <= 3)
    }
  }
}
