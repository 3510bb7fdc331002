package sparkwire.wire.kafka.messages

import sparkwire.wire.core.Sink
import sparkwire.wire.kafka.definitions.{DefaultValue, FieldPlan, StructPlan}

/** Gives the fields that are not on the wire. */
private[kafka] object AbsentFields {

  /** Gives the defaults of the tagged fields from index `known` on whose tags are below `tag`.
    * Returns the index of the next field.
    */
  def tagged(plan: StructPlan, sink: Sink, known: Int, tag: Long): Int = {
    var at = known
    while (at < plan.tagged.length && plan.tagged(at).tag < tag) {
      default(plan.tagged(at), sink)
      at += 1
    }
    at
  }

  /** Gives the defaults of the fields that this version does not have. */
  def absent(plan: StructPlan, sink: Sink): Unit = {
    var at = 0
    while (at < plan.absent.length) {
      default(plan.absent(at), sink)
      at += 1
    }
  }

  private def default(plan: FieldPlan, sink: Sink): Unit =
    if ((plan.default ne DefaultValue.None) && sink.derives(plan.position)) {
      if (plan.default ne DefaultValue.Fields) plan.default.give(sink)
      else if (sink.beginStruct(plan.value.struct.shape)) {
        plan.value.struct.sequence.foreach(default(_, sink))
        plan.value.struct.tagged.foreach(default(_, sink))
        absent(plan.value.struct, sink)
        sink.endStruct()
      } else sink.skipped()
    }
}
