package sparkwire.wire.avro.framed

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import org.apache.avro.Schema

import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.data.{Plan, PlanCache, RecentPlans}
import sparkwire.wire.avro.schemas.Schemas
import sparkwire.wire.core.{Cursor, MapInput, Reason, Sink}
import sparkwire.wire.trace.Show

/** The plans of one task for the schemas that its values were written with. */
private[avro] abstract class WriterPlans {
  def setOtherInputs(inputs: Array[AnyRef]): Unit = ()

  /** Returns the plan for a value without a frame. */
  def ofBare(cursor: Cursor, sink: Sink): Plan

  /** Returns the plan for a value that follows an id; the cursor is past the id. */
  def of(kind: Int, cursor: Cursor, sink: Sink): Plan
}

/** The plan for values that all have one schema, whatever id precedes them. */
private[avro] final class OnePlan(text: String, make: Schema => Plan) extends WriterPlans {
  private[this] val bytes = text.getBytes(UTF_8)
  private[this] val plan = Plan.ofConstant(text, make)

  def ofBare(cursor: Cursor, sink: Sink): Plan = {
    if (plan == null) cursor.refuse(Schemas.refusal(sink, bytes, 0, bytes.length))
    plan
  }
  def of(kind: Int, cursor: Cursor, sink: Sink): Plan = ofBare(cursor, sink)
}

/** Plans for values that each have their schema in another input. */
private[avro] final class PlansBeside(make: Schema => Plan) extends WriterPlans {
  private[this] val plans = new PlanCache(make)
  private[this] var text: Array[Byte] = _

  override def setOtherInputs(inputs: Array[AnyRef]): Unit =
    text = inputs(0).asInstanceOf[Array[Byte]]

  def ofBare(cursor: Cursor, sink: Sink): Plan = {
    val plan = plans.of(text, 0, text.length)
    if (plan == null) cursor.refuse(Schemas.refusal(sink, text, 0, text.length))
    plan
  }
  def of(kind: Int, cursor: Cursor, sink: Sink): Plan = ofBare(cursor, sink)
}

/** Plans for values whose schema an id determines, which precedes them or is another input. */
private[avro] abstract class PlansOfIds extends WriterPlans {

  /** Returns the plan for an id that is not among the bytes at the cursor.
    *
    * @param kind
    *   the kind of frame that has such ids, for the text of the id
    */
  def ofId(id: SchemaId, kind: Int, cursor: Cursor, sink: Sink): Plan
}

/** Plans for the schemas that ids determine.
  *
  * @param textOf
  *   returns the text of a schema, null if there is no schema with this id
  * @param planOf
  *   returns the plan for a text, null if it is not a schema
  */
private[avro] final class PlansById(textOf: SchemaId => Array[Byte], planOf: Array[Byte] => Plan)
    extends PlansOfIds {
  private[this] val plans = new RecentPlans[SchemaId](PlansById.MaxPlans)
  // Consecutive values mostly have the same id.
  private[this] var lastId = PlansById.NoId
  private[this] var lastPlan: Plan = _

  /** Forgets the plans, because ids refer to other schemas from now on. */
  def forget(): Unit = {
    plans.forget()
    lastId = PlansById.NoId
  }

  def ofBare(cursor: Cursor, sink: Sink): Plan = cursor.refuse(Avro.BadFrame)

  def of(kind: Int, cursor: Cursor, sink: Sink): Plan = {
    val length = FrameKind.idBytes(kind)
    val from = cursor.position - length
    if (lastId.length == length && lastId.low == SchemaId.low(cursor.bytes, from, length) &&
      lastId.high == SchemaId.high(cursor.bytes, from, length)) lastPlan
    else found(SchemaId.at(cursor.bytes, from, length), kind, cursor, sink)
  }

  def ofId(id: SchemaId, kind: Int, cursor: Cursor, sink: Sink): Plan =
    if (id == lastId) lastPlan else found(id, kind, cursor, sink)

  private def found(id: SchemaId, kind: Int, cursor: Cursor, sink: Sink): Plan = {
    val known = plans.find(id)
    lastPlan = if (known == null) made(id, kind, cursor, sink) else known
    lastId = id
    lastPlan
  }

  private def made(id: SchemaId, kind: Int, cursor: Cursor, sink: Sink): Plan = {
    val text = textOf(id)
    if (text == null) cursor.refuse(PlansById.unknown(sink, id.text(kind)))
    val plan = planOf(text)
    if (plan == null) cursor.refuse(Schemas.refusal(sink, text, 0, text.length))
    plans.keep(id, plan, PlansById.IdBytes)
    plan
  }
}

private object PlansById {
  // A plan takes some hundred bytes for each field of its schema.
  private final val MaxPlans = 1024
  private final val IdBytes = 100L
  private val NoId = SchemaId(0, 0, 0)

  def unknown(sink: Sink, id: => String): Reason =
    if (!sink.tracer.isOn) Reason.UnknownSchema
    else Reason.UnknownSchema.because(s"no schema is known for the id $id")
}

/** Plans for values whose ids lead through a map from ids to schemas in another input. */
private[avro] final class PlansOfMaps(keys: SchemaKeys, make: Schema => Plan) extends PlansOfIds {
  private[this] var map: MapInput = _
  private[this] var entry = 0
  // Maps of different rows are different objects, but mostly have the same schemas.
  private[this] val plansOfTexts = new PlanCache(make)
  private[this] val plans =
    new PlansById(textOf, text => plansOfTexts.of(text, 0, text.length))

  /** Takes the map for the next value. If it is the same object as before, it has not changed. */
  override def setOtherInputs(inputs: Array[AnyRef]): Unit = {
    val next = inputs(0).asInstanceOf[MapInput]
    if (next ne map) {
      map = next
      plans.forget()
    }
  }

  def ofBare(cursor: Cursor, sink: Sink): Plan = plans.ofBare(cursor, sink)
  def of(kind: Int, cursor: Cursor, sink: Sink): Plan = plans.of(kind, cursor, sink)
  def ofId(id: SchemaId, kind: Int, cursor: Cursor, sink: Sink): Plan =
    plans.ofId(id, kind, cursor, sink)

  private def textOf(id: SchemaId): Array[Byte] = {
    // The entry that matched in the last map mostly matches in this one.
    if (entry >= map.size || !isAt(entry, id)) {
      entry = 0
      while (entry < map.size && !isAt(entry, id)) entry += 1
    }
    if (entry < map.size) map.textValue(entry) else null
  }

  private def isAt(entry: Int, id: SchemaId): Boolean = keys.idOf(map, entry).contains(id)
}

/** Plans for bare values, each with the id of its schema as the last of the other inputs: an
  * Integer, or the bytes of a text or of the id itself.
  *
  * @param isText
  *   whether an id that is not a number is the text of a UUID
  */
private[avro] final class PlansBesideId(plans: PlansOfIds, isText: Boolean) extends WriterPlans {
  private[this] var input: AnyRef = _
  // The last id, and the input that it was made from: consecutive values mostly have the same.
  private[this] var lastInput: AnyRef = _
  private[this] var id: SchemaId = _

  override def setOtherInputs(inputs: Array[AnyRef]): Unit = {
    if (inputs.length > 1) plans.setOtherInputs(inputs)
    input = inputs(inputs.length - 1)
  }

  def ofBare(cursor: Cursor, sink: Sink): Plan = {
    if (!isLast) {
      id = idOf(input)
      lastInput = input
    }
    // No map has an id of this form.
    if (id == null) cursor.refuse(PlansById.unknown(sink, shown))
    plans.ofId(id, kind, cursor, sink)
  }

  def of(kind: Int, cursor: Cursor, sink: Sink): Plan = ofBare(cursor, sink)

  private def isLast: Boolean = lastInput match {
    case last: Array[Byte] => Arrays.equals(last, input.asInstanceOf[Array[Byte]])
    case last => last != null && last == input
  }

  private def idOf(input: AnyRef): SchemaId = input match {
    case number: Integer => SchemaId.ofInt(number)
    case bytes: Array[Byte] if !isText => SchemaId.ofBytes(bytes).orNull
    // A longer text is not a UUID, whatever its size.
    case text: Array[Byte] if text.length == SchemaId.UuidLetters =>
      SchemaId.ofUuid(new String(text, UTF_8)).orNull
    case _ => null
  }

  private def kind: Int = input match {
    case _: Integer => FrameKind.Confluent
    case _ => if (isText) FrameKind.Glue else FrameKind.SingleObject
  }

  private def shown: String = {
    val bytes = input.asInstanceOf[Array[Byte]]
    if (isText) Show.text(bytes, 0, bytes.length) else Show.bytes(bytes, 0, bytes.length)
  }
}
