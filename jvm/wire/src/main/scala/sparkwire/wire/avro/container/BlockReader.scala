package sparkwire.wire.avro.container

import java.util.Arrays

import sparkwire.wire.avro.Varint
import sparkwire.wire.avro.container.AvroContainer._
import sparkwire.wire.avro.data.{DatumReader, Plan}
import sparkwire.wire.core._

/** Reads the blocks of a container, up to the end of the input.
  * | long     | number of records                 |
  * | long     | size of the data as stored        |
  * |          | the data, compressed by the codec |
  * | 16 bytes | the sync marker                   |
  *
  * Traps: a block may have no records and yet be followed by others. Other software treats the end
  * of the input inside a block as the end of the data; here it is a fault. Records of a compressed
  * block have no offset of their own in the input: their faults have the offset of the compressed
  * data.
  */
private[wire] final class BlockReader(positions: ContainerFields, isTyped: Boolean,
    options: Options) {
  private[this] val verifies = options.verifies
  private[this] val datum = new DatumReader(options, isTyped)
  private[this] val codecs = new Codecs(options.maxSize)
  private[this] val unpackedCursor = new Cursor
  unpackedCursor.setMaxDepth(options.maxDepth)
  private[this] val ahead = new Cursor
  ahead.setMaxDepth(options.maxDepth)
  private[this] var unpacked = 0L
  private[this] var recordCount = 0L
  private[this] var growth = 0L

  /** Like [[Reader.mayBecome]], without the results of the bytes of the input itself. */
  def mayBecome: Long = Reader.mostOf(unpacked) + growth

  /** Begins a value. All containers in it share one budget. */
  def begin(): Unit = {
    unpacked = 0
    growth = 0
    codecs.begin()
    datum.begin(RecordPastBlock)
  }

  /** @param needed
    *   the needed fields of the struct that the container's fields belong to
    */
  def read(cursor: Cursor, sink: Sink, needed: Long, header: ContainerHeaderReader): Unit = {
    recordCount = 0
    val wantRecords = sink.wanted(positions.theRecords)
    if (wantRecords && sink.beginArray(countAhead(cursor))) {
      readBlocks(cursor, sink, header)
      sink.endArray()
    } else {
      if (verifies) readBlocks(cursor, Nowhere, header)
      else if ((needed & (1L << positions.recordCount)) != 0) countBlocks(cursor)
      else cursor.moveTo(cursor.end)
      sink.skipped()
    }
    if (sink.derives(positions.recordCount)) sink.int(recordCount)
    grow(header.plan)
  }

  /** Checks all blocks from the cursor on, without moving it; returns false if a block cannot be
    * read. Throws if a block is too large.
    */
  def check(cursor: Cursor, header: ContainerHeaderReader): Boolean =
    try {
      ahead.wrapUnpacked(cursor.bytes, cursor.end, cursor)
      ahead.moveTo(cursor.position)
      readBlocks(ahead, Nowhere, header)
      grow(header.plan)
      true
    } catch {
      case malformed: Malformed if malformed.reason ne Reason.TooLarge => false
    }

  private def grow(plan: Plan): Unit =
    if (recordCount > 0) {
      val each = plan.beside + plan.root.excess
      growth =
        if (each > 0 && recordCount > (BlockReader.Endless - growth) / each) BlockReader.Endless
        else growth + recordCount * each
    }

  private def readBlocks(cursor: Cursor, sink: Sink, header: ContainerHeaderReader): Unit = {
    val end = cursor.end
    while (cursor.left > 0) {
      val first = recordCount.toInt
      val count = readHead(cursor, sink, first)
      sink.tracer.frame(Codecs.words(header.codec), first)
      val from = cursor.position
      val until = blockEnd
      if (header.codec == Codecs.Null) {
        cursor.setEnd(until)
        readRecords(cursor, sink, header.plan, count)
        if (cursor.left > 0) {
          sink.tracer.frame("rest", first)
          cursor.refuse(BytesLeftInBlock)
        }
        cursor.setEnd(end)
      } else {
        // An incomplete block cannot be decompressed.
        cursor.take(blockSize, TruncatedBlock)
        codecs.unpack(header.codec, cursor, from, until)
        unpacked += codecs.length
        cursor.moveTo(until)
        sink.tracer.packed(codecs.length.toLong)
        unpackedCursor.wrapUnpacked(codecs.bytes, codecs.length, cursor)
        readRecords(unpackedCursor, sink, header.plan, count)
        sink.tracer.unpacked()
        if (unpackedCursor.left > 0) {
          cursor.moveTo(from)
          sink.tracer.frame("rest", first)
          cursor.refuse(BytesLeftInBlock)
        }
      }
      readSync(cursor, sink, header.syncAt, first)
      recordCount += count
    }
  }

  private[this] var blockSize = 0L
  // The end of the block, or of the input if that comes first.
  private[this] var blockEnd = 0

  /** Reads the record count, which it returns, and the block size. Sets `blockSize` and `blockEnd`. */
  private def readHead(cursor: Cursor, sink: Sink, first: Int): Long = {
    sink.tracer.frame("record count", first)
    val from = cursor.position
    val count = Varint.long(cursor, TruncatedBlock, BadBlock)
    sink.tracer.frameEnd(count)
    sink.tracer.frame("block size", first)
    val size = Varint.long(cursor, TruncatedBlock, BadBlock)
    if (count < 0) {
      // If both are negative, this is not a block at all.
      cursor.moveTo(from)
      sink.tracer.frame("record count", first)
      cursor.refuse(if (size < 0) BadBlock else NegativeRecordCount)
    }
    // No container has that many records in all its blocks.
    if (count > Long.MaxValue - recordCount) {
      cursor.moveTo(from)
      sink.tracer.frame("record count", first)
      cursor.refuse(BadBlock)
    }
    if (size < 0) cursor.refuse(NegativeBlockSize)
    cursor.need(math.min(size, Int.MaxValue) + AvroContainer.SyncBytes, TruncatedBlock)
    sink.tracer.frameEnd(size)
    blockSize = size
    blockEnd = cursor.position + math.min(size, cursor.left.toLong).toInt
    count
  }

  private def readRecords(cursor: Cursor, sink: Sink, plan: Plan, count: Long): Unit = {
    val root = plan.root
    datum.chargeItems(
      cursor, datum.heldBy(cursor, count, root.leastBytes, RecordPastBlock), root)
    var left = count
    if (sink eq Nowhere)
      while (left > 0) {
        datum.skip(root, cursor)
        left -= 1
      }
    else
      while (left > 0) {
        sink.element()
        datum.read(root, cursor, sink)
        left -= 1
      }
  }

  private def readSync(cursor: Cursor, sink: Sink, syncAt: Int, first: Int): Unit = {
    sink.tracer.frame("sync marker", first)
    val from = cursor.take(AvroContainer.SyncBytes, TruncatedBlock)
    val bytes = cursor.bytes
    if (!Arrays.equals(bytes, from, from + AvroContainer.SyncBytes, bytes, syncAt,
        syncAt + AvroContainer.SyncBytes))
      cursor.refuse(BadSyncMarker)
    sink.tracer.frameEnd(first.toLong)
  }

  /** Returns the record count according to the block heads, -1 if they are malformed. Does not move
    * the cursor.
    */
  private def countAhead(cursor: Cursor): Int = {
    val from = cursor.position
    val explains = cursor.isExplaining
    cursor.setExplaining(false)
    val count =
      try {
        countBlocks(cursor)
        if (recordCount <= cursor.end) recordCount.toInt else -1
      } catch { case _: Malformed => -1 }
      finally cursor.setExplaining(explains)
    cursor.moveTo(from)
    recordCount = 0
    count
  }

  /** Adds up the record counts of the block heads, without reading records. */
  private def countBlocks(cursor: Cursor): Unit =
    while (cursor.left > 0) {
      val count = readHead(cursor, Nowhere, 0)
      cursor.moveTo(blockEnd)
      cursor.skip(AvroContainer.SyncBytes, TruncatedBlock)
      recordCount += count
    }
}

private object BlockReader {
  private final val Endless = 1L << 61
}
