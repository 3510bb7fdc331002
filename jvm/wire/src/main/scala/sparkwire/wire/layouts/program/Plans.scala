package sparkwire.wire.layouts.program

import sparkwire.wire.layouts.model.{Member, TypeDef}

/** A type as it is read: its fields in the order of the bytes, and the values that its objects
  * keep. The compiler sets the parts while it goes over the layout; afterwards nothing changes.
  */
private[layouts] final class TypePlan(val definition: TypeDef) {
  def name: String = definition.toString

  // The sizes of a scope.
  var longs = 0
  var refs = 0
  var slots = 0
  var marks = 0

  /** How many fields a writer makes from others. */
  var made = 0

  var params: Array[Slot] = _
  var fields: Array[MemberPlan] = _
  var instances: Array[InstancePlan] = _

  /** Whether an instance within an object of this type may use a field that is read only after it:
    * then all fields are read before anything is shown.
    */
  var readsAhead = false

  /** The checksums that can be compared after each field; null if there are none. */
  var checksAfter: Array[Array[MemberPlan]] = _

  /** Decides the order of bytes of an object, null if the text does. */
  var order: OrderPlan = _

  /** Whether an object has the order of the one that it is read for. */
  var inheritsOrder = false

  /** Whether it has instances that are read at positions. */
  def hasPositions: Boolean = instances.exists(_.isInstanceOf[InstancePlan.Read])
}

/** A field, or the data that is read for an instance.
  *
  * @param element
  *   the type of one element, where it repeats
  */
private[layouts] final class MemberPlan(
    val member: Member, val data: DataPlan, val element: ValueType) {
  def name: String = member.name

  /** A condition, or null. */
  var condition: Node = _
  var repeat: Int = MemberPlan.Once

  /** How many elements there are, or whether the last one has been read. */
  var bound: Node = _

  /** Whether a value is valid, or null if each is. */
  var valid: Node = _

  /** Where its value is kept, null if no expression uses it. */
  var slot: Slot = _

  /** The only value that is valid, or null. */
  var expected: Node = _

  /** The field that is the number of elements, or null. */
  var countOf: Inverse = _

  /** The source from which a writer computes the value, or null. */
  var made: Made = _

  /** The number of the mark that is set where it begins, or -1. */
  var mark: Int = -1

  /** Its number among the fields of its type. */
  var index: Int = -1

  /** Whether it is read for an instance. */
  var isInstance = false

  /** The checksum that it is, or null. */
  var checksum: ChecksumPlan = _
  def usesItem: Boolean = valid != null || repeat == MemberPlan.Until
}

private[layouts] object MemberPlan {
  final val Once = 0
  final val ToEnd = 1
  final val Count = 2
  final val Until = 3
}

/** An instance. Its parts are set by the compiler, which may meet it in an expression before. */
private[layouts] sealed abstract class InstancePlan {
  def member: Member

  /** Where its value is kept, null if no expression uses it. */
  var slot: Slot = _

  /** How many levels of calls it takes to evaluate its expressions. */
  var levels = 1
}

private[layouts] object InstancePlan {
  final class Computed(val member: Member) extends InstancePlan {
    var value: Node = _

    /** Null if there is none. */
    var condition: Node = _
  }

  final class Read(val member: Member) extends InstancePlan {
    var field: MemberPlan = _

    /** Null: where the stream is. */
    var position: Node = _

    /** Null: the stream of the object. */
    var stream: Node = _

    /** Where an object keeps the position from which it was read for an expression, -1 if none uses
      * it. The expression of a position may give another one later.
      */
    var keptPosition: Int = -1
  }
}

/** A field that a writer can make from others: a size, a count, or the value that selects the case
  * of a switch.
  *
  * @param number
  *   its number in its type
  */
private[layouts] final class Made(val member: Member, val number: Int) {
  var field: MemberPlan = _

  /** The fields of the same object that determine it. */
  var uses: List[MemberPlan] = Nil
}

/** An expression of one field and a constant, the other way round.
  *
  * @param owner
  *   the object with the field
  * @param operator
  *   `=`, `+`, `-`, `*`, or `r` for the constant minus the field
  */
private[layouts] final class Inverse(
    val owner: Node, val made: Made, operator: Char, constant: Long) {

  /** Returns the value of the field for which the expression is `result`; [[Inverse.None]] if there
    * is none.
    */
  def apply(result: Long): Long = operator match {
    case '=' => result
    case '+' => result - constant
    case '-' => result + constant
    case '*' => if (constant != 0 && result % constant == 0) result / constant else Inverse.None
    case _ => constant - result
  }

  /** The same in Java, for a result that is a size or a number of elements. */
  def code(result: String): String = operator match {
    case '=' => result
    case '+' => s"Math.subtractExact($result, ${CodeMath.constant(constant)})"
    case '-' => s"Math.addExact($result, ${CodeMath.constant(constant)})"
    case '*' => CodeMath.call("quotient", result, CodeMath.constant(constant))
    case _ => s"Math.subtractExact(${CodeMath.constant(constant)}, $result)"
  }
}

private[layouts] object Inverse {

  /** Stands for a value that is not there. No field has it: it would be too large. */
  final val None = Long.MinValue
}

/** Which order an object has.
  *
  * @param keys
  *   conditions in their order; null for `_`
  */
private[layouts] final class OrderPlan(val keys: Array[Node], val areBig: Array[Boolean])

/** A checksum over bytes of an object.
  *
  * @param from
  *   the number of the mark where the bytes begin
  * @param until
  *   the number of the mark where they end
  * @param own
  *   the number of the mark where the checksum itself begins
  * @param size
  *   of the checksum in bytes
  * @param isBig
  *   the order of the checksum, if it is bytes or the text decides it
  * @param after
  *   the index of the field after which all of the bytes have been read
  */
private[layouts] final class ChecksumPlan(
    val kind: String, val from: Int, val until: Int, val own: Int, val size: Int, val order: Int,
    val after: Int)
