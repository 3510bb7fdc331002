package sparkwire.bench

import java.util.Arrays

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import com.fasterxml.jackson.databind.JsonNode

/** Checks that a row equals Kafka's own JSON of a message. */
private object KafkaRows {
  def same(found: Any, of: DataType, json: JsonNode): Unit = (found, of) match {
    case (row: InternalRow, struct: StructType) => json.properties.asScala.foreach { field =>
        val at = struct.fieldIndex(field.getKey)
        require(row.isNullAt(at) == field.getValue.isNull, field.getKey)
        if (!row.isNullAt(at))
          same(row.get(at, struct(at).dataType), struct(at).dataType, field.getValue)
      }
    case (array: ArrayData, ArrayType(element, _)) =>
      require(array.numElements() == json.size)
      for (at <- 0 until json.size) same(array.get(at, element), element, json.get(at))
    case (bytes: Array[Byte], _) => require(Arrays.equals(bytes, json.binaryValue))
    case (flag: Boolean, _) => require(flag == json.asBoolean)
    case (number: Number, _) => require(number.longValue == json.asLong)
    case (text, _) => require(text.toString == json.asText, text)
  }
}
