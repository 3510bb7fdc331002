package sparkwire.wire.avro.schemas

import org.apache.avro.{Schema, SchemaNormalization}

import sparkwire.wire.core.{Cursor, Reader, Sink}

/** Computes the fingerprint of a schema from its canonical form, which has only full names and no
  * docs, defaults, aliases or attributes. The 8 bytes of CRC-64-AVRO have the low byte first, as in
  * the single-object encoding.
  */
private[avro] final class FingerprintReader(algorithm: String) extends Reader {
  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    val from = cursor.position
    val fingerprint = of(Schemas.ofData(cursor.bytes, from, cursor.end))
    if (fingerprint == null)
      cursor.refuse(Schemas.refusal(sink, cursor.bytes, from, cursor.end))
    cursor.moveTo(cursor.end)
    sink.binary(fingerprint, 0, fingerprint.length)
  }

  /** Returns the fingerprint; null if there is no schema, or if it is nested too deep. */
  private def of(schema: Schema): Array[Byte] =
    if (schema == null) null
    else
      try SchemaNormalization.parsingFingerprint(algorithm, schema)
      catch { case _: StackOverflowError => null }
}
