package sparkwire.wire.kafka.tags

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.FieldPlan

/** The tags of one value that no definition has, and the path to the reader's position. Tags are
  * kept as positions and not as objects, because most values have none.
  *
  * They are given in the order of their structs in Kafka's own objects: outer structs before inner
  * ones, and fields in the order of the definition. The tags of one struct are given in the order
  * in which they were read.
  */
private[kafka] final class UnknownTags {
  // Three numbers for each tag: the tag, and the start and end of its data.
  private[this] var entries = new Array[Long](3 * 8)
  private[this] var count = 0
  // The paths of the tags, concatenated, and the end of each; `ways` are these paths as numbers, by
  // which the tags are sorted.
  private[this] var paths = new Array[Byte](64)
  private[this] var pathEnds = new Array[Int](8)
  private[this] var ways = new Array[Int](64)
  private[this] var wayEnds = new Array[Int](8)
  // The current path: fields, or null for a list inside of a list; and indexes in lists, or -1.
  private[this] var fields = new Array[FieldPlan](16)
  private[this] var indexes = new Array[Int](16)
  private[this] var depth = 0

  def begin(): Unit = {
    depth = 0
    count = 0
  }

  /** Forgets the tags of a header, which does not belong to the value. */
  def forget(): Unit = count = 0
  def size: Int = count

  def enter(field: FieldPlan): Unit = {
    if (depth == fields.length) {
      fields = Arrays.copyOf(fields, depth * 2)
      indexes = Arrays.copyOf(indexes, depth * 2)
    }
    fields(depth) = field
    indexes(depth) = -1
    depth += 1
  }

  /** Begins an element of the list that was entered last. */
  def element(index: Int): Unit = indexes(depth - 1) = index
  def leave(): Unit = depth -= 1

  /** Adds a tag at the current path.
    *
    * @return
    *   the size of the path in bytes
    */
  def add(tag: Long, from: Int, until: Int): Int = {
    if (count == pathEnds.length) {
      entries = Arrays.copyOf(entries, 3 * count * 2)
      pathEnds = Arrays.copyOf(pathEnds, count * 2)
      wayEnds = Arrays.copyOf(wayEnds, count * 2)
    }
    entries(3 * count) = tag
    entries(3 * count + 1) = from
    entries(3 * count + 2) = until
    val path = here.getBytes(UTF_8)
    val start = startOf(pathEnds, count)
    if (start + path.length > paths.length)
      paths = Arrays.copyOf(paths, 2 * (start + path.length))
    System.arraycopy(path, 0, paths, start, path.length)
    pathEnds(count) = start + path.length
    addWay()
    count += 1
    path.length
  }

  private def startOf(ends: Array[Int], entry: Int): Int = if (entry == 0) 0 else ends(entry - 1)

  private def addWay(): Unit = {
    val start = startOf(wayEnds, count)
    if (start + 2 * depth > ways.length) ways = Arrays.copyOf(ways, 2 * (start + 2 * depth))
    var at = 0
    while (at < depth) {
      ways(start + 2 * at) = if (fields(at) == null) 0 else fields(at).position
      ways(start + 2 * at + 1) = indexes(at)
      at += 1
    }
    wayEnds(count) = start + 2 * depth
  }

  /** Returns the current path, such as `topics[1].partitions[0]`. */
  private def here: String = {
    val out = new StringBuilder
    var at = 0
    while (at < depth) {
      if (fields(at) != null) {
        if (out.nonEmpty) out.append('.')
        out.append(fields(at).name)
      }
      if (indexes(at) >= 0) out.append('[').append(indexes(at)).append(']')
      at += 1
    }
    out.toString
  }

  /** Gives the tags as an array of [[UnknownTag]]. A dissection shows their bytes in the section.
    */
  def give(cursor: Cursor, sink: Sink): Unit = if (sink.beginArray(count)) {
    if (count == 1) giveOne(0, cursor, sink)
    else if (count > 1) inOrder.foreach(giveOne(_, cursor, sink))
    sink.endArray()
  } else sink.skipped()

  /** Sorts the tags, because the tags of an outer struct were read after the tags of inner structs.
    */
  private def inOrder: Array[Int] = Array.range(0, count).sortWith { (one, other) =>
    val order = Arrays.compare(ways, startOf(wayEnds, one), wayEnds(one), ways,
      startOf(wayEnds, other), wayEnds(other))
    if (order != 0) order < 0 else one < other
  }

  private def giveOne(entry: Int, cursor: Cursor, sink: Sink): Unit = {
    sink.element()
    if (sink.beginStruct(UnknownTag)) {
      if (sink.derives(Path)) sink.text(paths, startOf(pathEnds, entry), pathEnds(entry))
      if (sink.derives(TagNumber)) sink.int(entries(3 * entry))
      if (sink.derives(TagData))
        sink.binary(cursor.bytes, entries(3 * entry + 1).toInt, entries(3 * entry + 2).toInt)
      sink.endStruct()
    } else sink.skipped()
  }
}
