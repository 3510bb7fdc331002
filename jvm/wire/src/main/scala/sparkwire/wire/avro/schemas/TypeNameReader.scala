package sparkwire.wire.avro.schemas

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.{Cursor, Kind, Reader, Reason, Sink, Utf8}
import sparkwire.wire.trace.Show

/** Gives the name of the type that a schema has as a typed column. */
private[avro] final class TypeNameReader(nameOf: Kind => String, hasTimes: Boolean) extends Reader {
  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    val from = cursor.position
    if (cursor.left > SchemaLimits.MaxBytes) cursor.refuse(SchemaLimits.Text)
    if (!Utf8.isValid(cursor.bytes, from, cursor.end))
      cursor.refuse(Schemas.refusal(sink, cursor.bytes, from, cursor.end))
    val text = new String(cursor.bytes, from, cursor.left, UTF_8)
    val name =
      try nameOf(new TypedSchema(Schemas.ofData(text), cursor.allowance.spend, hasTimes).kind)
      catch { case invalid: InvalidSchema => cursor.refuse(explain(invalid, sink)) }
    cursor.moveTo(cursor.end)
    val bytes = name.getBytes(UTF_8)
    sink.text(bytes, 0, bytes.length)
  }

  private def explain(invalid: InvalidSchema, sink: Sink): Reason =
    if (!sink.tracer.isOn) Avro.BadSchema
    else {
      val why = String.valueOf(invalid.getMessage).getBytes(UTF_8)
      Avro.BadSchema.because(
        s"no column has the type of this text: ${Show.text(why, 0, why.length)}")
    }
}
