package sparkwire.wire.avro.writing

import java.io.ByteArrayOutputStream
import java.util.IdentityHashMap

import scala.jdk.CollectionConverters._

import org.apache.avro.{AvroRuntimeException, Schema}
import org.apache.avro.Schema.Type
import org.apache.avro.generic.{GenericData, GenericDatumWriter}
import org.apache.avro.io.EncoderFactory

import sparkwire.wire.avro.Step
import sparkwire.wire.avro.schemas.{Logical, Schemas}
import sparkwire.wire.core.{Field, Kind, Shape}
import sparkwire.wire.writing.Family

/** Builds the steps that write the values of a schema. */
private[avro] final class StepBuilder(limits: Limits) {
  // A type is built once, however often a schema uses it.
  private[this] val known = new IdentityHashMap[Schema, DatumStep]

  def of(schema: Schema): DatumStep = {
    val found = known.get(schema)
    if (found != null) found
    else {
      val step = made(schema)
      known.put(schema, step)
      step
    }
  }

  private def made(schema: Schema): DatumStep = schema.getType match {
    case Type.NULL => new NullStep
    case Type.BOOLEAN => new BoolStep
    case Type.INT => int(schema)
    case Type.LONG => long(schema)
    case Type.FLOAT => new RealStep(isFloat = true)
    case Type.DOUBLE => new RealStep(isFloat = false)
    case Type.STRING => new TextStep
    case Type.BYTES | Type.FIXED => bytes(schema)
    case Type.ENUM => new EnumStep(schema.getEnumSymbols.asScala.toSeq)
    case Type.ARRAY =>
      val step = new ArrayStep(limits)
      step.setItem(of(schema.getElementType))
      step
    case Type.MAP =>
      val step = new MapStep(limits)
      step.value = of(schema.getValueType)
      step
    case Type.RECORD => record(schema)
    case Type.UNION => union(schema)
  }

  private def int(schema: Schema): DatumStep = Logical.of(schema) match {
    case Step.Date => new ClockStep(Family.Date, ClockUnit.Days)
    case Step.DayMillis => new WholeStep(isInt = true, nanosPerUnit = 1000000L)
    case _ => new WholeStep(isInt = true)
  }

  private def long(schema: Schema): DatumStep = Logical.of(schema) match {
    case Step.TimestampMillis => new ClockStep(Family.Timestamp, ClockUnit.Millis)
    case Step.TimestampMicros => new ClockStep(Family.Timestamp, ClockUnit.Micros)
    case Step.TimestampNanos => new ClockStep(Family.Timestamp, ClockUnit.Nanos)
    case Step.LocalMillis => new ClockStep(Family.LocalTimestamp, ClockUnit.Millis)
    case Step.LocalMicros => new ClockStep(Family.LocalTimestamp, ClockUnit.Micros)
    case Step.LocalNanos => new ClockStep(Family.LocalTimestamp, ClockUnit.Nanos)
    case Step.DayMicros => new WholeStep(isInt = false, nanosPerUnit = 1000L)
    case _ => new WholeStep(isInt = false)
  }

  private def bytes(schema: Schema): DatumStep = {
    val size = if (schema.getType == Type.FIXED) schema.getFixedSize else -1
    Logical.of(schema) match {
      case Step.DecimalBytes | Step.DecimalFixed =>
        new DecimalStep(Logical.precision(schema), Logical.scale(schema), size, limits)
      case Step.UuidFixed => new UuidStep
      case Step.Duration => new DurationStep
      case _ => if (size < 0) new BytesStep else new FixedStep(size)
    }
  }

  private def record(schema: Schema): DatumStep = {
    val fields = schema.getFields.asScala
    val step = new RecordStep(StepBuilder.shape(fields.map(_.name).toSeq), limits)
    // Its fields may have the type of the record itself.
    known.put(schema, step)
    step.setFields(
      fields.map(field => of(field.schema)).toArray, fields.map(StepBuilder.default).toArray)
    step
  }

  private def union(schema: Schema): DatumStep = {
    val types = schema.getTypes.asScala
    val others = types.count(_.getType != Type.NULL)
    val members = StepBuilder.shape((0 until others).map(number => s"member$number"))
    val step = new UnionStep(members, limits)
    step.setBranches(types.map(of).toArray)
    step
  }
}

private object StepBuilder {
  private def shape(names: Seq[String]): Shape =
    Shape("record", names.map(Field(_, Kind.Dynamic, "")).toVector)

  /** Returns the bytes of a field's default; null if it has none, or one that is not of its type,
    * which old software wrote.
    */
  private def default(field: Schema.Field): Array[Byte] = if (!field.hasDefaultValue) null
  else
    try Schemas.withAnyNames {
        val bytes = new ByteArrayOutputStream
        val encoder = EncoderFactory.get().binaryEncoder(bytes, null)
        val value: AnyRef = GenericData.get().getDefaultValue(field)
        new GenericDatumWriter[AnyRef](field.schema).write(value, encoder)
        encoder.flush()
        bytes.toByteArray
      }
    catch {
      case _: AvroRuntimeException | _: ClassCastException | _: NullPointerException => null
    }
}
