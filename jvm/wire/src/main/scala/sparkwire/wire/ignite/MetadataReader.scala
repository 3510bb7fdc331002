package sparkwire.wire.ignite

import sparkwire.wire._

final class MetadataReader(options: Options) extends Reader {
  def read(cursor: Cursor, sink: Sink): Unit =
    cursor.refuse(if (options.verifies) Ignite.NoMetadata else Ignite.EmptyInput)
}
