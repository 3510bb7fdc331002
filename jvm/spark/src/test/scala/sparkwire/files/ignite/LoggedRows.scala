package sparkwire.files.ignite

import org.apache.spark.sql.{DataFrame, Row}

import sparkwire.wire.ignite.entries.EntryVersion
import sparkwire.wire.ignite.wal.LoggedUpdate

/** The rows of a log as entries. */
object LoggedRows {
  private def bytes(value: Any): Seq[Byte] = value.asInstanceOf[Array[Byte]].toSeq
  private def version(row: Row): Option[EntryVersion] = Option(row).map(found =>
    EntryVersion(found.getInt(0), found.getLong(1), found.getInt(2), found.getInt(3)))

  /** Returns the entries of a table.
    *
    * @param place
    *   the column that says where a record is
    */
  def updates(table: DataFrame, place: String): Seq[LoggedUpdate] =
    table.selectExpr("*", "coalesce(unix_millis(expire_time), 0) AS expires",
      "unix_millis(time) AS millis").collect().toSeq.map { row =>
      LoggedUpdate(
        place = (row.getAs[Long]("segment"), row.getAs[Number](place).intValue,
          row.getAs[Int]("entry")),
        cacheId = row.getAs[Int]("cache_id"),
        operation = row.getAs[String]("operation"),
        partition = row.getAs[Int]("partition"),
        key = bytes(row.getAs[Any]("key")),
        value = Option(row.getAs[Any]("value")).map(bytes),
        version = version(row.getAs[Row]("version")).get,
        source = version(row.getAs[Row]("source_version")),
        transaction = version(row.getAs[Row]("transaction")),
        counter = row.getAs[Long]("update_counter"),
        expireTime = row.getAs[Long]("expires"),
        time = row.getAs[Long]("millis"),
        flags = Seq("primary" -> 1, "preload" -> 2, "from_store" -> 4)
          .collect { case (name, bit) if row.getAs[Boolean](name) => bit }.sum
      )
    }
}
