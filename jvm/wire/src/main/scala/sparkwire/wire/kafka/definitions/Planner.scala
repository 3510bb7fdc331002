package sparkwire.wire.kafka.definitions

import java.util.IdentityHashMap

import sparkwire.wire.core.Shape
import sparkwire.wire.writing.PlainWrite

/** Creates the plan of a message at one version.
  *
  * @param fillsAbsent
  *   whether fields that the version does not have are given their default
  * @param emptyIsNull
  *   the name of the compact nullable string whose empty string is also null, if there is one
  */
private[kafka] final class Planner(message: MessageDefinition, version: Int, fillsAbsent: Boolean,
    emptyIsNull: String = "") {
  private[this] val known = new IdentityHashMap[StructDefinition, StructPlan]
  private[this] val hasTags = message.flexibleVersions.has(version)

  /** @param shape
    *   the shape of the message: its fields, then results that the definition does not have
    */
  def plan(shape: Shape): StructPlan =
    plan(message.struct, shape, results = shape.results.length)

  private def plan(struct: StructDefinition, shape: Shape, results: Int): StructPlan = {
    val positions = struct.fields.zipWithIndex
    val (tagged, untagged) = positions.partition { case (field, _) => field.tagged.has(version) }
    val (sequence, absent) =
      untagged.partition { case (field, _) => field.versions.has(version) }
    def plans(fields: Seq[(FieldDefinition, Int)]): Array[FieldPlan] =
      fields.map { case (field, at) => fieldPlan(field, at) }.toArray
    new StructPlan(
      shape = shape,
      sequence = plans(sequence),
      hasTags = hasTags,
      tagged = plans(tagged.sortBy(_._1.tag)),
      otherTags =
        (untagged.map(_._1.tag).filter(_ >= 0) ++ struct.otherTags).map(_.toLong).toArray,
      absent = if (fillsAbsent) plans(absent) else Array.empty,
      isSupported = struct.versions.has(version),
      results = results
    )
  }

  private def nested(struct: StructDefinition): StructPlan = {
    val found = known.get(struct)
    if (found != null) found
    else {
      val made = plan(struct, struct.shape, struct.fields.length)
      known.put(struct, made)
      made
    }
  }

  private def fieldPlan(field: FieldDefinition, position: Int): FieldPlan = {
    val isTagged = field.tagged.has(version)
    // The data of a tagged field is always compact.
    val isCompact = isTagged || field.flexible.has(version)
    val isNullable = field.nullable.has(version)
    def one(isNullable: Boolean): ValuePlan =
      if (field.struct == null) new ValuePlan(form(field, isCompact, isNullable), isNullable)
      else
        new ValuePlan(structCode(isNullable, isTagged), isNullable, struct = nested(field.struct))
    val value =
      if (field.isArray)
        new ValuePlan(if (isCompact) Code.CompactList else Code.List, isNullable,
          element = one(isNullable = false))
      else one(isNullable)
    new FieldPlan(field.name, position, value, field.default, field.tag.toLong)
  }

  private def form(field: FieldDefinition, isCompact: Boolean, isNullable: Boolean): Int =
    if (isCompact && field.code == Code.Text)
      if (isNullable && field.name == emptyIsNull) Code.NonEmptyText else Code.CompactText
    else if (isCompact && field.code == Code.Bytes) Code.CompactBytes
    else field.code

  private def structCode(isNullable: Boolean, isTagged: Boolean): Int =
    if (!isNullable) Code.Struct
    else if (isTagged) Code.TaggedNullableStruct
    else Code.NullableStruct
}

/** The plans of a message at its versions, each created when it is first requested.
  *
  * @param shape
  *   the shape of the message
  */
private[kafka] final class MessagePlans(val definition: MessageDefinition, shape: Shape,
    fillsAbsent: Boolean, emptyIsNull: String = "") {
  private[this] val lowest = definition.validVersions.lowest
  private[this] val count = definition.validVersions.highest - lowest + 1
  private[this] val plans = new Array[StructPlan](count)
  private[this] val wholes = new Array[WholePlan](count)

  // Both return null if the version is not valid.

  def at(version: Int): StructPlan = {
    val index = version - lowest
    if (index < 0 || index >= plans.length) null
    else {
      if (plans(index) == null)
        plans(index) = new Planner(definition, version, fillsAbsent, emptyIsNull).plan(shape)
      plans(index)
    }
  }

  def toWrite(version: Int): WholePlan = {
    val index = version - lowest
    if (index < 0 || index >= wholes.length) null
    else {
      if (wholes(index) == null) wholes(index) = new WholePlan(at(version))
      wholes(index)
    }
  }

  def isFlexible(version: Int): Boolean = definition.flexibleVersions.has(version)
}

/** The plan of whole values that one task writes, with the generated code for them. A small message
  * is written faster than code is found in a [[ByPlan]].
  */
private[kafka] final class WholePlan(val plan: StructPlan) extends PlainWrite(plan.plainWhole)
