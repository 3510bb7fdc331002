package sparkwire.files.ignite

import org.apache.spark.sql.DataFrame

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder
import sparkwire.files.filters.RandomValueFolders.{head, record}
import sparkwire.files.values.ValueReads

import org.scalatest.funsuite.AnyFunSuite

/** The name of a segment says nothing about its content. */
class WalClaimsSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private def segment(name: String, number: Int, entries: Int,
      change: Array[Byte] => Array[Byte] = identity): Unit = {
    val bytes = change(head(number) ++ record(number, entries))
    val _ = file(name, if (name.endsWith(".zip")) ValueReads.zip(bytes) else bytes)
  }

  private def load(folder: String, options: (String, String)*): DataFrame =
    spark.read.format("sparkwire-ignite-wal").options(options.toMap)
      .load(root.resolve(folder).toString)

  private def counts(table: DataFrame): Map[Long, Long] =
    table.groupBy("segment").count().collect().map(row => row.getLong(0) -> row.getLong(1)).toMap

  test("a filter on the segment goes by the number in the file") {
    segment("named/wal/archive/n/0000000000000003.wal", 7, 2)
    segment("named/wal/archive/n/0000000000000005.wal.zip", 0, 3)
    segment("named/wal/n/0000000000000000.wal", 9, 1)
    val table = load("named")
    assert(counts(table) === Map(7L -> 2L, 0L -> 3L, 9L -> 1L))
    for ((number, count) <- Seq(0 -> 3, 3 -> 0, 5 -> 0, 7 -> 2, 9 -> 1))
      assert(table.where(s"segment = $number").count() === count)
    assert(table.where("segment < 8 AND node = 'n'").count() === 5)
  }

  test("a segment is a copy of another one by the number in it, not by its name") {
    segment("copies/wal/archive/n/0000000000000003.wal", 3, 2)
    segment("copies/wal/archive/n/0000000000000003.wal.zip", 4, 3)
    segment("copies/wal/cdc/n/0000000000000003.wal", 3, 2)
    segment("copies/wal/n/0000000000000001.wal", 3, 2)
    segment("copies/wal/n/0000000000000002.wal", 5, 1)
    assert(counts(load("copies")) === Map(3L -> 2L, 4L -> 3L, 5L -> 1L))
    assert(counts(load("copies", "copies" -> "all")) === Map(3L -> 6L, 4L -> 3L, 5L -> 1L))
    assert(counts(load("copies/wal/archive/n")) === Map(3L -> 2L, 4L -> 3L))
  }

  test("a segment with a broken head is read, though another one has its name") {
    segment("broken/wal/archive/n/0000000000000003.wal", 3, 2)
    segment("broken/wal/cdc/n/0000000000000003.wal", 3, 4, bytes => bytes.updated(25, 99.toByte))
    val table = load("broken", "mode" -> "permissive")
    assert(table.where("fault IS NULL").count() === 6)
    assert(table.where("fault.reason = 'bad-crc'").count() === 1)
  }
}
