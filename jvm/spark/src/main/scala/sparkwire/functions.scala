package sparkwire

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.{call_function, lit, map}

/** The door for Scala: `import sparkwire.functions._`, then `df.select(databus_decode($"value"))`.
  * Each function does what SQL's of the same name does; `DESCRIBE FUNCTION EXTENDED` tells what.
  */
object functions extends CatalogFunctions

/** How a method of the door reaches Spark: by the name of the function. */
private[sparkwire] object Call {
  type Options = Map[String, String]

  def call(name: String, arguments: Column*)(options: Options): Column =
    if (options.isEmpty) call_function(name, arguments: _*)
    else {
      val entries = options.toSeq.flatMap { case (key, value) => Seq(lit(key), lit(value)) }
      call_function(name, arguments :+ map(entries: _*): _*)
    }
}
