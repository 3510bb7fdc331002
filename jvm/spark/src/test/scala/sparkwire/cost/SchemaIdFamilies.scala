package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.util.zip.DeflaterOutputStream

import scala.util.Using

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.registries.KafkaHeaders
import sparkwire.wire.avro.ContainerReaderSuite.varint

/** Ids of schemas in headers and arguments, and the frames of registries. */
object SchemaIdFamilies {
  private val guid = "00112233-4455-6677-8899-aabbccddeeff"

  private def zlib(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    Using.resource(new DeflaterOutputStream(out))(_.write(bytes))
    out.toByteArray
  }

  private def headers(number: Int, name: String, value: Array[Byte]): CostFamily.Column =
    CostFamily.Column(
      ArrayData.toArrayData(
        Array.fill[Any](number)(InternalRow(UTF8String.fromString(name), value))),
      KafkaHeaders.dataType)

  private def frame(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    CostFamily(s"registry-$name", attacks, "registry_frame")(size =>
      Seq(bytes(size), Map("payload" -> "protobuf")))

  private val confluent = Array[Byte](0, 0, 0, 0, 7)
  private val packed = Array[Byte](3, 5) ++ new Array[Byte](16)

  val all: Seq[CostFamily] = Seq(
    frame("indexes", "As many message indexes as fit.")(size =>
      confluent ++ varint(size.toLong) ++ new Array[Byte](size)),
    frame("indexes-cut", "Far more message indexes than there are.")(size =>
      confluent ++ varint(1L << 30) ++ new Array[Byte](size)),
    frame("payload", "A long payload.")(size => confluent ++ new Array[Byte](size)),
    frame("bomb", "A compressed payload.")(size => packed ++ zlib(new Array[Byte](size * 16))),
    CostFamily("header-others", "As many headers as fit, all with another name.",
      "avro_header_id")(size =>
      Seq(headers(size / 32, "__value_schema_iD", Array.emptyByteArray))),
    CostFamily("header-same", "As many headers as fit, all with the name.", "avro_header_id")(
      size => Seq(headers(size / 32, "__value_schema_id", Array[Byte](0, 0, 0, 0, 7)))),
    CostFamily("header-long", "A header with a long value.", "avro_header_id")(size =>
      Seq(headers(1, "__value_schema_id", new Array[Byte](size)))),
    CostFamily("avro-id-long", "A long text as the id of a value.", "avro_variant")(size =>
      Seq(Array[Byte](2), Map(guid -> "\"int\""), CostFamily.Text("1" * size)))
  )
}
