package sparkwire.expressions

import java.util.Locale

import org.apache.spark.sql.types._

import sparkwire.linkage.SparkTime
import sparkwire.wire.core.{Field, Kind, Shape}

/** Maps the kinds of the formats to Spark types. All fields are nullable. `asked` is the type that
  * the user named for self-describing values.
  */
object Types {
  def of(kind: Kind, asked: DataType = VariantType): DataType = kind match {
    case Kind.Void => NullType
    case Kind.Bool => BooleanType
    case Kind.Int8 => ByteType
    case Kind.Int16 => ShortType
    case Kind.Int32 => IntegerType
    case Kind.Int64 => LongType
    case Kind.Float32 => FloatType
    case Kind.Float64 => DoubleType
    case Kind.Decimal(precision, scale) => DecimalType(precision, scale)
    case Kind.Text => StringType
    case Kind.Binary => BinaryType
    case Kind.Date => DateType
    case Kind.Timestamp => TimestampType
    case Kind.LocalTimestamp => TimestampNTZType
    case Kind.Time(precision) => SparkTime(precision)
    case Kind.Struct(shape) => struct(shape, asked)
    case Kind.Sequence(element) => ArrayType(of(element, asked), containsNull = true)
    case Kind.Mapping(key, value) =>
      MapType(of(key, asked), of(value, asked), valueContainsNull = true)
    case Kind.Dynamic => VariantType
    case Kind.Asked => asked
    case Kind.AskedPart(name) => partOf(asked, name)
  }

  private def struct(shape: Shape, asked: DataType): StructType =
    StructType(
      shape.results.map { field =>
        val column = StructField(field.name, of(field.kind, asked), nullable = true)
        if (field.comment.isEmpty) column else column.withComment(field.comment)
      })

  /** Returns the type that the user named for one of several values, VARIANT without one. */
  def partOf(asked: DataType, name: String): DataType = asked match {
    case struct: StructType if struct.fieldNames.contains(name) => struct(name).dataType
    case _ => VariantType
  }

  /** Returns the structure and the field names of a type that the user named. */
  def namesOf(asked: DataType): Kind = asked match {
    case StructType(fields) =>
      Kind.Struct(
        Shape("", fields.map(field => Field(field.name, namesOf(field.dataType), "")).toVector))
    case ArrayType(element, _) => Kind.Sequence(namesOf(element))
    case MapType(key, value, _) => Kind.Mapping(namesOf(key), namesOf(value))
    case _ => Kind.Dynamic
  }

  /** Returns the part of a type that the user named. */
  def askedPart(kind: Kind, dataType: DataType): Option[DataType] =
    part(kind, dataType) {
      case (Kind.Asked, _) => true
      case (_: Kind.AskedPart, named) => named != VariantType
      case _ => false
    }

  /** Returns the part of a type that a sink may refuse: self-describing values may not fit the
    * type, or become too large. Only readers refuse anything else.
    */
  def refusablePart(kind: Kind, dataType: DataType): Option[DataType] =
    part(kind, dataType) { case (found, _) => holdsDynamic(found) }

  private def part(kind: Kind, dataType: DataType)(
      isPart: (Kind, DataType) => Boolean): Option[DataType] =
    (kind, dataType) match {
      case (Kind.Struct(shape), struct: StructType) =>
        val fields = shape.results.flatMap { field =>
          val all = struct(field.name)
          part(field.kind, all.dataType)(isPart).map(kept => all.copy(dataType = kept))
        }
        if (fields.isEmpty) None else Some(StructType(fields))
      case (Kind.Sequence(element), ArrayType(elementType, containsNull)) =>
        part(element, elementType)(isPart).map(ArrayType(_, containsNull))
      case _ => if (isPart(kind, dataType)) Some(dataType) else None
    }

  def holdsDynamic(kind: Kind): Boolean = kind match {
    case _: Kind.SelfDescribing => true
    case Kind.Struct(shape) => shape.results.exists(field => holdsDynamic(field.kind))
    case Kind.Sequence(element) => holdsDynamic(element)
    case Kind.Mapping(key, value) => holdsDynamic(key) || holdsDynamic(value)
    case _ => false
  }

  /** Whether no two fields of a struct differ only in case. */
  def hasDistinctNames(dataType: DataType): Boolean = dataType match {
    case StructType(fields) =>
      fields.map(_.name.toLowerCase(Locale.ROOT)).distinct.length == fields.length &&
      fields.forall(field => hasDistinctNames(field.dataType))
    case ArrayType(element, _) => hasDistinctNames(element)
    case MapType(key, value, _) => hasDistinctNames(key) && hasDistinctNames(value)
    case _ => true
  }

  // Not from DDL: Spark's parser takes half a second to load, which the command line would feel.
  val Fault: StructType = new StructType().add("reason", StringType).add("offset", IntegerType)
    .add("path", StringType).add("message", StringType)
  val Refusal: StructType =
    new StructType().add("reason", StringType).add("path", StringType).add("message", StringType)
  val Dissection: ArrayType = ArrayType(
    new StructType().add("offset", IntegerType).add("length", IntegerType)
      .add("path", StringType).add("type", StringType).add("value", StringType),
    containsNull = true)
}
