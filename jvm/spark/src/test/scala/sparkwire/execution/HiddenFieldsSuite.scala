package sparkwire.execution

import scala.util.Random

import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import org.scalatest.funsuite.AnyFunSuite

/** Rows without their last fields, compared to the last byte with rows that never had them. */
class HiddenFieldsSuite extends AnyFunSuite {
  private val seed = sys.env.get("SPARKWIRE_SEED").flatMap(_.toLongOption).getOrElse(20261130L)
  private val random = new Random(seed)
  private val fixed = Seq(BooleanType, ByteType, IntegerType, LongType, DoubleType, TimestampType)

  private def value(dataType: DataType): Any = dataType match {
    case BooleanType => random.nextBoolean()
    case ByteType => random.nextInt(256).toByte
    case IntegerType => random.nextInt()
    case LongType | TimestampType => random.nextLong()
    case DoubleType => random.nextDouble()
    case StringType => UTF8String.fromString("x" * random.nextInt(20))
    case BinaryType => random.nextString(random.nextInt(8)).getBytes("UTF-8")
    case decimal: DecimalType =>
      Decimal(BigDecimal(BigInt(90, random)), decimal.precision, decimal.scale)
    case StructType(fields) => new GenericInternalRow(values(fields.toSeq).toArray)
    case other => throw new IllegalArgumentException(other.sql)
  }

  private def values(fields: Seq[StructField]): Seq[Any] =
    fields.map(field => if (random.nextInt(4) == 0) null else value(field.dataType))

  private def oneOf[A](all: A*): A = all(random.nextInt(all.length))
  private def field(dataType: DataType): StructField =
    StructField(s"f${random.nextInt()}", dataType)

  private def anyType(): DataType = oneOf(
    oneOf(fixed: _*), StringType, BinaryType, DecimalType(30, 0),
    StructType(Seq(field(StringType), field(LongType))))

  test(s"rows of any number of fields, SPARKWIRE_SEED=$seed") {
    for (count <- Seq(0, 1, 2, 5, 10, 62, 63, 64, 65, 127, 130); _ <- 1 to 40) {
      val shown = StructType(Seq.fill(count)(field(anyType())))
      val hidden = Seq.fill(random.nextInt(4))(field(oneOf(fixed: _*))) ++
        Seq.fill(random.nextInt(2))(field(oneOf(StringType, BinaryType))) ++
        Seq.fill(random.nextInt(70))(field(LongType)).take(oneOf(0, 0, 1, 66))
      assert(HiddenFields.areRemovable(hidden))
      val all = StructType(shown.fields ++ hidden)
      val (whole, expected) = (UnsafeProjection.create(all), UnsafeProjection.create(shown))
      val fields = new HiddenFields(shown, hidden)
      for (_ <- 1 to 10) {
        val made = values(all.fields.toSeq)
        val row = whole(new GenericInternalRow(made.toArray))
        val left = expected(new GenericInternalRow(made.take(count).toArray))
        assert(fields.removed(row).getBytes.toSeq === left.getBytes.toSeq)
      }
    }
  }

  test("what cannot be taken out") {
    assert(!HiddenFields.areRemovable(Seq(field(StringType), field(BinaryType))))
    assert(!HiddenFields.areRemovable(Seq(field(StructType(Nil)))))
    assert(!HiddenFields.areRemovable(Seq(field(DecimalType(30, 2)))))
    assert(HiddenFields.areRemovable(Nil))
  }
}
