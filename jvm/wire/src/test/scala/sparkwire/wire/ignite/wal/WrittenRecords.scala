package sparkwire.wire.ignite.wal

import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32

import scala.jdk.CollectionConverters._

import org.apache.ignite.internal.pagemem.wal.record.{CdcDataRecord, DataEntry, DataRecord}
import org.apache.ignite.internal.processors.cache._
import org.apache.ignite.internal.processors.cache.persistence.wal.{
  FileWriteAheadLogManager, WALPointer
}
import org.apache.ignite.internal.processors.cache.persistence.wal.serializer.RecordSerializerFactoryImpl
import org.apache.ignite.internal.processors.cache.version.GridCacheVersion

import sparkwire.wire.ignite.Node
import sparkwire.wire.ignite.dumps.{WrittenEntries, WrittenEntry}
import sparkwire.wire.ignite.entries.EntryVersion

import org.scalacheck.Gen

/** An entry of a record: the fields that a dump would have, and the fields that only the log has.
  */
final case class WrittenUpdate(entry: WrittenEntry, isRemoved: Boolean, operation: Int,
    transaction: Option[EntryVersion], partition: Int, counter: Long, flags: Int)

/** A record with entries.
  *
  * @param isCaptured
  *   whether it is one of a cache in memory
  */
final case class WrittenRecord(updates: Seq[WrittenUpdate], time: Long, isCaptured: Boolean)

/** Records as the serializer of a real node writes them, which takes entries of its caches alone. */
final class WrittenRecords(node: Node) {
  node.ignite.getOrCreateCache[Any, Any](WrittenRecords.Cache)
  private val serializer = new RecordSerializerFactoryImpl(node.context).createSerializer(2)

  def head(segment: Long, isCompacted: Boolean = false): Array[Byte] = {
    val buffer = ByteBuffer.allocate(Wal.HeadSize).order(ByteOrder.nativeOrder)
    FileWriteAheadLogManager.prepareSerializerVersionBuffer(segment, 2, isCompacted, buffer).array
  }

  def bytes(record: WrittenRecord, segment: Long, offset: Int): Array[Byte] = {
    val entries = record.updates.map(entryOf).asJava
    val made =
      if (record.isCaptured) new CdcDataRecord(new DataRecord(entries, record.time).get(0))
      else new DataRecord(entries, record.time)
    made.position(new WALPointer(segment, offset, 0))
    val size = serializer.size(made)
    made.size(size)
    val buffer = ByteBuffer.allocate(size).order(ByteOrder.nativeOrder)
    serializer.writeRecord(made, buffer)
    assert(!buffer.hasRemaining)
    buffer.array
  }

  /** Returns a segment and the records in it. */
  def segment(records: Seq[WrittenRecord], number: Long): Seq[Array[Byte]] =
    records.foldLeft(Vector(head(number))) { (before, record) =>
      before :+ bytes(record, number, before.map(_.length).sum)
    }

  private def entryOf(update: WrittenUpdate): DataEntry = {
    val entry = update.entry
    new DataEntry(entry.cacheId, new KeyCacheObjectImpl(null, entry.key, 0),
      if (update.isRemoved) null else WrittenEntries.valueOf(entry),
      GridCacheOperation.fromOrdinal(update.operation),
      update.transaction.map(WrittenEntries.versionOf).orNull[GridCacheVersion],
      WrittenEntries.versionOf(entry), entry.expireTime, update.partition, update.counter,
      update.flags.toByte)
  }
}

object WrittenRecords {
  private final val Cache = "any"

  /** The id of the one cache that entries are of. */
  val CacheId: Int = Cache.hashCode

  val update: Gen[WrittenUpdate] = for {
    entry <- WrittenEntries.entry
    isRemoved <- Gen.oneOf(true, false)
    operation <- Gen.choose(0, 6)
    transaction <- Gen.option(WrittenEntries.version)
    partition <- Gen.choose(0, 65000)
    counter <- Gen.choose(0, Long.MaxValue)
    flags <- Gen.choose(0, 7)
  } yield WrittenUpdate(
    entry.copy(cacheId = CacheId), isRemoved, operation, transaction, partition, counter, flags)

  val record: Gen[WrittenRecord] = for {
    isCaptured <- Gen.oneOf(true, false)
    count <- if (isCaptured) Gen.const(1) else Gen.choose(0, 4)
    updates <- Gen.listOfN(count, update)
    time <- Gen.choose(0L, 1L << 42)
  } yield WrittenRecord(updates, time, isCaptured)

  /** Recomputes the checksum of a record. */
  def summed(record: Array[Byte]): Array[Byte] = {
    val crc = new CRC32
    crc.update(record, 0, record.length - 4)
    ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN)
      .putInt(record.length - 4, ~crc.getValue.toInt).array
  }
}
