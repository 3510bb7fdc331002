package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.util.HexFormat
import java.util.zip.CRC32

import sparkwire.files.values.{Packing, ValueReads}
import sparkwire.wire.databus.Checksums

/** Files of values, read with `mode` = `permissive`. */
object ValueFileFamilies {
  private val columns = Seq("value", "offset", "fault", "bins")
  // The limit of a value is far below the size of the file, as it usually is.
  private val small = Map("maxSize" -> "16384")

  private[cost] def family(kind: String, name: String, attacks: String,
      options: Map[String, String] = small, packing: String = Packing.None)(
      bytes: Int => Array[Byte]): CostFamily =
    new CostFamily(s"$kind-file-$name", attacks,
      size => {
        val file = ValueReads.file(bytes(size))
        Seq(
          s"sparkwire-$kind" -> (() =>
            Outcome("rows", ValueReads.rows(kind, file, columns, options, packing))))
      })

  private def parse(hex: String): Array[Byte] = HexFormat.of.parseHex(hex)

  private val event = parse(
    "008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabb" +
      "ccddeefff032519b000000000000303968656c6c6f")

  /** An event whose header is right, says that its body has so many bytes, and is wrong about them. */
  private def head(length: Int): Array[Byte] = {
    val bytes = event.take(61)
    ByteBuffer.wrap(bytes).putInt(5, length)
    ByteBuffer.wrap(bytes).putInt(1, new Checksums().databusCrc(bytes, 5, 61))
    bytes
  }

  /** Returns as many groups as fit, up to this size together. */
  private[cost] def groups(size: Int)(group: Int => Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    while (out.size < size) out.write(group(size - out.size))
    out.toByteArray
  }

  private[cost] val forward = small + ("protocol" -> "forward")
  // A tag, and entries of 4096 bytes in gzip.
  private lazy val bomb = {
    val packed = ValueReads.gzip(Array.fill(2048)(parse("920580")).flatten.take(6144))
    parse("93a161c5") ++ Array((packed.length >> 8).toByte, packed.length.toByte) ++ packed ++
      parse("81aa636f6d70726573736564a4677a6970")
  }

  // An entry of a dump with empty texts as key and value.
  private def entry(size: Int): Array[Byte] = {
    val bytes = new Array[Byte](size)
    val filled = ByteBuffer.wrap(bytes).putInt(0, size - 4).putInt(37, 1).put(41, 1.toByte)
    val _ = filled.putInt(43, size - 48).put(47, 1.toByte)
    val crc = new CRC32
    crc.update(bytes, 8, size - 8)
    filled.putInt(4, ~crc.getValue.toInt)
    bytes
  }
  private val broken = entry(16384).updated(4, 0.toByte)

  // A segment of a write-ahead log: its head, and records with entries that have empty texts.
  private val segmentHead = record(
    parse("05" + "0000000000000000" + "00000000" + "5a04ede7ac45d0b0" + "02000000"))
  private val loggedEntry =
    parse("07000000" + "0000000001" * 2 + "02" + "00" + "01" + "00" * 16 + "00" * 20 + "01")

  private def logged(entries: Int): Array[Byte] = {
    val body = ByteBuffer.allocate(29 + entries * loggedEntry.length).order(LITTLE_ENDIAN)
      .put(71.toByte).putInt(13, 33 + entries * loggedEntry.length).putInt(17, entries).position(29)
    (0 until entries).foreach(_ => body.put(loggedEntry))
    record(body.array)
  }

  private def record(body: Array[Byte]): Array[Byte] = {
    val crc = new CRC32
    crc.update(body)
    ByteBuffer.allocate(body.length + 4).order(LITTLE_ENDIAN).put(body)
      .putInt(~crc.getValue.toInt).array
  }

  // {"id": 1}
  private val oneId = parse("81a2696401")
  private val fields = small + ("fields" -> "id INT")

  val all: Seq[CostFamily] = Seq(
    family("databus", "gaps", "As many events as fit, with a byte between them.")(
      groups(_)(_ => event :+ 9.toByte)),
    family("databus", "heads", "Events that claim as much as a value may have.")(
      groups(_)(_ => head(16384))),
    family("databus", "longer", "Events that claim more than a value may have.")(
      groups(_)(_ => head(1 << 30) ++ event)),
    family("databus", "zeros", "Zeros, which are a version.")(size => new Array[Byte](size)),
    family("databus", "lengths", "Versions and lengths that may begin an event anywhere.")(
      groups(_)(_ => Array[Byte](0, 0, 0, 99))),
    family("databus", "gzip", "Zeros that are compressed.", packing = "gzip")(size =>
      ValueReads.gzip(new Array[Byte](size))),
    family("cernan", "lengths", "Lengths that fit at every fourth byte.")(
      groups(_)(_ => Array[Byte](0, 0, 1, 0))),
    family("cernan", "containers", "Heads of packets that claim the rest, and of containers.")(
      groups(_)(_ =>
        parse("00003000" + "00000001" + "00000000" + "0" * 16 + "0" * 16) ++
          parse("4f626a01"))),
    family("ignite-dump", "entries", "As many entries as fit.")(groups(_)(_ => entry(48))),
    family("ignite-dump", "gaps", "As many entries as fit, with a byte between them.")(
      groups(_)(_ => entry(48) :+ 9.toByte)),
    family("ignite-dump", "heads", "Entries as long as they may be that begin close together.")(
      groups(_)(_ => broken.take(64))),
    family("ignite-dump", "sizes", "Sizes that fit at every fourth byte.")(
      groups(_)(_ => Array[Byte](0, 0, 1, 0))),
    family("ignite-dump", "zipped", "Entries in an archive.", packing = "zip")(size =>
      ValueReads.zip(groups(size)(_ => entry(48)))),
    family("ignite-wal", "entries", "As many records as fit.")(size =>
      segmentHead ++ groups(size)(_ => logged(1))),
    family("ignite-wal", "many", "Records with many entries.")(size =>
      segmentHead ++ groups(size)(_ => logged(200))),
    family("ignite-wal", "gaps", "As many records as fit, with a byte between them.")(size =>
      segmentHead ++ groups(size)(_ => logged(1) :+ 9.toByte)),
    family("ignite-wal", "heads", "Records as long as they may be that begin close together.")(
      size =>
        segmentHead ++ groups(size)(_ => logged(200).take(64))),
    family("ignite-wal", "ends", "A record, and then as much as a node writes in advance.")(size =>
      segmentHead ++ logged(1) ++ new Array[Byte](size)),
    family("ignite-wal", "zipped", "Records in an archive.", packing = "zip")(size =>
      ValueReads.zip(segmentHead ++ groups(size)(_ => logged(1)))),
    family("msgpack", "gaps", "As many records as fit, with a byte between them that is none.",
      fields)(groups(_)(_ => oneId :+ 0xc1.toByte)),
    family("msgpack", "heads", "Heads of maps that claim as much as they may.", fields)(
      groups(_)(_ => parse("df00001000a26964"))),
    family("msgpack", "nested", "Records in records, all cut off.", fields)(
      groups(_)(_ => parse("81a26964"))),
    family("msgpack", "messages", "Messages without entries.", forward)(
      groups(_)(_ => parse("92a16190"))),
    family("msgpack", "entries", "Entries of which the last one is broken.", forward)(
      groups(_)(_ => parse("92a16192" + "920580" + "9205c0"))),
    family("msgpack", "options", "Messages with a long option.", forward)(
      groups(_)(_ => parse("93a161c400de0400") ++ Array.fill(2048)(0xc0.toByte))),
    family("msgpack", "zipped", "Entries that are compressed.", forward)(groups(_)(_ => bomb)),
    family("msgpack", "texts", "Heads of texts that claim more than a value may have.", fields)(
      groups(_)(_ => parse("81a26964dbffffffff")))
  )
}
