package sparkwire.wire.cernan

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.avro.writing.ContainerWriter
import sparkwire.wire.cernan.Cernan._
import sparkwire.wire.core._
import sparkwire.wire.heads.HeadWriter
import sparkwire.wire.writing._

/** Writes packets by [[PacketLayout]].
  * | field                                | what is written                                       |
  * | version                              | given, else 2                                         |
  * | control                              | given, else made from `sync`                          |
  * | pairs                                | given, else made from `metadata`; only in version 2 and above |
  * | avro                                 | given, else a container of the schema, metadata and records |
  * | length; sync, kafka_key, metadata    | made                                                  |
  */
private[cernan] final class PacketWriter(schema: Option[String], options: Options, output: Output)
    extends SourceWriter {
  private[this] val header = new HeadWriter(PacketLayout.Packet, output)
  private[this] val container = new ContainerWriter(positions, schema, options, output)
  private[this] val isChecked = options.word(Written.Derived) == "check"

  def write(source: Source): Unit = {
    output.setBigEndian(true)
    header.begin()
    val version = unsigned32(source, Version, PacketWriter.NewestVersion)
    header.put(PacketLayout.Version, version)
    header.put(PacketLayout.Control, controlOf(source))
    header.put(PacketLayout.Id, idOf(source, Id))
    header.put(PacketLayout.ShardBy, idOf(source, ShardBy))
    if (version >= PacketWriter.FirstWithPairs) pairs(source)
    else if (isGiven(source, Pairs) || source.has(Metadata))
      throw new Unencodable(Unencodable.ConflictingField)
    if (source.has(TheAvro)) {
      source.binary(TheAvro)
      output.put(source.bytes, source.from, source.until)
    } else container.write(source)
    header.end(output.position)
    if (isChecked) check(source)
  }

  private def isGiven(source: Source, field: Int): Boolean =
    source.has(field) && source.list(field).count > 0

  private def unsigned32(source: Source, field: Int, absent: Long): Long =
    if (!source.has(field)) absent
    else {
      val value = source.int(field)
      if (value < 0 || value > 0xffffffffL) throw Unencodable.outOfRange(value, 0, 0xffffffffL)
      value
    }

  private def idOf(source: Source, field: Int): Long =
    if (source.has(field)) source.unsigned(field) else 0L

  private def controlOf(source: Source): Long =
    if (source.has(Control)) unsigned32(source, Control, 0)
    else if (source.has(Sync) && source.bool(Sync)) PacketLayout.SyncBit.toLong
    else 0L

  private def pairs(source: Source): Unit =
    if (source.has(Pairs)) {
      val list = source.list(Pairs)
      count(list.count)
      var i = 0
      while (i < list.count) {
        if (!list.has(i)) throw new Unencodable(Unencodable.MissingField)
        val pair = list.struct(i)
        part(pair, PairKey, isValue = false)
        part(pair, PairValue, isValue = true)
        i += 1
      }
    } else if (source.has(Metadata)) {
      val map = source.entries(Metadata)
      count(map.count / 2)
      var i = 0
      while (i < map.count) {
        part(map, i, isValue = false)
        part(map, i + 1, isValue = true)
        i += 2
      }
    } else count(0)

  private def count(pairs: Int): Unit = {
    if (pairs > 0xff)
      throw Unencodable(Unencodable.TooLong, s"$pairs pairs", "at most 255")
    output.i8(pairs)
  }

  /** Writes the length of a key or value, then the key, which may be a text, or the value. */
  private def part(source: Source, field: Int, isValue: Boolean): Unit = {
    if (!source.has(field)) throw new Unencodable(Unencodable.MissingField)
    if (source.family(field) == Family.Text) source.text(field) else source.binary(field)
    val size = source.until - source.from
    val most = if (isValue) 0xffff else 0xff
    if (size > most) throw Unencodable.tooLong(size.toLong, most.toLong)
    if (isValue) output.i16(size) else output.i8(size)
    output.put(source.bytes, source.from, source.until)
  }

  /** Holds the fields that are made against those that are given. */
  private def check(source: Source): Unit = {
    val control = controlOf(source)
    val isSync = (control & PacketLayout.SyncBit) != 0
    if (source.has(Sync) && source.bool(Sync) != isSync) mismatch()
    val shardBy = idOf(source, ShardBy)
    if (source.has(KafkaKey)) {
      source.text(KafkaKey)
      val key = new String(source.bytes, source.from, source.until - source.from, UTF_8)
      if (key != java.lang.Long.toHexString(shardBy).toUpperCase(java.util.Locale.ROOT)) mismatch()
    }
  }

  private def mismatch(): Nothing = throw new Unencodable(Unencodable.DerivedMismatch)
}

private object PacketWriter {
  final val NewestVersion = 2L
  final val FirstWithPairs = 2L
}
