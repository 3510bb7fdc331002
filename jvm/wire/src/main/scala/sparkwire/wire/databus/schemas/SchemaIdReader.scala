package sparkwire.wire.databus.schemas

import java.security.MessageDigest

import sparkwire.wire.core.{Cursor, Kind, Options, Reader, Root, Sink}

/** The id that events use for a schema, computed from the text of the schema. */
case object SchemaIdentity extends Root {
  def kind: Kind = Kind.Binary
  def newReader(options: Options): Reader = new SchemaIdReader(options)
  override def readsSchema: Boolean = true
}

/** Computes the id that events use for a schema: the MD5 of its [[SchemaText]]. */
private[databus] final class SchemaIdReader(options: Options) extends Reader {
  private[this] val schema = new SchemaText(options.maxSize)
  private[this] val md5 = MessageDigest.getInstance("MD5")

  def read(cursor: Cursor, sink: Sink): Unit = {
    schema.write(cursor, sink)
    md5.update(schema.bytes, 0, schema.length)
    val id = md5.digest()
    sink.binary(id, 0, id.length)
  }
}
