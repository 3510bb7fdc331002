package sparkwire.wire.avro.schemas

import java.lang.{Integer => JavaInt}

import org.apache.avro.Schema
import org.apache.avro.Schema.Type

import sparkwire.wire.avro.Step

/** The effect of a logical type, as the code of a [[Step]]; -1 if there is no logical type, or if
  * it is unknown or invalid for its schema. Read from the attributes of the schema, because the
  * logical types that Avro's classes know differ between their versions.
  */
private[avro] object Logical {
  final val Plain = -1

  // Meanings of values, beside Plain.
  final val Instant = 1
  final val LocalTime = 2
  final val TimeOfDay = 3
  final val Date = 4
  final val Decimal = 5
  final val Uuid = 6
  final val Duration = 7

  def of(schema: Schema): Int = {
    val name = schema.getProp("logicalType")
    if (name == null) Plain
    else schema.getType match {
      case Type.INT => ofInt(name)
      case Type.LONG => ofLong(name)
      case Type.BYTES => if (name == "decimal" && isDecimal(schema)) Step.DecimalBytes else Plain
      case Type.STRING => if (name == "uuid") Step.UuidText else Plain
      case Type.FIXED => ofFixed(name, schema)
      case _ => Plain
    }
  }

  private def ofInt(name: String): Int = name match {
    case "date" => Step.Date
    case "time-millis" => Step.DayMillis
    case _ => Plain
  }

  private def ofLong(name: String): Int = name match {
    case "time-micros" => Step.DayMicros
    case "timestamp-millis" => Step.TimestampMillis
    case "timestamp-micros" => Step.TimestampMicros
    case "timestamp-nanos" => Step.TimestampNanos
    case "local-timestamp-millis" => Step.LocalMillis
    case "local-timestamp-micros" => Step.LocalMicros
    case "local-timestamp-nanos" => Step.LocalNanos
    case _ => Plain
  }

  private def ofFixed(name: String, schema: Schema): Int = name match {
    case "decimal" if isDecimal(schema) && precision(schema) <= mostDigits(schema.getFixedSize) =>
      Step.DecimalFixed
    case "uuid" if schema.getFixedSize == 16 => Step.UuidFixed
    case "duration" if schema.getFixedSize == 12 => Step.Duration
    case _ => Plain
  }

  /** Returns the meaning of a value apart from its unit: two schemas with the same meaning can be
    * resolved.
    */
  def meaning(schema: Schema): Int = of(schema) match {
    case Step.TimestampMillis | Step.TimestampMicros | Step.TimestampNanos => Instant
    case Step.LocalMillis | Step.LocalMicros | Step.LocalNanos => LocalTime
    case Step.DecimalBytes | Step.DecimalFixed => Decimal
    case Step.Date => Date
    case Step.UuidText | Step.UuidFixed => Uuid
    case Step.Duration => Duration
    case Step.DayMillis | Step.DayMicros => TimeOfDay
    case _ => Plain
  }

  def precision(schema: Schema): Int = number(schema, "precision", -1)
  def scale(schema: Schema): Int = number(schema, "scale", 0)

  private def isDecimal(schema: Schema): Boolean =
    precision(schema) > 0 && scale(schema) >= 0 && scale(schema) <= precision(schema)

  /** Returns the value of an attribute; -1 for anything that is not a number of 32 bits. */
  private def number(schema: Schema, name: String, absent: Int): Int =
    schema.getObjectProp(name) match {
      case null => absent
      case value: JavaInt => value.intValue
      case _ => -1
    }

  /** Returns how many digits always fit in a signed number of `size` bytes. */
  private def mostDigits(size: Int): Long =
    math.floor(math.log10(2) * (8.0 * size - 1)).toLong
}
