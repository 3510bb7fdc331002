package sparkwire.sources

import org.apache.spark.sql.types._

import sparkwire.wire.core.Kind
import sparkwire.wire.writing.Written

/** Tells which types can be written. */
private[sparkwire] object Encodable {

  /** Returns why no value of a type can be written; None if values can. */
  def whyNot(dataType: DataType, format: Written): Option[String] = format.kind match {
    case _ if dataType == NullType => None
    case Kind.Struct(shape) => dataType match {
        case struct: StructType => StructMatch.whyNot(struct, shape, "", format)
        case VariantType => None
        case _ => Some("")
      }
    case _: Kind.SelfDescribing => whyNotDynamic(dataType, format)
    case kind => StructMatch.whyNot(dataType, kind, "value", format)
  }

  /** Returns why no value of a type can be a self-describing value of a format; None if values can.
    */
  private[sources] def whyNotDynamic(dataType: DataType, format: Written): Option[String] =
    if (isDeeper(dataType, Kind.MaxLevels)) Some(s"${Kind.TooManyLevels}.")
    else
      unfit(dataType, "", format).map { case (path, found) =>
        val what = if (path.isEmpty) found.sql else s"$path is ${found.sql}, which"
        s"$what has no form in the format; cast it${otherType(found)}."
      }

  private def otherType(found: DataType): String = found match {
    case DateType | TimestampNTZType => " to TIMESTAMP or STRING"
    case _ => " to STRING"
  }

  private def isDeeper(dataType: DataType, levels: Int): Boolean = levels < 0 || (dataType match {
    case StructType(fields) => fields.exists(field => isDeeper(field.dataType, levels - 1))
    case ArrayType(element, _) => isDeeper(element, levels - 1)
    case MapType(key, value, _) => isDeeper(key, levels - 1) || isDeeper(value, levels - 1)
    case _ => false
  })

  /** Returns the path and the type of the first part that has no form. */
  private def unfit(dataType: DataType, path: String,
      format: Written): Option[(String, DataType)] = dataType match {
    case StructType(fields) =>
      fields.iterator.map(field =>
        unfit(field.dataType, if (path.isEmpty) field.name else s"$path.${field.name}", format))
        .collectFirst { case Some(found) => found }
    case ArrayType(element, _) => unfit(element, s"$path[]", format)
    case MapType(key, value, _) =>
      unfit(key, s"$path[].key", format).orElse(unfit(value, s"$path[].value", format))
    case other => if (RowValue.tagOf(other, format) < 0) Some((path, other)) else None
  }
}
