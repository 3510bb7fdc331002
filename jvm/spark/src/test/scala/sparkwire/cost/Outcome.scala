package sparkwire.cost

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.ArrayData

import sparkwire.errors.MalformedInputException
import sparkwire.expressions.Types

/** The result of a call: a value, or the reason of a fault. A value that is refused at its first
  * byte costs nothing, so only costs of equal outcomes can be compared.
  *
  * @param rows
  *   how many rows the dissection has, 0 if it is none
  */
final case class Outcome(what: String, rows: Int) {

  /** The size in bytes that the cost may be proportional to. */
  def sizeWith(input: Int): Double = input.toDouble + Outcome.BytesPerRow * rows
}

object Outcome {
  private final val BytesPerRow = 100.0

  def of(call: Expression, row: InternalRow): Outcome =
    try
      call.eval(row) match {
        case null => Outcome("NULL", 0)
        case fault: InternalRow if call.prettyName.endsWith("_fault") =>
          Outcome(fault.getString(0), 0)
        case rows: ArrayData if call.dataType == Types.Dissection && rows.numElements() > 0 =>
          ofDissection(rows)
        case _ => Outcome("a value", 0)
      }
    catch {
      // The refusal of a text that is not a schema has no reason.
      case malformed: MalformedInputException =>
        Outcome(String.valueOf(malformed.getMessageParameters.get("reason")), 0)
    }

  private def ofDissection(rows: ArrayData): Outcome = {
    val last = rows.getStruct(rows.numElements() - 1, 5)
    Outcome(
      if (last.getString(3) == "FAULT") last.getString(4) else "a value", rows.numElements())
  }
}
