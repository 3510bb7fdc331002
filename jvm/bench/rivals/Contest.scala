package sparkwire.bench.rivals

import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.functions.{col, explode}
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

/** Values of a format, and what the queries over them ask for. */
abstract class Contest {

  /** The name that rivals use. */
  def name: String

  /** What a value is, for the tables of results. */
  def title: String

  /** Different values, the same ones in every run. */
  def values: Array[Array[Byte]]

  /** Sparkwire's column, with these options. */
  def sparkwire(value: Column, options: Map[String, String] = Map.empty): Column

  /** The fields of the query `ten fields`; none if the type has not that many. */
  def ten: Seq[String] = Nil

  /** The fields of the query for one or two fields. A dot leads into a struct. */
  def few: Seq[String]

  /** The queries: a name, and the fields of the result, all of them if there are none. */
  final def parts: Seq[(String, Seq[String])] =
    Seq(Contest.All -> Nil, Contest.Ten -> ten, Contest.Few -> few)
      .filter { case (part, fields) => part == Contest.All || fields.nonEmpty }
}

object Contest {
  final val All = "all fields"
  final val Ten = "ten fields"
  final val Few = "one or two fields"

  /** All contests, in the order of the tables. */
  def all: Seq[Contest] = Seq(new DatabusEvents, new CernanPacketsContest, new AvroOrders,
    new IgniteObjects, new KafkaCommits, new KafkaRequests, new KafkaRecords, new MsgpackMaps)

  /** The part of a type that has only some fields. */
  def narrow(whole: DataType, fields: Seq[String]): DataType =
    (whole, fields) match {
      case (_, Nil) => whole
      case (ArrayType(element, hasNull), _) => ArrayType(narrow(element, fields), hasNull)
      case (struct: StructType, _) =>
        val inner = fields.groupMap(_.takeWhile(_ != '.'))(_.dropWhile(_ != '.').drop(1))
        StructType(
          struct.filter(field => inner.contains(field.name)).map(field =>
            field.copy(dataType = narrow(field.dataType, inner(field.name).filter(_.nonEmpty)))))
      case (other, _) => other
    }

  /** The query for some fields, or for all; of a list, the elements are the rows. */
  def query(table: DataFrame, decoded: Column, whole: DataType, fields: Seq[String]): DataFrame = {
    val rows = whole match {
      case _: ArrayType => table.select(explode(decoded).as("d"))
      case _ => table.select(decoded.as("d"))
    }
    if (fields.isEmpty) rows.select(names(whole).map(name => col(s"d.`$name`")): _*)
    else rows.select(fields.map(field => col(s"d.$field")): _*)
  }

  private def names(whole: DataType): Seq[String] = whole match {
    case ArrayType(element, _) => names(element)
    case struct: StructType => struct.fieldNames.toSeq
    case other => throw new IllegalArgumentException(s"no fields in $other")
  }
}
