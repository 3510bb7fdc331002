package sparkwire.sinks
package msgpack

import sparkwire.wire.variant.{KeyTable, VariantEntries, VariantTranscoder}

/** The transcoding of MessagePack, and of formats made of it. */
case object MsgpackTranscoding extends Transcoding {
  private[sinks] override def toRow(sink: RowSink): RowTranscoder = new MsgpackRow(sink)
  private[sparkwire] override def toVariant(keys: KeyTable,
      entries: VariantEntries): VariantTranscoder = new MsgpackVariant(keys, entries)
}
