package sparkwire.wire.avro.data

import org.apache.avro.Schema

import sparkwire.wire.avro.{Avro, Step}
import sparkwire.wire.avro.schemas.{InvalidSchema, Schemas, TypedSchema}
import sparkwire.wire.core.Options

/** Everything that is derived from a schema, once. */
private[wire] final class Plan(val root: Step) {

  private[this] val costs = new StepCost.Costs(root)

  /** How many bytes the result of a value may have in addition to the results of its bytes: mostly
    * names.
    */
  val beside: Long = costs.names

  /** The size of the plan itself in bytes. */
  val bytes: Long = costs.bytes
}

private[wire] object Plan {
  def typed(types: TypedSchema): Plan =
    new Plan(new PlanBuilder(types, namesUnions = false).of(types.schema))
  def dynamic(writer: Schema, options: Options): Plan =
    new Plan(new PlanBuilder(null, options.word(Avro.Unions) == "named").of(writer))

  /** @param isData
    *   whether the writer's schema comes with data
    */
  def resolved(writer: Schema, reader: TypedSchema, isData: Boolean): Plan = {
    if (isData) new ResolutionCost(reader.schema).check(writer)
    new Plan(new ResolvedPlan(reader).of(writer))
  }

  /** Returns the plan for the text of a schema that is a constant of the query; null if the text is
    * not a schema, or is nested too deep for a plan, even if Avro's parser accepts it.
    */
  def ofConstant(text: String, make: Schema => Plan): Plan =
    try made(Schemas.ofWriter(text), make)
    catch { case _: InvalidSchema => null }

  /** Like [[ofConstant]], for a schema that comes with data. */
  def ofData(bytes: Array[Byte], make: Schema => Plan): Plan =
    made(Schemas.ofData(bytes, 0, bytes.length), make)

  private def made(schema: Schema, make: Schema => Plan): Plan =
    if (schema == null) null
    else
      try make(schema)
      catch { case _: StackOverflowError => null }
}
