package sparkwire.files.capture

import java.io.{BufferedOutputStream, OutputStream}
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.file.{Files, Path}
import java.util.zip.{Deflater, GZIPOutputStream}

import scala.util.Using

import sparkwire.wire.capture.CaptureFiles.{numbers, pcap}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.Side
import sparkwire.wire.cernan.captures.Conversations.{answer, packet}
import sparkwire.wire.databus.captures.Relay
import sparkwire.wire.kafka.captures.Frames.{request, sized}

/** The main class of a JVM with little heap. It reads captures of which much more would wait than the
  * heap has, if nothing limited it.
  */
object CaptureMemory {
  final val MaxMemory: Int = 64 << 20

  /** Writes the packets of a capture, which may not fit the memory. */
  private final class Packets(out: OutputStream) {
    out.write(pcap(Nil))

    def add(frame: Array[Byte]): Unit =
      out.write(numbers(LITTLE_ENDIAN, 0, 0, frame.length, frame.length, frame))

    def up(sequence: Long, data: Array[Byte], flags: Int = 0, port: Int = 40000,
        address: Int = 1): Unit = {
      val from = Side(Seq(10, 1, address >> 8, address & 0xff), port)
      add(
        ethernet(ipv4(from, server, tcp(from, server, sequence, data, flags = flags), length = 0)))
    }

    def down(sequence: Long, data: Array[Byte], flags: Int = 0): Unit = {
      val to = Side(Seq(10, 1, 0, 1), 40000)
      val expected = if (flags == Syn) 10 else -1
      add(ethernet(ipv4(server, to, tcp(server, to, sequence, data, expected, flags), length = 0)))
    }
  }

  private final case class Attack(name: String, protocol: String)(val write: Packets => Unit)

  private val none = Array.emptyByteArray
  private final val Large = 32000
  private def fetch(id: Int) = sized(request(1, 12, id))

  /** Bytes that wait for one before them, which comes last.
    *
    * @param front the packets that come in time before that
    */
  private def early(packets: Packets, size: Int, pattern: Array[Byte],
      front: Array[Byte] = none): Unit = {
    packets.down(9L - front.length, none, Syn)
    packets.down(10L - front.length, front)
    val part = Array.tabulate(pattern.length * (Large / pattern.length))(at =>
      pattern(at % pattern.length))
    for (i <- 0 until size / part.length) packets.down(11L + i * part.length.toLong, part)
    packets.down(10, pattern.takeRight(1))
  }

  private val attacks = Seq(
    Attack("responses before their requests", "kafka") { packets =>
      packets.up(9, fetch(1), Syn)
      val body = new Array[Byte](8 << 20)
      var at = 10L
      for (id <- 0 until 64)
        sized(join(u32(70000L + id), body)).grouped(Large).foreach { part =>
          packets.down(at, part)
          at += part.length
        }
    },
    Attack("bytes that look like responses", "kafka") { packets =>
      packets.up(9, fetch(1) ++ sized(request(17, 0, 0x00200020)), Syn)
      early(packets, 24 << 20, bytes(0, 0x20))
    },
    Attack("requests without responses", "kafka") { packets =>
      packets.up(9, none, Syn)
      for (i <- 0 until 2000) packets.up(10 + 17000L * i, Array.fill(1000)(fetch(i)).flatten)
    },
    Attack("answers of eight bytes", "cernan") { packets =>
      packets.up(9, packet(1), Syn)
      early(packets, 24 << 20, answer(1))
    },
    Attack("events behind a gap", "databus") { packets =>
      packets.up(9, Relay.stream, Syn)
      val head = text("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
      early(packets, 24 << 20, Relay.event(0), head)
    }) ++
    (for (protocol <- Seq("none", "kafka", "cernan", "databus", "udp")) yield Seq(
      Attack("connections", protocol) { packets =>
        for (i <- 0 until 200000)
          packets.up(9, text("GET / HTT"), Syn, port = i % 50000, address = i / 50000)
      },
      Attack("connections with a large packet", protocol) { packets =>
        for (i <- 0 until 20000)
          packets.up(9, new Array[Byte](Large), if (i % 2 == 0) Syn else 0, port = i)
      },
      Attack("connections with early bytes", protocol) { packets =>
        for (i <- 0 until 20000) {
          packets.up(9, none, Syn, port = i % 500)
          packets.up(11L + Large * (i / 500), Array.fill(Large / 4)(bytes(0, 0, 0, 9)).flatten,
            port = i % 500)
        }
      },
      Attack("early bytes, one by one", protocol) { packets =>
        for (i <- 0 until 1000000) packets.up(10 + 2L * i, bytes(7))
      },
      Attack("fragments", protocol) { packets =>
        for (i <- 0 until 1000000)
          packets.add(
            ethernet(
              ipv4(client, server, new Array[Byte](8), i % 64,
                fragment = 0x2000 | i / 64 * 2 % 8000,
                protocol = if (protocol == "udp") 17 else 6)))
      })).flatten ++ Seq(
      Attack("heads of responses", "databus") { packets =>
        for (i <- 0 until 5000) {
          packets.up(9, text("GET /" + "x" * Large), Syn, port = i)
          packets.up(15 + Large, text("y" * (Large - 2000) + " HTTP/1.1\r\n"), port = i)
        }
      },
      Attack("requests in a row", "databus") { packets =>
        val some = Array.fill(1000)(text("GET / HTTP/1.1\r\n\r\n")).flatten
        for (i <- 0 until 5000) packets.up(9, some, Syn, port = i)
      })

  def main(arguments: Array[String]): Unit =
    for (attack <- attacks if arguments.isEmpty || arguments.contains(attack.name)) {
      val file = Files.createTempFile("capture", ".pcap.gz")
      write(file, attack)
      val start = System.nanoTime
      val columns = Seq("value", "request", "response", "client", "src", "offset", "fault")
      val options = Map("protocol" -> attack.protocol, "maxMemory" -> MaxMemory.toString)
      val rows = CaptureReads.rows(file, columns, options, packing = "gzip")
      println(s"${attack.protocol}, ${attack.name}: $rows rows, " +
        s"${(System.nanoTime - start) / 1000000} ms")
      Files.delete(file)
    }

  private def write(file: Path, attack: Attack): Unit = {
    val fast = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16) {
      `def`.setLevel(Deflater.BEST_SPEED)
    }
    Using.resource(new BufferedOutputStream(fast, 1 << 16))(out => attack.write(new Packets(out)))
  }
}
