package sparkwire.wire.avro.writing

import sparkwire.wire.avro.container.{AvroContainer, Codecs}
import sparkwire.wire.core.{Kind, Options, OptionSpec, Reason}
import sparkwire.wire.writing._

/** One container, from the values that [[AvroContainer.OneContainer]] gives.
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
  val NamedCodecs: OptionSpec.Checked = OptionSpec.Checked("codecs",
    s"names of codecs with commas between them: ${Codecs.words.mkString(", ")}",
    "the codecs that a value may name, if the option `codec` does not say it; by default those that cost " +
      s"little: ${Codecs.cheap.mkString(", ")}",
    faultOf)

  private def faultOf(list: String): Option[String] =
    namesIn(list).find(!Codecs.words.contains(_)).map(name => s"'$name' is not a codec")
  private def namesIn(list: String): Seq[String] = list.split(',').toSeq.map(_.trim)

  /** Whether a value may name a codec. */
  private[writing] def allows(options: Options, codec: Int): Boolean =
    options.text(NamedCodecs).fold(Codecs.cheap)(namesIn).contains(Codecs.words(codec))

  val Sync: OptionSpec.Checked = OptionSpec.Checked("sync", "32 hex digits",
    "the sync marker; by default the hash of the content",
    text => if (text.matches("[0-9a-fA-F]{32}")) None else Some(s"'$text' is no sync marker"))
  val BlockSize: OptionSpec.Number = OptionSpec.Number("blockSize", 64000, 1, 1 << 30,
    "the size in bytes at which a block ends")
  val options: Seq[OptionSpec] =
    Written.options ++ Seq(Written.Derived, Codec, NamedCodecs, Sync, BlockSize)

  /** Refuses a codec that only the value names. */
  private[writing] val CostlyCodec: Reason = AvroContainer.UnsupportedCodec.because(
    "a value may name only a codec that costs little, or one that the option codecs lists; the option " +
      "codec sets the codec of all values")
}
