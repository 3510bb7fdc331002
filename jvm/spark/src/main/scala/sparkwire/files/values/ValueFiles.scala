package sparkwire.files.values

import scala.util.control.NonFatal

import org.apache.spark.sql.types.StructType

import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.databus.Databus
import sparkwire.wire.databus.series.ManyEvents
import sparkwire.wire.msgpack.Msgpack
import sparkwire.wire.msgpack.series.ManyValues
import sparkwire.wire.series.ValueBounds

/** Events of Databus. */
private[sparkwire] case object DatabusFiles extends ValueKind {
  def name: String = Databus.name
  protected def ofReaders: Seq[OptionSpec] = Databus.options
  def newBounds(options: Options): ValueBounds = ManyEvents.newBounds(options)

  // Without checksums, bytes inside of an event would be taken for a head.
  override def divides(options: Options): Boolean = options.verifies
}

/** Packets of Cernan. */
private[sparkwire] case object CernanFiles extends ValueKind {
  def name: String = Cernan.name
  protected def ofReaders: Seq[OptionSpec] = Seq(Options.InvalidUtf8)
  def newBounds(options: Options): ValueBounds = Cernan.newBounds(options)
}

/** Values of MessagePack. */
private[sparkwire] case object MsgpackFiles extends ValueKind {
  def name: String = Msgpack.name

  private val Fields =
    OptionSpec.Checked("fields", "fields as DDL, such as 'id BIGINT, name STRING'",
      "the fields of the records, by which they are found behind broken bytes", faultOf)

  private val Protocol = OptionSpec.Words("protocol", Seq("none", "forward"),
    "`forward`: values are messages of fluentd's Forward protocol, and each event in them is a row")

  protected def ofReaders: Seq[OptionSpec] =
    Seq(Options.MaxDepth, Options.InvalidUtf8, Fields, Protocol)

  private def isForward(options: Options): Boolean = options.word(Protocol) == "forward"

  override def schema(options: Options): StructType =
    if (!isForward(options)) ValueKind.schema
    else {
      if (options.text(Fields).isDefined)
        refuse("fields: messages of the Forward protocol have no fields by which they are found.")
      StructType(ForwardUnfolding.columns ++ ValueKind.schema)
    }

  override private[files] def newUnfolding(reading: ValueReading): Unfolding =
    if (isForward(reading.options)) new ForwardUnfolding(reading.required, reading.options)
    else null

  def newBounds(options: Options): ValueBounds =
    if (isForward(options))
      // Entries may be a str that is not text.
      ManyValues.newBounds(
        None, Options(options.values.updated(Options.InvalidUtf8.name, "replace")))
    else
      ManyValues.newBounds(
        options.text(Fields).map(StructType.fromDDL(_).fieldNames.toSeq), options)

  private def faultOf(ddl: String): Option[String] =
    try Option.when(StructType.fromDDL(ddl).isEmpty)("there is no field")
    catch {
      case NonFatal(error) => Some(s"'$ddl' is no DDL: ${error.getMessage.linesIterator.next()}")
    }
}
