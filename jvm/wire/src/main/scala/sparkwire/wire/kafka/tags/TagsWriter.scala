package sparkwire.wire.kafka.tags

import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.writing.InterleavedOutput
import sparkwire.wire.writing.{Output, Source, SourceWriter, Unencodable}
import sparkwire.wire.writing.VarintOutput

/** Writes one tag section, in either of its forms: see [[TagsReader]]. The tags may be given in any
  * order.
  */
private[kafka] final class TagsWriter(options: Options, output: Output) extends SourceWriter {
  import TagsReader._
  import TagsWriter._

  private[this] val interleaved = Kafka.isInterleaved(options)

  override def write(source: Source): Unit = {
    val _ = source.has(0)
    val list = source.list(0)
    val tags = new Array[Long](list.count)
    var isAscending = true
    var at = 0
    while (at < tags.length) {
      tags(at) = tagOf(list, at)
      if (at > 0 && tags(at) <= tags(at - 1)) isAscending = false
      at += 1
    }
    VarintOutput.unsigned(output, tags.length.toLong)
    if (isAscending) write(list, tags, Array.range(0, tags.length))
    else write(list, tags,
      Array.range(0, tags.length).sortWith((one, other) =>
        if (tags(one) != tags(other)) tags(one) < tags(other) else one < other))
  }

  private def tagOf(list: Source, at: Int): Long = {
    if (!list.has(at)) throw new Unencodable(Unencodable.MissingField)
    val entry = list.struct(at)
    if (!entry.has(Number)) throw new Unencodable(Unencodable.MissingField)
    val tag = entry.int(Number)
    if (tag < 0 || tag > 0xffffffffL) throw Unencodable.outOfRange(tag, 0, 0xffffffffL)
    tag
  }

  private def write(list: Source, tags: Array[Long], order: Array[Int]): Unit = {
    var at = 0
    while (at < order.length) {
      val tag = tags(order(at))
      val isTwice = at > 0 && tags(order(at - 1)) == tag
      val _ = list.has(order(at))
      val entry = list.struct(order(at))
      if (isTwice) {
        val _ = entry.has(Number)
        throw new Unencodable(TagTwice)
      }
      if (!entry.has(Data)) throw new Unencodable(Unencodable.MissingField)
      entry.binary(Data)
      val size = (entry.until - entry.from).toLong
      if (interleaved) VarintOutput.unsigned(output, InterleavedOutput.header(tag, size))
      else {
        VarintOutput.unsigned(output, tag)
        VarintOutput.unsigned(output, size)
      }
      output.put(entry.bytes, entry.from, entry.until)
      at += 1
    }
  }
}

private object TagsWriter {
  private val TagTwice: Reason =
    Unencodable.ConflictingField.because("the section has this tag twice")
}
