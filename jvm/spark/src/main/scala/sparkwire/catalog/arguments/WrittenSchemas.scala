package sparkwire.catalog.arguments

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression}
import org.apache.spark.sql.types._

import sparkwire.wire.avro.writing.{EncodedContainer, EncodedValue}
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Options
import sparkwire.wire.writing.Written

/** Evaluates the arguments of the functions that write Avro. */
private[catalog] object WrittenSchemas {

  /** Returns the root for one value, after a look at the schema, the type and the id. */
  def value(arguments: Arguments): Written = {
    checkId(arguments, arguments.options(EncodedValue.options), arguments.passed("id"))
    val text = arguments.constantText("schema")
    checked(arguments, text, EncodedValue(text))
  }

  def container(arguments: Arguments): Written = {
    val schema = arguments.optionalText("schema")
    checked(arguments, schema.getOrElse(""), EncodedContainer(schema))
  }

  def packet(arguments: Arguments): Written = {
    val schema = arguments.optionalText("schema")
    checked(arguments, schema.getOrElse(""), Cernan.OnePacket(schema, hasTimes = true))
  }

  /** Returns the root for a container of the values of many rows, each of which is a record. */
  def eachRecord(arguments: Arguments): Written = {
    val text = arguments.constantText("schema")
    checked(arguments, text, EncodedValue(text))
    EncodedContainer(Some(text))
  }

  private def checked(arguments: Arguments, schema: String, root: Written): Written = {
    arguments.refusingSchema("schema", schema) {
      val _ = root.kind
    }
    arguments.requireWritable(root, "STRUCT or VARIANT")
    root
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
      if (id.isEmpty && constant.isEmpty) arguments.refuse(
        s"$frame needs an id: the argument id, or the option of this name.")
    } else if (id.isDefined || constant.isDefined)
      arguments.refuse(
        s"an id is given, and $frame does not write one. Pass map('frame', 'confluent') or " +
          "map('frame', 'glue') as options, or leave the id out: avro_header(id) makes a header.")
    if (!EncodedValue.isIdValid(options))
      arguments.refuse(s"id = '${constant.orNull}' for $frame. Accepted: $accepted.")
    id.map(_.dataType).filter(_ != NullType).foreach { found =>
      if (found.isInstanceOf[StringType] != EncodedValue.isIdText(options))
        arguments.refuseType(s"id is ${found.sql} for $frame. Accepted: $accepted.")
    }
  }
}
