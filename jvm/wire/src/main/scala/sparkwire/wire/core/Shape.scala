package sparkwire.wire.core

import java.nio.charset.StandardCharsets.UTF_8

/** What a value becomes, in words that Spark and the readers share. */
sealed abstract class Kind extends Serializable

object Kind {

  /** Never anything but NULL. */
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

  /** Microseconds of a clock on some wall. */
  case object LocalTimestamp extends Kind
  final case class Struct(shape: Shape) extends Kind

  final case class Sequence(element: Kind) extends Kind

  /** Keys of one kind; of values with the same key the last one counts. */
  final case class Mapping(key: Kind, value: Kind) extends Kind

  /** A value that says itself what it is. */
  case object Dynamic extends Kind

  /** The same, for which the user may name a type. */
  case object Asked extends Kind

  /** How deep a type may be nested. Spark's own code recurses over types: with the default stack it overflows, which ends
    * the executor, from some 160 (maps) to 230 levels (arrays) on, and sorting and writing to Parquet need some of that.
    */
  final val MostLevels = 100

  val TooManyLevels: String = s"types are nested deeper than $MostLevels levels"

  /** How many arrays, maps and structs are nested in a kind at most, itself included. */
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
  *   what it becomes, or null for bytes that only frame others (lengths, magic numbers): those are
  *   seen by a dissection and by nobody else
  * @param wire
  *   how it stands on the wire, as a dissection says it: `int64`, `bytes`
  */
final case class Field(name: String, kind: Kind, wire: String) {
  def isFrame: Boolean = kind == null
}

object Field {

  /** Bytes that belong to the field `name` but are not its value. */
  def frame(name: String, wire: String): Field = Field(name, null, wire)
}

/** The fields of a struct. A reader names them by position, which a format keeps as constants. */
final case class Shape(name: String, fields: IndexedSeq[Field]) {
  def results: IndexedSeq[Field] = fields.filterNot(_.isFrame)

  /** The names of the fields in UTF-8; null for frames, which are no results. */
  @transient lazy val names: Array[Array[Byte]] =
    fields.map(field => if (field.isFrame) null else field.name.getBytes(UTF_8)).toArray

  /** Whether a struct of this shape stands for a single value that has no other form, such as
    * `{"@ext": 5, "data": …}`, and is no container on the wire.
    */
  @transient lazy val isMark: Boolean = fields.headOption.exists(_.name.startsWith("@"))

  // A shape is compared and hashed whenever a plan is; the hash of a hundred fields is made once.
  @transient override lazy val hashCode: Int = (name, fields.map(_.name)).hashCode
}
