package sparkwire.files.capture

import org.apache.spark.sql.types._

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.packets.Datagrams
import sparkwire.wire.cernan.captures.CernanStreams
import sparkwire.wire.core.Options
import sparkwire.wire.databus.captures.DatabusStreams

/** The protocol of connections: its own columns in a table, and the object that makes its rows. */
private[capture] abstract class CaptureProtocol(val name: String) extends Serializable {
  def columns: StructType

  /** @param files
    *   the files of a capture, by their numbers
    */
  def newRows(required: StructType, files: Seq[String], options: Options,
      budget: Budget): CaptureRows
}

private[capture] object CaptureProtocol {
  val all: Seq[CaptureProtocol] =
    Seq(NoProtocol, KafkaProtocol, CernanProtocol, DatabusProtocol, UdpProtocol)
}

/** The bytes of each direction, piece by piece. */
private[capture] object NoProtocol extends CaptureProtocol("none") {
  def columns: StructType =
    SideRows.columns.add("position", LongType).add("value", BinaryType)

  def newRows(required: StructType, files: Seq[String], options: Options,
      budget: Budget): CaptureRows = new PieceRows(required, files, options, budget)
}

/** Each request of Kafka with its response. */
private[capture] object KafkaProtocol extends CaptureProtocol("kafka") {
  def columns: StructType = new StructType()
    .add("client", StringType)
    .add("broker", StringType)
    .add("request_time", TimestampType)
    .add("response_time", TimestampType)
    .add("latency", LongType)
    .add("api_key", IntegerType)
    .add("api", StringType)
    .add("api_version", IntegerType)
    .add("correlation_id", IntegerType)
    .add("client_id", StringType)
    .add("request", BinaryType)
    .add("response", BinaryType)

  def newRows(required: StructType, files: Seq[String], options: Options,
      budget: Budget): CaptureRows = new KafkaRows(required, files, options, budget)
}

/** Each packet for Cernan's Avro source, and each answer. */
private[capture] object CernanProtocol extends CaptureProtocol("cernan") {
  def columns: StructType = SideRows.columns.add("value", BinaryType)

  def newRows(required: StructType, files: Seq[String], options: Options,
      budget: Budget): CaptureRows =
    new ValueRows(required, files, options, budget,
      new CernanStreams(CaptureFiles.port(options), options, budget))
}

/** Each event that a relay or bootstrap server of Databus sends. */
private[capture] object DatabusProtocol extends CaptureProtocol("databus") {
  def columns: StructType = CernanProtocol.columns

  def newRows(required: StructType, files: Seq[String], options: Options,
      budget: Budget): CaptureRows =
    new ValueRows(required, files, options, budget,
      new DatabusStreams(CaptureFiles.port(options), options, budget))
}

/** Each UDP datagram. */
private[capture] object UdpProtocol extends CaptureProtocol("udp") {
  def columns: StructType = SideRows.ends.add("value", BinaryType)

  def newRows(required: StructType, files: Seq[String], options: Options,
      budget: Budget): CaptureRows =
    new DatagramRows(required, files, new Datagrams(budget, CaptureFiles.port(options)))
}
