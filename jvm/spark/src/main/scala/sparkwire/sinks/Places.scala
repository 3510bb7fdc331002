package sparkwire.sinks

import org.apache.spark.sql.types._

import sparkwire.sinks.containers.{Container, ListWriter, MapWriter, StructWriter}
import sparkwire.sinks.rows.Frame
import sparkwire.wire.core.Kind
import sparkwire.wire.sinks.Budget

private[sinks] object Places {

  /** Returns the place for values of `kind` that become `required`, with the writer of its
    * container if the type is one.
    */
  def of(kind: Kind, required: DataType, frame: Frame, at: Int, outer: Container, budget: Budget,
      form: RowForm = RowForm.Apart): Place = {
    val place = new Place(Place.tagOf(required), required, frame, at)
    (kind, required) match {
      case (Kind.Struct(shape), struct: StructType) =>
        place.holds(StructWriter(shape, struct, place, outer, budget, form))
      case (Kind.Dynamic | Kind.Asked, struct: StructType) =>
        place.holds(StructWriter(null, struct, place, outer, budget, form))
      case (Kind.Sequence(element), ArrayType(elementType, _)) =>
        place.holds(new ListWriter(element, elementType, place, outer, budget))
      case (Kind.Dynamic | Kind.Asked, ArrayType(elementType, _)) =>
        place.holds(new ListWriter(Kind.Dynamic, elementType, place, outer, budget))
      case (Kind.Mapping(key, value), map: MapType) =>
        place.holds(new MapWriter(key, value, map, place, outer, budget, lastCounts = true))
      case (Kind.Dynamic | Kind.Asked, map: MapType) =>
        place.holds(
          new MapWriter(Kind.Dynamic, Kind.Dynamic, map, place, outer, budget, lastCounts = false))
      case _ => place
    }
  }
}
