package sparkwire.wire.kafka.messages

import scala.annotation.switch

import sparkwire.wire.core._
import sparkwire.wire.kafka.{KafkaUuids, Varints}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{ByPlan, Code, FieldPlan, Lengths, StructPlan, ValuePlan}
import sparkwire.wire.kafka.tags.UnknownTags
import sparkwire.wire.places.{Offers, PlainCode, PlainSlots, PlainStruct}

/** Reads values of Kafka's types, by their plans. All numbers of fixed size are big endian.
  * | type                    | bytes                                                           |
  * | BOOLEAN                 | 1: 0 is false, anything else true                               |
  * | INT8 .. INT64, UINT16, UINT32 | 1, 2, 4, 8                                                |
  * | FLOAT64                 | 8                                                               |
  * | UUID                    | 16                                                              |
  * | UNSIGNED_VARINT, UNSIGNED_VARLONG | groups of 7 bits, the lowest first: see [[Varints]]   |
  * | VARINT, VARLONG         | the same, zigzag encoded                                        |
  * | STRING                  | INT16 N, N bytes of UTF-8; nullable: -1 is null                 |
  * | BYTES, RECORDS          | INT32 N, N bytes; nullable: -1 is null                          |
  * | ARRAY                   | INT32 N, N elements; nullable: -1 is null                       |
  * | COMPACT_..              | UNSIGNED_VARINT N + 1, then likewise; nullable: 0 is null       |
  * | struct                  | its fields, then at a flexible version a tag section            |
  * | nullable struct         | INT8, negative is null; tagged: UNSIGNED_VARINT, 0 is null      |
  *
  * A tag section is an UNSIGNED_VARINT with the number of tagged fields, and for each field
  * UNSIGNED_VARINT tag, UNSIGNED_VARINT size, the value. Tags ascend.
  *
  * Traps: a field that equals its default may be on the wire. Lengths of 32 bits are signed, and -1
  * for null is the only negative one that is valid. Malformed UTF-8 is not refused: each malformed
  * sequence becomes U+FFFD.
  *
  * One file: values, structs and tag sections contain each other.
  */
private[kafka] final class KafkaValueReader(interleaved: Boolean = false) {
  private[this] val unknownTags = new UnknownTags
  private[this] val sections = new TagSections(this, interleaved)
  private[this] val parts =
    new ByPlan[PlainSlots, PlainCode]((plan, slots) => new PlainCode(plan.plain, slots))

  def unknown: UnknownTags = unknownTags

  def begin(): Unit = unknownTags.begin()

  /** Reads a struct into the current place. */
  def struct(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    cursor.enter()
    spendRow(plan, cursor)
    if (!plan.isSupported) cursor.refuse(UnsupportedVersion)
    if (sink.beginStruct(plan.shape)) {
      fields(plan, cursor, sink)
      sink.endStruct()
    } else {
      fields(plan, cursor, Nowhere)
      sink.skipped()
    }
    cursor.leave()
  }

  /** Reads a message that is the whole value, with all tags that its definition does not have. */
  def whole(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    begin()
    message(plan, cursor, sink, showsNone = true)
  }

  /** Reads a message into the current place. */
  def message(plan: StructPlan, cursor: Cursor, sink: Sink, showsNone: Boolean): Unit = {
    cursor.enter()
    if (sink.beginStruct(plan.shape)) {
      content(plan, cursor, sink, showsNone)
      sink.endStruct()
    } else {
      content(plan, cursor, Nowhere, showsNone)
      sink.skipped()
    }
    cursor.leave()
  }

  /** Reads the content of a message that has begun, and last the tags that its definition does not
    * have.
    *
    * @param showsNone
    *   whether an empty array is given if there are no such tags
    */
  def content(plan: StructPlan, cursor: Cursor, sink: Sink, showsNone: Boolean): Unit = {
    spendRow(plan, cursor)
    fields(plan, cursor, sink)
    if ((unknownTags.size > 0 || showsNone) && sink.derives(plan.results - 1))
      unknownTags.give(cursor, sink)
  }

  /** Reads the content of a struct that has begun. */
  def fields(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    val slots = if (plan.plain == null) null else Offers.of(sink).struct
    if (slots == null || !parts.of(plan, slots).tryFill(cursor, 1)) eachField(plan, cursor, sink)
  }

  private def eachField(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    val sequence = plan.sequence
    var at = 0
    while (at < sequence.length) {
      val run = plan.runs(at)
      if (run != null && (sink eq Nowhere)) {
        // Any bytes are valid numbers.
        cursor.skip(run.size.toLong, Truncated)
        at += run.count
      } else {
        field(sequence(at), cursor, sink)
        at += 1
      }
    }
    if (plan.hasTags && !skipsTags(plan, cursor, sink)) tagSection(plan, cursor, sink)
    if (plan.absent.length > 0) AbsentFields.absent(plan, sink)
  }

  /** Reads the tag section of a struct that has begun in the sink. */
  def tagSection(plan: StructPlan, cursor: Cursor, sink: Sink): Unit =
    sections.read(plan, cursor, sink)

  /** Skips a section without tags, as most sections are. */
  private def skipsTags(plan: StructPlan, cursor: Cursor, sink: Sink): Boolean = {
    val isEmpty = plan.tagged.length == 0 && cursor.left > 0 &&
      cursor.bytes(cursor.position) == 0 && !sink.tracer.isOn
    if (isEmpty) cursor.moveTo(cursor.position + 1)
    isEmpty
  }

  def field(plan: FieldPlan, cursor: Cursor, sink: Sink): Unit = {
    val isWanted = sink.wanted(plan.position)
    if (plan.holdsStructs) {
      unknownTags.enter(plan)
      value(plan.value, cursor, if (isWanted) sink else Nowhere)
      unknownTags.leave()
    } else value(plan.value, cursor, if (isWanted) sink else Nowhere)
    if (!isWanted) sink.skipped()
  }

  def value(plan: ValuePlan, cursor: Cursor, sink: Sink): Unit = (plan.code: @switch) match {
    case Code.Text | Code.CompactText | Code.NonEmptyText => text(plan, cursor, sink)
    case Code.Bytes | Code.CompactBytes => bytes(plan, cursor, sink)
    case Code.List | Code.CompactList => list(plan, cursor, sink)
    case Code.Struct => struct(plan.struct, cursor, sink)
    case Code.NullableStruct =>
      if (cursor.u8(Truncated).toByte < 0) sink.nothing() else struct(plan.struct, cursor, sink)
    case Code.TaggedNullableStruct =>
      if (Varints.unsignedInt(cursor) == 0) sink.nothing() else struct(plan.struct, cursor, sink)
    case number => this.number(number, cursor, sink)
  }

  private def number(code: Int, cursor: Cursor, sink: Sink): Unit = (code: @switch) match {
    case Code.Bool => sink.bool(cursor.u8(Truncated) != 0)
    case Code.Int8 => sink.int(cursor.u8(Truncated).toByte.toLong)
    case Code.Int16 => sink.int(cursor.i16(Truncated).toLong)
    case Code.UInt16 => sink.int(cursor.u16(Truncated).toLong)
    case Code.Int32 => sink.int(cursor.i32(Truncated).toLong)
    case Code.UInt32 => sink.int(cursor.u32(Truncated))
    case Code.Int64 => sink.int(cursor.i64(Truncated))
    case Code.Float64 => sink.double(java.lang.Double.longBitsToDouble(cursor.i64(Truncated)))
    case Code.Uuid => uuid(cursor, sink)
    case Code.UnsignedVarint => sink.int(Varints.unsignedInt(cursor))
    case Code.UnsignedVarlong => sink.unsigned(Varints.unsignedLong(cursor))
    case Code.Varint => sink.int(Varints.int(cursor).toLong)
    case Code.Varlong => sink.int(Varints.long(cursor))
  }

  private def text(plan: ValuePlan, cursor: Cursor, sink: Sink): Unit = {
    val length = Lengths.ofText(plan, cursor)
    if (length < 0) sink.nothing()
    else {
      val from = cursor.take(length.toLong, LengthPastEnd)
      if (sink ne Nowhere) sink.repairedText(cursor.bytes, from, cursor.position)
    }
  }

  private def bytes(plan: ValuePlan, cursor: Cursor, sink: Sink): Unit = {
    val length = Lengths.ofBytes(plan, cursor)
    if (length < 0) sink.nothing()
    else {
      val from = cursor.take(length.toLong, LengthPastEnd)
      sink.binary(cursor.bytes, from, cursor.position)
    }
  }

  private def uuid(cursor: Cursor, sink: Sink): Unit = {
    val at = cursor.take(KafkaUuids.Size.toLong, Truncated)
    if (sink ne Nowhere) sink.text(KafkaUuids.text(cursor.bytes, at), 0, KafkaUuids.TextSize)
  }

  private def list(plan: ValuePlan, cursor: Cursor, sink: Sink): Unit = {
    val count = Lengths.ofList(plan, cursor)
    if (count < 0) sink.nothing()
    else {
      beginList(plan.element, cursor, count)
      if (!tryAll(plan.element, cursor, sink, count)) eachElement(plan.element, cursor, sink, count)
      cursor.leave()
    }
  }

  /** Reads all elements of a list at once. Returns false, and reads nothing, if that is not possible.
    */
  private def tryAll(element: ValuePlan, cursor: Cursor, sink: Sink, count: Int): Boolean = {
    val slots = Offers.of(sink).list
    if (slots == null) false
    else if (element.code == Code.Struct)
      element.struct.plain != null && parts.of(element.struct, slots).tryFill(cursor, count)
    else
      Code.isNumber(element.code) && {
        val isTaken = slots.tryBigEndian(element.code, count, cursor.bytes, cursor.position)
        if (isTaken) cursor.skip(count.toLong * element.leastSize, Truncated)
        isTaken
      }
  }

  private def beginList(element: ValuePlan, cursor: Cursor, count: Int): Unit = {
    val least = count.toLong * element.leastSize
    cursor.need(least, LengthPastEnd)
    // A walk that explains the fault goes on, over as many elements as the bytes can hold.
    val held = if (least > cursor.left) cursor.left / element.leastSize.toLong else count.toLong
    cursor.allowance.spend(KafkaValueReader.ElementBytes * held)
    cursor.enter()
  }

  private def eachElement(element: ValuePlan, cursor: Cursor, sink: Sink, count: Int): Unit =
    if (sink.beginArray(count)) {
      elements(element, cursor, sink, count)
      sink.endArray()
    } else {
      elements(element, cursor, Nowhere, count)
      sink.skipped()
    }

  private def elements(plan: ValuePlan, cursor: Cursor, sink: Sink, count: Int): Unit =
    if (plan.struct != null) structs(plan, cursor, sink, count)
    else if (plan.holdsStructs) lists(plan, cursor, sink, count)
    else if ((sink eq Nowhere) && Code.isNumber(plan.code))
      // Any bytes are valid numbers.
      cursor.skip(count.toLong * plan.leastSize, Truncated)
    else {
      var at = 0
      while (at < count) {
        sink.element()
        value(plan, cursor, sink)
        at += 1
      }
    }

  private def structs(plan: ValuePlan, cursor: Cursor, sink: Sink, count: Int): Unit = {
    var at = 0
    while (at < count) {
      unknownTags.element(at)
      sink.element()
      value(plan, cursor, sink)
      at += 1
    }
  }

  private def lists(plan: ValuePlan, cursor: Cursor, sink: Sink, count: Int): Unit = {
    var at = 0
    while (at < count) {
      unknownTags.element(at)
      unknownTags.enter(null)
      sink.element()
      value(plan, cursor, sink)
      unknownTags.leave()
      at += 1
    }
  }

  /** Charges the approximate size of a struct in a row. It may be far above the size of the input,
    * where an empty struct of a hundred fields can take one byte.
    */
  private def spendRow(plan: StructPlan, cursor: Cursor): Unit =
    cursor.allowance.spend(plan.rowBytes.toLong)
}

private object KafkaValueReader {
  private final val ElementBytes = PlainStruct.ElementBytes
}
