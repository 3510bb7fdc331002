package sparkwire.wire.ignite.types

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, HashSet}

import sparkwire.wire.core.{Sink, Utf8}
import sparkwire.wire.core.ObjectLayout
import sparkwire.wire.ignite.{
  FieldOrder, Hashes, Ignite, ObjectHead, Rereads, TypeDescription, TypeDescriptions
}

/** The layout of objects of one type and one schema, at one place of the user's type.
  *
  * @param isResolved
  *   false if neither ids nor names of the fields are known
  * @param hasItsFields
  *   false if the schema has more fields than the footer, or fewer
  * @param asked the request for each field
  */
private[ignite] final class IgniteLayout(keys: Array[Array[Byte]], askedNames: Array[String],
    val typeName: Array[Byte], val typeId: Int, val isResolved: Boolean, val hasItsFields: Boolean,
    asked: Array[Asked])
    extends ObjectLayout(keys, askedNames) {
  def askedOf(field: Int): Asked = asked(field)

  /** About how many bytes of memory it takes. */
  val weight: Long = IgniteLayout.WeightOfField * count +
    (if (typeName == null) 0L else 2L * typeName.length)

  /** Whether it is too large to be kept longer than its object is read. */
  def isHeavy: Boolean = weight > LayoutCache.MaxKept

  def giveType(sink: Sink): Unit =
    if (typeName == null) sink.int(typeId.toLong) else sink.text(typeName, 0, typeName.length)

  // The properties of the objects with this layout.
  private[this] var schemaId = 0
  private[this] var flags = 0
  private[this] var className: Array[Byte] = _
  private[this] var ids: Array[Int] = _

  def bindTo(head: ObjectHead): IgniteLayout = {
    schemaId = head.schemaId
    flags = head.flags & IgniteLayout.FlagsThatMatter
    className = head.className
    ids = if (head.isCompact) null else head.ids
    this
  }

  /** Whether an object has this layout. If its footer contains the ids of its fields, they decide,
    * because its schema id may be any number.
    */
  def fits(head: ObjectHead): Boolean =
    head.typeId == (if (className == null) typeId else 0) &&
      (head.flags & IgniteLayout.FlagsThatMatter) == flags && head.count == count &&
      (if (ids == null) head.schemaId == schemaId else head.hasIds(ids)) &&
      (className == null || head.hasClassName(className))
}

private[ignite] object IgniteLayout {
  private final val FlagsThatMatter = Ignite.CompactFooter | Ignite.HasRawData

  // A key, an id, and references from here and from the data that a sink keeps with the layout.
  private final val WeightOfField = 96L
}

/** The layouts that came up at one place. Most columns have one layout, few have many. This is a
  * hash table in which a layout is in its own bucket or in one of the next. If all of these are
  * taken, a new layout replaces the one in its own bucket.
  *
  * The data determines the size of a layout. So a very large one is not kept, and all are dropped
  * when they weigh too much together: to fill the cache again takes as many bytes of input.
  */
private[ignite] final class LayoutCache {
  private[this] var buckets: Array[IgniteLayout] = _
  private[this] var weight = 0L

  def of(head: ObjectHead, types: TypeDescriptions, asked: Asked,
      rereads: Rereads): IgniteLayout = {
    if (buckets == null) buckets = new Array[IgniteLayout](LayoutCache.Size)
    val own =
      ((head.typeId * 31 + head.schemaId) * LayoutCache.Spread) >>> (32 - LayoutCache.SizeBits)
    var bucket = own
    var left = LayoutCache.MaxLooks
    while (left > 0 && buckets(bucket) != null && !buckets(bucket).fits(head)) {
      bucket = (bucket + 1) & (LayoutCache.Size - 1)
      left -= 1
    }
    if (left > 0 && buckets(bucket) != null) buckets(bucket)
    else {
      rereads.layout(head.count)
      val made = IgniteLayouts.make(head, types, asked)
      if (!made.isHeavy) keep(made, if (left > 0) bucket else own)
      made
    }
  }

  private def keep(made: IgniteLayout, bucket: Int): Unit = {
    if (buckets(bucket) != null) weight -= buckets(bucket).weight
    weight += made.weight
    if (weight > LayoutCache.MaxWeight) {
      Arrays.fill(buckets.asInstanceOf[Array[AnyRef]], null)
      weight = made.weight
    }
    buckets(bucket) = made
  }
}

private[ignite] object LayoutCache {
  private final val SizeBits = 6
  private final val Size = 1 << SizeBits
  private final val MaxLooks = 8
  // 2^32 divided by the golden ratio: numbers that differ little go to different buckets.
  private final val Spread = 0x9e3779b9

  // In bytes: the most of all layouts at one place, and the most of one that is kept.
  private[ignite] final val MaxWeight = 4L << 20
  private[ignite] final val MaxKept = MaxWeight / 4
}

private[ignite] object IgniteLayouts {

  def make(head: ObjectHead, types: TypeDescriptions, asked: Asked): IgniteLayout = {
    val className = head.className
    val typeId =
      if (className == null) head.typeId else Hashes.id(new String(className, UTF_8))
    val described = types.of(typeId)
    val count = head.count
    val order = orderOf(head, described, asked.names)
    val hasItsFields = order == null || order.ids.length == count
    val ids =
      if (!head.isCompact) head.ids
      else if (order == null || !hasItsFields) null
      else order.ids
    val keys =
      if (ids == null) Array.tabulate(count)(at => s"@$at")
      else keysOf(ids, described, asked, head.hasRaw)
    val positions =
      if (asked.names.all.isEmpty) Array.fill(count)(-1) else asked.names.positionsOf(keys, ids)
    new IgniteLayout(
      keys.map(_.getBytes(UTF_8)),
      positions.map(at => if (at < 0) null else asked.names.all(at)),
      if (described != null && described.nameBytes != null) described.nameBytes
      else repaired(className),
      if (className == null) head.typeId else typeId,
      isResolved = ids != null || count == 0,
      hasItsFields = hasItsFields,
      positions.map(asked.field)
    ).bindTo(head)
  }

  private def repaired(name: Array[Byte]): Array[Byte] =
    if (name == null) null else Utf8.repaired(name)

  /** Returns the order of a compact object's fields, null if it is not known. */
  private def orderOf(head: ObjectHead, described: TypeDescription,
      asked: AskedNames): FieldOrder =
    if (!head.isCompact) null
    else {
      val known = if (described == null) null else described.order(head.schemaId)
      if (known != null) known
      else if (asked.all.nonEmpty && asked.schemaId == head.schemaId &&
        asked.all.length == head.count) new FieldOrder(asked.ids, asked.all)
      else null
    }

  private def nameOf(fieldId: Int, described: TypeDescription, asked: AskedNames): String = {
    val known = if (described == null) null else described.fieldName(fieldId)
    if (known != null) known else asked.nameOf(fieldId)
  }

  /** Names fields by name, else by id, else by position: the first of these that is not taken. */
  private def keysOf(ids: Array[Int], described: TypeDescription, asked: Asked,
      hasRaw: Boolean): Array[String] = {
    // The data determines the ids. A Java set stays fast when many have the same hash.
    val taken = new HashSet[String]
    // Only a VARIANT has marks. In a struct or map a field may have any name.
    if (!asked.needsNames) taken.add("@type")
    if (!asked.needsNames && hasRaw) taken.add("@raw")
    ids.indices.map { at =>
      val name = nameOf(ids(at), described, asked.names)
      val byId = s"#${ids(at)}"
      if (name != null && taken.add(name)) name
      else if (taken.add(byId)) byId
      else byPosition(at, taken)
    }.toArray
  }

  private def byPosition(at: Int, taken: HashSet[String]): String =
    // Names in the data may look like these keys.
    (Iterator(s"@$at") ++ Iterator.from(2).map(again => s"@$at@$again")).find(taken.add).get
}
