package sparkwire.queries

import scala.util.Random

import org.apache.spark.sql.types._

/** Random choices. */
final class Dice(random: Random) {
  def oneOf[A](choices: A*): A = choices(random.nextInt(choices.length))
  def chance(percent: Int): Boolean = random.nextInt(100) < percent

  /** Returns at least one and at most `most` of some choices. */
  def some[A](all: Seq[A], most: Int): Seq[A] =
    random.shuffle(all).take(1 + random.nextInt(math.min(most, all.length)))
}

/** A value that a query selects under a name. */
final case class Named(name: String, value: Value) {
  def select: String = s"${value.text} AS $name"
  def column: Value = value.copy(text = name)
}

/** Generates expressions inside of values, by their types: fields, elements, lambdas, conditions.
  */
final class ValueGenerator(dice: Dice) {
  import ValueGenerator._
  import dice.{chance, oneOf}

  private var names = 0
  private def name(): String = {
    names += 1
    s"c$names"
  }

  def named(value: Value): Named = Named(name(), value)

  /** Returns a value that is made from `value`, or a part of it. */
  def inside(value: Value): Value = value.dataType match {
    case StructType(fields) if fields.nonEmpty =>
      val field = oneOf(fields.toSeq: _*)
      val content = if (field.name == "avro") Some("avro_container_decode") else None
      perhapsInside(Value(s"${value.text}.`${field.name}`", field.dataType, content))
    case ArrayType(element, _) => insideArray(value.text, element)
    case MapType(key, one, _) =>
      perhapsInside(
        oneOf(Value(s"map_keys(${value.text})", ArrayType(key)),
          Value(s"map_values(${value.text})", ArrayType(one))))
    case VariantType =>
      Value(
        oneOf(s"to_json(${value.text})", s"schema_of_variant(${value.text})",
          s"try_variant_get(${value.text}, '$$.a', 'STRING')"),
        StringType)
    case _ => value
  }

  private def perhapsInside(value: Value): Value = if (chance(60)) inside(value) else value

  private def insideArray(text: String, element: DataType): Value = {
    val one = name()
    val part = perhapsInside(Value(one, element))
    def test = conditionOn(part)
    val ofStructs = element match {
      case StructType(fields) if fields.nonEmpty =>
        val field = oneOf(fields.toSeq: _*)
        Seq(Value(s"$text.`${field.name}`", ArrayType(field.dataType)))
      case _ => Nil
    }
    val compared =
      if (!isSortable(part.dataType)) Nil
      else {
        val parts = s"transform($text, $one -> ${part.text})"
        Seq(Value(s"array_max($parts)", part.dataType),
          Value(s"array_sort($parts)", ArrayType(part.dataType)))
      }
    oneOf(
      Seq(
        // In ANSI mode, `list[0]` of an empty list is an error.
        perhapsInside(Value(s"get($text, 0)", element)),
        Value(s"size($text)", IntegerType),
        Value(s"transform($text, $one -> ${part.text})", ArrayType(part.dataType)),
        Value(s"filter($text, $one -> $test)", ArrayType(element)),
        Value(s"exists($text, $one -> $test)", BooleanType),
        Value(s"aggregate($text, 0, (sum, $one) -> sum + if($test, 1, 2))", IntegerType)
      ) ++ ofStructs ++ compared: _*)
  }

  /** Returns a value that can be compared, grouped by and joined on. */
  def scalar(columns: Seq[Value]): Value =
    tries(columns).find(value => isScalar(value.dataType)).getOrElse(Value("1", IntegerType))

  /** Returns a value that can be sorted by: a scalar, or a struct or list of such values. */
  def sortable(columns: Seq[Value]): Value =
    tries(columns).find(value => isSortable(value.dataType)).getOrElse(scalar(columns))

  /** Returns a list with the type of its elements. */
  def list(columns: Seq[Value]): Option[(Value, DataType)] = {
    val found = (columns ++ tries(columns)).collect {
      case value @ Value(_, ArrayType(element, _), _) => value -> element
    }
    Option.when(found.nonEmpty)(oneOf(found: _*))
  }

  private def tries(columns: Seq[Value]): Seq[Value] =
    Seq.fill(8)(inside(oneOf(columns: _*)))

  def condition(columns: Seq[Value]): String = {
    def one() = conditionOn(inside(oneOf(columns: _*)))
    if (chance(50)) one() else s"(${one()} ${oneOf("AND", "OR")} ${one()})"
  }

  private def conditionOn(value: Value): String = {
    val text = value.text
    def some(tests: String*) = oneOf(tests :+ s"$text IS NOT NULL" :+ s"$text IS NULL": _*)
    value.dataType match {
      case ByteType | ShortType | IntegerType | LongType =>
        some(s"CAST($text AS BIGINT) % 3 = 0", s"CAST($text AS BIGINT) > 100")
      case _: StringType => some(s"$text LIKE '%e%'", s"$text COLLATE UTF8_LCASE <> 'upsert'")
      case BinaryType => some(s"length($text) > 8")
      case BooleanType => some(text, s"NOT $text")
      case TimestampType => some(s"$text > TIMESTAMP'2015-01-01 00:00:00'")
      case _: ArrayType | _: MapType => some(s"size($text) > 1")
      case _ => some()
    }
  }
}

object ValueGenerator {
  private def isSortable(dataType: DataType): Boolean = dataType match {
    case StructType(fields) => fields.nonEmpty && fields.forall(field => isSortable(field.dataType))
    case ArrayType(element, _) => isSortable(element)
    case _: FloatType => true
    case other => isScalar(other)
  }

  private def isScalar(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType | _: StringType | BinaryType | BooleanType | TimestampType | DoubleType |
        _: DecimalType => true
    case _ => false
  }
}
