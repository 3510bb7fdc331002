package sparkwire.wire.ignite.types

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core.{FoldedNames, Kind}
import sparkwire.wire.ignite.Hashes

/** The type that the user asked for, as far as it helps to read a value: its names find fields by
  * their hash, and in their order they may be the schema of a compact object. Each task has one
  * `Asked` for each place in the user's type; it also keeps the layouts of the objects that came up
  * at that place.
  */
private[ignite] sealed abstract class Asked {
  val layouts = new LayoutCache

  /** Whether an object at this place must have named fields. */
  def needsNames: Boolean = false

  /** The names of the fields that are asked for; empty if any field is. */
  def names: AskedNames = AskedNames.none

  /** Returns the request for the field at `position` in [[names]]; of any other field with -1. */
  def field(position: Int): Asked
  def element: Asked
  def key: Asked
  def value: Asked

  /** Returns the request for the value in a map that belongs to this text key. */
  def valueOf(key: Array[Byte], from: Int, until: Int): Asked
}

private[ignite] object Asked {

  /** VARIANT, or a type that no object becomes. */
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

    // For a map that becomes an array of these structs: its keys and values are the fields `key`
    // and `value`.
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

/** The field names of a struct that the user asked for. A name in the data fits one of them if both
  * are equal, or else if it is the only one that is equal regardless of case.
  */
private[ignite] final class AskedNames(val all: Array[String]) {
  val ids: Array[Int] = all.map(Hashes.id)
  val schemaId: Int = Hashes.schemaId(ids)
  private[this] val exact = all.zipWithIndex.toMap
  private[this] val folded = new FoldedNames(all)
  // The distinct ids in ascending order, and for each id the position of its first name. Names that
  // differ only in case have the same id.
  private[this] val sortedIds = ids.distinct.sorted
  private[this] val positions = sortedIds.map(ids.indexOf(_))
  private[this] val hasOneName =
    sortedIds.zip(positions).map { case (id, position) => ids.indexOf(id, position + 1) < 0 }
  private[this] val utf8 = all.map(_.getBytes(UTF_8))

  def nameOf(fieldId: Int): String = {
    val found = Arrays.binarySearch(sortedIds, fieldId)
    if (found < 0) null else all(positions(found))
  }

  /** Returns the position of the name that fits, -1 if none does. */
  def positionOf(name: String): Int = exact.getOrElse(name, folded.positionOf(name))

  /** Like the method above, for a name as UTF-8 bytes on the wire. Most names are found or ruled
    * out by their hash, without creating a `String`.
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

  /** Like `positionOf`, for all fields of an object, no two of which have the same name. A field
    * that no name fits is found by its id. Every step is a look into a table: the data determines
    * how many fields there are.
    *
    * @param fieldIds
    *   null if they are not known
    */
  def positionsOf(names: Array[String], fieldIds: Array[Int]): Array[Int] = {
    val found = positionsByName(names)
    if (fieldIds != null) fillById(found, fieldIds)
    found
  }

  private def positionsByName(names: Array[String]): Array[Int] = {
    val isExact = new Array[Boolean](all.length)
    val looseCounts = new Array[Int](all.length)
    val loosely = names.map { name =>
      val position = exact.getOrElse(name, -1)
      if (position >= 0) isExact(position) = true
      val loose = folded.positionOf(name)
      if (loose >= 0) looseCounts(loose) += 1
      loose
    }
    names.indices.map { at =>
      val position = exact.getOrElse(names(at), -1)
      val loose = loosely(at)
      if (position >= 0) position
      else if (loose < 0 || isExact(loose) || looseCounts(loose) > 1) -1
      else loose
    }.toArray
  }

  // A field is found by its id only if no other field has the id, and no other name.
  private def fillById(found: Array[Int], fieldIds: Array[Int]): Unit = {
    val isTaken = new Array[Boolean](all.length)
    found.foreach(position => if (position >= 0) isTaken(position) = true)
    val counts = new Array[Int](all.length)
    val positions = fieldIds.map(positionOfId)
    positions.foreach(position => if (position >= 0) counts(position) += 1)
    found.indices.foreach { at =>
      val position = positions(at)
      if (found(at) < 0 && position >= 0 && counts(position) == 1 && !isTaken(position))
        found(at) = position
    }
  }

  /** Returns the position of the only name with this id, -1 if there is none, or more than one. */
  private def positionOfId(fieldId: Int): Int = {
    val place = Arrays.binarySearch(sortedIds, fieldId)
    if (place < 0 || !hasOneName(place)) -1 else positions(place)
  }
}

private[ignite] object AskedNames {
  val none: AskedNames = new AskedNames(Array.empty)
}
