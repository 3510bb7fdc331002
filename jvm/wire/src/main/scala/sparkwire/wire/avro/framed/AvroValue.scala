package sparkwire.wire.avro.framed

import org.apache.avro.Schema

import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.Avro.AutoFrame
import sparkwire.wire.avro.data.Plan
import sparkwire.wire.avro.schemas.TypedSchema
import sparkwire.wire.core.{Kind, Options, Reader, Root}

/** The roots of one value, with the ways to specify its schemas. */
object AvroValue {

  /** One value with a known schema, as a typed column.
    *
    * @param hasTimes
    *   whether times of day become TIME
    */
  final case class Typed(schema: String, hasTimes: Boolean = false) extends Root {
    @transient private[avro] lazy val typed: TypedSchema = TypedSchema.written(schema, hasTimes)
    def kind: Kind = typed.kind
    def newReader(options: Options): Reader =
      AvroValue.newReader(WriterSchema.One(schema), _ => Plan.typed(typed), options, isTyped = true)
  }

  /** One value as a typed column of the reader's schema, by Avro's schema resolution. */
  final case class Resolved(writer: WriterSchema, schema: String, hasTimes: Boolean = false)
      extends Root {
    @transient private[avro] lazy val typed: TypedSchema = TypedSchema.reading(schema, hasTimes)
    def kind: Kind = typed.kind
    def newReader(options: Options): Reader =
      AvroValue.newReader(writer, Plan.resolved(_, typed, writer.isData), options, isTyped = true)
  }

  /** One self-describing value. */
  final case class Variant(writer: WriterSchema) extends Root {
    def kind: Kind = Kind.Dynamic
    def newReader(options: Options): Reader =
      AvroValue.newReader(writer, Plan.dynamic(_, options), options, isTyped = false)
  }

  /** One value whose schema is in another input. */
  val Dynamic: Variant = Variant(WriterSchema.Beside)

  private def newReader(writer: WriterSchema, make: Schema => Plan, options: Options,
      isTyped: Boolean): Reader = {
    val usual = if (writer.goesById) AutoFrame else FrameKind.words(FrameKind.Bare)
    // `auto` is not in the list, so it becomes -1.
    val frame = FrameKind.words.indexOf(options.values.getOrElse(Avro.Frame.name, usual))
    new AvroReader(frame, writer.newPlans(make), options, isTyped)
  }
}
