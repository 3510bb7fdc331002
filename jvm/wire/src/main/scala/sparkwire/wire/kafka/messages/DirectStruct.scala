package sparkwire.wire.kafka.messages

import scala.collection.mutable.ArrayBuffer

import sparkwire.wire.core.{Cursor, Nowhere, Sink}
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.{Code, Defaults, FieldPlan, Lengths, StructPlan, ValuePlan}
import sparkwire.wire.places.{NumberRun, NumberTarget, Offers, Slot, StructSlots}

/** Reads a struct whose places are known, in steps that are created once for its plan and the type
  * of the row. [[ValueReader]] looks at the plan of each field instead, and asks for its place.
  * Both refuse the same bytes.
  */
private[kafka] final class DirectStruct(plan: StructPlan, slots: StructSlots,
    values: ValueReader) {
  private[this] val steps = DirectStruct.steps(plan, slots, values)
  private[this] val hasTags = plan.hasTags
  private[this] val hasAbsent = plan.absent.length > 0
  private[this] val isUntagged = plan.isNullUntagged

  private[this] val code = new PlainCode(plan.plain, slots)

  /** Reads the struct, which has begun in the sink. */
  def readWhole(cursor: Cursor, sink: Sink): Unit =
    if (!code.tryFill(cursor, 1)) {
      read(cursor, sink)
      Offers.of(sink).goInto(slots)
    }

  /** Reads the struct in steps. After that, another struct may be the current one in the sink. */
  def read(cursor: Cursor, sink: Sink): Unit = {
    var at = 0
    while (at < steps.length) {
      steps(at).read(cursor, sink)
      at += 1
    }
    if (hasTags) tags(cursor, sink)
    if (hasAbsent) {
      Offers.of(sink).goInto(slots)
      Defaults.absent(plan, sink)
    }
  }

  private def tags(cursor: Cursor, sink: Sink): Unit =
    // Most sections are empty: one byte, which is 0.
    if (isUntagged && cursor.left > 0 && cursor.bytes(cursor.position) == 0)
      cursor.moveTo(cursor.position + 1)
    else {
      Offers.of(sink).goInto(slots)
      values.tagSection(plan, cursor, sink)
    }
}

private object DirectStruct {
  private def steps(plan: StructPlan, slots: StructSlots, values: ValueReader): Array[Step] = {
    val made = new ArrayBuffer[Step]
    var at = 0
    while (at < plan.sequence.length) {
      val run = plan.runs(at)
      val target = if (run == null) null else slots.target(run)
      if (target != null) {
        made += new NumbersStep(run, target)
        at += run.count
      } else {
        made += step(plan.sequence(at), slots, values)
        at += 1
      }
    }
    made.toArray
  }

  private def step(field: FieldPlan, slots: StructSlots, values: ValueReader): Step = {
    val slot = slots.slot(field.position)
    val plan = field.value
    if (slot == null) new ValueStep(field, slot, values)
    else plan.code match {
      case Code.Text | Code.CompactText | Code.NonEmptyText => new TextStep(plan, slot)
      case Code.Bytes | Code.CompactBytes => new BytesStep(plan, slot)
      case Code.List | Code.CompactList if slot.listSlots != null =>
        if (plan.element.run != null) new NumberListStep(field, slot, values)
        else if (plan.element.code == Code.Struct && plan.element.struct.isSupported)
          new StructListStep(field, slot, values)
        else new ValueStep(field, slot, values)
      case _ => new ValueStep(field, slot, values)
    }
  }
}

/** Reads one field, or several adjacent ones. */
private[kafka] abstract class Step {
  def read(cursor: Cursor, sink: Sink): Unit
}

private final class NumbersStep(run: NumberRun, target: NumberTarget) extends Step {
  private[this] val size = run.size.toLong

  def read(cursor: Cursor, sink: Sink): Unit =
    target.copy(cursor.bytes, cursor.take(size, Kafka.Truncated))
}

private final class TextStep(plan: ValuePlan, slot: Slot) extends Step {
  def read(cursor: Cursor, sink: Sink): Unit = {
    val length = Lengths.ofText(plan, cursor)
    if (length >= 0)
      slot.writeRepaired(
        cursor.bytes, cursor.take(length.toLong, Kafka.LengthPastEnd), length)
  }
}

private final class BytesStep(plan: ValuePlan, slot: Slot) extends Step {
  def read(cursor: Cursor, sink: Sink): Unit = {
    val length = Lengths.ofBytes(plan, cursor)
    if (length >= 0)
      slot.writeBinary(cursor.bytes, cursor.take(length.toLong, Kafka.LengthPastEnd), length)
  }
}

/** Reads a list of numbers, or of structs that consist only of numbers. */
private final class NumberListStep(field: FieldPlan, slot: Slot, values: ValueReader) extends Step {
  private[this] val plan = field.value
  private[this] val list = slot.listSlots

  def read(cursor: Cursor, sink: Sink): Unit = {
    val count = Lengths.ofList(plan, cursor)
    if (count >= 0) {
      values.beginList(plan.element, cursor, count)
      if (!values.tryNumbers(plan.element, cursor, list, count)) {
        Offers.of(sink).goTo(slot)
        values.unknown.enter(field)
        values.eachElement(plan.element, cursor, sink, count)
        values.unknown.leave()
      }
      cursor.leave()
    }
  }
}

private final class StructListStep(field: FieldPlan, slot: Slot, values: ValueReader) extends Step {
  private[this] val plan = field.value
  private[this] val struct = plan.element.struct
  private[this] val list = slot.listSlots
  private[this] val known =
    new ByPlan[StructSlots, DirectStruct](recent = 1)(new DirectStruct(_, _, values))

  private[this] val code = new PlainCode(struct.plain, list)

  def read(cursor: Cursor, sink: Sink): Unit = {
    val count = Lengths.ofList(plan, cursor)
    if (count >= 0) {
      values.beginList(plan.element, cursor, count)
      if (!code.tryFill(cursor, count)) {
        list.begin(count)
        val slots = list.structSlots
        values.unknown.enter(field)
        elements(cursor, sink, count, slots, known.of(struct, slots))
        values.unknown.leave()
        val _ = list.end()
      }
      cursor.leave()
    }
  }

  private def elements(cursor: Cursor, sink: Sink, count: Int, slots: StructSlots,
      direct: DirectStruct): Unit = {
    var at = 0
    while (at < count) {
      values.unknown.element(at)
      values.beginElement(struct, cursor)
      list.next()
      slots.begin()
      direct.read(cursor, sink)
      val _ = slots.end()
      cursor.leave()
      at += 1
    }
  }
}

/** Reads any field as [[ValueReader]] does. A field that is not needed is skipped. */
private final class ValueStep(field: FieldPlan, slot: Slot, values: ValueReader) extends Step {
  def read(cursor: Cursor, sink: Sink): Unit = {
    if (slot != null) Offers.of(sink).goTo(slot)
    values.unknown.enter(field)
    values.value(field.value, cursor, if (slot == null) Nowhere else sink)
    values.unknown.leave()
  }
}
