package sparkwire.wire.kafka.writing

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, HashMap}

import sparkwire.wire.core.Reason
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{StructPlan, ValuePlan}
import sparkwire.wire.writing.{Source, Unencodable}

/** The tags of a value that its definition does not have, as `_unknown_tags` lists them: each goes
  * back into the struct that its path names. Most values have none.
  *
  * A path is parsed once, into a tree of the structs that have tags. The writer goes down this tree
  * as it goes down the value.
  */
private[kafka] final class GivenTags {
  import GivenTags._

  private[this] var source: Source = _
  private[this] var field = 0
  private[this] var count = 0
  private[this] var written = 0
  private[this] var tags = new Array[Long](8)
  private[this] var isWritten = new Array[Boolean](8)
  // The data of all tags, end to end, and where the data of each ends.
  private[this] var data = new Array[Byte](64)
  private[this] var ends = new Array[Int](8)

  /** Reads the tags that a message is given. Returns its node, null if there are no tags. */
  def begin(plan: StructPlan, message: Source): TagNode = {
    source = message
    field = plan.results - 1
    count = 0
    written = 0
    if (message.has(field)) read(plan, message.list(field)) else null
  }

  private def read(plan: StructPlan, list: Source): TagNode = {
    val root = if (list.count == 0) null else new TagNode
    while (count < list.count) {
      if (!list.has(count)) throw new Unencodable(Unencodable.MissingField)
      val entry = list.struct(count)
      if (count == ends.length) grow()
      nodeAt(root, plan, entry).add(count)
      readData(entry)
      if (!entry.has(TagNumber)) throw new Unencodable(Unencodable.MissingField)
      tags(count) = entry.int(TagNumber)
      if (tags(count) < 0 || tags(count) > 0xffffffffL)
        throw Unencodable.outOfRange(tags(count), 0, 0xffffffffL)
      isWritten(count) = false
      count += 1
    }
    root
  }

  private def grow(): Unit = {
    tags = Arrays.copyOf(tags, count * 2)
    isWritten = Arrays.copyOf(isWritten, count * 2)
    ends = Arrays.copyOf(ends, count * 2)
  }

  private def readData(entry: Source): Unit = {
    if (!entry.has(TagData)) throw new Unencodable(Unencodable.MissingField)
    entry.binary(TagData)
    val start = from(count)
    val end = start.toLong + (entry.until - entry.from)
    if (end > Int.MaxValue - 8) throw new Unencodable(Reason.TooLarge)
    if (end > data.length)
      data = Arrays.copyOf(data, math.min(math.max(end, data.length * 2L), Int.MaxValue - 8L).toInt)
    System.arraycopy(entry.bytes, entry.from, data, start, end.toInt - start)
    ends(count) = end.toInt
  }

  /** Returns the node of the struct that the path of a tag names, such as `topics[1].partitions[0]`.
    */
  private def nodeAt(root: TagNode, plan: StructPlan, entry: Source): TagNode = {
    val path =
      if (!entry.has(Path)) ""
      else {
        entry.text(Path)
        new String(entry.bytes, entry.from, entry.until - entry.from, UTF_8)
      }
    var node = root
    var struct = plan
    var at = 0
    while (at < path.length) {
      val end = endOfName(path, at)
      val named = if (struct == null) null else struct.byName.get(path.substring(at, end))
      if (named == null) throw new Unencodable(NoSuchStruct)
      node = node.inner(named.position)
      var value: ValuePlan = named.value
      at = end
      while (at < path.length && path.charAt(at) == '[') {
        val close = path.indexOf(']', at)
        val index = if (close < 0) -1 else numberIn(path, at + 1, close)
        if (index < 0 || value.element == null) throw new Unencodable(NoSuchStruct)
        value = value.element
        node = node.inner(index)
        at = close + 1
      }
      struct = value.struct
      if (at < path.length && path.charAt(at) == '.' && at + 1 < path.length) at += 1
      else if (at < path.length) throw new Unencodable(NoSuchStruct)
    }
    if (struct == null) throw new Unencodable(NoSuchStruct)
    node
  }

  private def endOfName(path: String, from: Int): Int = {
    var at = from
    while (at < path.length && path.charAt(at) != '.' && path.charAt(at) != '[') at += 1
    at
  }

  /** Returns the index between two positions, -1 if there is none. */
  private def numberIn(path: String, from: Int, until: Int): Int = {
    var number = 0L
    var at = from
    while (at < until && number >= 0) {
      val digit = path.charAt(at) - '0'
      number = if (digit < 0 || digit > 9) -1 else number * 10 + digit
      if (number > Int.MaxValue) number = -1
      at += 1
    }
    if (until == from) -1 else number.toInt
  }

  def tag(entry: Int): Long = tags(entry)
  def bytes: Array[Byte] = data
  def from(entry: Int): Int = if (entry == 0) 0 else ends(entry - 1)
  def until(entry: Int): Int = ends(entry)

  /** Returns the entries of a node by ascending tags. */
  def inOrder(node: TagNode): Array[Int] = node.all.sortWith { (one, other) =>
    if (tags(one) != tags(other)) tags(one) < tags(other) else one < other
  }

  def setWritten(entry: Int): Unit = {
    isWritten(entry) = true
    written += 1
  }

  /** Refuses tags of structs that the value does not have. */
  def requireAllWritten(): Unit = if (written < count) refuse(isWritten.indexOf(false), Path,
    NoSuchStruct)

  /** Refuses a part of an entry, long after it was read. */
  def refuse(entry: Int, part: Int, reason: Reason): Nothing = {
    if (source.has(field)) {
      val list = source.list(field)
      if (list.has(entry)) {
        val _ = list.struct(entry).has(part)
      }
    }
    throw new Unencodable(reason)
  }
}

private[kafka] object GivenTags {
  private val NoSuchStruct: Reason =
    Unencodable.ConflictingField.because("the value has no struct at this path")
}

/** A struct that has tags, or a struct or list that contains one. */
private[kafka] final class TagNode {
  private[this] var nodes: HashMap[Integer, TagNode] = _
  private[this] var entries = new Array[Int](2)
  private[this] var count = 0

  def add(entry: Int): Unit = {
    if (count == entries.length) entries = Arrays.copyOf(entries, count * 2)
    entries(count) = entry
    count += 1
  }

  def all: Array[Int] = Arrays.copyOf(entries, count)

  /** Returns the node of a field, by its position, or of an element, by its index. */
  def inner(number: Int): TagNode = {
    if (nodes == null) nodes = new HashMap[Integer, TagNode]
    nodes.computeIfAbsent(Int.box(number), _ => new TagNode)
  }

  /** Like [[inner]], but null if nothing in it has tags. */
  def find(number: Int): TagNode = if (nodes == null) null else nodes.get(Int.box(number))
}
