package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.registries.KafkaHeaders
import sparkwire.wire.Vectors

/** The headers of a record, the last of which has the bytes as its value. */
private[fuzz] final class HeaderCall extends FuzzedCall("avro_header_id", "cernan") {
  override def known: Seq[Array[Byte]] =
    Seq("00 00000007", "01 00112233445566778899aabbccddeeff", "00 0000", "02", "00 00000007 00", "")
      .map(Vectors.bytes)

  override protected def inputType: DataType = KafkaHeaders.dataType

  override def row(bytes: Array[Byte]): InternalRow = {
    def header(name: String, value: Array[Byte]) = InternalRow(UTF8String.fromString(name), value)
    InternalRow(
      ArrayData.toArrayData(
        Array(header("__value_schema_id", Array(9)), header("__value_schema_id", bytes))))
  }

  // No dissection reads headers.
  override def fieldsOf(bytes: Array[Byte]): Seq[Anatomy.Field] =
    Seq(Anatomy.Field(bytes, "", "bytes", "")).filter(_.bytes.nonEmpty)
  override protected def lengths(row: InternalRow): Seq[Int] = Nil
}
