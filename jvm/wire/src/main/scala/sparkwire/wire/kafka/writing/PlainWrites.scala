package sparkwire.wire.kafka.writing

import sparkwire.wire.kafka.definitions.{ByPlan, StructPlan}
import sparkwire.wire.writing.{Output, PlainRows, PlainWrite}

/** Generated code that writes plain structs, for each plan and place. */
private[kafka] final class PlainWrites(output: Output) {
  private[this] val wholes =
    new ByPlan[PlainRows, PlainWrite]((plan, rows) => new PlainWrite(plan.plainWhole, rows))
  private[this] val parts =
    new ByPlan[PlainRows, PlainWrite]((plan, rows) => new PlainWrite(plan.plain, rows))

  /** Writes a whole value of at most `levels` levels that has no unknown tags. Returns false, with
    * nothing written, if there is no code for it.
    */
  def tryWhole(plan: StructPlan, rows: PlainRows, levels: Int): Boolean =
    rows != null && wholes.of(plan, rows).tryWrite(output, levels)

  /** The same for a struct in a value. */
  def tryPart(plan: StructPlan, rows: PlainRows, levels: Int): Boolean =
    rows != null && parts.of(plan, rows).tryWrite(output, levels)
}
