package sparkwire.wire.kafka.messages

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.Varints
import sparkwire.wire.kafka.definitions.{StructPlan, TagFrames}
import sparkwire.wire.kafka.tags.{InterleavedHeader, TagHeads}
import sparkwire.wire.places.PlainStruct

/** Reads the tag sections of structs, in either form of [[TagsReader]]. */
private[kafka] final class TagSections(values: KafkaValueReader, interleaved: Boolean) {
  private[this] val header = new InterleavedHeader

  /** Reads the tag section of a struct that has begun in the sink. */
  def read(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    var left = TagHeads.framed(plan.results + TagFrames.Count, cursor, sink)
    // One pass is enough: the fields of the plan ascend by tag, as the fields on the wire do.
    var known = 0
    var last = -1L
    while (left > 0) {
      last = tagHeader(plan, cursor, sink, last)
      known = AbsentFields.tagged(plan, sink, known, last)
      if (known < plan.tagged.length && plan.tagged(known).tag == last) {
        val until = cursor.position.toLong + header.size
        values.field(plan.tagged(known), cursor, sink)
        if (cursor.position != until) cursor.refuse(TagSizeMismatch)
        known += 1
      } else unknownTag(plan, cursor, sink)
      left -= 1
    }
    if (known < plan.tagged.length) {
      val _ = AbsentFields.tagged(plan, sink, known, Long.MaxValue)
    }
  }

  /** Reads tag and size into `header`, and returns the tag. */
  private def tagHeader(plan: StructPlan, cursor: Cursor, sink: Sink, last: Long): Long = {
    val wantTag = sink.wanted(plan.results + TagFrames.Tag)
    if (interleaved) header.read(cursor) else header.tag = Varints.unsignedInt(cursor)
    TagHeads.checkOrder(cursor, header.tag, last)
    checkVersion(plan, cursor)
    if (wantTag) sink.int(header.tag) else sink.skipped()
    if (!interleaved) header.size = TagHeads.framed(plan.results + TagFrames.Size, cursor, sink)
    if (header.size > cursor.left) cursor.refuse(LengthPastEnd)
    header.tag
  }

  /** Refuses a tag that the definition has only at other versions. */
  private def checkVersion(plan: StructPlan, cursor: Cursor): Unit = {
    var other = 0
    while (other < plan.otherTags.length) {
      if (plan.otherTags(other) == header.tag) cursor.refuse(TagNotValid)
      other += 1
    }
  }

  private def unknownTag(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    val isWanted = sink.wanted(plan.results + TagFrames.Unknown)
    val from = cursor.take(header.size, LengthPastEnd)
    val path = values.unknown.add(header.tag, from, cursor.position)
    cursor.allowance.spend(UnknownTag.fields.length * PlainStruct.ElementBytes.toLong + path)
    if (isWanted) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
  }
}
