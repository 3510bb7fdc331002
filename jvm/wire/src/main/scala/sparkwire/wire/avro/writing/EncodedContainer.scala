package sparkwire.wire.avro.writing

import sparkwire.wire.avro.container.{AvroContainer, Codecs}
import sparkwire.wire.core.{Kind, Options, OptionSpec}
import sparkwire.wire.writing._

/** One container, from what [[AvroContainer.OneContainer]] gives.
  *
  * @param schema
  *   the schema of the records, if the value does not name one
  */
final case class EncodedContainer(schema: Option[String]) extends Written {
  def kind: Kind = AvroContainer.OneContainer(schema, hasTimes = true).kind
  def newWriter(options: Options, output: Output): Writer = new SourceWriter {
    private[this] val container =
      new ContainerWriter(AvroContainer.positions, schema, options, output)
    def write(source: Source): Unit = container.write(source)
  }
}

object EncodedContainer {
  val Codec: OptionSpec.Words = OptionSpec.Words("codec", Codecs.words.toIndexedSeq,
    "the codec of the blocks, whichever the value names")
  val Sync: OptionSpec.Checked = OptionSpec.Checked("sync", "32 hex digits",
    "the sync marker; by default the hash of the content",
    text => if (text.matches("[0-9a-fA-F]{32}")) None else Some(s"'$text' is no sync marker"))
  val BlockSize: OptionSpec.Number = OptionSpec.Number("blockSize", 64000, 1, 1 << 30,
    "the size in bytes at which a block ends")
  val options: Seq[OptionSpec] = Written.options ++ Seq(Written.Derived, Codec, Sync, BlockSize)
}
