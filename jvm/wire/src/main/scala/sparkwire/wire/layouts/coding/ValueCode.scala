package sparkwire.wire.layouts.coding

import java.nio.charset.Charset

import sparkwire.wire.core.Shape
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views._
import sparkwire.wire.places.{PlaceText, RowText}

/** Writes code that reads one value of a field and gives it to its place.
  *
  * @param level
  *   how many levels of containers are around the object
  */
private[coding] abstract class ValueCode(self: ObjectCode, level: Int) {
  protected[this] final val unit: CodeUnit = self.unit
  protected[this] final val gives = new GiveCode(unit)
  protected[this] final val bytes = new BytesCode(self)
  unit.reach(level)

  // The level of an object that is read for this one.
  protected[this] final var nestedLevel: Int = level + 1

  protected def switch(
      plan: MemberPlan, switch: DataPlan.Switch, shown: Shown, place: PlaceText): String

  protected final def placeOf(row: RowText, shape: Shape, field: Int): PlaceText =
    if (row == null || shape.fields(field).isFrame) null else row.place(shape.fields(field).name)

  /** A value of a field that does not repeat, an element or a case. */
  protected final def value(plan: MemberPlan, data: DataPlan, kind: ValueType, shown: Shown,
      place: PlaceText, isSure: Boolean): String = data match {
    case leaf: LeafPlan => this.leaf(plan, leaf, kind, shown, place, isSure)
    case struct: DataPlan.Struct =>
      this.struct(struct, shown, place) + validStruct(plan, struct)
    case switch: DataPlan.Switch => this.switch(plan, switch, shown, place)
  }

  protected final def validStruct(plan: MemberPlan, data: DataPlan.Struct): String =
    if (plan.valid == null) ""
    else self.withItemObject(self.innerOf(data))(ensure(plan.valid))

  protected final def ensure(condition: Node): String =
    s"\nif (!${condition.code(self)}) return -1;"

  // Leaves.

  protected final def leaf(plan: MemberPlan, data: LeafPlan, kind: ValueType, shown: Shown,
      place: PlaceText, isSure: Boolean): String = {
    val read = bytes.read(data)
    lastRead = read
    val kept =
      if (plan.slot == null) ""
      else if (plan.repeat != MemberPlan.Once) s"${self.list(plan.slot)}.addLong(${read.value});"
      else keep(plan, read, isSure, data)
    // The walk makes a text of each that expressions may ask for as `_`.
    val charge =
      if (plan.usesItem && charsetOf(data) != null)
        s"if (!spend(${read.until} - ${read.from})) return -1;"
      else ""
    val valid =
      if (plan.valid == null) ""
      else s"${narrow(read, kind)}${withItem(read, kind, data)(ensure(plan.valid))}"
    val shows = this.shows(shown, read, kind, data, place)
    val isUsed = Seq(kept, valid, shows).exists(_.nonEmpty) || plan.repeat == MemberPlan.Until
    Seq(read.ready, if (isUsed) read.load else "", charge, kept, valid, shows).filter(_.nonEmpty)
      .mkString("\n")
  }

  // The value that was read last, for the end of a list.
  protected[this] final var lastRead: LeafCode = _

  protected final def shows(shown: Shown, read: LeafCode, kind: ValueType, data: LeafPlan,
      place: PlaceText): String = shown match {
    case leaf: Shown.Leaf =>
      gives.give(leaf.give, read, Keep.isWide(kind), charsetOf(data), place)
    // Nobody sees it, but malformed text is refused.
    case _ if charsetOf(data) != null =>
      gives.give(Give.Text, read, isWide = false, charsetOf(data), null)
    case _ => ""
  }

  protected final def charsetOf(data: LeafPlan): Charset = data match {
    case text: DataPlan.Text => text.charset
    case _ => null
  }

  /** Ends the code for a number above 2^63 - 1: it computes with signed numbers only. */
  protected final def narrow(read: LeafCode, kind: ValueType): String =
    if (Keep.isWide(kind)) s"if (${read.value} < 0) return -1; " else ""

  /** Writes the code that uses a value as `_`. */
  protected final def withItem(read: LeafCode, kind: ValueType, data: LeafPlan)(
      write: => String): String =
    if (read.value == null)
      self.withItemSpan(CodeSpan(read.from, read.until, charsetOf(data)))(write)
    else
      self.withItem(if (kind == ValueType.Truth) s"(${read.value} != 0)" else read.value)(write)

  protected final def keep(plan: MemberPlan, read: LeafCode, isSure: Boolean,
      data: LeafPlan): String = {
    val slot = plan.slot
    slot.kind match {
      case ValueType.Truth => self.keep(slot, s"${read.value} != 0", isSure)
      case ValueType.Real if read.isReal => self.keep(slot, read.value, isSure)
      case _: ValueType.Whole | _: ValueType.Label if read.value != null && !read.isReal =>
        narrow(read, slot.kind) + self.keep(slot, read.value, isSure)
      case ValueType.Bytes => self.keepSpan(slot, read.from, read.until, null, isSure)
      case ValueType.Text =>
        s"if (!spend(${read.until} - ${read.from})) return -1; " +
          gives.give(Give.Text, read, isWide = false, charsetOf(data), null) +
          self.keepSpan(slot, read.from, read.until, charsetOf(data), isSure)
      case _ => CodeScope.refuse()
    }
  }

  // Objects.

  protected final def struct(data: DataPlan.Struct, shown: Shown, place: PlaceText): String = {
    val inner = self.innerOf(data)
    val arguments = data.of.params.zip(data.arguments).collect {
      case (slot, argument) if slot != null =>
        inner.keep(slot, argument.code(self), isSure = false)
    }.mkString("\n")
    if (data.extent == null && self.bitsLeft != 0) CodeScope.refuse()
    val own = if (data.extent == null) null else bytes.extent(data.extent)
    val searched =
      if (own == null || !data.extent.isSearched) ""
      else s"if (!spend(${own.until} - ${own.from})) return -1;"
    val ready = if (own == null) bytes.sync() else s"${own.ready}\n$searched"
    val position = unit.name("next")

    // The row of the object is in one variable here, and in another one in its method.
    def call(view: View, row: RowText): String = {
      val inMethod = if (row == null) null else row.in("row")
      val method = new StructCode(inner, nestedLevel).method(view, inMethod)
      // In a stream of its own, the rest of a byte is dropped.
      if (own == null && inner.bitsLeft != 0) CodeScope.refuse()
      val into = if (row == null) "0" else row.variable
      if (own == null)
        s"""final int $position = $method(at, base, end, $into);
           |if ($position < 0) return -1;
           |at = $position;""".stripMargin
      else s"if ($method(${own.from}, ${own.from}, ${own.until}, $into) < 0) return -1;"
    }

    val body = shown match {
      case one: Shown.Struct if place == null => call(one.view, null)
      case one: Shown.Struct =>
        if (one.isVariant) CodeScope.refuse() else place.struct(call(one.view, _))
      case alias: Shown.Alias => s"${call(null, null)}\n${this.alias(alias, inner, place)}"
      case _ => call(null, null)
    }
    Seq(arguments, ready, body).filter(_.nonEmpty).mkString("\n")
  }

  /** Gives a field of an object instead of the object. */
  protected final def alias(alias: Shown.Alias, inner: ObjectCode, place: PlaceText): String =
    (alias.shown, alias.value) match {
      case (leaf: Shown.Leaf, value: MemberNodes.Get)
          if value.kind == ValueType.Text || value.kind == ValueType.Bytes =>
        val span = inner.span(value.slot, isOwn = true)
        val bytes = LeafCode.bytes("", span.from, span.until)
        s"if (!spend(2L * (${span.until} - ${span.from}))) return -1;\n" +
          gives.give(leaf.give, bytes, isWide = false, span.charset, place)
      case (leaf: Shown.Leaf, value) => computed(value.kind, value.code(inner), leaf.give, place)
      case _ => CodeScope.refuse()
    }

  /** Gives the value of an expression. */
  protected final def computed(kind: ValueType, code: String, give: Give,
      place: PlaceText): String = {
    val name = unit.name("value")
    val load = kind match {
      case _: ValueType.Whole | _: ValueType.Label => s"final long $name = $code;"
      case ValueType.Truth => s"final long $name = $code ? 1L : 0L;"
      case ValueType.Real => s"final double $name = $code;"
      case _ => CodeScope.refuse()
    }
    val value = LeafCode.number("", load, name, isReal = kind == ValueType.Real)
    s"$load\n${gives.give(give, value, isWide = false, null, place)}"
  }
}
