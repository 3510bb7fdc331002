package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.expressions.{Decode, DecoderSource}
import sparkwire.rows.RowForm

/** Compares the row that a decoder makes from bytes in another row with the row that Spark makes
  * from the decoded value.
  */
private[fuzz] final class HandedOn(decode: Decode) {
  private val decoder =
    DecoderSource(decode.plan, decode.required, 1, RowForm.Column).newDecoder()
  private val expected = UnsafeProjection.create(Array[DataType](decode.dataType))
  // A text field precedes the bytes.
  private val input = UnsafeProjection.create(Array[DataType](StringType, BinaryType))

  def check(row: InternalRow, value: Any): Unit = {
    val field = InternalRow(UTF8String.fromString("in front"), row.getBinary(0))
    decoder.decodeAt(input(field), 1) match {
      case made: UnsafeRow =>
        require(made == expected(InternalRow(value)), "another row than that of the value")
      case _ => require(value == null, "a value, but no row")
    }
  }
}
