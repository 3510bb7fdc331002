package sparkwire.files.capture

import org.apache.spark.sql.types._

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.core.Options

/** Makes rows of the data that one side of a connection has sent to the other. */
private[capture] abstract class SideRows(required: StructType, files: Seq[String],
    options: Options, budget: Budget)
    extends StreamRows(required, files, options, budget) {
  private[this] val timestamp = at("timestamp")
  private[this] val addresses = Array(at("src"), at("dst"))
  private[this] val ports = Array(at("src_port"), at("dst_port"))
  private[this] val stream = at("stream")
  private[this] val value = at("value")

  /** Sets the columns for the sender and the data.
    *
    * @param bytes
    *   null if they are not there
    */
  protected final def setSides(connection: Connection, sender: Int, micros: Long,
      bytes: Array[Byte]): Unit = {
    putTime(timestamp, micros)
    if (stream >= 0) row.setLong(stream, connection.number)
    if (bytes != null) put(value, bytes)
    setSide(connection, sender, 0)
    setSide(connection, 1 - sender, 1)
  }

  private def setSide(connection: Connection, side: Int, number: Int): Unit = {
    put(addresses(number), connection.address(side))
    if (ports(number) >= 0) row.setInt(ports(number), connection.endpoints.port(side))
  }
}

private[capture] object SideRows {

  /** Who has sent something to whom, and when. */
  val ends: StructType = new StructType()
    .add("timestamp", TimestampType)
    .add("src", StringType)
    .add("src_port", IntegerType)
    .add("dst", StringType)
    .add("dst_port", IntegerType)

  val columns: StructType = ends.add("stream", LongType)
}
