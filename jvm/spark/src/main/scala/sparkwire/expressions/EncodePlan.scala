package sparkwire.expressions

import org.apache.spark.sql.types.{BinaryType, DataType, StructField, StructType}

import sparkwire.errors.Twins
import sparkwire.wire.core.{Format, Options}
import sparkwire.wire.writing.Written

/** Everything that an encoder is made from. Immutable and compared by value. */
final case class EncodePlan(
    function: String,
    format: Format,
    root: Written,
    options: Options,
    ending: Ending,
    twins: Twins) {
  def resultType: DataType = ending match {
    case Ending.FaultRow => Types.Refusal
    case _ if root.partNames.nonEmpty =>
      StructType(root.partNames.map(StructField(_, BinaryType, nullable = true)))
    case _ => BinaryType
  }
}

/** A plan and the type of the value. Generated code holds a reference to it.
  */
final case class EncoderSource(plan: EncodePlan, valueType: DataType) {
  def newEncoder(): Encoder = new Encoder(plan, valueType)
}
