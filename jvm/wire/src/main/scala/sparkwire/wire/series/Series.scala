package sparkwire.wire.series

import sparkwire.wire.core.{Field, Kind, OptionSpec, Shape}

/** The result of reading values end to end: the complete values with their offsets, the
  * gaps between them if the reader goes on after a broken value, and the tail, which says where and
  * why reading stopped.
  *
  * @param items
  *   the name of the field that holds the values
  * @param item
  *   the name of one value
  * @param rowBytes
  *   the approximate size of one value in the result in bytes, without its own bytes. A value may
  *   be a single byte on the wire, so the excess over twice its bytes is charged
  * @param resyncs
  *   whether the reader looks for the next value after a broken one
  */
final class Series(items: String, item: String, kind: Kind, wire: String, val rowBytes: Long,
    val resyncs: Boolean = false) {
  val located: Shape = Shape(s"located $item",
    Vector(
      Field("offset", Kind.Int32, ""),
      Field(item, kind, wire)
    ))
  val shape: Shape = Shape(items,
    Vector(Field(items, Kind.Sequence(Kind.Struct(located)), items)) ++
      Option.when(resyncs)(Field("gaps", Kind.Sequence(Kind.Struct(Gaps.GapShape)), "gaps")) :+
      Field("tail", Kind.Struct(Series.TailShape), "tail"))
  private[series] val tail: Int = shape.fields.length - 1
}

object Series {
  val Resync: OptionSpec.Words = OptionSpec.Words("resync", Seq("false", "true"),
    "`true`: after a broken value the next one is looked for, and `gaps` has what lies between")

  // Positions in `shape`, `located` and `TailShape`.
  private[series] final val Items = 0
  private[series] final val Gaps = 1
  private[series] final val Offset = 0
  private[series] final val Item = 1
  private[series] final val TailReason = 0
  private[series] final val TailOffset = 1

  private[series] val TailShape: Shape = Shape("tail",
    Vector(
      Field("reason", Kind.Text, ""),
      Field("offset", Kind.Int32, "")
    ))
}
