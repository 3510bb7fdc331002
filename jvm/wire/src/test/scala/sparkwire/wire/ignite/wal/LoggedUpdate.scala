package sparkwire.wire.ignite.wal

import java.nio.file.Path

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.ignite.internal.pagemem.wal.record._
import org.apache.ignite.internal.processors.cache.CacheObject
import org.apache.ignite.internal.processors.cache.persistence.wal.WALPointer
import org.apache.ignite.internal.processors.cache.persistence.wal.reader.IgniteWalIteratorFactory
import org.apache.ignite.internal.processors.cache.persistence.wal.reader.IgniteWalIteratorFactory.IteratorParametersBuilder
import org.apache.ignite.internal.processors.cache.version.{GridCacheVersion, GridCacheVersionEx}
import org.apache.ignite.logger.NullLogger

import sparkwire.wire.ignite.entries.{EntryVersion, StoredValue}

/** An entry of a log as a reader says it.
  *
  * @param place
  *   segment, offset in it, and position in the record
  */
final case class LoggedUpdate(place: (Long, Int, Int), cacheId: Int, operation: String,
    partition: Int, key: Seq[Byte], value: Option[Seq[Byte]], version: EntryVersion,
    source: Option[EntryVersion], transaction: Option[EntryVersion], counter: Long,
    expireTime: Long, time: Long, flags: Int)

object LoggedUpdate {

  /** Returns the entries of segments as Ignite's own reader of logs reads them.
    *
    * @param files
    *   the segments, or folders of them
    */
  def read(files: Path*): Seq[LoggedUpdate] = records(files).flatMap { case (at, record) =>
    record match {
      case data: DataRecord => (0 until data.entryCount).map(entry => of(at, entry, data))
      case _ => Nil
    }
  }

  def records(files: Seq[Path]): Seq[(WALPointer, WALRecord)] = {
    val parameters =
      new IteratorParametersBuilder().log(new NullLogger).filesOrDirs(files.map(_.toFile): _*)
    Using.resource(new IgniteWalIteratorFactory(new NullLogger).iterator(parameters))(
      _.iterator.asScala.map(found => found.get1 -> found.get2).toVector)
  }

  private def of(at: WALPointer, index: Int, record: DataRecord): LoggedUpdate = {
    val entry = record.get(index)
    LoggedUpdate(
      place = (at.index, at.fileOffset, index),
      cacheId = entry.cacheId,
      operation = entry.op.name,
      partition = entry.partitionId,
      key = keyOf(entry),
      value = valueOf(entry),
      version = versionOf(entry.writeVersion),
      source = sourceOf(entry.writeVersion),
      transaction = Option(entry.nearXidVersion).map(versionOf),
      counter = entry.partitionCounter,
      expireTime = entry.expireTime,
      time = record.timestamp,
      flags = entry.flags.toInt
    )
  }

  private def keyOf(entry: DataEntry): Seq[Byte] = entry match {
    case raw: LazyDataEntry => decodable(raw.getKeyType, raw.getKeyBytes)
    case made => decodable(made.key)
  }

  private def valueOf(entry: DataEntry): Option[Seq[Byte]] = entry match {
    case raw: LazyDataEntry => Option(raw.getValBytes).map(decodable(raw.getValType, _))
    case made => Option(made.value).map(decodable)
  }

  private def decodable(value: CacheObject): Seq[Byte] =
    decodable(value.cacheObjectType, value.valueBytes(null))

  private def decodable(kind: Byte, bytes: Array[Byte]): Seq[Byte] =
    StoredValue.decodable(kind.toInt, bytes, 0, bytes.length).toSeq

  private def versionOf(version: GridCacheVersion): EntryVersion = EntryVersion(
    version.topologyVersion, version.order, version.nodeOrder, version.dataCenterId.toInt)

  private def sourceOf(version: GridCacheVersion): Option[EntryVersion] = version match {
    case replicated: GridCacheVersionEx =>
      Some(versionOf(replicated.conflictVersion.asInstanceOf[GridCacheVersion]))
    case _ => None
  }

  /** Returns the current entry of a reader of ours. */
  def of(found: LoggedEntries): LoggedUpdate = LoggedUpdate(
    place = (found.segment, found.segmentOffset, found.entry),
    cacheId = found.cacheId,
    operation = found.operation,
    partition = found.partition,
    key = found.key.toSeq,
    value = Option(found.value).map(_.toSeq),
    version = found.version,
    source = Option(found.sourceVersion),
    transaction = Option(found.transaction),
    counter = found.updateCounter,
    expireTime = found.expireTime,
    time = found.time,
    flags = if (!found.haveFlags) -1
    else Seq(found.isPrimary -> 1, found.isPreload -> 2, found.isFromStore -> 4)
      .collect { case (true, bit) => bit }.sum
  )
}
