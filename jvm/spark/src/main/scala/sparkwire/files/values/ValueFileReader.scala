package sparkwire.files.values

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileNames, FileReading, FileRow, FilterRanges, ValueRange}
import sparkwire.wire.core.{Malformed, Options}
import sparkwire.wire.files.{FileInput, FileWindow, ValueScan}
import sparkwire.wire.series.ValueBounds
import sparkwire.wire.trace.Fault

/** What a query needs from files of values.
  *
  * @param names
  *   see [[ChosenFiles]]
  */
private[sparkwire] final case class ValueReading(kind: ValueKind, required: StructType,
    options: Options, isPermissive: Boolean, filters: Seq[Filter],
    names: Map[String, Seq[String]] = Map.empty)
    extends FileReading[ValuePart] {
  override def newReader(parts: Seq[ValuePart], hadoop: Configuration): PartitionReader[
    InternalRow] =
    new ValueFileReader(parts, this, hadoop)
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
  private[this] val unfolding = reading.kind.newUnfolding(reading)
  private[this] var isUnfolding = false
  // Whether the current piece is a row that has not been returned.
  private[this] var isRow = false

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
      isRow = false
      isUnfolding = false
      input =
        PackedInput.open(part.file.path, part.file.length, part.file.packing, hadoop)
      val bounds = reading.kind.newBounds(reading.options)
      scan = scanOf(part, input, bounds, reading.options)
      row.setFile(part.file.path)
      FileNames.begin(part.file.path, part.from, part.until)
      if (unfolding != null) unfolding.open(part.file.path, bounds)
      true
    }
  }

  private def nextInPart(): Boolean = {
    var isThere = nextOfPiece()
    while (!isThere && nextPiece()) isThere = nextOfPiece()
    isThere
  }

  /** Takes the next piece of the part. After the last one is the place where a file cannot be
    * unpacked.
    */
  private def nextPiece(): Boolean =
    if (scan.advance()) {
      if (scan.reason == null) takeValue() else takeBroken(scan.fault)
      reading.filters.isEmpty || FilterRanges.mayMatch(reading.filters, ranges)
    } else if (input.damaged == null || isDamageTaken) {
      if (scan.isBrokenAtEnd && !reading.isPermissive) refuse(scan.fault)
      false
    } else {
      if (!reading.isPermissive) refuse(damage)
      setFault(input.length, damage)
      isRow = true
      isDamageTaken = true
      true
    }

  private def takeValue(): Unit =
    if (unfolding == null) {
      row.setValue(scan)
      isRow = true
    } else
      try {
        val bytes = scan.bytes
        row.setValue(scan, bytes)
        unfolding.begin(bytes)
        isUnfolding = true
      } catch { case malformed: Malformed => takeBroken(faultOf(malformed)) }

  /** Moves to the next row of the current piece. */
  private def nextOfPiece(): Boolean =
    if (isRow) {
      isRow = false
      true
    } else isUnfolding && nextUnfolded()

  private def nextUnfolded(): Boolean =
    try {
      isUnfolding = unfolding.next()
      if (isUnfolding) unfolding.set(row.row)
      isUnfolding
    } catch {
      case malformed: Malformed =>
        isUnfolding = false
        takeBroken(faultOf(malformed))
        nextOfPiece()
    }

  private def faultOf(malformed: Malformed): Fault =
    unfolding.faultOf(malformed, reading.options)

  private def takeBroken(fault: Fault): Unit = {
    if (!reading.isPermissive) refuse(fault)
    setFault(scan.position, fault)
    row.setBytes(scan)
    isRow = true
  }

  private def setFault(position: Long, fault: Fault): Unit = {
    row.setFault(position, fault)
    if (unfolding != null) unfolding.setPlace(row.row)
  }

  private[this] val ranges: String => ValueRange = {
    // If no value from here on can match, the part ends.
    case "offset" => ValueRange(scan.position, Long.MaxValue)
    case _ => null
  }

  private def damage: Fault = Fault(input.damaged, 0, "", input.damaged.explanation)

  private def refuse(fault: Fault): Nothing = {
    // What seems to be cut off is damaged.
    val (cause, position) =
      if (input.damaged == null) (fault, scan.position) else (damage, input.length)
    throw SparkwireErrors.malformedFile(
      reading.kind.name, part.file.path, cause, position + cause.offset)
  }

  override def close(): Unit = if (input != null) {
    FileNames.end()
    input.close()
    input = null
    scan = null
  }
}

private[values] object ValueFileReader {
  private final val ReadAhead = 256 << 10

  def scanOf(part: ValuePart, input: FileInput, bounds: ValueBounds,
      options: Options): ValueScan =
    new ValueScan(new FileWindow(input, ReadAhead), bounds, part.from, part.until, options,
      part.isOpen)
}

/** The row of a value. */
private final class ValueRow(required: StructType) extends FileRow(required) {
  private[this] val value = at("value")
  private[this] val file = at("file")
  private[this] val offset = at("offset")
  private[this] val fault = at("fault")

  def setFile(path: String): Unit =
    if (file >= 0) row.update(file, UTF8String.fromString(path))

  def setValue(scan: ValueScan): Unit =
    setValue(scan, if (value >= 0) scan.bytes else null)

  def setValue(scan: ValueScan, bytes: Array[Byte]): Unit = {
    if (value >= 0) row.update(value, bytes)
    if (offset >= 0) row.setLong(offset, scan.position)
    if (fault >= 0) row.setNullAt(fault)
  }

  def setBytes(scan: ValueScan): Unit = if (value >= 0) row.update(value, scan.bytes)

  /** Sets a fault, with an offset from `position`, and nothing else. */
  def setFault(position: Long, found: Fault): Unit = {
    (0 until required.length).filter(_ != file).foreach(row.setNullAt)
    if (offset >= 0) row.setLong(offset, position)
    putFault(found, position + found.offset)
  }
}
