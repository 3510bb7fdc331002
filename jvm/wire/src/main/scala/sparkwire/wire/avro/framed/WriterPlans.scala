package sparkwire.wire.avro
package framed

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.avro.Schema

import sparkwire.wire.avro.data.{Plan, PlanCache, RecentPlans}
import sparkwire.wire.avro.schemas.Schemas
import sparkwire.wire.core.{Cursor, MapInput, Reason, Sink}

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

/** Plans for values that follow an id, which determines the schema.
  *
  * @param textOf
  *   returns the text of a schema, null if there is no schema with this id
  * @param planOf
  *   returns the plan for a text, null if it is not a schema
  */
private[avro] final class PlansById(textOf: SchemaId => Array[Byte], planOf: Array[Byte] => Plan)
    extends WriterPlans {
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
    else {
      val id = SchemaId.at(cursor.bytes, from, length)
      val known = plans.find(id)
      lastPlan = if (known == null) made(id, kind, cursor, sink) else known
      lastId = id
      lastPlan
    }
  }

  private def made(id: SchemaId, kind: Int, cursor: Cursor, sink: Sink): Plan = {
    val text = textOf(id)
    if (text == null) cursor.refuse(PlansById.unknown(id, kind, sink))
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

  private def unknown(id: SchemaId, kind: Int, sink: Sink): Reason =
    if (!sink.tracer.isOn) Reason.UnknownSchema
    else Reason.UnknownSchema.because(s"no schema is known for the id ${id.text(kind)}")
}

/** Plans for values that follow an id, each with a map from ids to schemas in another input. */
private[avro] final class PlansOfMaps(keys: SchemaKeys, make: Schema => Plan) extends WriterPlans {
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
