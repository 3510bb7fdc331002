package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.types.DataType

import sparkwire.errors.MalformedInputException
import sparkwire.expressions.Decode
import sparkwire.wire.{StepByStep, Vectors}

import org.scalatest.Assertions

/** Runs one decoding with all offers of a sink and with none. Each of the two keeps its decoder
  * from value to value.
  */
private[sparkwire] final class BothWays(decode: Decode) extends Assertions {
  private val plan = decode.plan
  private val inSteps = decode.copy(plan = plan.copy(root = StepByStep(plan.root)))
  private val project = UnsafeProjection.create(Array[DataType](decode.dataType))

  private def outcome(decode: Decode, row: InternalRow): Either[String, String] =
    try Right(Vectors.hex(project(InternalRow(decode.eval(row))).getBytes))
    catch { case refused: MalformedInputException => Left(refused.getMessage) }

  /** Asserts the same row to the last byte, or the same refusal. Returns whether it was a row. */
  def areSame(row: InternalRow): Boolean = {
    val found = outcome(decode, row)
    assert(found === outcome(inSteps, row), s"${decode.required.catalogString}, ${plan.options}")
    found.isRight
  }
}
