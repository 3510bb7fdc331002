package sparkwire.optimizer

import org.apache.spark.sql.types.DataType

import sparkwire.expressions.Decode

private[sparkwire] object Pruned {

  /** Returns a decoding of which a query needs only this part, as the optimizer rule makes it. */
  def apply(decode: Decode, part: DataType): Decode =
    decode.copy(
      required =
        FieldChains.union(decode.plan.valueType, part +: decode.plan.least.toSeq))
}
