package sparkwire.wire.kafka

import scala.collection.mutable.ArrayBuffer

import sparkwire.wire.{PlainPart, PlainStruct}
import sparkwire.wire.PlainPart.Lead

/** Tells in full what a struct is made of, where that is plain. */
private[kafka] object PlainStructs {

  /** Null if something in it is not plain, or is given without being on the wire. */
  def of(plan: StructPlan): PlainStruct = {
    val parts = this.parts(plan)
    if (!plan.isSupported || parts.isEmpty || plan.absent.nonEmpty || !plan.isNullUntagged || parts.contains(
        null))
      null
    else new PlainStruct(plan.shape, parts.toArray, endsWithZero = plan.hasTags, plan.rowBytes)
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
      case Code.Uuid => PlainPart.Coded(field.position, Uuids)
      case Code.List | Code.CompactList => list(field.position, plan)
      case _ => null
    }
  }

  private def list(field: Int, plan: ValuePlan): PlainPart = {
    val element = plan.element
    val count = lead(plan, Int.MaxValue)
    if (Code.isNumber(element.code)) PlainPart.NumberList(field, count, element.run)
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
