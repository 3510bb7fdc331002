package sparkwire.wire.msgpack.series

import sparkwire.wire.core._
import sparkwire.wire.series.{Series, ValueBounds}

/** Values end to end.
  *
  * @param fields
  *   the names of the fields by which records are found after broken bytes
  */
final case class ManyValues(fields: Option[Seq[String]] = None) extends Root {
  private def series: Series =
    if (fields.isDefined) ManyValues.resynced else ManyValues.plain
  def kind: Kind = Kind.Struct(series.shape)
  def newReader(options: Options): Reader =
    new ValueSeriesReader(series, new MsgpackBounds(fields, options), options)
}

object ManyValues {
  private def newSeries(resyncs: Boolean): Series =
    new Series("values", "value", Kind.Asked, "", rowBytes = 64, resyncs)
  private val plain = newSeries(resyncs = false)
  private val resynced = newSeries(resyncs = true)

  /** Where values begin and end in a file, with or without such fields. */
  def newBounds(fields: Option[Seq[String]], options: Options): ValueBounds =
    new MsgpackBounds(fields, options)
}
