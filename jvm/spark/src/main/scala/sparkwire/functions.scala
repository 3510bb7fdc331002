package sparkwire

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.{call_function, lit, map}

/** The entry for Scala: `import sparkwire.functions._`, then `df.select(databus_decode($"value"))`.
  * Each function does the same as the SQL function of its name, which `DESCRIBE FUNCTION EXTENDED`
  * explains.
  */
object functions extends CatalogFunctions

/** Calls a registered function by its name, for the methods of [[functions]]. */
private[sparkwire] object Call {
  type Options = Map[String, String]

  def call(name: String, arguments: Column*)(options: Options): Column =
    if (options.isEmpty) call_function(name, arguments: _*)
    else {
      val entries = options.toSeq.flatMap { case (key, value) => Seq(lit(key), lit(value)) }
      call_function(name, arguments :+ map(entries: _*): _*)
    }
}
