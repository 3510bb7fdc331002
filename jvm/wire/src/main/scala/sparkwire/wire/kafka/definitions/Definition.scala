package sparkwire.wire.kafka
package definitions

import sparkwire.wire.core.{Field, Kind, Shape}

/** A message as its definition says it is, checked and resolved: fields of no valid version are left
  * out, the names of common structs are replaced by what they stand for.
  */
private[kafka] final class MessageDefinition(
    val name: String,
    val messageType: String,
    val apiKey: Option[Int],
    val validVersions: Versions,
    val flexibleVersions: Versions,
    val struct: StructDefinition) {
  def isRemoved: Boolean = validVersions.isEmpty
  def newest: Int = validVersions.highest

  // One of each: sinks know a shape again by its identity, everything else is slow.

  /** The fields of a message that is a value of its own. */
  lazy val shape: Shape = struct.shapeWith(Seq(Kafka.UnknownTagsField))

  /** The same with its version in front. */
  lazy val versionedShape: Shape =
    struct.shapeWith(Seq(Kafka.VersionField, Kafka.UnknownTagsField))
}

/** @param versions
  *   where the struct itself may be read; a common struct may have fewer than the field that uses it
  * @param hasTags
  *   whether it ends with a tag section at some version
  */
private[kafka] final class StructDefinition(
    val name: String,
    val versions: Versions,
    val fields: Vector[FieldDefinition],
    hasTags: Boolean) {

  /** All fields of all versions. */
  lazy val shape: Shape = shapeWith(Nil)

  /** The same with results that no definition has, behind the fields. Frames come last. */
  def shapeWith(more: Seq[Field]): Shape =
    Shape(name, fields.map(_.field) ++ more ++ (if (hasTags) TagFrames.all else Nil))
}

/** The positions of what only frames tagged values, from the first of them on. */
private[kafka] object TagFrames {
  final val Count = 0
  final val Tag = 1
  final val Size = 2
  final val Unknown = 3

  val all: Seq[Field] = Seq(Field.frame("", "tag count"), Field.frame("", "tag"),
    Field.frame("", "tag size"), Field.frame("", "unknown tag"))
}

/** @param code
  *   of the value, or of the elements if it is an array; the classic form of those that have two
  * @param struct
  *   null for other types
  * @param tag
  *   -1 if there is none
  * @param flexible
  *   at which versions lengths are compact
  */
private[kafka] final case class FieldDefinition(
    name: String,
    typeName: String,
    code: Int,
    struct: StructDefinition,
    isArray: Boolean,
    versions: Versions,
    nullable: Versions,
    tag: Int,
    tagged: Versions,
    flexible: Versions,
    default: DefaultValue) {

  def field: Field = {
    val one = if (struct == null) Code.kind(code) else Kind.Struct(struct.shape)
    Field(name, if (isArray) Kind.Sequence(one) else one, typeName)
  }
}
