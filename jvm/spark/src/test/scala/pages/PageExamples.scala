// Made by `make docs` (docs/generate/scala.py) from README.md and the pages. Do not edit.
// format: off
// scalafix:off
package pages

import scala.annotation.nowarn

import org.apache.spark.sql.SparkSession

/** One Scala example of a page, what is set up for it, and what it prints. */
final case class PageExample(
    name: String, setUp: Seq[String], printed: String, run: SparkSession => Unit)

/** The examples as users write them in spark-shell, outside of our own packages. */
@nowarn
object PageExamples {
  private def example0(spark: SparkSession): Unit = {
    import spark.implicits._
    import org.apache.spark.sql.functions._
    import sparkwire.functions._

    spark.table("changes").select($"id", try_databus_decode($"value").as("event"))
      .select($"id", $"event.opcode", $"event.key", $"event.timestamp").show(false)
  }

  private def example1(spark: SparkSession): Unit = {
    import spark.implicits._
    import org.apache.spark.sql.functions._
    import org.apache.spark.SparkThrowable

    try spark.sql("SELECT databus_decode(value) FROM changes").collect()
    catch {
      case e: SparkThrowable if e.getCondition == "SPARKWIRE_MALFORMED" =>
        println(e.getMessageParameters.get("reason"))
    }
  }

  private def example2(spark: SparkSession): Unit = {
    import spark.implicits._
    import org.apache.spark.sql.functions._
    import sparkwire.functions._

    val event = "008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f" +
      "00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f"
    Seq(event).toDF("hex")
      .select(databus_decode(unhex($"hex"), Map("byteOrder" -> "big")).as("event"))
      .select("event.opcode", "event.key", "event.timestamp").show(false)
  }

  val all: Seq[PageExample] = Seq(
    PageExample("README.md, example 1", Seq("""CREATE TEMP VIEW changes AS SELECT * FROM VALUES
  (1, X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'),
  (2, X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c00')
  AS changes(id, value)"""), """+---+------+-----+--------------------------+
|id |opcode|key  |timestamp                 |
+---+------+-----+--------------------------+
|1  |UPSERT|12345|2013-11-09 12:26:40.123456|
|2  |NULL  |NULL |NULL                      |
+---+------+-----+--------------------------+
""", example0),
    PageExample("docs/pages/errors.md, example 1", Seq("""CREATE TABLE changes USING parquet AS SELECT * FROM VALUES
  (1, X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'),
  (2, NULL),
  (3, X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c00')
  AS changes(id, value)"""), """bad-body-crc
""", example1),
    PageExample("docs/pages/getting-started.md, example 1", Seq(), """+------+-----+--------------------------+
|opcode|key  |timestamp                 |
+------+-----+--------------------------+
|UPSERT|12345|2013-11-09 12:26:40.123456|
+------+-----+--------------------------+
""", example2)
  )
}
