package sparkwire.files.values

import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.parcel.{Parcel, ParcelBounds}
import sparkwire.wire.series.ValueBounds

/** Files of parcels. */
private[sparkwire] object ParcelFiles extends ValueKind {
  def name: String = Parcel.name
  protected def ofReaders: Seq[OptionSpec] = Nil
  def newBounds(options: Options): ValueBounds = new ParcelBounds
}
