package sparkwire.wire.kafka.writing

import sparkwire.wire.kafka.definitions.{ByPlan, StructPlan}
import sparkwire.wire.places.CodeOnTrial
import sparkwire.wire.writing.{Output, PlainRows, PlainWriter}

/** Generated code that writes plain structs, for each plan and place. */
private[kafka] final class PlainWrites(output: Output) {
  private[this] val codes = new ByPlan[PlainRows, CodeOnTrial[PlainWriter]]((plan, rows) =>
    new CodeOnTrial(() => rows.writer(plan.plain)))

  /** Writes a struct that has at most `levels` levels. Returns false, with nothing written, if there
    * is no code for it.
    */
  def tryWrite(plan: StructPlan, rows: PlainRows, levels: Int): Boolean =
    rows != null && plan.plain != null && plan.plain.depth <= levels && {
      val trial = codes.of(plan, rows)
      val writer = trial.next(1)
      writer != null && {
        val isWritten = writer.tryWrite(output)
        if (isWritten) trial.taken() else trial.declined()
        isWritten
      }
    }
}
