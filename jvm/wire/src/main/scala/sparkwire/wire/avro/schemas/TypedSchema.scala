package sparkwire.wire.avro
package schemas

import java.util.{IdentityHashMap => IdentityMap}

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.avro.Schema.Type

import sparkwire.wire.core.{Field, Kind, Shape}

/** The types of a schema's values as a typed column, by the rules of Spark's own Avro reader.
  * | union of null and T            | T                                           |
  * | union of int and long          | long                                        |
  * | union of float and double      | double                                      |
  * | any other union                | a struct of member0, member1, ..., without null |
  * | enum; fixed                    | text; binary                                |
  * | time of day, duration          | the underlying type                         |
  */
private[wire] final class TypedSchema(val schema: Schema) {
  private[this] val shapes = new IdentityMap[Schema, Shape]
  private[this] val open = new IdentityMap[Schema, String]
  private[this] var columns = 0
  private[this] var levels = 0
  val kind: Kind = of(schema, "")

  /** Returns the shape of a record, or of a union that becomes a struct. */
  def shapeOf(schema: Schema): Shape = shapes.get(schema)

  private def of(schema: Schema, path: String): Kind = {
    columns += 1
    if (columns > TypedSchema.MaxColumns)
      refuse(s"it has more than ${TypedSchema.MaxColumns} fields in all", path)
    schema.getType match {
      case Type.NULL => Kind.Void
      case Type.BOOLEAN => Kind.Bool
      case Type.INT => if (Logical.of(schema) == Step.Date) Kind.Date else Kind.Int32
      case Type.LONG => ofLong(schema)
      case Type.FLOAT => Kind.Float32
      case Type.DOUBLE => Kind.Float64
      case Type.STRING | Type.ENUM => Kind.Text
      case Type.BYTES | Type.FIXED => ofBytes(schema, path)
      case Type.ARRAY => nested(path)(Kind.Sequence(of(schema.getElementType, s"$path[]")))
      case Type.MAP =>
        nested(path)(Kind.Mapping(Kind.Text, of(schema.getValueType, s"$path.value")))
      case Type.RECORD => nested(path)(ofRecord(schema, path))
      case Type.UNION => ofUnion(schema, path)
    }
  }

  private def nested(path: String)(kind: => Kind): Kind = {
    levels += 1
    if (levels > Kind.MaxLevels) refuse(Kind.TooManyLevels, TypedSchema.shortened(path))
    val made = kind
    levels -= 1
    made
  }

  private def ofLong(schema: Schema): Kind = Logical.of(schema) match {
    case Step.TimestampMillis | Step.TimestampMicros | Step.TimestampNanos => Kind.Timestamp
    case Step.LocalMillis | Step.LocalMicros | Step.LocalNanos => Kind.LocalTimestamp
    case _ => Kind.Int64
  }

  private def ofBytes(schema: Schema, path: String): Kind = Logical.of(schema) match {
    case Step.DecimalBytes | Step.DecimalFixed =>
      val precision = Logical.precision(schema)
      if (precision > TypedSchema.MaxDigits)
        refuse(s"no column has decimals of $precision digits", path)
      Kind.Decimal(precision, Logical.scale(schema))
    case _ => Kind.Binary
  }

  private def ofRecord(schema: Schema, path: String): Kind = {
    if (open.put(schema, path) != null)
      refuse(s"${schema.getFullName} contains itself, which no column type can", path)
    val fields = schema.getFields.asScala.map(field =>
      Field(field.name, of(field.schema, dotted(path, field.name)), wireOf(field.schema)))
    open.remove(schema)
    ofShape(schema, fields.toVector)
  }

  private def ofUnion(schema: Schema, path: String): Kind = {
    val branches = Unions.others(schema)
    if (branches.isEmpty) Kind.Void
    else if (branches.length == 1) of(branches.head, path)
    else if (Unions.isWidened(schema))
      if (branches.exists(_.getType == Type.LONG)) Kind.Int64 else Kind.Float64
    else
      nested(path) {
        val fields = branches.zipWithIndex.map { case (branch, number) =>
          Field(s"member$number", of(branch, dotted(path, s"member$number")), wireOf(branch))
        }
        ofShape(schema, fields.toVector)
      }
  }

  // A schema that is used twice has one shape.
  private def ofShape(schema: Schema, fields: Vector[Field]): Kind = {
    if (!shapes.containsKey(schema)) shapes.put(schema, Shape(schema.getType.getName, fields))
    Kind.Struct(shapes.get(schema))
  }

  private def wireOf(schema: Schema): String = PlanBuilder.wireOf(schema)

  private def dotted(path: String, name: String): String =
    if (path.isEmpty) name else s"$path.$name"

  private def refuse(why: String, path: String): Nothing =
    throw new InvalidSchema(if (path.isEmpty) why else s"$why ($path)")
}

private[wire] object TypedSchema {
  private final val MaxColumns = 20000
  final val MaxDigits = 38
  private final val MaxPath = 60

  private def shortened(path: String): String =
    if (path.length <= MaxPath) path else path.take(MaxPath) + "…"

  def written(text: String): TypedSchema = new TypedSchema(Schemas.ofWriter(text))
  def reading(text: String): TypedSchema = new TypedSchema(Schemas.ofReader(text))
}

/** The mapping of unions to typed columns. */
private[avro] object Unions {
  private val wholes: Set[Type] = Set(Type.INT, Type.LONG)
  private val reals: Set[Type] = Set(Type.FLOAT, Type.DOUBLE)

  def others(
      union: Schema): Seq[Schema] = union.getTypes.asScala.toSeq.filter(_.getType != Type.NULL)

  /** Whether the union has two number types, which become the wider of the two. */
  def isWidened(union: Schema): Boolean = {
    val types = others(union).map(_.getType)
    types.length == 2 && (types.toSet == wholes || types.toSet == reals)
  }

  /** Whether the value of this branch carries the name of its type, if the option asks for it. */
  def isNamed(union: Schema, branch: Int): Boolean =
    others(union).length > 1 && union.getTypes.get(branch).getType != Type.NULL

  def isStruct(union: Schema): Boolean = others(union).length > 1 && !isWidened(union)
}
