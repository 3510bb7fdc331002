package sparkwire.files.writing

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.sources.InsertableRelation

/** `INSERT INTO` and `INSERT OVERWRITE` of a table. Spark hands over the whole query, so that the files are
  * written as by `save`.
  */
private[sparkwire] final class TableWrite(options: WriteOptions)
    extends WriteBuilder with SupportsTruncate {
  private[this] var mode = SaveMode.Append

  override def truncate(): WriteBuilder = {
    mode = SaveMode.Overwrite
    this
  }

  override def build(): Write = new V1Write {
    override def toInsertableRelation(): InsertableRelation =
      (data, _) => new ValueWrite(options).insert(data, mode)
  }
}
