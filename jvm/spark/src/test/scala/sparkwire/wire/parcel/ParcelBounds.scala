package sparkwire.wire.parcel

import sparkwire.wire.core._
import sparkwire.wire.series.ValueBounds

/** Where parcels begin and end that stand end to end. Nothing tells a parcel from other bytes. */
final class ParcelBounds extends ValueBounds {
  private[this] val reader = new ParcelReader

  def begin(cursor: Cursor): Unit = cursor.setBigEndian(true)
  def pass(cursor: Cursor, sink: Sink): Unit = reader.readNext(cursor, sink)
  def isCut(reason: Reason): Boolean = reason ne Parcel.BadVersion
  def areFound: Boolean = false
  def begins(cursor: Cursor): Boolean = false
}
