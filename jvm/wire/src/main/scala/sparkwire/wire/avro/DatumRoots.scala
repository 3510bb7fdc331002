package sparkwire.wire.avro

import sparkwire.wire.avro.Avro._
import sparkwire.wire.core.{Cursor, Options, Reader, Sink}

/** One value by a schema that is known beforehand. */
private[avro] final class TypedReader(types: TypedSchema, options: Options) extends Reader {
  private[this] val values = new OneValue(options, isTyped = true)
  private[this] val plan = Plan.typed(types)

  def read(cursor: Cursor, sink: Sink): Unit = values.read(plan, cursor, sink)
  override def mayBecome(length: Long): Long = super.mayBecome(length) + plan.beside
}

/** One value by the schema in the input beside it. */
private[avro] final class DynamicReader(options: Options) extends Reader {
  private[this] val values = new OneValue(options, isTyped = false)
  private[this] val plans = new PlanCache(Plan.dynamic(_, options))
  private[this] var schema: Array[Byte] = _

  override def beside(inputs: Array[AnyRef]): Unit = schema = inputs(0).asInstanceOf[Array[Byte]]

  def read(cursor: Cursor, sink: Sink): Unit = {
    val plan = plans.of(schema, 0, schema.length)
    if (plan == null) cursor.refuse(Schemas.refusal(sink, schema, 0, schema.length))
    values.read(plan, cursor, sink)
  }
}

/** The value that is the input. Bytes behind it mean that the schema is not the one it was written by, or
  * that something stands in front of it, so they are refused unless `trailing` is `ignore`.
  */
private final class OneValue(options: Options, isTyped: Boolean) {
  private[this] val datum = new DatumReader(options, isTyped)
  private[this] val ignoresRest = options.word(Trailing) == "ignore"

  def read(plan: Plan, cursor: Cursor, sink: Sink): Unit = {
    datum.begin(TruncatedDatum)
    datum.charge(cursor, 1, plan.root.excess)
    datum.read(plan.root, cursor, sink)
    if (cursor.left > 0 && !ignoresRest) {
      sink.tracer.outside()
      cursor.refuse(TrailingBytes)
    } else if (cursor.left > 0) {
      sink.tracer.frame("unread", -1)
      val from = cursor.position
      cursor.moveTo(cursor.end)
      sink.tracer.frameEnd((cursor.end - from).toLong)
    }
  }
}
