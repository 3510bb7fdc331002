package sparkwire.files.capture

import org.apache.spark.sql.types.StructType

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.values.{CapturedValue, CapturedValues}
import sparkwire.wire.core.Options

/** A row for each value that a side of a connection has sent. */
private[capture] final class ValueRows(required: StructType, files: Seq[String],
    options: Options, budget: Budget, protected val sink: CapturedValues)
    extends SideRows(required, files, options, budget) {

  def advance(): Boolean = {
    val next = sink.poll()
    if (next != null) set(next)
    next != null
  }

  private def set(value: CapturedValue): Unit = {
    begin(value.start.file, value.start.position, value.fault)
    setSides(value.connection, value.side, value.start.micros, value.bytes)
  }
}
