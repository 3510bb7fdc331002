package sparkwire.catalog

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Example, Function}
import sparkwire.expressions.Types
import sparkwire.wire.parcel.Parcel

/** Parcels. */
private[catalog] object ParcelFunctions {
  val rows: Seq[Function] = family(
    name = "parcel_decode",
    parameters = Seq(value, options(Parcel)),
    returns = Types.of(Parcel.OneParcel.kind).sql,
    usage = "Decodes one parcel.",
    example = Example("SELECT parcel_decode(X'01000107000000024142').tags[0].id", "7"),
    malformed = "X'02'",
    reason = Parcel.BadVersion,
    since = "0.2.0",
    decoding = Decoding(Parcel, _ => Parcel.OneParcel),
    dissects = true
  )
}
