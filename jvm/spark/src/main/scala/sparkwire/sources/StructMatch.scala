package sparkwire.sources

import org.apache.spark.sql.types._

import sparkwire.rows.buffers.Tag
import sparkwire.sources.code.FieldMatch
import sparkwire.wire.core.{Kind, Nearest, Shape}
import sparkwire.wire.writing.Written

/** Says whether the fields of a STRUCT are those of a format. */
private[sources] object StructMatch {

  /** Returns why no STRUCT of a type can be written; None if it can. */
  def whyNot(struct: StructType, shape: Shape, path: String, format: Written): Option[String] = {
    val known = shape.results.map(_.name)
    val taken = known.map(FieldMatch.find(struct.fieldNames, _))
    def at(name: String) = if (path.isEmpty) name else s"$path.$name"
    struct.fields.indices.filterNot(taken.contains).headOption.map { unknown =>
      val name = struct(unknown).name
      val hint = if (known.exists(_.equalsIgnoreCase(name))) " It comes twice."
      else Nearest.hint(name, known)
      s"${at(name)} is no field.$hint Accepted: ${known.mkString(", ")}."
    }.orElse(
      shape.results.indices.iterator.filter(taken(_) >= 0).flatMap { field =>
        val found = struct(taken(field))
        whyNot(found.dataType, shape.results(field).kind, at(found.name), format)
      }.nextOption())
  }

  /** Returns why no value of a type can be of a kind; None if it can. */
  def whyNot(dataType: DataType, kind: Kind, path: String, format: Written): Option[String] = {
    val accepted = kind match {
      case _ if dataType == NullType || dataType == VariantType => None
      case Kind.Bool => other(dataType == BooleanType, "BOOLEAN")
      case Kind.Int8 | Kind.Int16 | Kind.Int32 | Kind.Int64 =>
        other(Seq(ByteType, ShortType, IntegerType, LongType).contains(dataType),
          "TINYINT, SMALLINT, INT, BIGINT")
      case Kind.Time(_) =>
        other(
          Seq(ByteType, ShortType, IntegerType, LongType).contains(dataType) ||
            Tag.find(dataType) == Tag.Time,
          "TINYINT, SMALLINT, INT, BIGINT, TIME")
      case Kind.Float32 => other(dataType == FloatType, "FLOAT")
      case Kind.Float64 =>
        other(dataType == DoubleType || dataType == FloatType, "FLOAT, DOUBLE")
      case Kind.Decimal(_, 0) =>
        other(isWhole(dataType), "TINYINT, SMALLINT, INT, BIGINT, DECIMAL(p,0)")
      case Kind.Decimal(_, _) =>
        other(isNumber(dataType), "TINYINT, SMALLINT, INT, BIGINT, DECIMAL")
      case Kind.Date => other(dataType == DateType, "DATE")
      case Kind.LocalTimestamp => other(dataType == TimestampNTZType, "TIMESTAMP_NTZ")
      case Kind.Mapping(_, _) => other(
          dataType match {
            case MapType(_: StringType, _, _) => true
            case _ => false
          },
          "MAP<STRING,…>")
      case Kind.Text => other(dataType.isInstanceOf[StringType], "STRING")
      case Kind.Binary => other(dataType == BinaryType, "BINARY")
      case Kind.Timestamp => other(dataType == TimestampType, "TIMESTAMP")
      case Kind.Struct(_) => other(dataType.isInstanceOf[StructType], "STRUCT")
      case Kind.Sequence(_) => other(dataType.isInstanceOf[ArrayType], "ARRAY")
      case _ => None
    }
    accepted.map(types => s"$path is ${dataType.sql}. Accepted: $types.").orElse(
      (kind, dataType) match {
        case (Kind.Struct(inner), struct: StructType) => whyNot(struct, inner, path, format)
        case (Kind.Sequence(inner), ArrayType(element, _)) =>
          whyNot(element, inner, s"$path[]", format)
        case (Kind.Mapping(_, inner), MapType(_, value, _)) =>
          whyNot(value, inner, s"$path[].value", format)
        case (_: Kind.SelfDescribing, found) =>
          Encodable.whyNotDynamic(found, format).map(why => s"$path: $why")
        case _ => None
      })
  }

  private def isWhole(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType => true
    case decimal: DecimalType => decimal.scale == 0
    case _ => false
  }

  private def isNumber(dataType: DataType): Boolean =
    isWhole(dataType) || dataType.isInstanceOf[DecimalType]

  private def other(fits: Boolean, accepted: String): Option[String] =
    if (fits) None else Some(accepted)
}
