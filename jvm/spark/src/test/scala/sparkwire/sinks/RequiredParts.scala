package sparkwire.sinks

import scala.util.Random

import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

/** What a query may need of a result. */
private[sparkwire] object RequiredParts {

  /** Some fields, and some of what is in them. */
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
