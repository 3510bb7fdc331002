package sparkwire.wire.kafka.definitions

import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.mutable.ArrayBuffer

import sparkwire.wire.kafka.KafkaUuids
import sparkwire.wire.places._
import sparkwire.wire.places.PlainPart.Lead

/** Describes a plain struct completely, as a [[PlainStruct]]. */
private[kafka] object PlainStructs {

  /** Returns null if any part of the struct is not plain. */
  def of(plan: StructPlan): PlainStruct = {
    val onWire = parts(plan)
    val absent = plan.absent.toSeq.map(default)
    val tagged = plan.tagged.map(tag(plan, _))
    if (!plan.isSupported || onWire.isEmpty || (onWire ++ absent).contains(null) ||
      tagged.contains(null)) null
    else {
      val parts = absent.foldLeft(onWire)(withAbsent)
      val tags = if (plan.hasTags) new PlainTags(tagged) else null
      if (!isInOrder(parts ++ tagged.map(_.part))) null
      else new PlainStruct(plan.shape, parts.toArray, tags, Array.empty, plan.rowBytes)
    }
  }

  /** Adds a part without bytes where the order of the fields wants it. */
  private def withAbsent(parts: Seq[PlainPart], absent: PlainPart): Seq[PlainPart] = {
    val (before, after) =
      parts.span(part => !behind(absent).exists(field => behind(part).exists(_ > field)))
    (before :+ absent) ++ after
  }

  /** Whether the values that a row stores after its fields come in the order of the fields. */
  private def isInOrder(parts: Seq[PlainPart]): Boolean = {
    val fields = parts.flatMap(behind)
    fields == fields.sorted
  }

  /** Returns the field of a part if a row stores its value after the fields. */
  private def behind(part: PlainPart): Option[Int] = part match {
    case _: PlainPart.Numbers | _: PlainPart.Number | _: PlainPart.Null => None
    case part: PlainPart.OneField => Some(part.field)
  }

  private def tag(plan: StructPlan, field: FieldPlan): PlainTag = {
    val code = field.value.code
    val part =
      if (Code.isNumber(code))
        PlainPart.Numbers(new NumberRun(plan.shape, Array(field.position), Array(code)))
      else this.part(field)
    val default = this.default(field)
    if (part == null || default == null) null else PlainTag(field.tag, part, default)
  }

  private def default(field: FieldPlan): PlainPart = field.default match {
    case DefaultValue.None | DefaultValue.Null => PlainPart.Null(field.position)
    case DefaultValue.Flag(value) => PlainPart.Number(field.position, if (value) 1L else 0L)
    case DefaultValue.Whole(value) =>
      PlainPart.Number(field.position, value & NumberRun.valueMask(field.value.code))
    case DefaultValue.Real(value) =>
      PlainPart.Number(field.position, java.lang.Double.doubleToRawLongBits(value))
    case DefaultValue.Text(value) => PlainPart.Constant(field.position, value.getBytes(UTF_8))
    case DefaultValue.EmptyBytes => PlainPart.Constant(field.position, Array.empty)
    case DefaultValue.EmptyList => PlainPart.EmptyList(field.position)
    case DefaultValue.Fields => null
  }

  private def parts(plan: StructPlan): Seq[PlainPart] = {
    val parts = new ArrayBuffer[PlainPart]
    var at = 0
    while (at < plan.sequence.length) {
      val run = plan.runs(at)
      parts += (if (run != null) PlainPart.Numbers(run) else part(plan.sequence(at)))
      at += (if (run != null) run.count else 1)
    }
    parts.toSeq
  }

  private def part(field: FieldPlan): PlainPart = {
    val plan = field.value
    plan.code match {
      case Code.Text | Code.CompactText | Code.NonEmptyText =>
        PlainPart.Text(field.position, lead(plan, Lengths.LongestText))
      case Code.Bytes | Code.CompactBytes =>
        PlainPart.Binary(field.position, lead(plan, Int.MaxValue))
      case Code.Uuid => PlainPart.Coded(field.position, KafkaUuids)
      case Code.List | Code.CompactList => list(field.position, plan)
      case _ => null
    }
  }

  private def list(field: Int, plan: ValuePlan): PlainPart = {
    val element = plan.element
    val count = lead(plan, Int.MaxValue)
    if (Code.isNumber(element.code))
      PlainPart.NumberList(field, count, NumberRun.single(element.code))
    else if (element.code != Code.Struct || element.struct.plain == null) null
    else PlainPart.Structs(field, count, element.struct.plain)
  }

  private def lead(plan: ValuePlan, most: Int): Lead = {
    val form = plan.code match {
      case Code.Text => Lead.Int16
      case Code.Bytes | Code.List => Lead.Int32
      case _ => Lead.Varint
    }
    Lead(form, plan.isNullable, isEmptyNull = plan.code == Code.NonEmptyText, most)
  }
}
