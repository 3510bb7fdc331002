package sparkwire.rows

import org.apache.spark.sql.types._

import sparkwire.rows.buffers.Frame
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.Kind
import sparkwire.wire.sinks.Budget

private[sparkwire] object Places {

  /** Returns the place for values of `kind` that become `required`, with the builder of its
    * container if the type is one.
    */
  def of(kind: Kind, required: DataType, frame: Frame, at: Int, outer: Container, budget: Budget,
      form: RowForm = RowForm.Apart): Place = {
    val place = new Place(Tag.of(required), required, frame, at)
    (kind, required) match {
      case (Kind.Struct(shape), struct: StructType) =>
        place.holds(StructBuilder(shape, struct, place, outer, budget, form))
      case (Kind.Dynamic | Kind.Asked, struct: StructType) =>
        place.holds(StructBuilder(null, struct, place, outer, budget, form))
      case (Kind.Sequence(element), ArrayType(elementType, _)) =>
        place.holds(new ListBuilder(element, elementType, place, outer, budget))
      case (Kind.Dynamic | Kind.Asked, ArrayType(elementType, _)) =>
        place.holds(new ListBuilder(Kind.Dynamic, elementType, place, outer, budget))
      case (Kind.Mapping(key, value), map: MapType) =>
        place.holds(new MapBuilder(key, value, map, place, outer, budget, lastCounts = true))
      case (Kind.Dynamic | Kind.Asked, map: MapType) =>
        place.holds(
          new MapBuilder(Kind.Dynamic, Kind.Dynamic, map, place, outer, budget, lastCounts = false))
      case _ => place
    }
  }
}
