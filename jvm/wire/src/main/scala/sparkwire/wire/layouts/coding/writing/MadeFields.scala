package sparkwire.wire.layouts.coding.writing

import scala.collection.mutable

import sparkwire.wire.layouts.coding.ObjectCode
import sparkwire.wire.layouts.program._

/** The fields of a layout that are made from others, in generated code. Three fields of the class
  * hold the state of each: whether it is known, its value, and where it stands.
  */
private[writing] final class MadeFields(val checks: Boolean) {
  private[this] val all = mutable.Map.empty[(ObjectCode, Made), MadeCode]

  def add(owner: ObjectCode, made: Made): MadeCode = {
    val code = new MadeCode(owner.unit.name(""))
    all((owner, made)) = code
    code
  }

  def of(owner: ObjectCode, made: Made): MadeCode = all((owner, made))

  /** Returns the condition that a field agrees with a size or count, or can be filled in with it. */
  def agrees(inverse: Inverse, result: String, self: ObjectCode): String =
    inverse.owner.codeOfObject(self) match {
      case owner: ObjectCode if all.contains((owner, inverse.made)) =>
        s"${all((owner, inverse.made)).agree}(${inverse.code(result)})"
      case _ => CodeScope.refuse()
    }
}

/** The names of what the class has for one made field. */
private[writing] final class MadeCode(id: String) {

  /** [[MadeCode.NotThere]] until the field is written. */
  val state: String = s"state$id"
  val value: String = s"made$id"
  val at: String = s"madeAt$id"

  /** A method that fills the field in, or compares it if it is known. */
  val agree: String = s"agree$id"
  val fill: String = s"fill$id"
}

private[writing] object MadeCode {
  final val NotThere = 0

  /** Zeros stand for it. */
  final val Open = 1
  final val Known = 2
}
