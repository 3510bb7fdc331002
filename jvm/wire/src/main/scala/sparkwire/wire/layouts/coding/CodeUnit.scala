package sparkwire.wire.layouts.coding

import scala.collection.mutable

import sparkwire.wire.layouts.program.CodeScope

/** The class that is generated for a layout, while its members are written.
  *
  * @param verifies whether unwanted fields are also checked
  * @param isWriting whether the class writes values
  */
private[coding] final class CodeUnit(
    val verifies: Boolean, val isWriting: Boolean, refer: (AnyRef, Class[_]) => String) {
  private[this] val members = new StringBuilder
  private[this] var names = 0
  private[this] var parts = 0
  private[this] val references = mutable.Map.empty[AnyRef, String]

  /** How many levels of containers and instances are nested at most. */
  var depth = 0

  /** Adds a member of the class. */
  def add(member: String): Unit = {
    val _ = members.append(member).append('\n')
  }

  def text: String = members.toString

  /** Returns a name that nothing else has. */
  def name(prefix: String): String = {
    names += 1
    s"$prefix$names"
  }

  /** Returns Java for an object. */
  def reference(value: AnyRef, as: Class[_]): String =
    references.getOrElseUpdate(value, refer(value, as))

  /** Counts a field, of which a class has only so many. */
  def count(): Unit = {
    parts += 1
    if (parts > CodeUnit.MostFields) CodeScope.refuse()
  }

  def reach(level: Int): Unit = depth = math.max(depth, level)

  /** Refuses parentheses and braces that are nested too deep: Janino takes a dozen calls for each. */
  def requireShallow(): Unit = {
    var depth = 0
    members.foreach {
      case '(' | '{' =>
        depth += 1
        if (depth > CodeUnit.MostNested) CodeScope.refuse()
      case ')' | '}' => depth -= 1
      case _ => ()
    }
  }
}

private[coding] object CodeUnit {

  /** Code for many more fields does not fit a class. */
  final val MostFields = 300
  private final val MostNested = 60
}
