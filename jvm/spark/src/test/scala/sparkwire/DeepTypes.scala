package sparkwire

import java.nio.file.Files

import org.apache.spark.sql.SparkSession

import sparkwire.wire.msgpack.TypedValues

/** The main class of a JVM in which nothing is compiled yet and every stack has its default size.
  * It runs queries over the deepest types and values that are accepted. A stack overflow in a task
  * ends this JVM.
  */
object DeepTypes {
  private final val Levels = 100

  def main(arguments: Array[String]): Unit = {
    val spark = SparkSession.builder().master("local[1]")
      .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2").getOrCreate()
    import spark.implicits._
    val (head, ddl) = arguments(0) match {
      case "array" => ("91", "ARRAY<" * Levels + "INT" + ">" * Levels)
      case "map" => ("8101", "MAP<INT," * Levels + "INT" + ">" * Levels)
      case "struct" => ("81a161", "a " + "STRUCT<a: " * (Levels - 1) + "INT" + ">" * (Levels - 1))
      case _ => ("", "")
    }
    if (ddl.nonEmpty) {
      Seq.fill(3)(TypedValues.nested(head, Levels, "07")).toDF("v").createOrReplaceTempView("t")
      val decoded = s"SELECT msgpack_decode(v, '$ddl') d FROM t"
      survives(spark, decoded, isOrdered = arguments(0) != "map")
    } else {
      // The deepest VARIANT: arrays, objects, and arrays of pairs.
      val nested = Seq("91" -> 600, "81a161" -> 600, "8101" -> 300)
      nested.map { case (head, depth) => TypedValues.nested(head, depth, "07") }.toDF("v")
        .createOrReplaceTempView("t")
      val decoded = "SELECT msgpack_decode(v, map('maxDepth', '1000')) d FROM t"
      survives(spark, decoded, isOrdered = false)
      for (function <- Seq("CAST(d AS STRING)", "to_json(d)", "variant_get(d, '$[0]')"))
        require(spark.sql(s"SELECT $function FROM ($decoded)").collect().length == 3)
    }
    println("survived")
  }

  private def survives(spark: SparkSession, decoded: String, isOrdered: Boolean): Unit = {
    val folder = Files.createTempDirectory("deep").resolve("t").toString
    require(spark.sql(decoded).collect().length == 3)
    require(spark.sql(s"SELECT /*+ REPARTITION(2) */ * FROM ($decoded)").collect().length == 3)
    spark.sql(s"SELECT monotonically_increasing_id() id, d FROM ($decoded) ORDER BY id DESC").write
      .parquet(folder)
    require(spark.read.parquet(folder).collect().length == 3)
    if (isOrdered) {
      require(spark.sql(s"SELECT d FROM ($decoded) ORDER BY d").collect().length == 3)
      require(spark.sql(s"SELECT d, count(*) FROM ($decoded) GROUP BY d").collect().length == 1)
    }
  }
}
