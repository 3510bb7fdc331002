package sparkwire.wire.ignite.cdc

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core._
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.cdc.Cdc._
import sparkwire.wire.ignite.cdc.ObjectStream._
import sparkwire.wire.ignite.entries.{EntryVersion, ExpireTime => Expiry}
import sparkwire.wire.ignite.values.IgniteReader

/** Reads one event: an [[ObjectStream]] of one object, of the class `CdcEventImpl`. Its fields:
  * | cacheId    | int     | the hash of the cache's name                         |
  * | expireTime | long    | in milliseconds, 0 for never; not before Ignite 2.15 |
  * | part       | int     | partition                                            |
  * | primary    | boolean | whether the node had the primary copy                |
  * | key        | object  | see [[JavaValues]]                                   |
  * | ord        | object  | GridCacheVersion or GridCacheVersionEx               |
  * | val        | object  | as the key; null if the entry was removed            |
  *
  * A version writes itself: topology version (4), order (8), and 4 bytes of which the highest 5 bits
  * are the id of the cluster and the others the order of the node. GridCacheVersionEx is followed
  * by another version: the one that the entry has in the cluster that it came from.
  *
  * The streamer also writes 8 bytes, the number c0ff1e, to say that there are new types. That is not
  * an event, and becomes NULL.
  */
private[cdc] final class CdcEventReader(root: OneEvent, options: Options) extends Reader {
  import CdcEventReader._

  private[this] val verifies = options.verifies
  private[this] val contents = new Contents
  private[this] val classes = new JavaClasses(contents)
  private[this] val values = new JavaValues(contents, classes, options)
  private[this] val keyReader = new IgniteReader(root.key, options)
  private[this] val valueReader = new IgniteReader(root.value, options)
  private[this] val blocks = new Blocks
  private[this] val copied = new Cursor
  copied.setMaxDepth(options.maxDepth)
  private[this] var costs = 0L

  override def mayBecome(length: Long): Long = Reader.mostOf(length + costs)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    costs = 0
    if (cursor.left == 8 && cursor.i64At(cursor.position) == Marker) {
      cursor.skip(8, Truncated)
      sink.nothing()
    } else {
      values.begin()
      sink.beginStruct(Event)
      sink.wanted(Stream)
      val form = readHead(cursor)
      sink.skipped()
      form.numbers.foreach(readNumber(cursor, sink, _))
      form.objects.foreach(readObject(cursor, sink, _))
      sink.endStruct()
      costs = cursor.allowance.mark
      Reader.requireEnd(cursor, sink, TrailingBytes)
    }
  }

  private def readHead(cursor: Cursor): JavaClass = {
    if (cursor.left == 0) cursor.refuse(EmptyInput)
    val form = classes.readRoot(cursor, NotEvent)
    val isEvent = form.name == ClassName && form.parent == null &&
      !form.isExternal && !form.writesMore && Fields.forall(form.has)
    if (!isEvent) cursor.refuse(NotEvent)
    form
  }

  private def readNumber(cursor: Cursor, sink: Sink, field: JavaField): Unit = (
    field.name, field.code) match {
    case ("cacheId", 'I') => giveInt(cursor, sink, CacheId)
    case ("part", 'I') => giveInt(cursor, sink, Partition)
    case ("primary", 'Z') =>
      val isWanted = sink.wanted(Primary)
      val isPrimary = cursor.u8(Truncated) != 0
      if (isWanted) sink.bool(isPrimary) else sink.skipped()
    case ("expireTime", 'J') =>
      val isWanted = sink.wanted(ExpireTime)
      val millis = cursor.i64(Truncated)
      if (isWanted) giveTime(sink, millis) else sink.skipped()
    case _ => cursor.skip(field.size.toLong, Truncated)
  }

  private def giveInt(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val isWanted = sink.wanted(field)
    val value = cursor.i32(Truncated)
    if (isWanted) sink.int(value.toLong) else sink.skipped()
  }

  private def giveTime(sink: Sink, millis: Long): Unit =
    if (Expiry.isNone(millis)) sink.nothing()
    else sink.timestamp(millis * 1000)

  private def readObject(cursor: Cursor, sink: Sink, field: JavaField): Unit = field.name match {
    case "key" => readValue(cursor, sink, Key, keyReader)
    case "val" =>
      val isRemoved = cursor.left > 0 && cursor.bytes(cursor.position) == Null
      if (isRemoved) {
        sink.wanted(Value)
        cursor.skip(1, Truncated)
        sink.skipped()
      } else readValue(cursor, sink, Value, valueReader)
      if (sink.derives(Operation)) sink.word(if (isRemoved) Remove else Put)
    case "ord" => readVersions(cursor, sink)
    case _ =>
      val _ = values.read(cursor)
  }

  // Keys and values.

  private def readValue(cursor: Cursor, sink: Sink, field: Int, reader: IgniteReader): Unit = {
    val isWanted = sink.wanted(field)
    val start = cursor.position
    val copyFrom = values.copies.position
    val inPlace = values.read(cursor)
    val taker = if (isWanted) sink else null
    if (isWanted || verifies) {
      if (inPlace == null) giveCopy(cursor, taker, copyFrom, reader)
      else giveInPlace(cursor, taker, inPlace, start, reader)
    }
    if (!isWanted) sink.skipped()
  }

  private def giveInPlace(cursor: Cursor, sink: Sink, found: InPlace, start: Int,
      reader: IgniteReader): Unit = {
    val back = cursor.position
    val end = cursor.end
    val isAgain = found.from < start
    if (isAgain && sink != null) sink.tracer.framedBytes("reference")
    cursor.moveTo(found.from + found.root)
    if (sink != null) {
      if (isAgain) sink.tracer.moved() else sink.tracer.framedBytes("BinaryObjectImpl")
    }
    cursor.setEnd(found.until)
    reader.readNext(cursor, sink, found.from)
    val behind = cursor.position
    cursor.setBigEndian(true)
    cursor.setEnd(end)
    cursor.moveTo(back)
    if (!isAgain && sink != null) sink.tracer.trailing(behind, "offset, end", "")
  }

  private def giveCopy(cursor: Cursor, sink: Sink, from: Int, reader: IgniteReader): Unit = {
    val copies = values.copies
    copied.wrapUnpacked(copies.bytes, copies.position, cursor)
    copied.moveTo(from)
    reader.readNext(copied, sink, 0)
  }

  // Versions.

  private def readVersions(cursor: Cursor, sink: Sink): Unit = {
    val isWanted = sink.wanted(VersionAt)
    if (cursor.left > 0 && cursor.bytes(cursor.position) == Null) {
      cursor.skip(1, Truncated)
      if (isWanted) sink.nothing() else sink.skipped()
    } else {
      expect(cursor, Object, UnknownClass)
      val start = cursor.position - 1
      val form = classes.read(cursor)
      val isReplicated = form != null && form.name == OtherVersionName
      if (form == null || !form.isExternal || form.name != VersionName && !isReplicated)
        cursor.refuse(UnknownClass)
      val _ = contents.add(null, start)
      blocks.begin()
      readVersion(cursor, sink, isWanted, isLast = !isReplicated)
      if (isReplicated)
        readVersion(cursor, sink, sink.wanted(SourceVersion), isLast = true)
    }
  }

  private def readVersion(cursor: Cursor, sink: Sink, isWanted: Boolean, isLast: Boolean): Unit = {
    val topologyVersion = blocks.i32(cursor)
    val order = blocks.i64(cursor)
    val node = blocks.i32(cursor)
    if (isLast) blocks.end(cursor)
    if (isWanted && sink.beginStruct(Version)) {
      if (sink.derives(TopologyVersion)) sink.int(topologyVersion.toLong)
      if (sink.derives(Order)) sink.int(order)
      if (sink.derives(NodeOrder)) sink.int(EntryVersion.nodeOrder(node).toLong)
      if (sink.derives(ClusterId)) sink.int(EntryVersion.clusterId(node).toLong)
      sink.endStruct()
    } else sink.skipped()
  }
}

private object CdcEventReader {
  private val ClassName = "org.apache.ignite.internal.cdc.CdcEventImpl"
  private val VersionName = "org.apache.ignite.internal.processors.cache.version.GridCacheVersion"
  private val OtherVersionName = VersionName + "Ex"

  // The fields without which an object is not an event, with their codes.
  private val Fields = Seq("cacheId" -> 'I', "part" -> 'I', "primary" -> 'Z', "key" -> 'L',
    "val" -> 'L', "ord" -> 'L')

  private final val Marker = 0xc0ff1eL
  private val Put = "PUT".getBytes(UTF_8)
  private val Remove = "REMOVE".getBytes(UTF_8)
}
