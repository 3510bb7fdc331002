package sparkwire.cost

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.cost.CostFamily.Column
import sparkwire.cost.WriterFamilies.json

/** Values that become Avro, with schemas that make that expensive. */
object AvroWriterFamilies {
  private def record(name: String, fields: String*): String =
    s"""{"type":"record","name":"$name","fields":[${fields.mkString(",")}]}"""
  private def field(name: String, kind: String): String = s"""{"name":"$name","type":$kind}"""
  private def union(types: Seq[String]): String = types.mkString("[", ",", "]")
  private def arrayOf(items: String): String = s"""{"type":"array","items":$items}"""

  private def encode(name: String, attacks: String, schema: Int => String)(
      value: Int => String): CostFamily =
    CostFamily(s"write-avro-$name", attacks, "avro_encode")(size =>
      Seq(json(value(size)), schema(size)))

  /** Unions of two records with the same field, at every level. Only the last record takes an int. */
  private def twins(levels: Int, level: Int = 1): String = {
    def named(first: String, second: String): String =
      union(Seq(record(s"A$level", field("f", first)), record(s"B$level", field("f", second))))
    if (level == levels) named("\"boolean\"", "\"int\"")
    else named(twins(levels, level + 1), s"""["A${level + 1}","B${level + 1}"]""")
  }

  private def nested(levels: Int, leaf: String): String =
    """{"f":""" * levels + leaf + "}" * levels

  private def repeated(size: Int, piece: String): String =
    Seq.fill(math.max(1, size / (piece.length + 1)))(piece).mkString("[", ",", "]")

  private val values = Seq(
    encode("branch-after-branch", "Unions in unions, all of whose branches are tried in vain.",
      _ => arrayOf(twins(60)))(size => repeated(size, nested(60, "\"a\""))),
    encode("second-branches", "Unions in unions, of which always the last branch is the right one.",
      _ => arrayOf(twins(6)))(size => repeated(size, nested(6, "1"))),
    encode("branches", "A union of as many records as fit, for as many values.",
      size =>
        arrayOf(
          union(
            (0 until size / 200).map(number =>
              record(s"R$number", field(s"f$number", "\"int\""))))))(
      size =>
        repeated(size / 2, s"""{"f${size / 200 - 1}":1}""")),
    encode("branches-alike", "A union of records with the same field, for as many values.",
      size =>
        arrayOf(
          union(
            (0 until size / 200).map(number =>
              record(s"R$number", field("f", "\"boolean\""))))))(
      size =>
        repeated(size / 2, """{"f":1}""")),
    encode("enums", "A union of enums and a long text that is none of them.",
      size =>
        union((0 until size / 200).map(number =>
          s"""{"type":"enum","name":"E$number","symbols":["s"]}""") :+
          """{"type":"fixed","name":"U","size":16,"logicalType":"uuid"}"""))(
      size =>
        "\"" + "x" * (size / 2) + "\""),
    encode("texts", "A text that is taken back with each record.",
      _ =>
        union(
          (0 until 50).map(number =>
            record(s"R$number", field("a", "\"string\""), field("f", "\"boolean\"")))))(
      size =>
        s"""{"a":"${"x" * size}","f":1}"""),
    encode("items-without-bytes", "An array of as many NULLs as fit.", _ => arrayOf("\"null\""))(
      size =>
        repeated(size, "null")),
    encode("keys", "A map of as many keys as fit.", _ => """{"type":"map","values":"int"}""")(
      size =>
        (0 until size / 12).map(number => f""""$number%08d":1""").mkString("{", ",", "}")),
    encode("fields", "Records of a hundred fields, of which the values have none.",
      _ =>
        arrayOf(
          record("R",
            (0 until 100).map(number =>
              s"""{"name":"f$number","type":["null","int"],"default":null}"""): _*)))(
      size =>
        repeated(size, "{}")),
    encode("nested", "Records in records, beyond every limit of the depth.",
      _ => record("N", field("f", """["null","N"]""")))(size =>
      nested(math.min(size / 6, 480), "null"))
  )

  // Schemas that come with the records.

  private val packed = new StructType().add("avro_schema", StringType)
    .add("records", ArrayType(VariantType))

  private def container(name: String, attacks: String)(schema: Int => String)(
      record: Int => String): CostFamily =
    CostFamily(s"write-container-$name", attacks, "avro_container_encode") { size =>
      val records = Seq.fill(math.max(1, size / 64))(json(record(size)).value)
      Seq(
        Column(
          InternalRow(
            UTF8String.fromString(schema(size)), new GenericArrayData(records.toArray[Any])),
          packed))
    }

  private val containers = Seq(
    container("symbols", "An enum of as many symbols as fit, used as often.")(size =>
      record("R",
        field("e",
          s"""{"type":"enum","name":"E","symbols":${(0 until size / 40).map(n =>
              s""""s$n"""").mkString("[", ",", "]")}}""") +:
          (0 until size / 40).map(number => field(s"f$number", "\"E\"")): _*))(
      _ => """{"e":"s0"}"""),
    container("scale", "A decimal with a billion digits after the point.")(_ =>
      """{"type":"bytes","logicalType":"decimal","precision":2000000000,"scale":1000000000}""")(_ =>
      "1"),
    container("digits", "Decimals with many digits after the point.")(_ =>
      """{"type":"bytes","logicalType":"decimal","precision":3000,"scale":2000}""")(_ => "1"),
    container("large-fixed", "Numbers of a megabyte each.")(_ =>
      """{"type":"fixed","name":"F","size":1048576,"logicalType":"decimal","precision":9}""")(_ =>
      "1"),
    container("branches", "A union of as many records as fit, for as many values.")(size =>
      union(
        (0 until size / 128).map(number => record(s"R$number", field(s"f$number", "\"int\"")))))(
      size => s"""{"f${size / 128 - 1}":1}""")
  )

  // A VARIANT whose arrays all share one element, which is such an array itself.
  private val shared = Seq(
    CostFamily(
      "write-avro-shared-offsets", "Arrays of arrays of a few bytes that are all the same.",
      "avro_encode")(size =>
      Seq(WriterFamilies.sharing(size, 5),
        arrayOf(
          arrayOf(
            arrayOf(
              arrayOf(arrayOf("\"null\"")))))))
  )

  val all: Seq[CostFamily] = values ++ containers ++ shared
}
