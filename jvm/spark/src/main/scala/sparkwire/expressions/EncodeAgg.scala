package sparkwire.expressions

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types._

/** The aggregate behind functions that encode the values of many rows as one: it collects the values
  * and gives them to the encoder as one array.
  *
  * Rows with NULL are left out, and without a value the result is NULL, as for `listagg`; so is the
  * order of the rows, `WITHIN GROUP (ORDER BY …)`.
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
    orderExpressions: Seq[SortOrder] = Nil,
    mutableAggBufferOffset: Int = 0,
    inputAggBufferOffset: Int = 0)
    extends Collect[ArrayBuffer[Any]] with SupportsOrderingWithinGroup {

  @transient private[this] lazy val encoders = new OneThread(() => new Encoder(plan, valueType))

  private def valueType: DataType = {
    val one = element.fold(child.dataType)(EncodeAgg.structOf(_, child.dataType))
    val all = ArrayType(one, containsNull = true)
    list.fold[DataType](all)(EncodeAgg.structOf(_, all))
  }

  override def dataType: DataType = plan.resultType
  override def nullable: Boolean = true
  override def defaultResult: Option[Literal] = Some(Literal.create(null, dataType))
  override def children: Seq[Expression] = child +: orderExpressions
  override def prettyName: String = plan.function
  override def createAggregationBuffer(): ArrayBuffer[Any] = ArrayBuffer.empty

  // The buffer has a row for each value, with what it is ordered by.
  override protected lazy val bufferElementType: DataType = StructType(
    children.zipWithIndex.map { case (one, at) =>
      StructField(s"c$at", one.dataType, nullable = true)
    })

  override protected def convertToBufferElement(value: Any): Any = InternalRow.copyValue(value)

  override def update(buffer: ArrayBuffer[Any], input: InternalRow): ArrayBuffer[Any] = {
    val value = child.eval(input)
    if (value != null)
      buffer += InternalRow.fromSeq(InternalRow.copyValue(value) +:
        orderExpressions.map(order => InternalRow.copyValue(order.child.eval(input))))
    buffer
  }

  override def eval(buffer: ArrayBuffer[Any]): Any =
    if (buffer.isEmpty) null
    else {
      val rows = buffer.iterator.map(_.asInstanceOf[InternalRow]).toArray
      if (orderExpressions.nonEmpty) java.util.Arrays.sort(rows, ordering)
      val values = rows.map { row =>
        val value = row.get(0, child.dataType)
        if (element.isDefined) InternalRow(value) else value
      }
      val all = new GenericArrayData(values)
      encoders.own().encode(if (list.isDefined) InternalRow(all) else all)
    }

  private def ordering: Ordering[InternalRow] = new InterpretedOrdering(
    orderExpressions.zipWithIndex.map { case (order, at) =>
      order.copy(child = BoundReference(at + 1, order.dataType, nullable = true))
    })

  override def orderingFilled: Boolean = orderExpressions.nonEmpty
  override def isOrderingMandatory: Boolean = false
  override def isDistinctSupported: Boolean = false
  override def withOrderingWithinGroup(orders: Seq[SortOrder]): AggregateFunction =
    copy(orderExpressions = orders)
  override def withNewMutableAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(mutableAggBufferOffset = offset)
  override def withNewInputAggBufferOffset(offset: Int): ImperativeAggregate =
    copy(inputAggBufferOffset = offset)
  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    copy(child = changed.head, orderExpressions = changed.tail.map(_.asInstanceOf[SortOrder]))
}

object EncodeAgg {
  private def structOf(name: String, dataType: DataType): StructType =
    StructType(Seq(StructField(name, dataType, nullable = true)))
}
