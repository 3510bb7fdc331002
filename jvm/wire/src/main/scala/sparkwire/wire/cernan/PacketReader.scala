package sparkwire.wire.cernan

import sparkwire.wire.avro.container.{BlockReader, ContainerHeaderReader}
import sparkwire.wire.cernan.Cernan._
import sparkwire.wire.core._
import sparkwire.wire.heads.{HeadExtent, HeadReader}

/** Reads one packet, as [[PacketLayout]] describes it.
  *
  * Traps: versions 0 and 1 have neither pairs nor their number. The documentation says that the
  * length includes itself; no software does so. Keys may occur twice, and need not be UTF-8.
  */
private[cernan] final class PacketReader(packet: PacketShape, options: Options) extends Reader {
  private[this] val header = new PacketHeader(packet, options)
  private[this] val blocks = new BlockReader(positions, packet.records.isTyped, options)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    blocks.begin()
    sink.beginStruct(packet.shape)
    val needed = sink.needed
    header.readLength(cursor, sink)
    if (cursor.left > header.length) cursor.refuseLater(TrailingBytes)
    val end = cursor.end
    cursor.setEnd(cursor.position + header.length)
    header.read(cursor, sink)
    blocks.read(cursor, sink, needed, header.container)
    sink.endStruct()
    cursor.setEnd(end)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  override def mayBecome(length: Long): Long = super.mayBecome(length) + blocks.mayBecome
}

/** Reads a packet up to the blocks of its container. */
private[cernan] final class PacketHeader(packet: PacketShape, options: Options) {
  val container = new ContainerHeaderReader(positions, packet.records, options)
  private[this] val head = new HeadReader(PacketLayout.Packet, packet.shape, TruncatedHeader, null)
  private[this] var lengthFound = 0
  private[this] var syncFound = false
  private[this] var idFrom = 0

  /** The number of bytes after the length. */
  def length: Int = lengthFound

  /** Whether the packet requests a reply. [[idAt]] is the position of the id, which is the reply. */
  def isSync: Boolean = syncFound
  def idAt: Int = idFrom

  /** Reads the length and checks that the whole packet is present. */
  def readLength(cursor: Cursor, sink: Sink): Unit = {
    lengthFound = 0
    val wantLength = sink.wanted(Length)
    val length = cursor.u32(TruncatedLength)
    cursor.need(length, LengthPastEnd)
    lengthFound = math.min(length, cursor.left.toLong).toInt
    if (wantLength) sink.int(length) else sink.skipped()
  }

  /** Reads the rest, up to the first block. The end of the cursor must be the end of the packet. */
  def read(cursor: Cursor, sink: Sink): Unit = {
    readHead(cursor, sink)
    val from = cursor.position
    container.read(cursor, sink)
    if (sink.derives(TheAvro)) sink.binary(cursor.bytes, from, cursor.end)
  }

  /** Reads the fields before the container. */
  def readHead(cursor: Cursor, sink: Sink): Unit = {
    val start = cursor.position - PacketLayout.LengthSize
    head.read(cursor, sink, sink.needed, PacketHeader.NoExtent, first = 1)
    syncFound = (PacketLayout.Control.in(cursor, start) & PacketLayout.SyncBit) != 0
    idFrom = start + PacketLayout.Id.at
    val version = PacketLayout.Version.in(cursor, start)
    if (version >= 2) readPairs(cursor, sink)
  }

  private def readPairs(cursor: Cursor, sink: Sink): Unit = {
    val wantCount = sink.wanted(PairCount)
    val count = cursor.u8(TruncatedPairCount)
    if (wantCount) sink.int(count.toLong) else sink.skipped()

    val wantPairs = sink.wanted(Pairs)
    val from = cursor.position
    val into = if (wantPairs && sink.beginArray(count)) sink else Nowhere
    var pair = 0
    while (pair < count) {
      readPair(cursor, into)
      pair += 1
    }
    if (into eq sink) sink.endArray() else sink.skipped()

    if (count > 0 && sink.derives(Metadata)) {
      val until = cursor.position
      cursor.moveTo(from)
      giveMetadata(cursor, sink, count)
      cursor.moveTo(until)
    }
  }

  private def readPair(cursor: Cursor, sink: Sink): Unit = {
    sink.element()
    sink.beginStruct(Pair)
    val wantKey = sink.wanted(PairKey)
    val keyFrom = cursor.take(cursor.u8(TruncatedKeyLength).toLong, TruncatedKey)
    if (wantKey) sink.binary(cursor.bytes, keyFrom, cursor.position) else sink.skipped()
    val wantValue = sink.wanted(PairValue)
    val valueFrom = cursor.take(cursor.u16(TruncatedValueLength).toLong, TruncatedValue)
    if (wantValue) sink.binary(cursor.bytes, valueFrom, cursor.position) else sink.skipped()
    sink.endStruct()
  }

  /** Reads the pairs again and gives them as a map, with their keys as text. */
  private def giveMetadata(cursor: Cursor, sink: Sink, count: Int): Unit =
    if (sink.beginMap(count)) {
      val bytes = cursor.bytes
      var pair = 0
      while (pair < count) {
        sink.key()
        val keyFrom = cursor.take(cursor.u8(TruncatedKeyLength).toLong, TruncatedKey)
        sink.repairedText(bytes, keyFrom, cursor.position)
        val isWanted = sink.value()
        val from = cursor.take(cursor.u16(TruncatedValueLength).toLong, TruncatedValue)
        if (isWanted) sink.binary(bytes, from, cursor.position) else sink.skipped()
        pair += 1
      }
      sink.endMap()
    }
}

private object PacketHeader {
  // Nothing in the head depends on where it ends.
  private val NoExtent = new HeadExtent
}
