package sparkwire.files.values

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.SerializableConfiguration

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileParts, FilterRanges, HadoopInput, ValueRange}
import sparkwire.wire.core.Options
import sparkwire.wire.files.{FileInput, FileWindow, ValueScan}
import sparkwire.wire.trace.Fault

/** What a query needs from files of values. */
private[sparkwire] final case class ValueReading(kind: ValueKind, required: StructType,
    options: Options, isPermissive: Boolean, filters: Seq[Filter])

private[sparkwire] final class ValueReaderFactory(reading: ValueReading,
    hadoop: Broadcast[SerializableConfiguration])
    extends PartitionReaderFactory {
  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    new ValueFileReader(partition.asInstanceOf[FileParts[ValuePart]].parts, reading,
      hadoop.value.value)
}

/** Produces the rows of one task, part after part and value after value. */
private[sparkwire] final class ValueFileReader(parts: Seq[ValuePart], reading: ValueReading,
    hadoop: Configuration)
    extends PartitionReader[InternalRow] {
  import ValueFileReader._

  private[this] val waiting = parts.iterator
  private[this] val row = new ValueRow(reading.required)
  private[this] var part: ValuePart = _
  private[this] var input: FileInput = _
  private[this] var scan: ValueScan = _
  private[this] var isDamageTaken = false

  override def get(): InternalRow = row.row

  override def next(): Boolean = {
    var found = scan != null && nextInPart()
    while (!found && nextPart()) found = nextInPart()
    found
  }

  private def nextPart(): Boolean = {
    close()
    if (!waiting.hasNext) false
    else {
      part = waiting.next()
      isDamageTaken = false
      val path = new Path(part.file.path)
      input =
        if (part.file.isPacked) new PackedInput(path, part.file.packing, hadoop)
        else new HadoopInput(path, part.file.length, hadoop)
      scan = scanOf(part, input, reading.kind, reading.options)
      row.setFile(part.file.path)
      true
    }
  }

  /** Takes the next piece of the part. Behind the last one is the place where a file cannot be
    * unpacked.
    */
  private def nextInPart(): Boolean =
    if (scan.advance()) {
      if (scan.reason == null) row.setValue(scan)
      else {
        if (!reading.isPermissive) refuseBroken()
        row.setBroken(scan)
      }
      reading.filters.isEmpty || FilterRanges.mayMatch(reading.filters, ranges)
    } else if (input.damaged == null || isDamageTaken) {
      if (scan.isBrokenAtEnd && !reading.isPermissive) refuseBroken()
      false
    } else {
      if (!reading.isPermissive) refuseBroken()
      isDamageTaken = true
      row.setFault(input.length, damage)
      true
    }

  private[this] val ranges: String => ValueRange = {
    // If no value from here on can match, the part ends.
    case "offset" => ValueRange(scan.position, Long.MaxValue)
    case _ => null
  }

  private def damage: Fault = Fault(input.damaged, 0, "", input.damaged.explanation)

  private def refuseBroken(): Nothing = {
    // What seems to be cut off is damaged.
    val (fault, position) =
      if (input.damaged == null) (scan.fault, scan.position) else (damage, input.length)
    throw SparkwireErrors.malformedFile(
      reading.kind.name, part.file.path, fault, position + fault.offset)
  }

  override def close(): Unit = if (input != null) {
    input.close()
    input = null
    scan = null
  }
}

private[values] object ValueFileReader {
  private final val ReadAhead = 256 << 10

  def scanOf(part: ValuePart, input: FileInput, kind: ValueKind, options: Options): ValueScan =
    new ValueScan(new FileWindow(input, ReadAhead), kind.newBounds(options), part.from, part.until,
      options, part.isOpen)
}

/** The row that Spark receives, the same object for all values. */
private final class ValueRow(required: StructType) {
  val row: SpecificInternalRow = new SpecificInternalRow(required.map(_.dataType))

  // Returns the position of a column, -1 if the query does not need it.
  private[this] def at(name: String): Int = required.fieldNames.indexOf(name)

  private[this] val value = at("value")
  private[this] val file = at("file")
  private[this] val offset = at("offset")
  private[this] val fault = at("fault")

  def setFile(path: String): Unit =
    if (file >= 0) row.update(file, UTF8String.fromString(path))

  def setValue(scan: ValueScan): Unit = {
    if (value >= 0) row.update(value, scan.bytes)
    if (offset >= 0) row.setLong(offset, scan.position)
    if (fault >= 0) row.setNullAt(fault)
  }

  def setBroken(scan: ValueScan): Unit = {
    setFault(scan.position, scan.fault)
    if (value >= 0) row.update(value, scan.bytes)
  }

  /** Sets a fault, with an offset from `position`, without a value. */
  def setFault(position: Long, found: Fault): Unit = {
    if (value >= 0) row.setNullAt(value)
    if (offset >= 0) row.setLong(offset, position)
    if (fault >= 0)
      row.update(fault,
        InternalRow(UTF8String.fromString(found.reason.word), position + found.offset,
          UTF8String.fromString(found.path)))
  }
}
