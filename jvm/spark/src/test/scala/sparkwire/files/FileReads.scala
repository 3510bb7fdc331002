package sparkwire.files

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.RawLocalFileSystem
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.PartitionReader

/** The code that tests share that use the reader of a task without a session. */
object FileReads {
  def hadoop: Configuration = {
    val made = new Configuration(false)
    made.set("fs.file.impl", classOf[RawLocalFileSystem].getName)
    made
  }

  /** Reads all rows and returns their number.
    *
    * @param use
    *   takes each row, which is valid until the next one
    */
  def count(reader: PartitionReader[InternalRow], use: InternalRow => Unit): Int =
    try {
      var count = 0
      while (reader.next()) {
        use(reader.get())
        count += 1
      }
      count
    } finally reader.close()
}
