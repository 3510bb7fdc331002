package sparkwire.rows

import org.apache.spark.sql.types._

import sparkwire.rows.buffers.Frame
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Allowance, Kind}

private[sparkwire] object Places {

  /** Returns the place for values of `kind` that become `required`, with the builder of its
    * container if the type is one.
    */
  def of(kind: Kind, required: DataType, frame: Frame, at: Int, outer: Container,
      allowance: Allowance,
      form: RowForm = RowForm.Apart): Place = {
    val place = new Place(Tag.of(required), required, frame, at)
    (kind, required) match {
      case (Kind.Struct(shape), struct: StructType) =>
        place.holds(StructBuilder(shape, struct, place, outer, allowance, form))
      case (_: Kind.SelfDescribing, struct: StructType) =>
        place.holds(StructBuilder(null, struct, place, outer, allowance, form))
      case (Kind.Sequence(element), ArrayType(elementType, _)) =>
        place.holds(new ListBuilder(element, elementType, place, outer, allowance))
      case (_: Kind.SelfDescribing, ArrayType(elementType, _)) =>
        place.holds(new ListBuilder(Kind.Dynamic, elementType, place, outer, allowance))
      case (Kind.Mapping(key, value), map: MapType) =>
        place.holds(new MapBuilder(key, value, map, place, outer, allowance, lastCounts = true))
      case (_: Kind.SelfDescribing, map: MapType) =>
        place.holds(
          new MapBuilder(
            Kind.Dynamic, Kind.Dynamic, map, place, outer, allowance, lastCounts = false))
      case _ => place
    }
  }
}
