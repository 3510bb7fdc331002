package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, Literal}
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.catalog.{Arguments, FunctionCatalog}
import sparkwire.errors.MalformedInputException

/** A call whose bytes are made up: the functions of one family, with the same further arguments. */
final class FuzzTarget(name: String, val vectors: String, further: String*) {
  private val stem = name.stripSuffix("_decode")
  private val strict = call(name).get
  private val attempt = call(s"try_$name").get
  private val fault = call(s"${stem}_fault").get
  private val dissect = call(s"${stem}_dissect")

  private def call(function: String): Option[Expression] =
    FunctionCatalog.all.find(_.name == function).map { row =>
      val arguments = BoundReference(0, BinaryType, nullable = true) +: further.map(Literal(_))
      row.build(Arguments.bind(row, arguments))
    }

  /** Whatever the bytes: a value or a fault, nothing else is thrown, and all of the family agree. */
  def check(bytes: Array[Byte]): Unit = {
    val row = InternalRow(bytes)
    val refusal =
      try {
        strict.eval(row)
        null
      } catch { case malformed: MalformedInputException => malformed.getMessageParameters }
    val tried = attempt.eval(row)
    require(refusal == null || tried == null, "refused, but not by try_")
    fault.eval(row) match {
      case why: InternalRow =>
        require(refusal != null, "a fault, but not refused")
        require(why.getString(0) == refusal.get("reason"), "two reasons")
        require(why.getInt(1).toString == refusal.get("offset"), "two offsets")
        require(why.getInt(1) >= 0 && why.getInt(1) <= bytes.length, "an offset outside")
      case _ => require(refusal == null, "refused, but no fault")
    }
    dissect.foreach(call =>
      checkTiles(call.eval(row).asInstanceOf[ArrayData], bytes.length, refusal != null))
  }

  private def checkTiles(rows: ArrayData, length: Int, isRefused: Boolean): Unit = {
    var at = 0
    var sawFault = false
    for (number <- 0 until rows.numElements()) {
      val row = rows.getStruct(number, 5)
      require(!sawFault, "rows behind the fault")
      if (row.getInt(1) > 0) {
        require(row.getInt(0) == at, s"byte $at is in no row, or in two")
        at += row.getInt(1)
      }
      sawFault = row.getUTF8String(3).toString == "FAULT"
    }
    require(at == length, "the rows end before the bytes")
    require(sawFault == isRefused, "a fault in one, none in the other")
  }
}

/** `make fuzz` lets Jazzer make up bytes; the suite of the same name replays what it once found. */
object FuzzTarget {
  val all: Map[String, FuzzTarget] = Map(
    "databus_decode" -> new FuzzTarget("databus_decode", "databus"),
    "msgpack_decode" -> new FuzzTarget("msgpack_decode", "aerospike"),
    "msgpack_decode-typed" -> new FuzzTarget("msgpack_decode", "aerospike",
      "a INT, b STRING, c ARRAY<BIGINT>, d MAP<STRING, VARIANT>, e STRUCT<f DOUBLE>"),
    "aerospike_decode" -> new FuzzTarget("aerospike_decode", "aerospike"),
    "aerospike_key_decode" -> new FuzzTarget("aerospike_key_decode", "aerospike")
  )

  private lazy val chosen = all(System.getProperty("sparkwire.fuzz"))

  /** What Jazzer calls. */
  def fuzzerTestOneInput(bytes: Array[Byte]): Unit = chosen.check(bytes)
}
