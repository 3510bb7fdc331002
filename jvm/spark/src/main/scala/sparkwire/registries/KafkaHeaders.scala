package sparkwire.registries

import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.avro.framed.{AvroHeader, SchemaId}

/** The headers of Kafka records, as Spark's Kafka source has them. */
object KafkaHeaders {
  val dataType: ArrayType =
    ArrayType(new StructType().add("key", StringType).add("value", BinaryType))

  /** Returns the value of the last header of a name, as Kafka's consumers do. Returns null if there
    * is none, or if its value is NULL.
    */
  def last(headers: ArrayData, name: UTF8String): Array[Byte] = {
    var at = headers.numElements() - 1
    while (at >= 0 && !isCalled(headers, at, name)) at -= 1
    if (at < 0) null
    else {
      val header = headers.getStruct(at, 2)
      if (header.isNullAt(1)) null else header.getBinary(1)
    }
  }

  private def isCalled(headers: ArrayData, at: Int, name: UTF8String): Boolean =
    !headers.isNullAt(at) && {
      val header = headers.getStruct(at, 2)
      !header.isNullAt(0) && header.getUTF8String(0) == name
    }

  // The value of the header for an id of each type.

  def header(id: Int): Array[Byte] = AvroHeader.of(SchemaId.ofInt(id))
  def header(id: UTF8String): Array[Byte] =
    SchemaId.ofUuid(id.toString).map(AvroHeader.of).orNull
  def header(id: Array[Byte]): Array[Byte] = SchemaId.ofBytes(id).map(AvroHeader.of).orNull
}
