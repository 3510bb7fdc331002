package sparkwire.wire.ignite

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, Locale}

import sparkwire.wire.core.Kind
import sparkwire.wire.ignite.types.{Hashes, LayoutCache}

/** What the user asked a value to become, as far as it helps to read: names find fields by their
  * hash, and in their order they may be the schema of a compact object. One for each place of the
  * user's type and each task, with the layouts of the objects that came up there.
  */
private[ignite] sealed abstract class Asked {
  val layouts = new LayoutCache

  /** Whether an object here needs to have named fields. */
  def needsNames: Boolean = false

  /** The names of the fields that are asked for, none if anything is. */
  def names: AskedNames = AskedNames.none

  /** What is asked of the field at this position of [[names]]; of any other with -1. */
  def field(position: Int): Asked
  def element: Asked
  def key: Asked
  def value: Asked

  /** What is asked of the value of a map behind this text key. */
  def valueOf(key: Array[Byte], from: Int, until: Int): Asked
}

private[ignite] object Asked {

  /** VARIANT, or anything that no object becomes. */
  private final class Anything extends Asked {
    override def field(position: Int): Asked = this
    override def element: Asked = this
    override def key: Asked = this
    override def value: Asked = this
    override def valueOf(key: Array[Byte], from: Int, until: Int): Asked = this
  }

  private final class Struct(fields: IndexedSeq[(String, Asked)], rest: Asked) extends Asked {
    override def needsNames: Boolean = true
    override val names: AskedNames = new AskedNames(fields.map(_._1).toArray)
    override def field(position: Int): Asked = if (position < 0) rest else fields(position)._2
    override def element: Asked = rest

    // As one of the pairs that a map becomes.
    override val key: Asked = field(names.positionOf("key"))
    override val value: Asked = field(names.positionOf("value"))

    override def valueOf(key: Array[Byte], from: Int, until: Int): Asked =
      field(names.positionOf(key, from, until))
  }

  private final class Sequence(override val element: Asked, rest: Asked) extends Asked {
    override def field(position: Int): Asked = rest
    // A map becomes an array of pairs.
    override def key: Asked = element.key
    override def value: Asked = element.value
    override def valueOf(key: Array[Byte], from: Int, until: Int): Asked = value
  }

  private final class Mapping(override val key: Asked, override val value: Asked, rest: Asked)
      extends Asked {
    override def needsNames: Boolean = true
    override def field(position: Int): Asked = value
    override def element: Asked = rest
    override def valueOf(key: Array[Byte], from: Int, until: Int): Asked = value
  }

  def of(kind: Kind): Asked = of(kind, anything)

  private def of(kind: Kind, rest: Asked): Asked = kind match {
    case Kind.Struct(shape) =>
      new Struct(shape.fields.map(field => field.name -> of(field.kind, rest)), rest)
    case Kind.Sequence(element) => new Sequence(of(element, rest), rest)
    case Kind.Mapping(key, value) => new Mapping(of(key, rest), of(value, rest), rest)
    case _ => rest
  }

  def anything: Asked = new Anything
}

/** The names of a struct that the user asked for, and how names of the data fit them: exactly, else
  * regardless of case if only one does.
  */
private[ignite] final class AskedNames(val all: Array[String]) {
  val ids: Array[Int] = all.map(Hashes.id)
  val schemaId: Int = Hashes.schemaId(ids)
  private[this] val exact = all.zipWithIndex.toMap
  private[this] val folded = all.zipWithIndex.groupBy(_._1.toLowerCase(Locale.ROOT)).collect {
    case (name, Array((_, position))) => name -> position
  }
  // Sorted, and the first name that has each: names that differ in case only have the same.
  private[this] val sortedIds = ids.distinct.sorted
  private[this] val positions = sortedIds.map(ids.indexOf(_))
  private[this] val utf8 = all.map(_.getBytes(UTF_8))

  def nameOf(fieldId: Int): String = {
    val found = Arrays.binarySearch(sortedIds, fieldId)
    if (found < 0) null else all(positions(found))
  }

  /** -1 if none fits. */
  def positionOf(name: String): Int = exact.getOrElse(name, foldedOf(name))

  /** The same for a name of the data as it is on the wire. Most are found, or known to be none, without text
    * made of them.
    */
  def positionOf(name: Array[Byte], from: Int, until: Int): Int = {
    var id = 0
    var seen = 0
    var at = from
    while (at < until) {
      seen |= name(at)
      id = 31 * id + Character.toLowerCase(name(at).toChar)
      at += 1
    }
    val isAscii = seen >= 0
    val found = if (isAscii) Arrays.binarySearch(sortedIds, id) else -1
    if (isAscii && found < 0) -1
    else if (found >= 0 && isAt(positions(found), name, from, until)) positions(found)
    else positionOf(new String(name, from, until - from, UTF_8))
  }

  private def isAt(position: Int, name: Array[Byte], from: Int, until: Int): Boolean =
    Arrays.equals(utf8(position), 0, utf8(position).length, name, from, until)

  private def foldedOf(name: String): Int = folded.getOrElse(name.toLowerCase(Locale.ROOT), -1)

  /** The same for all names of an object, no two of them equal. */
  def positionsOf(names: Array[String]): Array[Int] = {
    val exactly = names.flatMap(exact.get).toSet
    val loosely = names.map(foldedOf)
    names.indices.map { at =>
      val position = loosely(at)
      if (exact.contains(names(at))) exact(names(at))
      else if (exactly(position) || loosely.count(_ == position) > 1) -1
      else position
    }.toArray
  }
}

private[ignite] object AskedNames {
  val none: AskedNames = new AskedNames(Array.empty)
}
