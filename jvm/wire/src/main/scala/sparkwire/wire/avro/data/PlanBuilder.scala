package sparkwire.wire.avro.data

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{IdentityHashMap => IdentityMap}

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.avro.Schema.Type

import sparkwire.wire.avro.Step
import sparkwire.wire.avro.schemas.{Logical, SchemaTypes, TypedSchema, Union}
import sparkwire.wire.core.{Field, Kind, Shape}

/** Builds the steps for values that are read with their own schema.
  *
  * @param types
  *   the typed column for the values, null if the values are self-describing
  * @param namesUnions
  *   whether self-describing values of unions carry the name of their type
  * @param areForeign
  *   see [[Step.isForeign]]
  */
private[avro] final class PlanBuilder(
    types: TypedSchema, namesUnions: Boolean, areForeign: Boolean = false) {
  // The steps of records and enums, which a schema may use many times.
  private[this] val named = new IdentityMap[Schema, Step]
  private[this] val unions = new IdentityMap[Schema, Union]
  private[this] val isTyped = types != null

  def of(schema: Schema): Step = {
    val step = stepOf(schema)
    step.isForeign = areForeign
    step
  }

  private def stepOf(schema: Schema): Step = schema.getType match {
    case Type.NULL => new Step(Step.Null)
    case Type.BOOLEAN => new Step(Step.Bool)
    case Type.FLOAT => new Step(Step.Float)
    case Type.DOUBLE => new Step(Step.Double)
    case Type.INT => new Step(logical(schema, Step.Int))
    case Type.LONG => new Step(logical(schema, Step.Long))
    case Type.STRING => new Step(logical(schema, Step.Text))
    case Type.BYTES | Type.FIXED => bytes(schema)
    case Type.ENUM => symbols(schema)
    case Type.ARRAY => container(Step.Array, of(schema.getElementType))
    case Type.MAP => container(Step.Map, of(schema.getValueType))
    case Type.RECORD => record(schema)
    case Type.UNION => union(schema)
  }

  /** Returns the code for a schema, with its logical type if that matters for the result. */
  def logical(schema: Schema, plain: Int): Int = Logical.of(schema) match {
    case Logical.Plain => plain
    case Step.UuidText | Step.UuidFixed | Step.Duration if isTyped => plain
    case Step.DayMillis | Step.DayMicros if !isTyped || !types.hasTimes => plain
    case code => code
  }

  def bytes(schema: Schema): Step = {
    val isFixed = schema.getType == Type.FIXED
    val step = new Step(logical(schema, if (isFixed) Step.Fixed else Step.Bytes))
    if (isFixed) step.size = schema.getFixedSize
    if (step.code == Step.DecimalBytes || step.code == Step.DecimalFixed) {
      step.precision = Logical.precision(schema)
      step.scale = Logical.scale(schema)
    }
    step
  }

  def container(code: Int, item: Step): Step = {
    val step = new Step(code)
    step.parts = Array(item)
    step
  }

  private def symbols(schema: Schema): Step = {
    val known = named.get(schema)
    if (known != null) known
    else {
      val step = new Step(Step.Enum)
      named.put(schema, step)
      step.symbols = schema.getEnumSymbols.asScala.map(_.getBytes(UTF_8)).toArray
      step
    }
  }

  private def record(schema: Schema): Step = {
    val known = named.get(schema)
    if (known != null) known
    else {
      val step = new Step(Step.Record)
      named.put(schema, step)
      val fields = schema.getFields.asScala
      step.shape = if (isTyped) types.shapeOf(schema) else PlanBuilder.dynamicShape(schema)
      step.targets = fields.indices.toArray
      step.parts = fields.map(field => of(field.schema)).toArray
      step
    }
  }

  private def union(schema: Schema): Step = {
    val step = new Step(Step.Union)
    step.parts = schema.getTypes.asScala.zipWithIndex.map { case (branch, number) =>
      asBranch(schema, number, of(branch))
    }.toArray
    step
  }

  /** Returns the step for the value of a branch. */
  def asBranch(schema: Schema, number: Int, value: Step): Step =
    if (value.code == Step.Incompatible) value
    else {
      val union = unions.computeIfAbsent(schema, new Union(_))
      if (!isTyped)
        if (namesUnions && union.isNamed(number)) withName(union.branch(number), value) else value
      else if (union.isWidened) PlanBuilder.plain(value)
      else if (!union.isStruct || union.positionOf(number) < 0) value
      else {
        val step = container(Step.Member, value)
        step.shape = types.shapeOf(schema)
        step.targets = Array(union.positionOf(number))
        step
      }
    }

  /** Wraps a value in an object of one field, as Avro's JSON encoding does. */
  private def withName(branch: Schema, value: Step): Step = {
    val step = container(Step.Member, value)
    step.shape = Shape("named", Vector(Field(branch.getFullName, Kind.Dynamic, "")))
    step.targets = PlanBuilder.OnlyField
    step
  }
}

private[avro] object PlanBuilder {
  private val OnlyField = Array(0)

  private def dynamicShape(schema: Schema): Shape =
    Shape("record",
      schema.getFields.asScala.map(field =>
        Field(field.name, Kind.Dynamic, SchemaTypes.wireOf(field.schema))).toVector)

  /** Returns the step for the same number without its logical type. */
  private def plain(step: Step): Step = step.code match {
    case Step.Date | Step.DayMillis => new Step(Step.Int)
    case code
        if code == Step.DayMicros ||
          code >= Step.TimestampMillis && code <= Step.LocalNanos =>
      new Step(if (step.isInt) Step.Int else Step.Long)
    case _ => step
  }
}
