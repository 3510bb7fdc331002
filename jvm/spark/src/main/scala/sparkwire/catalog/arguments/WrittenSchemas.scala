package sparkwire.catalog.arguments

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression}
import org.apache.spark.sql.types._

import sparkwire.sources.Encodable
import sparkwire.wire.avro.writing.{EncodedContainer, EncodedValue}
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Options
import sparkwire.wire.writing.Written

/** Evaluates the arguments of the functions that write Avro. */
private[catalog] object WrittenSchemas {

  /** Returns the root for one value, after a look at the schema, the type and the id. */
  def value(arguments: Arguments): Written = {
    val text = arguments.constantText("schema")
    val id = arguments.passed("id")
    checkId(arguments, arguments.options(EncodedValue.options), id)
    val root = EncodedValue(text, idIsBeside = id.isDefined)
    arguments.refusingSchema("schema", text) {
      val _ = root.kind
    }
    checkType(arguments, root)
    root
  }

  def container(arguments: Arguments): Written = records(arguments, EncodedContainer(_))
  def packet(arguments: Arguments): Written = records(arguments, Cernan.OnePacket(_))

  private def records(arguments: Arguments, make: Option[String] => Written): Written = {
    val schema = arguments.optionalText("schema")
    val root = make(schema)
    arguments.refusingSchema("schema", schema.getOrElse("")) {
      val _ = root.kind
    }
    checkType(arguments, root)
    root
  }

  /** Returns the root for a container of the values of many rows, each of which is a record. */
  def eachRecord(arguments: Arguments): Written = {
    val text = arguments.constantText("schema")
    val one = EncodedValue(text, idIsBeside = false)
    arguments.refusingSchema("schema", text) {
      val _ = one.kind
    }
    checkType(arguments, one)
    EncodedContainer(Some(text))
  }

  /** Refuses a value of a type that cannot be written. */
  def checkType(arguments: Arguments, root: Written): Unit = {
    val found = arguments.column("value", BinaryType).dataType
    if (!arguments.isNull("value")) Encodable.whyNot(found, root).foreach { why =>
      arguments.refuseType(
        if (why.isEmpty) s"value is ${found.sql}. Accepted: STRUCT or VARIANT." else why)
    }
  }

  /** Returns the id of each value if it is a column or constant of its own. */
  def besideValue(arguments: Arguments): Seq[Expression] = arguments.passed("id").toSeq.map { id =>
    id.dataType match {
      case ByteType | ShortType | NullType => Cast(id, IntegerType)
      case _ => id
    }
  }

  private def checkId(arguments: Arguments, options: Options, id: Option[Expression]): Unit = {
    val constant = options.text(EncodedValue.Id)
    val frame = s"frame = '${options.word(EncodedValue.Frame)}'"
    val accepted = if (EncodedValue.isIdText(options)) "STRING, a UUID" else "INT"
    if (id.isDefined && constant.isDefined)
      arguments.refuse("id is given twice: as an argument and in the options.")
    if (EncodedValue.hasId(options)) {
      if (id.isEmpty && constant.isEmpty) arguments.refuse(s"$frame needs an id.")
    } else if (id.isDefined || constant.isDefined)
      arguments.refuse(s"$frame has no id of its own. Accepted: confluent, glue.")
    if (!EncodedValue.isIdValid(options))
      arguments.refuse(s"id = '${constant.orNull}' for $frame. Accepted: $accepted.")
    id.map(_.dataType).filter(_ != NullType).foreach { found =>
      if (found.isInstanceOf[StringType] != EncodedValue.isIdText(options))
        arguments.refuseType(s"id is ${found.sql} for $frame. Accepted: $accepted.")
    }
  }
}
