package sparkwire.bench

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.types.{DataType, StructField, StructType}

import sparkwire.errors.Twins
import sparkwire.expressions.{EncodePlan, Encoder, Ending}
import sparkwire.wire.core.{Format, Options}
import sparkwire.wire.writing.Written

/** Values as Spark passes them from a cached table, and encoders for them. */
private object Rows {

  /** Returns values of a type in Spark's binary form. A decoder may use the memory of each value for the
    * next one.
    */
  def inBinaryForm(values: Iterator[Any], dataType: DataType): Array[Any] = {
    val projection = UnsafeProjection.create(StructType(Seq(StructField("value", dataType))))
    values.map(value => projection(InternalRow(value)).copy().get(0, dataType)).toArray
  }

  def encoder(format: Format, root: Written, dataType: DataType,
      options: Map[String, String] = Map.empty): Encoder =
    new Encoder(
      EncodePlan(
        "encode", format, root, Options(options), Ending.Strict, Twins("", "")),
      dataType)
}
