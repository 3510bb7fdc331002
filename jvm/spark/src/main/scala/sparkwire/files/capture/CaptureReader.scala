package sparkwire.files.capture

import java.util.BitSet

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.types.StructType

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileNames, FileReading}
import sparkwire.files.values.PackedInput
import sparkwire.wire.capture.{Budget, Capture, CapturedPacket, PacketReceiver}
import sparkwire.wire.capture.files.PacketFileReader
import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.files.{FileInput, FileWindow}
import sparkwire.wire.trace.Fault

/** The columns and options that a query needs from captures. */
private[capture] final case class CaptureReading(required: StructType, options: Options,
    isPermissive: Boolean)
    extends FileReading[CapturePart] {
  override def newReader(parts: Seq[CapturePart], hadoop: Configuration): PartitionReader[
    InternalRow] =
    new CaptureReader(parts, this, hadoop)
}

/** Produces the rows of one task, capture after capture and packet after packet. */
private[capture] final class CaptureReader(parts: Seq[CapturePart], reading: CaptureReading,
    hadoop: Configuration)
    extends PartitionReader[InternalRow] {
  private[this] val waiting = parts.iterator
  private[this] var capture: OpenCapture = _
  private[this] var rows: CaptureRows = _
  // The number of the file that was named last, -1 if none was.
  private[this] var named = -1

  override def get(): InternalRow = rows.row

  override def next(): Boolean = {
    var found = capture != null && nextInCapture()
    while (!found && nextCapture()) found = nextInCapture()
    if (found && named != rows.number) name(rows.number)
    found
  }

  /** Names the file where the row begins, which may be another one than the file that is being read. */
  private def name(number: Int): Unit = {
    named = number
    FileNames.begin(capture.path(number), 0, Long.MaxValue)
  }

  private def nextCapture(): Boolean = {
    close()
    waiting.hasNext && {
      val part = waiting.next()
      val budget = new Budget(CaptureFiles.maxMemory(reading.options).toLong)
      rows = CaptureFiles.protocol(reading.options).newRows(
        reading.required, part.files.map(_.path), reading.options, budget)
      capture = new OpenCapture(part, rows.receiver, hadoop)
      true
    }
  }

  private def nextInCapture(): Boolean = {
    var isRow = advance()
    while (!isRow && capture.step())
      isRow = if (capture.fault == null) advance() else capture.isOwn(capture.number) && refused()
    isRow
  }

  /** Moves to the next row that begins in a file whose rows are wanted. */
  private def advance(): Boolean = {
    var isRow = rows.advance()
    while (isRow && !capture.isOwn(rows.number)) isRow = rows.advance()
    if (isRow && Capture.isRefused(rows.reason))
      refuse(rows.number, rows.packetPosition, rows.reason)
    isRow
  }

  private def refused(): Boolean = {
    refuse(capture.number, capture.faultPosition, capture.fault)
    rows.setFault(capture.number, capture.faultPosition, capture.fault)
    true
  }

  private def refuse(number: Int, position: Long, reason: Reason): Unit =
    if (!reading.isPermissive)
      throw SparkwireErrors.malformedFile(Capture.Name, capture.path(number),
        Fault(reason, 0, "", reason.explanation), position)

  override def close(): Unit = if (capture != null) {
    FileNames.end()
    named = -1
    capture.close()
    capture = null
  }
}

/** The files of a capture, one after the other. */
private final class OpenCapture(part: CapturePart, receiver: PacketReceiver, hadoop: Configuration)
    extends AutoCloseable {
  import OpenCapture._

  // The number of the current file, and how it is read.
  private[this] var current = -1
  private[this] var input: FileInput = _
  private[this] var packets: PacketFileReader = _
  private[this] var last = new CapturedPacket
  private[this] val unknown = new BitSet
  private[this] var hasEnded = false
  private[this] var why: Reason = _
  private[this] var where = 0L

  def number: Int = current
  def path(number: Int): String = part.files(number).path
  def isOwn(number: Int): Boolean = number >= part.from && number < part.until

  /** The fault of the file that the last step has found; null if none. */
  def fault: Reason = why
  def faultPosition: Long = where

  /** Gives the next piece of the data that has been read, takes a packet, ends a file, or ends the
    * capture. Returns false after that.
    */
  def step(): Boolean = {
    why = null
    if (receiver.step()) true
    else if (packets != null) nextPacket()
    else if (current + 1 < part.files.length) open()
    else if (!hasEnded) finish()
    else false
  }

  private def nextPacket(): Boolean = {
    if (packets.next()) {
      val packet = packets.packet
      packet.file = current
      last = packet
      if (!receiver.accept(packet)) report(packet)
    } else endFile()
    true
  }

  // Once for all packets of a link type.
  private def report(packet: CapturedPacket): Unit = if (!unknown.get(packet.linkType)) {
    unknown.set(packet.linkType)
    why = Capture.UnknownLinkType.because(
      s"${Capture.UnknownLinkType.explanation}, but ${packet.linkType}")
    where = packet.position
  }

  private def endFile(): Unit = {
    // A file that seems to be cut off may be one that could not be decompressed.
    why = if (input.damaged == null) packets.fault else input.damaged
    where = if (input.damaged == null) packets.faultPosition else input.length
    close()
  }

  private def open(): Boolean = {
    current += 1
    unknown.clear()
    val file = part.files(current)
    input = PackedInput.open(file.path, file.length, file.packing, hadoop)
    packets = PacketFileReader.of(new FileWindow(input, ReadAhead))
    true
  }

  private def finish(): Boolean = {
    hasEnded = true
    receiver.end(last)
    true
  }

  override def close(): Unit = if (input != null) {
    input.close()
    input = null
    packets = null
  }
}

private object OpenCapture {
  private final val ReadAhead = 256 << 10
}
