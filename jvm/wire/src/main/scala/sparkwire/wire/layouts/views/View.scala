package sparkwire.wire.layouts.views

import sparkwire.wire.core.{Kind, Shape}
import sparkwire.wire.layouts.program._

/** The part of a type that a result shows, in one place of the result: the same type may be shown
  * in several ways, because within itself it is a VARIANT.
  */
private[layouts] final class View(val of: TypePlan) {
  var shape: Shape = _

  /** The size of a row without texts, bytes and nested values. */
  lazy val rowBytes: Long = 16L + 8L * shape.results.length

  /** All fields of the type, in the order of the text; then the instances that are shown. */
  var fields: Array[FieldView] = _
  var instances: Array[InstanceView] = _
}

/** @param field
  *   the position in the shape
  */
private[layouts] final class FieldView(val plan: MemberPlan, val field: Int, val shown: Shown)

private[layouts] sealed abstract class InstanceView {
  def field: Int
}

private[layouts] object InstanceView {
  final class Computed(val plan: InstancePlan.Computed, val field: Int, val shown: Shown)
      extends InstanceView
  final class Read(val plan: InstancePlan.Read, val field: Int, val shown: Shown)
      extends InstanceView
}

/** How one value becomes a part of the result. */
private[layouts] sealed abstract class Shown {
  def kind: Kind
}

private[layouts] object Shown {
  final class Leaf(val give: Give) extends Shown {
    def kind: Kind = give.kind
  }

  /** @param isVariant
    *   whether a VARIANT begins here
    */
  final class Struct(val view: View, val isVariant: Boolean) extends Shown {
    def kind: Kind = if (isVariant) Kind.Dynamic else Kind.Struct(view.shape)
  }

  /** An object that is shown as the value of one of its fields.
    *
    * @param value
    *   gets it from the object
    */
  final class Alias(val of: TypePlan, val value: Node, isVariant: Boolean) extends Shown {
    var shown: Shown = _
    def kind: Kind = if (isVariant) Kind.Dynamic else shown.kind
  }

  /** The elements of a list that an expression gives. */
  final class Items(val element: Shown, val elementKind: ValueType) extends Shown {
    def kind: Kind = Kind.Sequence(element.kind)
  }

  /** One of several cases.
    *
    * @param shape
    *   the struct with a field for each type; null if the value itself is shown
    * @param fields
    *   the position of each case in the shape
    * @param other
    *   how bytes without a case are shown, null if there are none
    */
  final class Switch(val kind: Kind, val shape: Shape, val fields: Array[Int],
      val cases: Array[Shown], val other: Shown, val otherField: Int)
      extends Shown
}
