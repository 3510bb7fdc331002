package sparkwire.files

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.trace.Fault

/** The row that Spark receives, the same object for all rows of a task. */
private[sparkwire] abstract class FileRow(required: StructType) {
  val row: SpecificInternalRow = new SpecificInternalRow(required.map(_.dataType))

  /** Returns the position of a column, -1 if the query does not need it. */
  protected final def at(name: String): Int = required.fieldNames.indexOf(name)

  private[this] val fault = at("fault")

  /** @param offset
    *   the offset of the fault in the file
    */
  protected final def putFault(found: Fault, offset: Long): Unit = if (fault >= 0)
    row.update(fault,
      InternalRow(UTF8String.fromString(found.reason.word), offset,
        UTF8String.fromString(found.path)))
}
