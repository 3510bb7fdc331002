package sparkwire.sinks
package msgpack

import sparkwire.sinks.names.KeyTable
import sparkwire.sinks.variant.VariantEntries

/** The transcoding of MessagePack, and of formats made of it. */
case object MsgpackTranscoding extends Transcoding {
  private[sinks] override def toRow(sink: RowSink): RowTranscoder = new MsgpackRow(sink)
  private[sinks] override def toVariant(keys: KeyTable,
      entries: VariantEntries): VariantTranscoder = new MsgpackVariant(keys, entries)
}
