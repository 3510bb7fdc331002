package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.BoundReference
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeProjection
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.wire.core._

import org.scalatest.funsuite.AnyFunSuite

/** A format whose value is one byte, with two further inputs: a number that the byte must not
  * exceed, and a text that may be absent.
  */
private object Bounded extends Format {
  val name = "bounded"
  val TooHigh = new Reason("too-high", "the byte is higher than the bound")
  val Truncated = new Reason("truncated", "there is no byte")
  def reasons: Seq[Reason] = Seq(TooHigh, Truncated)

  val Whole: Shape = Shape("bounded",
    Vector(Field("byte", Kind.Int32, "u8"), Field("text", Kind.Binary, "bytes")))

  object Both extends Root {
    val kind: Kind = Kind.Struct(Whole)
    override def takesNull(input: Int): Boolean = input == 2
    def newReader(options: Options): Reader = new Reader {
      private[this] var bound = 0
      private[this] var text: Array[Byte] = _

      override def setOtherInputs(inputs: Array[AnyRef]): Unit = {
        bound = inputs(0).asInstanceOf[Integer]
        text = inputs(1).asInstanceOf[Array[Byte]]
      }

      def read(cursor: Cursor, sink: Sink): Unit = if (sink.beginStruct(Whole)) {
        val wantByte = sink.wanted(0)
        val byte = cursor.u8(Truncated)
        if (byte > bound) cursor.refuse(TooHigh)
        if (wantByte) sink.int(byte) else sink.skipped()
        sink.tracer.nextInput()
        if (text != null) {
          cursor.wrap(text)
          val wantText = sink.wanted(1)
          val from = cursor.take(text.length, Truncated)
          if (wantText) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
        }
        sink.endStruct()
      }
    }
  }
}

class SeveralInputsSuite extends AnyFunSuite {
  private def decode(ending: Ending): Decode = {
    val plan = DecodePlan("bounded_decode", Bounded, Bounded.Both, Options.none, ending,
      Twins("try_bounded_decode", "bounded_fault"))
    val inputs = Seq(BinaryType, IntegerType, StringType).zipWithIndex
      .map { case (dataType, number) => BoundReference(number, dataType, nullable = true) }
    Decode(inputs, plan, plan.resultType)
  }

  /** Evaluates a call with the interpreter and with generated code, and asserts that they agree. */
  private def result(ending: Ending, value: Array[Byte], bound: Any, text: String): String = {
    val call = decode(ending)
    val input = InternalRow(value, bound, UTF8String.fromString(text))
    val interpreted = shown(call.eval(input), call.dataType)
    val row = GenerateUnsafeProjection.generate(Seq(call)).apply(input)
    assert(shown(if (row.isNullAt(0)) null else row.get(0, call.dataType), call.dataType) ===
      interpreted)
    interpreted
  }

  private def shown(value: Any, dataType: DataType): String = (value, dataType) match {
    case (row: InternalRow, StructType(fields)) =>
      fields.zipWithIndex.map { case (field, at) =>
        shown(if (row.isNullAt(at)) null else row.get(at, field.dataType), field.dataType)
      }.mkString("(", ", ", ")")
    case (array: org.apache.spark.sql.catalyst.util.ArrayData, ArrayType(element, _)) =>
      array.toSeq[Any](element).map(shown(_, element)).mkString("; ")
    case (bytes: Array[Byte], _) => new String(bytes)
    case (other, _) => String.valueOf(other)
  }

  test("every input reaches the reader") {
    assert(result(Ending.Strict, Array(5), 9, "hi") === "(5, hi)")
  }

  test("an input that may be NULL is no reason for a NULL") {
    assert(result(Ending.Strict, Array(5), 9, null) === "(5, null)")
  }

  test("any other NULL is the result, and does not stick") {
    assert(result(Ending.Strict, null, 9, "hi") === "null")
    assert(result(Ending.Strict, Array(5), null, "hi") === "null")
    assert(result(Ending.FaultRow, Array(5), null, "hi") === "null")
  }

  test("a fault is found again with the same inputs") {
    assert(result(Ending.Attempt, Array(5), 4, "hi") === "null")
    assert(result(Ending.FaultRow, Array(5), 4, "hi").startsWith("(too-high, 0, byte, "))
  }

  test("a dissection counts the bytes of each input from its own start") {
    assert(result(Ending.Dissection, Array(5, 6), 9, "hi") ===
      "(0, 1, byte, u8, 5); (1, 1, , gap, ); (0, 2, text, bytes, 6869)")
  }
}
