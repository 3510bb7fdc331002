package sparkwire.wire.kafka.batches

import sparkwire.wire.core.{Kind, Options, Reader, Root}
import sparkwire.wire.writing.{Output, Writer, Written}

/** Record batches, one after another. */
case object ManyBatches extends Root with Written {
  def kind: Kind = Kind.Sequence(Kind.Struct(BatchRows.Row))
  def newReader(options: Options): Reader = new BatchReader(options, keepsToHead = false)
  def newWriter(options: Options, output: Output): Writer = new BatchWriter(options, output)
}

/** Record batches of a log file. Whoever reads a file skips batches by the offsets and timestamps
  * in their heads; so a record beyond them is refused, for it would appear in some queries only.
  */
case object LogBatches extends Root {
  def kind: Kind = ManyBatches.kind
  def newReader(options: Options): Reader = new BatchReader(options, keepsToHead = true)
}
