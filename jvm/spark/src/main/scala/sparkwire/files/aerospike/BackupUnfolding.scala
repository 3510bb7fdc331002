package sparkwire.files.aerospike

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types.StructType

import sparkwire.files.values.Unfolding
import sparkwire.rows.RowSink
import sparkwire.wire.aerospike.backup.{Backup, BackupBounds, BackupReader}
import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Options, Reader, Sink}
import sparkwire.wire.series.ValueBounds
import sparkwire.wire.trace.{Fault, Trace}

/** The columns of the entries of a backup. The header of a file has no row. */
private[aerospike] final class BackupUnfolding(required: StructType, options: Options)
    extends Unfolding {
  private[this] val reader = new BackupReader(options, isFraming = false)
  private[this] val cursor = new Cursor
  cursor.setMaxSize(options.maxSize)
  cursor.setMaxDepth(options.maxDepth)

  // The columns of the entry that the query needs, and where they are in its rows.
  private[this] val own =
    StructType(required.filter(field => BackupFiles.columns.fieldNames.contains(field.name)))
  private[this] val places = own.map(field => required.fieldIndex(field.name)).toArray
  private[this] val types = own.map(_.dataType).toArray

  private def newSink(columns: StructType): RowSink =
    new RowSink(BackupFiles.kind, columns, options)
  private[this] val sink = if (own.isEmpty) null else newSink(own)
  // For entries that are so large that a column which is not needed may be too large.
  private[this] lazy val whole = newSink(BackupFiles.columns)

  private[this] var value: Array[Byte] = _
  private[this] var bounds: BackupBounds = _
  private[this] var isNew = false
  private[this] var entry: InternalRow = _

  override def open(path: String, bounds: ValueBounds): Unit =
    this.bounds = bounds.asInstanceOf[BackupBounds]

  override def begin(bytes: Array[Byte]): Unit = {
    value = bytes
    isNew = !Backup.isHeader(bytes)
  }

  override def next(): Boolean = {
    val isThere = isNew
    isNew = false
    if (isThere) read()
    isThere
  }

  private def read(): Unit = {
    reader.setOld(bounds.isOld)
    if (own.length < BackupFiles.columns.length && mayBeTooLarge) {
      val _ = readInto(whole)
    }
    entry = if (sink == null) readNowhere() else readInto(sink).asInstanceOf[InternalRow]
  }

  private def mayBeTooLarge: Boolean = Reader.mostOf(value.length.toLong) > options.maxSize

  private def readInto(rows: RowSink): Any = {
    rows.begin(value.length)
    reader.read(cursor.wrap(value), rows)
    rows.result
  }

  private def readNowhere(): InternalRow = {
    reader.read(cursor.wrap(value), Nowhere)
    null
  }

  override def set(row: SpecificInternalRow): Unit = {
    var i = 0
    while (i < places.length) {
      if (entry.isNullAt(i)) row.setNullAt(places(i))
      else row.update(places(i), entry.get(i, types(i)))
      i += 1
    }
  }

  override def position: Int = 0

  override def faultOf(malformed: Malformed, options: Options): Fault = {
    val inner: Sink = {
      whole.begin(value.length)
      whole
    }
    Trace.fault(reader, cursor, value, inner, options)
      .getOrElse(super.faultOf(malformed, options))
  }
}
