package sparkwire.wire.kafka.writing

import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.core.Reason
import sparkwire.wire.kafka.{Kafka, KafkaUuids}
import sparkwire.wire.kafka.definitions._
import sparkwire.wire.writing._

/** Writes values of Kafka's types by the plans that readers go by; `ValueReader` has the table.
  *
  * A field that a source does not name gets the default of its definition. A NULL is null where the
  * version has a null, else also the default. A field that the version does not have must be NULL
  * or its default, because it is lost. A tagged field that equals its default is left out, as Kafka
  * does.
  *
  * @param interleaved
  *   whether tags have the form of KIP-482's revision 6
  */
private[kafka] final class KafkaValueWriter(output: Output, maxDepth: Int,
    interleaved: Boolean = false) {
  import KafkaValueWriter._

  private[this] val tags = new GivenTags
  private[this] val parts =
    new ByPlan[PlainRows, PlainWrite]((plan, _) => new PlainWrite(plan.plain))
  private[this] var depth = 0

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  def begin(): Unit = {
    output.setBigEndian(true)
    depth = 0
  }

  /** Writes a message, or the fields of a list of types, with the tags that it is given. */
  def whole(whole: WholePlan, source: Source): Unit =
    if (interleaved || !whole.tryWrite(source.plain, output, maxDepth)) {
      val node = tags.begin(whole.plan, source)
      fieldByField(whole.plan, source, node)
      tags.requireAllWritten()
    }

  private def enter(): Unit = {
    if (depth == maxDepth) refuse(Reason.NestingTooDeep)
    depth += 1
  }

  /** @param node the tags of the struct and of the structs in it, null if there are none
    */
  private def struct(plan: StructPlan, source: Source, node: TagNode): Unit =
    if (node != null || interleaved || !tryPlain(plan, source.plain))
      fieldByField(plan, source, node)

  private def tryPlain(plan: StructPlan, rows: PlainRows): Boolean =
    rows != null && parts.of(plan, rows).tryWrite(rows, output, maxDepth - depth)

  private def fieldByField(plan: StructPlan, source: Source, node: TagNode): Unit = {
    enter()
    if (!plan.isSupported) refuse(Kafka.UnsupportedVersion)
    val sequence = plan.sequence
    var at = 0
    while (at < sequence.length) {
      field(sequence(at), source, inner(node, sequence(at).position))
      at += 1
    }
    at = 0
    while (at < plan.absent.length) {
      if (source.has(plan.absent(at).position) && !isDefault(plan.absent(at), source))
        refuse(NotOfVersion)
      at += 1
    }
    if (plan.hasTags) tagSection(plan, source, node)
    else if (node != null) node.all.headOption.foreach(tags.refuse(_, Kafka.TagNumber, NoTags))
    depth -= 1
  }

  private def inner(node: TagNode, number: Int): TagNode =
    if (node == null) null else node.find(number)

  private def field(plan: FieldPlan, source: Source, node: TagNode): Unit =
    if (source.has(plan.position)) value(plan.value, source, plan.position, node)
    else if (plan.value.isNullable && source.names(plan.position)) nothing(plan.value)
    else if (plan.default.isNone) {
      if (!plan.value.isNullable) refuse(Unencodable.MissingField)
      nothing(plan.value)
    } else value(plan.value, plan.defaultSource, 0, node)

  /** Writes the field `at` of a source, which is not NULL. */
  def value(plan: ValuePlan, source: Source, at: Int, node: TagNode): Unit =
    (plan.code: @switch) match {
      case Code.Text | Code.CompactText | Code.NonEmptyText => text(plan, source, at)
      case Code.Bytes | Code.CompactBytes => bytes(plan, source, at)
      case Code.List | Code.CompactList => list(plan, source.list(at), node)
      case Code.Struct => struct(plan.struct, source.struct(at), node)
      case Code.NullableStruct | Code.TaggedNullableStruct =>
        output.i8(1)
        struct(plan.struct, source.struct(at), node)
      case code => number(code, source, at)
    }

  /** Writes null. */
  private def nothing(plan: ValuePlan): Unit = (plan.code: @switch) match {
    case Code.Text => output.i16(-1)
    case Code.Bytes | Code.List => output.i32(-1)
    case Code.NullableStruct => output.i8(-1)
    case _ => output.i8(0)
  }

  private def number(code: Int, source: Source, at: Int): Unit = (code: @switch) match {
    case Code.Bool => output.i8(if (source.bool(at)) 1 else 0)
    case Code.Int8 => output.i8(source.int(at).toInt)
    case Code.Int16 => output.i16(source.int(at).toInt)
    case Code.UInt16 => output.i16(within(source.int(at), 0xffffL).toInt)
    case Code.Int32 => output.i32(source.int(at).toInt)
    case Code.UInt32 => output.i32(within(source.int(at), 0xffffffffL).toInt)
    case Code.Int64 => output.i64(source.int(at))
    case Code.Float64 => output.i64(java.lang.Double.doubleToRawLongBits(source.double(at)))
    case Code.Uuid =>
      source.text(at)
      val start = output.reserve(KafkaUuids.Size)
      if (!KafkaUuids.tryRead(source.bytes, source.from, source.until, output.bytes, start))
        refuse(NoUuid)
    case Code.UnsignedVarint =>
      VarintOutput.unsigned(output, within(source.int(at), 0xffffffffL))
    case Code.UnsignedVarlong => VarintOutput.unsigned(output, source.unsigned(at))
    case Code.Varint => VarintOutput.int(output, source.int(at).toInt)
    case Code.Varlong => VarintOutput.long(output, source.int(at))
  }

  private def within(number: Long, most: Long): Long = {
    if (number < 0 || number > most) throw Unencodable.outOfRange(number, 0, most)
    number
  }

  private def text(plan: ValuePlan, source: Source, at: Int): Unit = {
    source.text(at)
    val size = source.until - source.from
    if (size > Lengths.LongestText)
      throw Unencodable(TextTooLong, s"$size bytes", s"at most ${Lengths.LongestText}")
    if (plan.code == Code.Text) output.i16(size) else VarintOutput.unsigned(output, size + 1L)
    output.put(source.bytes, source.from, source.until)
  }

  private def bytes(plan: ValuePlan, source: Source, at: Int): Unit = {
    source.binary(at)
    val size = source.until - source.from
    if (plan.code == Code.Bytes) output.i32(size) else VarintOutput.unsigned(output, size + 1L)
    output.put(source.bytes, source.from, source.until)
  }

  private def list(plan: ValuePlan, items: Source, node: TagNode): Unit = {
    enter()
    val count = items.count
    if (plan.code == Code.List) output.i32(count) else VarintOutput.unsigned(output, count + 1L)
    val element = plan.element
    var at = 0
    while (at < count) {
      if (items.has(at)) value(element, items, at, inner(node, at))
      else if (element.isNullable) nothing(element)
      else refuse(NullElement)
      at += 1
    }
    depth -= 1
  }

  private def tagSection(plan: StructPlan, source: Source, node: TagNode): Unit =
    if (plan.tagged.length == 0 && node == null) output.i8(0)
    else {
      val unknown = if (node == null) NoEntries else tags.inOrder(node)
      val countAt = output.reserve(1)
      var count = 0L
      var known = 0
      var other = 0
      while (known < plan.tagged.length || other < unknown.length)
        if (other < unknown.length &&
          (known == plan.tagged.length || tags.tag(unknown(other)) <= plan.tagged(known).tag)) {
          unknownTag(plan, unknown, other)
          other += 1
          count += 1
        } else {
          if (tagged(plan.tagged(known), source, node)) count += 1
          known += 1
        }
      VarintOutput.fill(output, countAt, count)
    }

  /** Writes a tagged field. Returns false if it equals its default, and is left out. */
  private def tagged(plan: FieldPlan, source: Source, node: TagNode): Boolean = {
    val below = inner(node, plan.position)
    val isWritten = below != null || !isDefault(plan, source)
    if (isWritten) {
      val from = beginTag(plan.tag)
      field(plan, source, below)
      endTag(from, plan.tag)
    }
    isWritten
  }

  private def unknownTag(plan: StructPlan, unknown: Array[Int], at: Int): Unit = {
    val entry = unknown(at)
    val tag = tags.tag(entry)
    if (at > 0 && tags.tag(unknown(at - 1)) == tag)
      tags.refuse(entry, Kafka.TagNumber, TagTwice)
    if (plan.tagNumbers.contains(tag)) tags.refuse(entry, Kafka.TagNumber, KnownTag)
    val from = beginTag(tag)
    output.put(tags.bytes, tags.from(entry), tags.until(entry))
    endTag(from, tag)
    tags.setWritten(entry)
  }

  /** Begins the data of a tag, whose size takes a byte before it for now; in the interleaved
    * form this byte is all of the header. Returns where the data begins.
    */
  private def beginTag(tag: Long): Int = {
    if (!interleaved) VarintOutput.unsigned(output, tag)
    output.reserve(1) + 1
  }

  private def endTag(from: Int, tag: Long): Unit = {
    val size = output.position - from.toLong
    VarintOutput.fill(output, from - 1,
      if (interleaved) InterleavedOutput.header(tag, size) else size)
  }

  /** Whether a field has the value that it has if it is not on the wire. */
  private def isDefault(plan: FieldPlan, source: Source): Boolean = {
    val at = plan.position
    if (!source.has(at))
      !plan.value.isNullable || !source.names(at) || plan.default.isNone
    else plan.default match {
      case DefaultValue.Flag(value) => source.bool(at) == value
      case DefaultValue.Whole(value) => source.int(at) == value
      case DefaultValue.Real(value) =>
        // By their bits, so that -0.0 is written.
        java.lang.Double.doubleToRawLongBits(source.double(at)) ==
          java.lang.Double.doubleToRawLongBits(value)
      case text: DefaultValue.Text =>
        source.text(at)
        Arrays.equals(source.bytes, source.from, source.until, text.bytes, 0, text.bytes.length)
      case DefaultValue.EmptyBytes =>
        source.binary(at)
        source.until == source.from
      case DefaultValue.EmptyList => source.list(at).count == 0
      case DefaultValue.Fields => areDefaults(plan.value.struct, source.struct(at))
      case DefaultValue.Null | DefaultValue.None => false
    }
  }

  private def areDefaults(plan: StructPlan, source: Source): Boolean =
    areDefaults(plan.sequence, source) && areDefaults(plan.tagged, source) &&
      areDefaults(plan.absent, source)

  private def areDefaults(fields: Array[FieldPlan], source: Source): Boolean = {
    var at = 0
    while (at < fields.length && isDefault(fields(at), source)) at += 1
    at == fields.length
  }
}

private[kafka] object KafkaValueWriter {
  private val NoEntries = new Array[Int](0)

  private val NotOfVersion: Reason = Unencodable.ConflictingField.because(
    "this version of the message does not have the field, and it is not NULL or its default")
  private val TextTooLong: Reason =
    Unencodable.TooLong.because("a string has at most 32767 bytes of UTF-8")
  private val NullElement: Reason =
    Unencodable.MissingField.because("the elements of this list are never null")
  private val NoTags: Reason = Unencodable.ConflictingField.because(
    "this version of the message has no tagged fields")
  private val NoUuid: Reason = Unencodable.TypeMismatch.because(
    "a UUID is 22 characters of URL-safe base64, as Kafka prints it")
  private val TagTwice: Reason = Unencodable.ConflictingField.because(
    "the struct has this tag twice")
  private val KnownTag: Reason = Unencodable.ConflictingField.because(
    "the definition has a field with this tag")
}
