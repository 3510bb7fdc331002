package sparkwire.wire.avro.schemas

import java.util.{IdentityHashMap => IdentityMap}

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.avro.Schema.Type

import sparkwire.wire.avro.Step
import sparkwire.wire.core.{Field, Kind, Shape}

/** The types of a schema's values as a typed column, by the rules of Spark's own Avro reader.
  * | union of null and T            | T                                           |
  * | union of int and long          | long                                        |
  * | union of float and double      | double                                      |
  * | any other union                | a struct of member0, member1, ..., without null |
  * | enum; fixed                    | text; binary                                |
  * | duration                       | the underlying type                         |
  * | time of day                    | the same, or a TIME if `hasTimes`           |
  *
  * @param charge
  *   takes the size of each field of the type in bytes. A type may be used any number of times, so
  *   the type of a column may be much larger than the schema
  */
private[wire] final class TypedSchema(
    val schema: Schema, charge: Long => Unit, val hasTimes: Boolean) {
  import TypedSchema.Path
  private[this] val shapes = new IdentityMap[Schema, Shape]
  private[this] val open = new IdentityMap[Schema, Schema]
  private[this] var columns = 0
  private[this] var levels = 0
  val kind: Kind = of(schema, null)

  /** Returns the shape of a record, or of a union that becomes a struct. */
  def shapeOf(schema: Schema): Shape = shapes.get(schema)

  private def of(schema: Schema, path: Path): Kind = {
    columns += 1
    if (columns > TypedSchema.MaxColumns)
      refuse(s"it has more than ${TypedSchema.MaxColumns} fields in all", path)
    schema.getType match {
      case Type.NULL => Kind.Void
      case Type.BOOLEAN => Kind.Bool
      case Type.INT => ofInt(schema)
      case Type.LONG => ofLong(schema)
      case Type.FLOAT => Kind.Float32
      case Type.DOUBLE => Kind.Float64
      case Type.STRING | Type.ENUM => Kind.Text
      case Type.BYTES | Type.FIXED => ofBytes(schema, path)
      case Type.ARRAY =>
        nested(path)(Kind.Sequence(of(schema.getElementType, new Path(path, "[]"))))
      case Type.MAP =>
        nested(path)(Kind.Mapping(Kind.Text, of(schema.getValueType, new Path(path, ".value"))))
      case Type.RECORD => nested(path)(ofRecord(schema, path))
      case Type.UNION => ofUnion(schema, path)
    }
  }

  private def nested(path: Path)(kind: => Kind): Kind = {
    levels += 1
    if (levels > Kind.MaxLevels)
      refuseAt(Kind.TooManyLevels, TypedSchema.shortened(Path.text(path)))
    val made = kind
    levels -= 1
    made
  }

  private def ofInt(schema: Schema): Kind = Logical.of(schema) match {
    case Step.Date => Kind.Date
    case Step.DayMillis if hasTimes => Kind.Time(TypedSchema.MillisDigits)
    case _ => Kind.Int32
  }

  private def ofLong(schema: Schema): Kind = Logical.of(schema) match {
    case Step.DayMicros if hasTimes => Kind.Time(TypedSchema.MicrosDigits)
    case Step.TimestampMillis | Step.TimestampMicros | Step.TimestampNanos => Kind.Timestamp
    case Step.LocalMillis | Step.LocalMicros | Step.LocalNanos => Kind.LocalTimestamp
    case _ => Kind.Int64
  }

  private def ofBytes(schema: Schema, path: Path): Kind = Logical.of(schema) match {
    case Step.DecimalBytes | Step.DecimalFixed =>
      val precision = Logical.precision(schema)
      if (precision > TypedSchema.MaxDigits)
        refuse(s"no column has decimals of $precision digits", path)
      Kind.Decimal(precision, Logical.scale(schema))
    case _ => Kind.Binary
  }

  private def ofRecord(schema: Schema, path: Path): Kind = {
    if (open.put(schema, schema) != null)
      refuse(s"${schema.getFullName} contains itself, which no column type can", path)
    val fields = schema.getFields.asScala.map(field => part(field.name, field.schema, path))
    open.remove(schema)
    ofShape(schema, fields.toVector)
  }

  private def ofUnion(schema: Schema, path: Path): Kind = {
    val union = new Union(schema)
    val branches = union.others
    if (branches.isEmpty) Kind.Void
    else if (branches.length == 1) of(branches.head, path)
    else if (union.isWidened)
      if (branches.exists(_.getType == Type.LONG)) Kind.Int64 else Kind.Float64
    else
      nested(path) {
        val fields = branches.indices.map(number => part(s"member$number", branches(number), path))
        ofShape(schema, fields.toVector)
      }
  }

  private def part(name: String, schema: Schema, path: Path): Field = {
    charge(TypedSchema.FieldBytes + name.length)
    Field(name, of(schema, new Path(path, s".$name")), SchemaTypes.wireOf(schema))
  }

  // A schema that is used twice has one shape.
  private def ofShape(schema: Schema, fields: Vector[Field]): Kind = {
    if (!shapes.containsKey(schema)) shapes.put(schema, Shape(schema.getType.getName, fields))
    Kind.Struct(shapes.get(schema))
  }

  private def refuse(why: String, path: Path): Nothing = refuseAt(why, Path.text(path))

  private def refuseAt(why: String, path: String): Nothing =
    throw new InvalidSchema(if (path.isEmpty) why else s"$why ($path)")
}

private[wire] object TypedSchema {
  private final val MaxColumns = 20000
  final val MaxDigits = 38
  // Digits of the second.
  private final val MillisDigits = 3
  private final val MicrosDigits = 6
  private final val MaxPath = 60
  // The name of a type with punctuation.
  private final val FieldBytes = 16L

  private def shortened(path: String): String =
    if (path.length <= MaxPath) path else path.take(MaxPath) + "…"

  /** The place of a type in a schema. The text is made only for a message, because the paths of all
    * fields together may be much longer than the schema.
    */
  private final class Path(val outer: Path, val part: String)

  private object Path {
    def text(path: Path): String = {
      var parts: List[String] = Nil
      var level = path
      while (level != null) {
        parts ::= level.part
        level = level.outer
      }
      parts.mkString.stripPrefix(".")
    }
  }

  def written(text: String, hasTimes: Boolean): TypedSchema =
    new TypedSchema(Schemas.ofWriter(text), _ => (), hasTimes)
  def reading(text: String, hasTimes: Boolean): TypedSchema =
    new TypedSchema(Schemas.ofReader(text), _ => (), hasTimes)
}

/** The mapping of a union to typed columns. */
private[avro] final class Union(union: Schema) {

  /** The branches without null. */
  val others: IndexedSeq[Schema] =
    union.getTypes.asScala.filter(_.getType != Type.NULL).toVector

  // For each branch, its position among the others, -1 for null.
  private[this] val positions = {
    var next = -1
    union.getTypes.asScala.map { branch =>
      if (branch.getType == Type.NULL) -1
      else {
        next += 1
        next
      }
    }.toArray
  }

  def branch(number: Int): Schema = union.getTypes.get(number)
  def positionOf(branch: Int): Int = positions(branch)

  /** Whether the union has two number types, which become the wider of the two. */
  val isWidened: Boolean = others.length == 2 && {
    val types = others.map(_.getType).toSet
    types == Union.Wholes || types == Union.Reals
  }

  /** Whether the value of this branch carries the name of its type, if the option asks for it. */
  def isNamed(branch: Int): Boolean = others.length > 1 && positions(branch) >= 0

  val isStruct: Boolean = others.length > 1 && !isWidened
}

private object Union {
  private val Wholes: Set[Type] = Set(Type.INT, Type.LONG)
  private val Reals: Set[Type] = Set(Type.FLOAT, Type.DOUBLE)
}
