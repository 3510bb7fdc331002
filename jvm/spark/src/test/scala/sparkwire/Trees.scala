package sparkwire

import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

import sparkwire.wire.Tree
import sparkwire.wire.Tree._

/** Converts results of Spark to the trees that the tests of `wire` use, so that both are compared
  * with the same views.
  */
object Trees {
  def of(value: Any, dataType: DataType): Tree = (value, dataType) match {
    case (null, _) => NoValue
    case (row: Row, struct: StructType) =>
      Tree.struct(
        struct.fields.zipWithIndex.map { case (field, at) =>
          field.name -> of(row.get(at), field.dataType)
        }.toSeq: _*)
    case (items: collection.Seq[_], array: ArrayType) =>
      Items(items.map(of(_, array.elementType)).toVector)
    case (entries: collection.Map[_, _], map: MapType) =>
      Entries(
        entries.map { case (key, value) =>
          (of(key, map.keyType), of(value, map.valueType))
        }.toVector)
    case (flag: Boolean, BooleanType) => Flag(flag)
    case (number: Byte, ByteType) => Whole(number.toLong)
    case (number: Short, ShortType) => Whole(number.toLong)
    case (number: Int, IntegerType) => Whole(number.toLong)
    case (number: Long, LongType) => Whole(number)
    case (text: String, StringType) => Text(text)
    case (bytes: Array[Byte], BinaryType) => Tree.hex(bytes)
    case (time: java.sql.Timestamp, TimestampType) =>
      Micros(time.toInstant.getEpochSecond * 1000000L + time.toInstant.getNano / 1000)
    case (other, _) => throw new IllegalArgumentException(s"$other is no ${dataType.sql}")
  }
}
