package sparkwire.files.values

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.TaskContext
import org.apache.spark.sql.{Encoders, SparkSession}

/** Writes files by tasks whose first attempt fails after it has written. Run by [[WrittenFilesSuite]]. */
object RetriedWrite {

  // Tasks run in this JVM.
  private val attempts = ConcurrentHashMap.newKeySet[Int]()

  def main(arguments: Array[String]): Unit = {
    val spark = SparkSession.builder().master("local[2,2]").config("spark.ui.enabled", "false")
      .getOrCreate()
    val data = spark.range(0, 100, 1, 2).as[Long](Encoders.scalaLong)
      .map { id =>
        val attempt = TaskContext.get().attemptNumber()
        if (id % 50 == 40) {
          val _ = attempts.add(attempt)
          if (attempt == 0) throw new IllegalStateException("the first attempt")
        }
        id
      }(Encoders.scalaLong)
    data.selectExpr("named_struct('id', value) AS value")
      .write.format("sparkwire-msgpack").save(arguments.head)
    println(s"attempts: ${attempts.size}")
    spark.stop()
  }
}
