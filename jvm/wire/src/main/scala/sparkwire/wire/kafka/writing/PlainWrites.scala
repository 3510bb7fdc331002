package sparkwire.wire.kafka.writing

import sparkwire.wire.kafka.definitions.{ByPlan, StructPlan}
import sparkwire.wire.places.{CodeOnTrial, PlainStruct}
import sparkwire.wire.writing.{Output, PlainRows, PlainWriter}

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

/** Generated code for one place, null for a struct that is not plain. */
private final class PlainWrite(plain: PlainStruct, rows: PlainRows) {
  private[this] val trial =
    if (plain == null) null else new CodeOnTrial[PlainWriter](() => rows.writer(plain))
  private[this] val depth = if (plain == null) 0 else plain.depth

  def tryWrite(output: Output, levels: Int): Boolean = trial != null && depth <= levels && {
    val writer = trial.next(1)
    writer != null && {
      val isWritten = writer.tryWrite(output)
      if (isWritten) trial.taken() else trial.declined()
      isWritten
    }
  }
}
