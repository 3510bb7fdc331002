package sparkwire.wire.ignite.writing

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, IdentityHashMap}

import sparkwire.wire.core.Shape

/** The structs that have become objects. A type has few of them, but another source than a row may
  * have one for each value.
  */
private[writing] final class ObjectShapes {
  import ObjectShapes._

  private[this] val known = new IdentityHashMap[Shape, ObjectShape]
  private[this] var lastShape: Shape = _
  private[this] var last: ObjectShape = _

  def of(shape: Shape): ObjectShape = {
    if (shape ne lastShape) {
      if (known.size == MostShapes) known.clear()
      last = known.computeIfAbsent(shape, new ObjectShape(_))
      lastShape = shape
    }
    last
  }
}

/** A name that is not a field, but says something about the object. */
private[writing] final class ObjectMark(val name: String) {
  private[this] val utf8 = name.getBytes(UTF_8)

  def is(bytes: Array[Byte], from: Int, until: Int): Boolean =
    Arrays.equals(utf8, 0, utf8.length, bytes, from, until)
}

private[writing] object ObjectMark {
  val Type = new ObjectMark("@type")
  val Raw = new ObjectMark("@raw")
  val Cycle = new ObjectMark("@cycle")
}

private[writing] object ObjectShapes {
  private final val MostShapes = 64
}

/** The fields of a struct as fields of an object. Their ids are hashes of their names, which take
  * longer than writing a number.
  */
private[writing] final class ObjectShape(shape: Shape) {
  private[this] val names = shape.names
  private[this] val areFields =
    names.map(name => name != null && (name.isEmpty || (name(0) != '@' && name(0) != '#')))
  private[this] val ids = names.indices.map(field =>
    if (areFields(field)) ObjectWriter.fieldId(names(field), 0, names(field).length) else 0).toArray

  /** Whether no value of the struct has two fields of one id. */
  val idsDiffer: Boolean = {
    val sorted = ids.indices.filter(field => areFields(field)).map(field => ids(field)).sorted
    // A field that only an id names may have any id.
    names.forall(name => name == null || name.isEmpty || name(0) != '#') &&
    sorted.zip(sorted.drop(1)).forall { case (one, next) => one != next }
  }

  val isNamed: Boolean = shape.fields.nonEmpty && shape.fields(0).name == ObjectMark.Type.name

  /** Returns null for a field that is not part of the result. */
  def name(field: Int): Array[Byte] = names(field)

  /** Whether the name is the name of a field, and stands for nothing else. */
  def isField(field: Int): Boolean = areFields(field)
  def id(field: Int): Int = ids(field)
}
