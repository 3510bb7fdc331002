package sparkwire.rows

import scala.util.Random

import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

/** Chooses the parts of a result that a query may need. */
private[sparkwire] object RequiredParts {

  /** Returns a type with some of the fields, at every level. */
  def of(whole: DataType, random: Random): DataType = whole match {
    case StructType(fields) if fields.nonEmpty =>
      val some = fields.filter(_ => random.nextInt(3) > 0)
      StructType(
        (if (some.isEmpty) fields.take(1) else some).map(field =>
          field.copy(dataType = of(field.dataType, random))))
    case ArrayType(element, hasNulls) => ArrayType(of(element, random), hasNulls)
    case other => other
  }
}
