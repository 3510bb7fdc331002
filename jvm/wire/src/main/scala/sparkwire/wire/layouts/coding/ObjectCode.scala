package sparkwire.wire.layouts.coding

import java.nio.charset.Charset

import scala.collection.mutable

import sparkwire.wire.layouts.program._

/** An object in generated code. The values that expressions ask for are kept in fields of the
  * class: each place of a layout has fields of its own, because no type that is nested in itself
  * becomes code.
  *
  * @param around
  *   the object for which it is read, null for the value itself
  * @param hasParent
  *   whether that is its parent
  */
private[coding] final class ObjectCode(
    val unit: CodeUnit, val of: TypePlan, around: ObjectCode, hasParent: Boolean)
    extends CodeScope {
  private[this] val number = unit.name("")
  if (around != null && around.isWithin(of)) CodeScope.refuse()
  if (of.readsAhead || of.order != null) CodeScope.refuse()

  private def isWithin(plan: TypePlan): Boolean =
    (of eq plan) || (around != null && around.isWithin(plan))

  val root: ObjectCode =
    if (around == null || (of.definition.isRoot && (around.root.of.definition ne of.definition)))
      this
    else around.root
  def parent: ObjectCode = if (hasParent && around != null) around else CodeScope.refuse()

  // Fields that have been read, whichever way the code has come to where it is.
  private[this] val read = mutable.Set.empty[Slot]
  private[this] val inners = mutable.LinkedHashMap.empty[DataPlan.Struct, ObjectCode]
  private[this] val instances = mutable.Map.empty[Slot, String]

  /** The object that is read for a field or a case of one. */
  def innerOf(data: DataPlan.Struct): ObjectCode = {
    if (data.parent != null) CodeScope.refuse()
    inners.getOrElseUpdate(data, new ObjectCode(unit, data.of, this, data.hasParent))
  }

  def inner(slot: Slot): CodeScope = fieldOf(slot) match {
    case Some(plan) if plan.repeat == MemberPlan.Once =>
      plan.data match {
        case struct: DataPlan.Struct => innerOf(struct)
        case _ => CodeScope.refuse()
      }
    case _ => CodeScope.refuse()
  }

  private def fieldOf(slot: Slot): Option[MemberPlan] = of.fields.find(_.slot eq slot)
  private def isParam(slot: Slot): Boolean = of.params.exists(_ eq slot)

  // The values that are kept.

  private[this] val kept = mutable.LinkedHashSet.empty[Slot]
  private def value(slot: Slot): String = s"kept${number}_${slot.number}"
  private def flag(slot: Slot): String = s"has${number}_${slot.number}"
  private def from(slot: Slot): String = s"from${number}_${slot.number}"
  private def until(slot: Slot): String = s"until${number}_${slot.number}"

  private def javaType(slot: Slot): String = slot.kind match {
    case _: ValueType.Whole | _: ValueType.Label => "long"
    case ValueType.Real => "double"
    case ValueType.Truth => "boolean"
    case _ => CodeScope.refuse()
  }

  private def declare(slot: Slot): Unit = if (kept.add(slot)) {
    unit.add(s"private boolean ${flag(slot)};")
    if (isSpan(slot)) unit.add(s"private int ${from(slot)}, ${until(slot)};")
    else unit.add(s"private ${javaType(slot)} ${value(slot)};")
  }

  private def isSpan(slot: Slot): Boolean =
    slot.kind == ValueType.Text || slot.kind == ValueType.Bytes

  /** Returns statements that keep a value.
    *
    * @param isSure
    *   whether the value is there for all that is read after it in this object
    */
  def keep(slot: Slot, value: String, isSure: Boolean): String = {
    if (isSpan(slot)) CodeScope.refuse()
    declare(slot)
    if (isSure) read += slot
    s"${this.value(slot)} = $value; ${flag(slot)} = true;"
  }

  /** Like [[keep]], for bytes of the value. */
  def keepSpan(
      slot: Slot, first: String, end: String, charset: Charset, isSure: Boolean): String = {
    if (!isSpan(slot)) CodeScope.refuse()
    declare(slot)
    charsets(slot) = charset
    if (isSure) read += slot
    s"${from(slot)} = $first; ${until(slot)} = $end; ${flag(slot)} = true;"
  }

  private[this] val charsets = mutable.Map.empty[Slot, Charset]

  def span(slot: Slot, isOwn: Boolean): CodeSpan =
    if (!kept(slot) || !isSpan(slot)) CodeScope.refuse()
    else if (isOwn && read(slot) && isReading)
      CodeSpan(from(slot), until(slot), charsets(slot))
    else
      CodeSpan(s"(${flag(slot)} ? ${from(slot)} : (int) ${CodeMath.call("noNumber")})", until(slot),
        charsets(slot))

  /** A list of numbers that is kept. Expressions that ask for it before it is read find one of an
    * object before, so they are refused.
    */
  def list(slot: Slot): String =
    if (lists(slot)) listOf(slot) else CodeScope.refuse()
  private[this] val lists = mutable.Set.empty[Slot]
  private def listOf(slot: Slot): String = s"list${number}_${slot.number}"

  /** Returns statements that begin a list that is kept. */
  def beginList(plan: MemberPlan): String = {
    val slot = plan.slot
    (plan.data, plan.element) match {
      case (_: LeafPlan, _: ValueType.Whole | _: ValueType.Label)
          if !Keep.isWide(plan.element) && plan.condition == null => ()
      case _ => CodeScope.refuse()
    }
    val elements = classOf[ListElements].getName
    if (lists.add(slot)) unit.add(s"private final $elements ${listOf(slot)} = new $elements();")
    s"${listOf(slot)}.clear();"
  }

  /** Begins a method that reads the object. */
  def begin(): Unit = {
    read.clear()
    here = "at"
    bitsLeft = 0
  }

  /** The method that forgets the values that were kept of the previous object in this place. */
  val forget: String = unit.name("forget")

  /** Adds a statement to that method. */
  def forgets(statement: String): Unit = {
    val _ = forgotten += statement
  }
  private[this] val forgotten = mutable.Buffer.empty[String]

  /** Writes that method, once everything is known that is kept. */
  def end(): Unit = {
    inners.values.foreach(_.end())
    val statements = kept.toSeq.filterNot(isParam).map(slot => s"${flag(slot)} = false;") ++
      inners.values.map(inner => s"${inner.forget}();") ++ forgotten
    unit.add(s"private void $forget() { ${statements.mkString(" ")} }")
  }

  def value(slot: Slot, instance: InstancePlan, isOwn: Boolean): String = {
    val kind = javaType(slot)
    if (instance != null) s"${instanceMethod(slot, instance)}()"
    else if (isParam(slot) || (isOwn && read(slot) && isReading)) {
      declare(slot)
      value(slot)
    } else {
      declare(slot)
      val none = kind match {
        case "long" => "noNumber"
        case "double" => "noReal"
        case _ => "noTruth"
      }
      s"(${flag(slot)} ? ${value(slot)} : ${CodeMath.call(none)})"
    }
  }

  /** Returns the method that computes an instance when it is first asked for. */
  private def instanceMethod(slot: Slot, instance: InstancePlan): String =
    instances.get(slot) match {
      // An instance that needs itself never ends.
      case Some(Begun) => CodeScope.refuse()
      case Some(method) => method
      case None => instance match {
          case computed: InstancePlan.Computed =>
            instances(slot) = Begun
            val method = unit.name("instance")
            addInstance(method, slot, computed)
            instances(slot) = method
            method
          case _ => CodeScope.refuse()
        }
    }
  private final val Begun = ""

  private def addInstance(method: String, slot: Slot, plan: InstancePlan.Computed): Unit = {
    unit.count()
    instanceLevels += plan.levels
    declare(slot)
    val (condition, expression) = apart((conditionOf(plan), plan.value.code(this)))
    unit.add(
      s"""private ${javaType(slot)} $method() {
         |  if (!${flag(slot)}) {
         |    $condition
         |    ${value(slot)} = $expression;
         |    ${flag(slot)} = true;
         |  }
         |  return ${value(slot)};
         |}""".stripMargin)
  }

  private def conditionOf(plan: InstancePlan.Computed): String =
    if (plan.condition == null) ""
    else s"if (!${plan.condition.code(this)}) ${CodeMath.call("noNumber")};"

  /** How many levels the instances of all objects may take. */
  def levels: Int = instanceLevels + inners.values.map(_.levels).sum
  private[this] var instanceLevels = 0

  // Where the code is that is written.

  private[this] var surroundings = ObjectCode.InMethod

  private def within[T](other: ObjectCode.Surroundings)(write: => T): T = {
    val before = surroundings
    surroundings = other
    val written = write
    surroundings = before
    written
  }

  private def isReading: Boolean = surroundings.isReading

  /** Writes code that stands outside of the method that reads the object. */
  def apart[T](write: => T): T = within(ObjectCode.Outside)(write)

  def withItem[T](value: String)(write: => T): T =
    within(surroundings.copy(item = Some(value)))(write)
  def withItemSpan[T](value: CodeSpan)(write: => T): T =
    within(surroundings.copy(itemSpan = Some(value)))(write)
  def withItemObject[T](value: ObjectCode)(write: => T): T =
    within(surroundings.copy(itemObject = Some(value)))(write)
  def withLast[T](condition: String)(write: => T): T =
    within(surroundings.copy(isLast = Some(condition)))(write)
  def withIndex[T](variable: String)(write: => T): T =
    within(surroundings.copy(index = Some(variable)))(write)

  def item: String = surroundings.item.getOrElse(CodeScope.refuse())
  def itemSpan: CodeSpan = surroundings.itemSpan.getOrElse(CodeScope.refuse())
  def reference(bytes: Array[Byte]): String = unit.reference(bytes, classOf[Array[Byte]])
  def itemObject: CodeScope = surroundings.itemObject.getOrElse(CodeScope.refuse())
  def index: String = surroundings.index.fold(CodeScope.refuse(): String)(index =>
    s"((long) $index)")

  /** Where the next byte is. */
  var here = "at"

  /** How many bits of the byte before have not been read. */
  var bitsLeft = 0

  private def requireOwn(stream: CodeScope): Unit =
    if ((stream ne this) || !isReading) CodeScope.refuse()

  def streamSize(stream: CodeScope): String = {
    requireOwn(stream)
    // How large a stream is going to be is not known before it has been written.
    if (unit.isWriting) CodeMath.call("noNumber") else "((long) (end - base))"
  }
  def streamPosition(stream: CodeScope): String = {
    requireOwn(stream)
    s"((long) ($here - base))"
  }
  def isAtEnd(stream: CodeScope): String = {
    requireOwn(stream)
    if (unit.isWriting) surroundings.isLast.getOrElse(CodeMath.call("noTruth"))
    else if (bitsLeft > 0) "false"
    else s"($here >= end)"
  }
}

private object ObjectCode {

  /** The values that expressions may ask for where code is written.
    *
    * @param isReading
    *   whether that is in the method that reads the object
    * @param item
    *   the value of `_`, as a number, as bytes or as an object
    * @param isLast
    *   whether the element that has been written is the last one
    */
  final case class Surroundings(isReading: Boolean, item: Option[String] = None,
      itemSpan: Option[CodeSpan] = None, itemObject: Option[ObjectCode] = None,
      index: Option[String] = None, isLast: Option[String] = None)

  val InMethod: Surroundings = Surroundings(isReading = true)
  val Outside: Surroundings = Surroundings(isReading = false)
}
