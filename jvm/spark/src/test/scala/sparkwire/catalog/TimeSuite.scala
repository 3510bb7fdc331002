package sparkwire.catalog

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.types._

import sparkwire.SparkSuite
import sparkwire.linkage.SparkTime

import org.scalatest.funsuite.AnyFunSuite

/** Times of day where Spark has no TIME, as the Spark of this build. `tests/python/test_time.py` has
  * the columns of newer ones.
  */
class TimeSuite extends AnyFunSuite with SparkSuite {
  private val millis = "{\"type\":\"int\",\"logicalType\":\"time-millis\"}"
  private val asTime = "map('time', 'time')"

  private def refusal(call: String): String = intercept[AnalysisException](sql(s"SELECT $call"))
    .getMessage

  test("this Spark has no TIME, and no type is taken for one") {
    assert(SparkTime.whyNot === Some("this Spark has no TIME, which needs Spark 4.1 or later"))
    for (other <- Seq(LongType, StringType, TimestampNTZType, new StructType))
      assert(SparkTime.unapply(other) === None)
  }

  for (call <- Seq(
      s"avro_decode(X'00', '$millis', $asTime)",
      s"try_avro_decode(X'00', '$millis', $asTime)",
      s"avro_fault(X'00', '$millis', $asTime)",
      s"avro_dissect(X'00', '$millis', $asTime)",
      s"avro_container_decode(X'00', '$millis', $asTime)",
      s"cernan_decode(X'00', '$millis', $asTime)",
      s"cernan_decode_all(X'00', '$millis', $asTime)",
      s"avro_schema('$millis', $asTime)"))
    test(s"refused at analysis: $call") {
      assert(
        refusal(call).contains(
          "time = 'time': this Spark has no TIME, which needs Spark 4.1 or later. Without this option, " +
            "times of day are numbers."))
    }

  for (ddl <- Seq("TIME", "TIME(3)", "id INT, at TIME(6)", "ARRAY<TIME(3)>"))
    test(s"refused at analysis: the type '$ddl'") {
      assert(
        refusal(s"ignite_decode(X'65', '$ddl')").contains(
          s"'$ddl': this Spark has no TIME, which needs Spark 4.1 or later. Without it, name a number " +
            "instead, such as BIGINT."))
    }

  test("a field that is called time is not taken for the type") {
    assert(one("SELECT ignite_decode(X'24002e930200000000', 'BIGINT')") === 43200000L)
    assert(!refusal("ignite_decode(X'65', 'time SOMETHING')").contains("no TIME"))
  }

  test("without the option a time of day is a number") {
    assert(one(s"SELECT avro_decode(X'00', '$millis')") === 0)
    assert(one(s"SELECT avro_decode(X'01', '$millis', map('time', 'number'))") === -1)
    assert(one(s"SELECT avro_schema('$millis')") === "INT")
  }
}
