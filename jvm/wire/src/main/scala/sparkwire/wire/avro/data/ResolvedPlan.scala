package sparkwire.wire.avro.data

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.{IdentityHashMap => IdentityMap}

import scala.jdk.CollectionConverters._

import org.apache.avro.{AvroRuntimeException, Resolver, Schema}
import org.apache.avro.Resolver._
import org.apache.avro.Schema.Type
import org.apache.avro.generic.{GenericData, GenericDatumWriter}
import org.apache.avro.io.EncoderFactory

import sparkwire.wire.avro.{DefaultField, Step}
import sparkwire.wire.avro.schemas.{Logical, Schemas, TypedSchema}

/** Builds the steps for values of a writer's schema that are read with a reader's schema. Avro's
  * own resolver matches the two schemas; this class converts its result into steps and resolves
  * the logical types, which Avro's resolver ignores.
  */
private[avro] final class ResolvedPlan(types: TypedSchema) {
  private[this] val reading = new PlanBuilder(types, namesUnions = false)
  private[this] val passing = new PlanBuilder(null, namesUnions = false, areForeign = true)
  private[this] val records = new IdentityMap[Action, Step]
  // Types of the writer may use a type of the reader any number of times.
  private[this] val defaults = new IdentityMap[Schema.Field, DefaultField]
  private[this] val symbolsOf = new IdentityMap[Schema, Array[Array[Byte]]]

  def of(writer: Schema): Step =
    try Schemas.withAnyNames {
        // A field or type for which the reader has an alias takes the reader's name.
        val renamed = Schema.applyAliases(writer, types.schema)
        of(Resolver.resolve(renamed, types.schema, GenericData.get()))
      }
    catch { case _: AvroRuntimeException => new Step(Step.Incompatible) }

  private def of(action: Action): Step = action match {
    case _: ErrorAction => new Step(Step.Incompatible)
    case _: DoNothing | _: Promote => scalar(action.writer, action.reader)
    case found: Container =>
      val code = if (action.writer.getType == Type.ARRAY) Step.Array else Step.Map
      reading.container(code, of(found.elementAction))
    case found: EnumAdjust => symbols(found)
    case _: Skip => passing.of(action.writer)
    case found: RecordAdjust => record(found)
    case found: WriterUnion => union(found)
    case found: ReaderUnion =>
      reading.asBranch(found.reader, found.firstMatch, of(found.actualAction))
    case other =>
      throw new IllegalStateException(s"a resolution of an unknown kind: ${other.`type`}")
  }

  /** Resolves types without parts. If only one of the two has a logical type, the number is taken as
    * it was written.
    */
  private def scalar(writer: Schema, reader: Schema): Step =
    (Logical.meaning(writer), Logical.meaning(reader)) match {
      case (Logical.Instant, Logical.Instant) | (Logical.LocalTime, Logical.LocalTime) =>
        new Step(Logical.of(writer))
      case (Logical.TimeOfDay, Logical.TimeOfDay) if writer.getType != reader.getType =>
        new Step(if (types.hasTimes) Logical.of(writer) else Step.TimeMillis)
      case (Logical.Decimal, Logical.Decimal) => rescaled(writer, reader)
      // Bytes can be resolved to a string, and a string to bytes, but the bytes of a decimal are
      // not text.
      case (Logical.Decimal, Logical.Plain) | (Logical.Plain, Logical.Decimal)
          if writer.getType != reader.getType =>
        new Step(Step.Incompatible)
      case (written, wanted)
          if written == wanted || written == Logical.Plain || wanted == Logical.Plain =>
        promoted(writer, reader)
      case _ => new Step(Step.Incompatible)
    }

  private def rescaled(writer: Schema, reader: Schema): Step = {
    val step = reading.of(reader)
    step.addedScale = step.scale - Logical.scale(writer)
    if (step.addedScale != 0 && Logical.precision(writer) > TypedSchema.MaxDigits)
      new Step(Step.Incompatible)
    else step
  }

  private def promoted(writer: Schema, reader: Schema): Step =
    (writer.getType, reader.getType) match {
      case (from, to) if from == to => reading.of(reader)
      case (Type.INT, Type.LONG) =>
        val step = new Step(reading.logical(reader, Step.Int))
        step.isInt = true
        step
      case (Type.INT, Type.FLOAT) => new Step(Step.IntToFloat)
      case (Type.INT, Type.DOUBLE) => new Step(Step.IntToDouble)
      case (Type.LONG, Type.FLOAT) => new Step(Step.LongToFloat)
      case (Type.LONG, Type.DOUBLE) => new Step(Step.LongToDouble)
      case (Type.FLOAT, Type.DOUBLE) => new Step(Step.FloatToDouble)
      case (Type.BYTES, Type.STRING) | (Type.STRING, Type.BYTES) => reading.of(reader)
      case _ => new Step(Step.Incompatible)
    }

  private def symbols(found: EnumAdjust): Step = {
    val ofReader = symbolsOf.computeIfAbsent(
      found.reader, _.getEnumSymbols.asScala.map(_.getBytes(UTF_8)).toArray)
    val step = new Step(Step.Enum)
    step.symbols = found.adjustments.map(number => if (number < 0) null else ofReader(number))
    step
  }

  private def union(found: WriterUnion): Step = {
    val step = new Step(Step.Union)
    step.parts = found.actions.zipWithIndex.map { case (action, number) =>
      // If both unions are equal, a branch is resolved against its counterpart and not against the
      // union.
      if (found.unionEquiv) reading.asBranch(found.reader, number, of(action)) else of(action)
    }
    step
  }

  private def record(found: RecordAdjust): Step = {
    val known = records.get(found)
    if (known != null) known
    else {
      val step = new Step(Step.Record)
      records.put(found, step)
      step.shape = types.shapeOf(found.reader)
      step.parts = found.fieldActions.map(of)
      val kept = found.readerOrder.iterator
      step.targets = found.fieldActions.map(action =>
        if (action.isInstanceOf[Skip]) Step.Dropped else kept.next().pos)
      step.defaults =
        found.readerOrder.drop(found.firstDefault).map(defaults.computeIfAbsent(_, defaultOf(_)))
      step
    }
  }

  private def defaultOf(field: Schema.Field): DefaultField = {
    val bytes = new ByteArrayOutputStream
    val encoder = EncoderFactory.get().binaryEncoder(bytes, null)
    val value: AnyRef = GenericData.get().getDefaultValue(field)
    new GenericDatumWriter[AnyRef](field.schema).write(value, encoder)
    encoder.flush()
    new DefaultField(field.pos, reading.of(field.schema), bytes.toByteArray)
  }
}
