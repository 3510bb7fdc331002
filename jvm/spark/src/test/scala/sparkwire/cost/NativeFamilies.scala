package sparkwire.cost

import sparkwire.cost.HostileRowFamilies.packed
import sparkwire.cost.ValueFileFamilies.{family, forward, groups}
import sparkwire.files.values.ValueReads
import sparkwire.wire.avro.ContainerReaderSuite.{block, header}
import sparkwire.wire.kafka.KafkaBatches

import com.github.luben.zstd.ZstdOutputStream

/** Inputs directed at the memory outside the heap, which the libraries of codecs allocate. */
object NativeFamilies {

  // The largest window that a frame may have: 128 MiB.
  private final val WindowLog = 27

  /** Compresses these bytes in a frame that asks for the largest window. */
  private def windowed(bytes: Array[Byte]): Array[Byte] =
    packed(out => new ZstdOutputStream(out).setLong(WindowLog), bytes)

  // More than the window, so that all of it is in use.
  private lazy val filled = windowed(new Array[Byte](144 << 20))
  private lazy val small = windowed(new Array[Byte](1000))
  private lazy val batch = KafkaBatches.batch(4, 1, windowed(Array[Byte](12, 0, 0, 0, 1, 1, 0)))

  // A message of Forward whose entries are a member of gzip without data.
  private lazy val message = {
    val member = ValueReads.gzip(Array.emptyByteArray)
    Array(0x93, 0xa1, 0x61, 0xc4, member.length).map(_.toByte) ++ member ++
      Array(0x81, 0xaa).map(_.toByte) ++ "compressed".getBytes ++ Array(0xa4.toByte) ++
      "gzip".getBytes
  }

  private def many(size: Int)(one: Array[Byte]): Array[Byte] = groups(size)(_ => one)

  val all: Seq[CostFamily] = Seq(
    HostileRowFamilies.file("zstd", "windows", "Frames whose windows are as large as they may be.")(
      small),
    family("databus", "window", "Zeros that fill the largest window.", packing = "zstd")(_ =>
      filled),
    family("msgpack", "members", "Messages of an empty member of gzip each.", forward)(
      many(_)(message)),
    CostFamily("kafka-windows", "Batches whose windows are as large as they may be.",
      "kafka_records_decode")(size => Seq(many(size)(batch), Map("maxSize" -> "134217728"))),
    CostFamily("container-windows", "Blocks whose windows are as large as they may be.",
      "avro_container_decode") { size =>
      val packed = block(1, windowed(Array[Byte](2)))
      Seq(header("\"int\"", "zstandard") ++ many(size)(packed))
    }
  )
}
