package sparkwire.optimizer

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

/** Chains of field accesses, such as `d.events.offset`: the part of their root that they need, and
  * how they are rebuilt on a root that has fewer fields.
  */
private[sparkwire] object FieldChains {

  /** Returns the parts of its roots that an expression needs: the part that each chain needs, and
    * the roots that are used as a whole. Whether a chain is NULL, and how many elements it has, needs
    * one field of it, any one.
    *
    * @param isNullAlike
    *   whether a root is NULL for the same values, whichever part of it is there
    */
  def uses[R <: Expression](expression: Expression, isRoot: PartialFunction[Expression, R],
      isNullAlike: R => Boolean): Seq[(R, DataType)] =
    counted(expression, isRoot).filter { case (root, _) => isNullAlike(root) }
      .orElse(chain(expression, isRoot, expression.dataType)) match {
      case Some((root, need)) =>
        (root, need) +: root.children.flatMap(uses(_, isRoot, isNullAlike))
      case None => expression.children.flatMap(uses(_, isRoot, isNullAlike))
    }

  private def counted[R <: Expression](expression: Expression,
      isRoot: PartialFunction[Expression, R]): Option[(R, DataType)] =
    if (!onlyCounts(expression)) None
    else {
      val of = expression.children.head
      chain(of, isRoot, least(of.dataType))
    }

  /** Whether an expression sees only whether its input is NULL, and how many elements it has. */
  private def onlyCounts(expression: Expression): Boolean = expression match {
    case _: IsNull | _: IsNotNull | _: Size => true
    case _ => false
  }

  private def least(dataType: DataType): DataType = dataType match {
    case StructType(fields) =>
      StructType(fields.take(1).map(field => field.copy(dataType = least(field.dataType))))
    case ArrayType(element, containsNull) => ArrayType(least(element), containsNull)
    case other => other
  }

  def chain[R <: Expression](expression: Expression, isRoot: PartialFunction[Expression, R],
      need: => DataType): Option[(R, DataType)] =
    expression match {
      case GetStructField(child, ordinal, _) =>
        chain(child, isRoot, {
            val field = child.dataType.asInstanceOf[StructType](ordinal)
            StructType(Seq(field.copy(dataType = need)))
          })
      case GetArrayStructFields(child, field, _, _, containsNull) =>
        chain(child, isRoot,
          ArrayType(
            StructType(Seq(field.copy(dataType = need.asInstanceOf[ArrayType].elementType))),
            containsNull))
      case root if isRoot.isDefinedAt(root) => Some((isRoot(root), need))
      case _ => None
    }

  /** Returns the fields of `full`, in its order, that at least one of `parts` has; each part is
    * `full` with fields left out. All parts are merged at once: the work is linear in the number of
    * fields and parts, of which a query may have thousands.
    */
  def union(full: DataType, parts: Seq[DataType]): DataType = full match {
    case _ if parts.tail.isEmpty => parts.head
    case StructType(fields) =>
      val partsOf = parts.flatMap(_.asInstanceOf[StructType].fields).groupMap(_.name)(_.dataType)
      StructType(
        fields.collect {
          case field if partsOf.contains(field.name) =>
            field.copy(dataType = union(field.dataType, partsOf(field.name)))
        })
    case ArrayType(element, containsNull) =>
      ArrayType(union(element, parts.map(_.asInstanceOf[ArrayType].elementType)), containsNull)
    case whole => whole
  }

  /** Replaces the roots under chains and recomputes the positions of the fields. A root that is
    * used as a whole keeps its type, and so does everything that is based on it.
    */
  def rebuild(expression: Expression,
      newRoot: PartialFunction[Expression, Expression]): Expression =
    expression match {
      case access @ GetStructField(child, ordinal, name) =>
        val below = rebuildLink(child, newRoot)
        if (hasSameType(below, child)) access.withNewChildren(Seq(below))
        else {
          val field = child.dataType.asInstanceOf[StructType](ordinal).name
          GetStructField(below, below.dataType.asInstanceOf[StructType].fieldIndex(field), name)
        }
      case access @ GetArrayStructFields(child, field, _, _, containsNull) =>
        val below = rebuildLink(child, newRoot)
        if (hasSameType(below, child)) access.withNewChildren(Seq(below))
        else {
          val element = below.dataType.asInstanceOf[ArrayType].elementType.asInstanceOf[StructType]
          GetArrayStructFields(below, element(field.name), element.fieldIndex(field.name),
            element.length, containsNull)
        }
      case counting if onlyCounts(counting) => counting.mapChildren(rebuildLink(_, newRoot))
      case other => other.mapChildren(rebuild(_, newRoot))
    }

  private def hasSameType(one: Expression, other: Expression): Boolean =
    (one eq other) || one.dataType == other.dataType

  /** Like [[rebuild]], for an expression that is itself part of a chain, or its root. */
  def rebuildLink(child: Expression,
      newRoot: PartialFunction[Expression, Expression]): Expression =
    if (newRoot.isDefinedAt(child)) newRoot(child).mapChildren(rebuild(_, newRoot))
    else rebuild(child, newRoot)
}
