package sparkwire.cost

import sparkwire.wire.avro.ContainerReaderSuite.{block, deflated, header, varint}

/** Avro values of which each byte stands for much more in the schema. */
object AvroGrowthFamilies {
  private val large = Map("maxSize" -> "134217728")

  private def counted(count: Int): Array[Byte] =
    varint(count.toLong) ++ new Array[Byte](count) :+ 0.toByte
  private def listOf(item: String): String = s"""{"type":"array","items":$item}"""
  private def record(field: String, kind: String): String =
    s"""{"type":"record","name":"R","fields":[{"name":"$field","type":$kind}]}"""

  val all: Seq[CostFamily] = Seq(
    CostFamily("avro-long-field", "The look-up of a long name, for each item of a list.",
      "avro_variant")(size =>
      Seq(counted(size / 2), CostFamily.Text(listOf(record("n" * (size / 2), "\"int\""))), large)),
    CostFamily("avro-long-branch", "The same for the name of a type in a union.", "avro_variant")(
      size =>
        Seq(counted(size / 2),
          CostFamily.Text(
            listOf(s"""[{"type":"fixed","name":"${"n" * (size / 2)}","size":0},"int"]""")),
          large + ("unions" -> "named"))),
    CostFamily("container-long-field", "The same for each record of a container.",
      "avro_container_decode")(size =>
      Seq(
        header(record("n" * (size / 2), "\"int\"")) ++
          block(size / 2L, new Array[Byte](size / 2)),
        large)),
    CostFamily("container-long-symbol", "Rows of an enum with a long symbol, a byte each.",
      "avro_container_decode") { size =>
      val schema =
        record("f", listOf(s"""{"type":"enum","name":"E","symbols":["${"s" * 60}"]}"""))
      Seq(header(schema, "deflate") ++ block(1, deflated(counted(size * 16))), schema, large)
    }
  )
}
