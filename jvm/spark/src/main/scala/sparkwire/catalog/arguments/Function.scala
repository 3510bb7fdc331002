package sparkwire.catalog.arguments

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types._

/** The types that an argument may have. They also decide which optional parameter it belongs to. */
sealed abstract class Accepts(val words: String) {
  def apply(dataType: DataType): Boolean

  /** The hint for a user whose argument has a type that looks accepted; "" for other types. */
  def hint(dataType: DataType): String = ""
}

object Accepts {
  case object Binary extends Accepts("BINARY") {
    def apply(dataType: DataType): Boolean = dataType == BinaryType || dataType == NullType
  }
  case object Text extends Accepts("STRING") {
    def apply(dataType: DataType): Boolean =
      dataType.isInstanceOf[StringType] || dataType == NullType
  }

  /** A value to be written.
    *
    * @param whyNot
    *   why a type cannot be written, None if it can
    */
  final case class Value(override val words: String, whyNot: DataType => Option[String])
      extends Accepts(words) {
    def apply(dataType: DataType): Boolean = whyNot(dataType).isEmpty
    override def hint(
        dataType: DataType): String = whyNot(dataType).filter(_.nonEmpty).fold("")(why => s" $why")
  }

  /** A constant that determines the type of the result.
    *
    * @param sample
    *   an accepted value
    */
  final case class Constant(sample: String) extends Accepts("a constant STRING") {
    def apply(dataType: DataType): Boolean = Text(dataType)
  }

  /** Schemas that data were written with: one schema, or a map from ids to schemas.
    *
    * @param sample
    *   an accepted constant
    */
  final case class Writer(sample: String) extends Accepts("STRING or MAP") {
    override def hint(dataType: DataType): String = dataType match {
      case _: MapType =>
        " The keys of the MAP must be INT, BIGINT, STRING or BINARY, its values STRING."
      case _ => ""
    }
    def apply(dataType: DataType): Boolean = dataType match {
      case MapType(IntegerType | LongType | BinaryType | NullType, value, _) => Text(value)
      case MapType(key, value, _) => Text(key) && Text(value)
      case other => Text(other)
    }
  }

  case object Texts extends Accepts("ARRAY<STRING>") {
    def apply(dataType: DataType): Boolean = dataType match {
      case ArrayType(element, _) => Text(element)
      case other => other == NullType
    }
  }

  /** The key by which an application identifies a record. */
  case object UserKey extends Accepts("an integer, STRING, BINARY, DOUBLE or VARIANT") {
    def apply(dataType: DataType): Boolean = dataType match {
      case ByteType | ShortType | IntegerType | LongType | DoubleType | BinaryType | VariantType | NullType =>
        true
      case other => other.isInstanceOf[StringType]
    }
  }

  case object Whole extends Accepts("INT") {
    def apply(dataType: DataType): Boolean = dataType match {
      case ByteType | ShortType | IntegerType | NullType => true
      case _ => false
    }
  }

  /** The id of a schema in a registry. */
  case object SchemaId extends Accepts("INT or STRING") {
    def apply(dataType: DataType): Boolean = Whole(dataType) || Text(dataType)
  }

  /** The id of a schema, in each form that it may have where values come from. */
  case object AnySchemaId extends Accepts("INT, STRING or BINARY") {
    def apply(dataType: DataType): Boolean = SchemaId(dataType) || Binary(dataType)
  }

  /** The headers of Spark's Kafka source. */
  case object Headers extends Accepts("ARRAY<STRUCT<key STRING, value BINARY>>") {
    def apply(dataType: DataType): Boolean = dataType match {
      case ArrayType(StructType(Array(key, value)), _) =>
        Text(key.dataType) && Binary(value.dataType)
      // The elements of an empty `array()` have no type.
      case ArrayType(element, _) => element == NullType
      case other => other == NullType
    }
  }

  /** The keys and values of an empty `map()` have no type. */
  case object Options extends Accepts("MAP<STRING,STRING>") {
    def apply(dataType: DataType): Boolean = dataType.isInstanceOf[MapType]
  }
}

/** One parameter of a function.
  *
  * @param otherName
  *   a second name that a named argument may use
  */
final case class Parameter(name: String, accepts: Accepts, about: String, optional: Boolean = false,
    otherName: Option[String] = None) {
  def isCalled(word: String): Boolean = (name +: otherName.toSeq).exists(_.equalsIgnoreCase(word))
}

/** A call that can be run, and its output. It serves as the example in the documentation and as a
  * test.
  */
final case class Example(sql: String, result: String)

/** One function: the row of the catalogue from which its registration, its checks, `DESCRIBE
  * FUNCTION`, the reference page, and the tests of the Scala and Python wrappers are made.
  *
  * @param returns
  *   the type of the result as SQL writes it
  * @param sampled
  *   the type of the result of a call with the samples of [[Accepts.Constant]], if it depends on
  *   them
  */
final case class Function(
    name: String,
    parameters: Seq[Parameter],
    returns: String,
    usage: String,
    example: Example,
    since: String,
    build: Arguments => Expression,
    sampled: Option[String] = None) {

  /** `name(value [, options])` */
  def signature: String = {
    val (optional, required) = parameters.partition(_.optional)
    name + "(" + required.map(_.name).mkString(", ") + optional.map(p =>
      s" [, ${p.name}]").mkString + ")"
  }
}
