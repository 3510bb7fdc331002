package sparkwire.wire.core

import java.nio.charset.StandardCharsets.UTF_8

/** The type of a value, in terms that Spark and the readers share. */
sealed abstract class Kind extends Serializable

object Kind {

  /** A value that is always NULL. */
  case object Void extends Kind
  case object Bool extends Kind
  case object Int8 extends Kind
  case object Int16 extends Kind
  case object Int32 extends Kind
  case object Int64 extends Kind
  case object Float32 extends Kind
  case object Float64 extends Kind
  final case class Decimal(precision: Int, scale: Int) extends Kind
  case object Text extends Kind
  case object Binary extends Kind

  /** Days since the Unix epoch. */
  case object Date extends Kind

  /** Microseconds since the Unix epoch, UTC. */
  case object Timestamp extends Kind

  /** Microseconds since 1970-01-01T00:00:00 in local time, without a time zone. */
  case object LocalTimestamp extends Kind

  /** Nanoseconds since midnight, less than a day; `precision` digits of the second are not zero. */
  final case class Time(precision: Int) extends Kind
  final case class Struct(shape: Shape) extends Kind

  final case class Sequence(element: Kind) extends Kind

  /** Keys of one kind. If a key occurs twice, its last value counts. */
  final case class Mapping(key: Kind, value: Kind) extends Kind

  /** A value that describes itself. */
  sealed abstract class SelfDescribing extends Kind

  /** A self-describing value that becomes VARIANT. */
  case object Dynamic extends SelfDescribing

  /** Like [[Dynamic]], but the user may name a type. */
  case object Asked extends SelfDescribing

  /** Like [[Asked]], for one of several values: the user names their types as the fields of a struct,
    * and this is the name of the field.
    */
  final case class AskedPart(name: String) extends SelfDescribing

  /** The limit for the nesting of types. Spark's own code recurses over types: with the default
    * stack it overflows, which ends the executor, from about 160 levels (maps) to 230 levels
    * (arrays) on. Sorting and writing to Parquet need a part of that stack.
    */
  final val MaxLevels = 100

  val TooManyLevels: String = s"types are nested deeper than $MaxLevels levels"

  /** Returns how many levels of arrays, maps and structs a kind has, itself included. */
  def levels(kind: Kind): Int = kind match {
    case Struct(shape) => 1 + shape.results.map(field => levels(field.kind)).maxOption.getOrElse(0)
    case Sequence(element) => 1 + levels(element)
    case Mapping(key, value) => 1 + math.max(levels(key), levels(value))
    case _ => 0
  }
}

/** One field of a [[Shape]].
  *
  * @param kind
  *   the kind of the value, or null for bytes that only frame other values (lengths, magic
  *   numbers): only a dissection shows those
  * @param wire
  *   the type on the wire, as a dissection shows it: `int64`, `bytes`
  * @param comment
  *   the comment of the column, empty for none
  */
final case class Field(name: String, kind: Kind, wire: String, comment: String = "") {
  def isFrame: Boolean = kind == null
}

object Field {

  /** Returns a field for bytes that belong to the field `name` but are not its value. */
  def frame(name: String, wire: String): Field = Field(name, null, wire)
}

/** The fields of a struct. A reader names a field by its position, which the format has as a
  * constant.
  */
final case class Shape(name: String, fields: IndexedSeq[Field]) {
  def results: IndexedSeq[Field] = fields.filterNot(_.isFrame)

  /** The names of the fields in UTF-8; null for frames, which are not part of the result. */
  @transient lazy val names: Array[Array[Byte]] =
    fields.map(field => if (field.isFrame) null else field.name.getBytes(UTF_8)).toArray

  /** Whether a struct of this shape represents a single value that has no other form, such as
    * `{"@ext": 5, "data": …}`, and is not a container on the wire.
    */
  @transient lazy val isMark: Boolean = fields.headOption.exists(_.name.startsWith("@"))

  /** The positions of the fields by their names, without frames. Of two fields with the same name, the
    * first has it.
    */
  @transient lazy val positions: java.util.Map[String, Integer] = {
    val found = new java.util.HashMap[String, Integer]
    fields.indices.filterNot(fields(_).isFrame).foreach(at =>
      found.putIfAbsent(fields(at).name, at))
    found
  }

  // Every comparison of plans hashes their shapes, so the hash of a hundred fields is computed
  // once.
  @transient override lazy val hashCode: Int = (name, fields.map(_.name)).hashCode
}

/** The fields of an object that are known only from the data, whereas the fields of a [[Shape]] are
  * known beforehand. Objects with the same fields share one layout, so that sinks can cache data
  * that they derive from it. After the fields come two marks, which only a VARIANT shows: the type,
  * and the bytes of an object without fields.
  *
  * @param keys
  *   the key of each field in a VARIANT or a map; keys are unique
  * @param askedNames
  *   the name of each field in the user's type, null where the type does not have the field
  */
class ObjectLayout(fieldKeys: Array[Array[Byte]], val askedNames: Array[String]) {
  final val count: Int = fieldKeys.length
  final val keys: Array[Array[Byte]] = fieldKeys ++ ObjectLayout.markKeys
  final def typeMark: Int = count
  final def rawMark: Int = count + 1

  /** The layout as a shape, for sinks that know only shapes. */
  lazy val shape: Shape =
    Shape("object", keys.map(key => Field(new String(key, UTF_8), Kind.Dynamic, "")).toVector)

  // The cache of one sink. One is enough, because a layout belongs to one task, which mostly has
  // one sink.
  private[this] var by: AnyRef = _
  private[this] var made: AnyRef = _

  /** Returns the object that `owner` has cached here, null if another owner was the last to do so.
    */
  final def kept(owner: AnyRef): AnyRef = if (by eq owner) made else null

  final def keep(owner: AnyRef, value: AnyRef): Unit = {
    by = owner
    made = value
  }
}

object ObjectLayout {

  /** The names of the marks, in their order. */
  val Marks: Array[String] = Array("@type", "@raw")
  private val markKeys: Array[Array[Byte]] = Marks.map(_.getBytes(UTF_8))
}
