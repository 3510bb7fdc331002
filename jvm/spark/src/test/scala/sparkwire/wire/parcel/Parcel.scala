package sparkwire.wire.parcel

import sparkwire.wire.core._

/** Parcels: fields, reasons, options. */
object Parcel extends Format {
  val name = "parcel"

  // Positions of the fields in `Tag` and `Whole`.
  final val Id = 0
  final val Data = 1
  final val DataLength = 2
  final val Version = 0
  final val Tags = 1

  val Tag: Shape = Shape("tag",
    Vector(
      Field("id", Kind.Int16, "u8"),
      Field("data", Kind.Binary, "bytes"),
      Field.frame("data", "length u32")
    ))
  val Whole: Shape = Shape("parcel",
    Vector(
      Field("version", Kind.Int8, "u8"),
      Field("tags", Kind.Sequence(Kind.Struct(Tag)), "count u16")
    ))

  val Truncated = new Reason("truncated", "the input ends inside the parcel")
  val BadVersion = new Reason("bad-version", "the version must be 1")
  val TooManyTags = new Reason("too-many-tags", "there are fewer bytes than the tags need")
  val LengthPastEnd = new Reason("length-past-end", "a tag is longer than the parcel")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the parcel")

  def reasons: Seq[Reason] =
    Seq(Truncated, BadVersion, TooManyTags, LengthPastEnd, TrailingBytes, Reason.TooLarge)

  /** One parcel with nothing after it. */
  case object OneParcel extends Root {
    def kind: Kind = Kind.Struct(Whole)
    def newReader(options: Options): Reader = new ParcelReader
  }
}
