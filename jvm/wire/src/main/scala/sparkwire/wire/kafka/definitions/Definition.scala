package sparkwire.wire.kafka.definitions

import sparkwire.wire.core.{Field, Kind, Shape}
import sparkwire.wire.kafka.Kafka

/** The definition of a message, checked and resolved: fields without a valid version are left out,
  * and the names of common structs are replaced by the structs.
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

  // One shape each, because sinks recognize a shape by its identity. Anything else is slow.

  /** The fields of a message that is a whole value. */
  lazy val shape: Shape = struct.shapeWith(Seq(Kafka.UnknownTagsField))

  /** The fields of a message that comes after its version. */
  lazy val versionedShape: Shape =
    struct.shapeWith(Seq(Kafka.VersionField, Kafka.UnknownTagsField))
}

/** @param versions
  *   the versions at which the struct may be read; a common struct may have fewer versions than the
  *   field that uses it
  * @param fields
  *   the fields that some version has
  * @param otherTags
  *   the tags of the fields that no version has: they are refused, as the tag of a field of another
  *   version is
  * @param hasTags
  *   whether it ends with a tag section at some version
  */
private[kafka] final class StructDefinition(
    val name: String,
    val versions: Versions,
    val fields: Vector[FieldDefinition],
    val otherTags: Vector[Int],
    val hasTags: Boolean) {

  /** All fields of all versions. */
  lazy val shape: Shape = shapeWith(Nil)

  /** Returns the shape with results that no definition has, after the fields. Frames come last. */
  def shapeWith(more: Seq[Field]): Shape =
    Shape(name, fields.map(_.field) ++ more ++ (if (hasTags) TagFrames.all else Nil))
}

/** The positions of the fields that frame tagged values, counted from the first of them. */
private[kafka] object TagFrames {
  final val Count = 0
  final val Tag = 1
  final val Size = 2
  final val Unknown = 3

  val all: Seq[Field] = Seq(Field.frame("", "tag count"), Field.frame("", "tag"),
    Field.frame("", "tag size"), Field.frame("", "unknown tag"))
}

/** @param code
  *   the code of the value, or of an array's elements; of two forms the classic one
  * @param struct
  *   the struct, null for other types
  * @param tag
  *   the tag, -1 if there is none
  * @param flexible
  *   the versions at which lengths are compact
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
