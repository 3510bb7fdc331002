package sparkwire.wire.ignite

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Locale

import sparkwire.wire.Kind

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
      field(names.positionOf(new String(key, from, until - from, UTF_8)))
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
  // The first of those with one id: names that differ in case only have the same.
  private[this] val byId = all.indices.reverse.map(at => ids(at) -> at).toMap

  def nameOf(fieldId: Int): String = byId.get(fieldId).fold[String](null)(all(_))

  /** -1 if none fits. */
  def positionOf(name: String): Int = exact.getOrElse(name, foldedOf(name))
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
