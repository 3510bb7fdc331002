package sparkwire.files.capture

import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.files.FileRow
import sparkwire.wire.capture.{CapturedPacket, PacketReceiver}
import sparkwire.wire.core.Reason
import sparkwire.wire.trace.Fault

/** Makes rows of the content of the packets of a capture. One packet may lead to many rows. */
private[capture] abstract class CaptureRows(required: StructType, files: Seq[String])
    extends FileRow(required) {
  private[this] val file = at("file")
  private[this] val offset = at("offset")
  private[this] var fileNumber = 0
  private[this] var packet = 0L
  private[this] var why: Reason = _
  private[this] val names = files.map(UTF8String.fromString).toArray

  /** The number of the file where the row begins. */
  final def number: Int = fileNumber

  /** The position of its first packet in this file. */
  final def packetPosition: Long = packet

  /** The fault of the row, null if it has none. */
  final def reason: Reason = why

  /** Takes the packets. */
  def receiver: PacketReceiver

  /** Moves to the next row that is complete. Returns false if there is none. */
  def advance(): Boolean

  /** Sets the columns that all rows have, and empties the others.
    *
    * @param reason
    *   null for a row without a fault
    */
  protected final def begin(number: Int, position: Long, reason: Reason): Unit = {
    fileNumber = number
    packet = position
    why = reason
    var column = 0
    while (column < required.length) {
      row.setNullAt(column)
      column += 1
    }
    if (file >= 0) row.update(file, names(number))
    if (offset >= 0) row.setLong(offset, position)
    if (reason != null) putFault(Fault(reason, 0, "", reason.explanation), position)
  }

  /** Makes a row for the fault of a file. */
  final def setFault(number: Int, position: Long, reason: Reason): Unit =
    begin(number, position, reason)

  protected final def put(column: Int, text: String): Unit =
    if (column >= 0 && text != null) row.update(column, UTF8String.fromString(text))
  protected final def putTime(column: Int, micros: Long): Unit =
    if (column >= 0 && micros != CapturedPacket.NoTime) row.setLong(column, micros)
  protected final def put(column: Int, bytes: Array[Byte]): Unit =
    if (column >= 0) row.update(column, bytes)
}
