package sparkwire.expressions

import java.nio.ByteBuffer

import org.apache.spark.sql.catalyst.expressions.{Literal, UnsafeProjection}
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types.{BinaryType, MapType, StringType, StructType}

import sparkwire.FreshJvm
import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments

import org.scalatest.funsuite.AnyFunSuite

class LargeDissectionSuite extends AnyFunSuite {

  test("the largest dissections fit into 640 MiB") {
    val rows =
      FreshJvm.run(Seq("-Xmx640m"), "sparkwire.expressions.LargeDissection", Seq("2000000"))
    assert(rows.trim.toInt > 1600000)
  }

  test("each level of a path is charged, even if its name is empty") {
    val maps = Array.fill(400)(Array(0x81.toByte, 0xa0.toByte)).flatten
    val rows = LargeDissection.of(maps ++ LargeDissection.numbers(100000), Map.empty)
    assert(rows.numElements() < 40000)
    assert(rows.getStruct(rows.numElements() - 1, 5).getString(4) === "too-large")
  }

  test("a row has the values of its tile, in Spark's own format, too") {
    val row = LargeDissection.of(Array(0x92.toByte, 1, 2), Map.empty).getStruct(2, 5)
    val found =
      UnsafeProjection.create(Types.Dissection.elementType.asInstanceOf[StructType])(row)
    assert((found.getInt(0), found.getInt(1)) === ((2, 1)))
    assert((2 to 4).map(found.getString) === Seq("[1]", "int", "2"))
    assert(row.copy() === row)
  }
}

object LargeDissection {
  private val function = FunctionCatalog.all.find(_.name == "msgpack_dissect").get

  def of(value: Array[Byte], options: Map[String, String]): ArrayData = {
    val inputs = Seq(
      Literal(value, BinaryType), Literal.create(options, MapType(StringType, StringType)))
    function.build(Arguments.bind(function, inputs)).eval().asInstanceOf[ArrayData]
  }

  /** An array of so many small numbers. */
  def numbers(count: Int): Array[Byte] = {
    val value = Array.fill[Byte](5 + count)(7)
    ByteBuffer.wrap(value).put(0xdd.toByte).putInt(count)
    value
  }

  /** Dissects an array of so many numbers, and prints the number of rows. */
  def main(arguments: Array[String]): Unit =
    println(of(numbers(arguments(0).toInt), Map("maxSize" -> "134217728")).numElements())
}
