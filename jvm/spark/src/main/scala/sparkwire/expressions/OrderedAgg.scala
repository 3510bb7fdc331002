package sparkwire.expressions

import java.io.ByteArrayOutputStream
import java.util.Arrays

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._

/** An aggregate that collects the values of rows, in the order of `WITHIN GROUP (ORDER BY …)`. Rows with
  * NULL are left out, and without a value the result is NULL, as for `listagg`.
  *
  * Trap: with several DISTINCT aggregates in a query, Spark puts a column in place of each child.
  * So each ordering expression is a child, but not the `SortOrder` around it.
  */
abstract class OrderedAgg extends Collect[ArrayBuffer[Any]] with SupportsOrderingWithinGroup {

  /** How the rows are ordered by each of the keys. */
  def orders: Seq[OrderedAgg.Order]
  def keys: Seq[Expression]

  /** Returns the result for the values, of which there is at least one. */
  protected def resultOf(values: Array[Any]): Any

  protected def withParts(orders: Seq[OrderedAgg.Order], child: Expression,
      keys: Seq[Expression]): OrderedAgg

  override def nullable: Boolean = true
  override def defaultResult: Option[Literal] = Some(Literal.create(null, dataType))
  override def children: Seq[Expression] = child +: keys
  override def createAggregationBuffer(): ArrayBuffer[Any] = ArrayBuffer.empty

  // The buffer has a row for each value, with its ordering values.
  override protected lazy val bufferElementType: DataType = StructType(
    children.zipWithIndex.map { case (one, at) =>
      StructField(s"c$at", one.dataType, nullable = true)
    })

  override protected def convertToBufferElement(value: Any): Any = InternalRow.copyValue(value)

  override def update(buffer: ArrayBuffer[Any], input: InternalRow): ArrayBuffer[Any] = {
    val value = child.eval(input)
    if (value != null)
      buffer += InternalRow.fromSeq(InternalRow.copyValue(value) +:
        keys.map(key => InternalRow.copyValue(key.eval(input))))
    buffer
  }

  override def eval(buffer: ArrayBuffer[Any]): Any =
    if (buffer.isEmpty) null
    else {
      val rows = buffer.iterator.map(_.asInstanceOf[InternalRow]).toArray
      if (keys.nonEmpty) Arrays.sort(rows, ordering)
      resultOf(rows.map(_.get(0, child.dataType)))
    }

  private def ordering: Ordering[InternalRow] = new InterpretedOrdering(
    orders.zip(keys).zipWithIndex.map { case ((order, key), at) =>
      order.of(BoundReference(at + 1, key.dataType, nullable = true))
    })

  // As Spark shows an aggregate whose children are its orders.
  override def sql(isDistinct: Boolean): String = {
    val shown = child +: orders.zip(keys).map { case (order, key) => order.of(key) }
    shown.map(_.sql).mkString(s"$prettyName(${if (isDistinct) "DISTINCT " else ""}", ", ", ")")
  }

  override def orderingFilled: Boolean = keys.nonEmpty
  override def isOrderingMandatory: Boolean = false
  override def withOrderingWithinGroup(orders: Seq[SortOrder]): AggregateFunction =
    withParts(orders.map(OrderedAgg.Order.of), child, orders.map(_.child))
  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    withParts(orders, changed.head, changed.tail)
}

object OrderedAgg {

  /** How rows are ordered by a key. */
  final case class Order(direction: SortDirection, nulls: NullOrdering) {
    def of(key: Expression): SortOrder = SortOrder(key, direction, nulls, Nil)
  }

  object Order {
    def of(order: SortOrder): Order = Order(order.direction, order.nullOrdering)
  }
}

/** The aggregate behind functions that encode the values of many rows as one: it gives them to the encoder
  * as one array.
  *
  * @param element
  *   the field that a value becomes in a struct of its own, None if it is an element as it is
  * @param list
  *   the field of the struct that the array becomes, None if the array is the value
  */
final case class EncodeAgg(
    child: Expression,
    plan: EncodePlan,
    element: Option[String],
    list: Option[String],
    orders: Seq[OrderedAgg.Order] = Nil,
    keys: Seq[Expression] = Nil,
    mutableAggBufferOffset: Int = 0,
    inputAggBufferOffset: Int = 0)
    extends OrderedAgg {

  @transient private[this] lazy val encoders = new OneThread(() => new Encoder(plan, valueType))

  private def valueType: DataType = {
    val one = element.fold(child.dataType)(EncodeAgg.structOf(_, child.dataType))
    val all = ArrayType(one, containsNull = true)
    list.fold[DataType](all)(EncodeAgg.structOf(_, all))
  }

  override def dataType: DataType = plan.resultType
  override def prettyName: String = plan.function

  override protected def resultOf(values: Array[Any]): Any = {
    val all =
      new GenericArrayData(if (element.isDefined) values.map(InternalRow(_)) else values)
    encoders.own().encode(if (list.isDefined) InternalRow(all) else all)
  }

  override def isDistinctSupported: Boolean = false
  override protected def withParts(orders: Seq[OrderedAgg.Order], child: Expression,
      keys: Seq[Expression]): OrderedAgg = copy(child = child, orders = orders, keys = keys)
  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
}

object EncodeAgg {
  private def structOf(name: String, dataType: DataType): StructType =
    StructType(Seq(StructField(name, dataType, nullable = true)))
}

/** The aggregate behind functions that write encoded values of many rows one after the other.
  *
  * Spark's `listagg` does the same, but fails beside several DISTINCT aggregates if the rows are ordered,
  * and its messages name `listagg`.
  *
  * @param child
  *   the encoded values
  */
final case class JoinAgg(
    child: Expression,
    function: String,
    orders: Seq[OrderedAgg.Order] = Nil,
    keys: Seq[Expression] = Nil,
    mutableAggBufferOffset: Int = 0,
    inputAggBufferOffset: Int = 0)
    extends OrderedAgg {
  override def dataType: DataType = BinaryType
  override def prettyName: String = function

  override protected def resultOf(values: Array[Any]): Any = {
    val size = values.map(_.asInstanceOf[Array[Byte]].length.toLong).sum
    if (size > JoinAgg.MostBytes)
      throw new IllegalArgumentException(
        s"$function: the values of a group have $size bytes together, and BINARY at most " +
          s"${JoinAgg.MostBytes}. Make smaller groups.")
    val joined = new ByteArrayOutputStream(size.toInt)
    values.foreach(value => joined.writeBytes(value.asInstanceOf[Array[Byte]]))
    joined.toByteArray
  }

  override def isDistinctSupported: Boolean = true
  override protected def withParts(orders: Seq[OrderedAgg.Order], child: Expression,
      keys: Seq[Expression]): OrderedAgg = copy(child = child, orders = orders, keys = keys)
  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
}

object JoinAgg {
  private final val MostBytes = Int.MaxValue - 16
}
