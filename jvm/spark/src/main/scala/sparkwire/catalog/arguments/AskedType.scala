package sparkwire.catalog.arguments

import java.util.Locale

import scala.util.control.NonFatal
import scala.util.matching.Regex

import org.apache.spark.sql.types._

import sparkwire.errors.SparkwireErrors
import sparkwire.linkage.SparkTime
import sparkwire.wire.core.Kind

/** The type that a user names, as DDL, for self-describing values. */
private[catalog] object AskedType {

  /** Returns a STRUCT for `id INT, tags ARRAY<STRING>`, and any other type as it is. The text may
    * also be the result of `schema_of_variant` or `schema_of_variant_agg`.
    *
    * @param hasDates
    *   whether values of the format can become DATE and TIMESTAMP_NTZ
    */
  def parse(function: String, ddl: String, hasDates: Boolean = false): DataType = {
    def refuse(message: String): Nothing = throw SparkwireErrors.invalidSchema(function, message)
    // On very deeply nested text, Spark's parser takes minutes or overflows its stack.
    if (levels(ddl) > Kind.MaxLevels) refuse(s"'${ddl.take(MaxShown)}…': ${Kind.TooManyLevels}.")
    val parsed =
      try withoutVoid(DataType.fromDDL(asDdl(ddl)))
      catch {
        case NonFatal(error) =>
          SparkTime.whyNot.filter(_ => Time.findFirstIn(ddl).nonEmpty).foreach(why =>
            refuse(s"'$ddl': $why. $Instead"))
          refuse(s"'$ddl' is not a valid type: ${firstLine(error.getMessage)}")
      }
    if (levels(parsed) > Kind.MaxLevels)
      refuse(s"'${ddl.take(MaxShown)}…': ${Kind.TooManyLevels}.")
    whyNot(parsed, hasDates).foreach(refuse)
    parsed.asNullableType
  }

  // A TIME where a type stands, which older parsers refuse with any words. A field of this name is
  // followed by its type.
  private val Time = "(?i)\\bTIME\\s*(\\(\\s*\\d+\\s*\\)|[,>]|$)".r

  private val Instead = "Without it, name a number instead, such as BIGINT."

  /** Replaces the OBJECT of `schema_of_variant`, which is not a DDL type, by STRUCT. */
  private def asDdl(text: String): String = Quoted.replaceAllIn(
    text, found => Regex.quoteReplacement(if (found.group(1) == null) found.matched else "STRUCT<"))

  private val Quoted = "`[^`]*`|'[^']*'|\"[^\"]*\"|(?i)\\b(OBJECT)\\s*<".r

  /** Leaves out the fields for which `schema_of_variant` found nothing but NULL. */
  private def withoutVoid(dataType: DataType): DataType = dataType match {
    case NullType => VariantType
    case StructType(fields) =>
      StructType(
        fields.filterNot(_.dataType == NullType)
          .map(field => field.copy(dataType = withoutVoid(field.dataType))))
    case ArrayType(element, hasNulls) => ArrayType(withoutVoid(element), hasNulls)
    case MapType(key, value, hasNulls) => MapType(key, withoutVoid(value), hasNulls)
    case other => other
  }

  // How many characters of a type are shown that is too deep to be parsed.
  private final val MaxShown = 60

  /** Returns the nesting depth of angle brackets in a DDL text, except in quotes. */
  private def levels(ddl: String): Int = {
    var open = 0
    var most = 0
    var quote = ' '
    ddl.foreach { c =>
      if (quote != ' ') {
        if (c == quote) quote = ' '
      } else if (c == '`' || c == '\'' || c == '"') quote = c
      else if (c == '<') {
        open += 1
        most = math.max(most, open)
      } else if (c == '>') open -= 1
    }
    most
  }

  private def levels(dataType: DataType): Int = dataType match {
    case StructType(fields) =>
      1 + fields.map(field => levels(field.dataType)).maxOption.getOrElse(0)
    case ArrayType(element, _) => 1 + levels(element)
    case MapType(key, value, _) => 1 + math.max(levels(key), levels(value))
    case _ => 0
  }

  /** Whether a map from names fits the type. */
  def takesRecord(dataType: DataType): Boolean = dataType match {
    case _: StructType | MapType(StringType, _, _) | VariantType => true
    case ArrayType(StructType(fields), _) => fields.forall(field =>
        Set("key", "value")(field.name.toLowerCase(Locale.ROOT)))
    case _ => false
  }

  val recordTypes: String =
    "bins become fields. Accepted: the fields of a STRUCT, MAP<STRING, …>, ARRAY<STRUCT<key …, value …>>, VARIANT."

  private def firstLine(
      text: String): String = text.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("")

  // Spark's own method is private.
  private implicit class Nullable(dataType: DataType) {
    def asNullableType: DataType = dataType match {
      case StructType(fields) =>
        StructType(
          fields.map(field =>
            StructField(field.name, field.dataType.asNullableType, nullable = true)))
      case ArrayType(element, _) => ArrayType(element.asNullableType, containsNull = true)
      case MapType(key, value, _) =>
        MapType(key.asNullableType, value.asNullableType, valueContainsNull = true)
      case other => other
    }
  }

  /** Whether values of a type can be compared, as the keys of a MAP must be. */
  private def isComparable(dataType: DataType): Boolean = dataType match {
    case _: VariantType | _: MapType => false
    case ArrayType(element, _) => isComparable(element)
    case StructType(fields) => fields.forall(field => isComparable(field.dataType))
    case _ => true
  }

  private def accepted(hasDates: Boolean): String =
    "BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, STRING, BINARY, TIMESTAMP, " +
      s"${if (hasDates) "TIMESTAMP_NTZ, DATE, " else ""}" +
      s"${if (hasDates && SparkTime.whyNot.isEmpty) "TIME, " else ""}VARIANT, and ARRAY, MAP and STRUCT of these"

  /** Returns the reason why no value on the wire can become this type, if there is one. */
  private def whyNot(dataType: DataType, hasDates: Boolean): Option[String] = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | BinaryType |
        TimestampType | VariantType | _: DecimalType =>
      None
    // STRING with a collation is another class of the same name in every version, but not equal to
    // STRING.
    case StringType => None
    case DateType | TimestampNTZType if hasDates => None
    case SparkTime(_) if hasDates => SparkTime.whyNot.map(why => s"${dataType.sql}: $why. $Instead")
    case ArrayType(element, _) => whyNot(element, hasDates)
    case MapType(key, _, _) if !isComparable(key) =>
      Some(s"${dataType.sql}: no MAP has such keys.")
    case MapType(key, value, _) => whyNot(key, hasDates).orElse(whyNot(value, hasDates))
    case StructType(fields) =>
      fields.groupBy(_.name).collectFirst {
        case (name, twice) if twice.length > 1 => s"the field $name comes twice."
      }
        .orElse(
          fields.collectFirst {
            case field if !field.nullable =>
              s"${field.name}: every field may be NULL, NOT NULL is not accepted."
          })
        .orElse(
          fields.collectFirst {
            case field if field.metadata.contains("__CHAR_VARCHAR_TYPE_STRING") =>
              s"${field.name}: CHAR and VARCHAR are not accepted. Accepted: ${accepted(hasDates)}."
          })
        .orElse(
          fields.iterator.map(field => whyNot(field.dataType, hasDates)).collectFirst {
            case Some(why) =>
              why
          })
    case other => Some(s"no value becomes ${other.sql}. Accepted: ${accepted(hasDates)}.")
  }
}
