package sparkwire.wire.layouts.views

import scala.collection.mutable

import sparkwire.wire.core.{Field, Kind, Shape}
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program._

/** The parts that a user asks to see.
  *
  * @param shows
  *   whether an instance of this name is shown
  */
private[layouts] final case class ViewOptions(
    enumsAreNumbers: Boolean, switchesAreVariants: Boolean, shows: String => Boolean)

/** Decides which parts of each type the result shows. A type is a STRUCT; within itself it is a
  * VARIANT.
  */
private[layouts] final class ViewBuilder(options: ViewOptions) {
  import ViewBuilder._

  private[this] val gives = new GiveBuilder(options)
  private[this] val views = mutable.Map.empty[(TypePlan, Boolean, Set[TypePlan]), View]
  private[this] val aliases =
    mutable.Map.empty[(TypePlan, Boolean, Set[TypePlan]), Shown.Alias]
  private[this] val reached = mutable.Map.empty[TypePlan, Set[TypePlan]]
  private[this] val sizes = mutable.Map.empty[View, Long]

  def root(plan: TypePlan): View = view(plan, Set.empty, isVariant = false)

  /** @param around
    *   the types within which it stands
    */
  private def view(of: TypePlan, around: Set[TypePlan], isVariant: Boolean): View = {
    val key = (of, isVariant, around.intersect(reach(of)))
    // Refused before it is built: building it takes a few calls for each level.
    if (around.size > Kind.MaxLevels) throw new BadLayout(of.definition.place, Kind.TooManyLevels)
    views.getOrElse(key, {
        val found = new View(of)
        views(key) = found
        build(found, around + of, isVariant)
        found
      })
  }

  private def build(view: View, inside: Set[TypePlan], isVariant: Boolean): Unit = {
    val fields = Vector.newBuilder[Field]
    var size = 0L
    def add(member: Member, shown: Shown, isHidden: Boolean, repeats: Boolean,
        wire: String): Unit = {
      val kind = if (repeats) Kind.Sequence(shown.kind) else shown.kind
      fields += (
        if (isHidden) Field.frame(member.name, wire)
        else Field(member.name, if (isVariant) Kind.Dynamic else kind, wire, member.comment))
      size += 1 + (if (isHidden || isVariant) 0 else sizeOf(shown))
      if (size > MostFields)
        throw new BadLayout("", s"the result has more than $MostFields fields")
    }
    val of = view.of
    view.fields = of.fields.zipWithIndex.map { case (plan, at) =>
      val isHidden = isHiddenField(plan)
      val shown = element(plan.data, plan, inside, isVariant || isHidden)
      add(plan.member, shown, isHidden, plan.repeat != MemberPlan.Once, Wires.of(plan.data))
      new FieldView(plan, at, shown)
    }
    var next = view.fields.length
    view.instances = of.instances.flatMap { plan =>
      val found = instance(plan, next, inside, isVariant)
      found.foreach { one =>
        val (shown, repeats, wire) = one match {
          case computed: InstanceView.Computed => (computed.shown, false, "")
          case read: InstanceView.Read => (
              read.shown, read.plan.field.repeat != MemberPlan.Once, Wires.of(read.plan.field.data))
        }
        add(plan.member, shown, isHidden = false, repeats, wire)
        next += 1
      }
      found
    }
    view.shape = Shape(of.name, fields.result())
    sizes(view) = size
  }

  private def sizeOf(shown: Shown): Long = shown match {
    case struct: Shown.Struct => sizes.getOrElse(struct.view, 0L)
    case alias: Shown.Alias => if (alias.shown == null) 0L else sizeOf(alias.shown)
    case items: Shown.Items => sizeOf(items.element)
    case switch: Shown.Switch if switch.shape != null =>
      switch.shape.fields.length.toLong + switch.cases.map(sizeOf).sum
    case _ => 0L
  }

  private def isHiddenField(plan: MemberPlan): Boolean =
    plan.member.id == null || plan.data.isInstanceOf[
      DataPlan.Constant] || plan.member.spark.isHidden

  private def instance(plan: InstancePlan, field: Int, inside: Set[TypePlan],
      isVariant: Boolean): Option[InstanceView] =
    if (plan.member.spark.isHidden || !options.shows(plan.member.id)) None
    else plan match {
      case computed: InstancePlan.Computed =>
        value(computed.value.kind, computed.member, inside, isVariant)
          .map(new InstanceView.Computed(computed, field, _))
      case read: InstancePlan.Read =>
        Some(
          new InstanceView.Read(
            read, field, element(read.field.data, read.field, inside, isVariant)))
    }

  /** How the value of an expression is shown, None if it is not. */
  private def value(kind: ValueType, member: Member, inside: Set[TypePlan],
      isVariant: Boolean): Option[Shown] = kind match {
    case ValueType.Struct(of) =>
      if (inside(of)) None else Some(struct(of, inside, isVariant))
    case ValueType.AnyStruct | ValueType.Any | ValueType.Stream => None
    case ValueType.Listed(element) =>
      value(element, member, inside, isVariant).map(new Shown.Items(_, element))
    case scalar => Some(new Shown.Leaf(gives.ofValue(scalar, member)))
  }

  /** How one element of a field is shown. */
  private def element(data: DataPlan, field: MemberPlan, inside: Set[TypePlan],
      isVariant: Boolean): Shown = data match {
    case leaf: LeafPlan => new Shown.Leaf(gives.ofField(leaf, field.member, labelsOf(field)))
    case nested: DataPlan.Struct => struct(nested.of, inside, isVariant)
    case switch: DataPlan.Switch => this.switch(switch, field, inside, isVariant)
  }

  private def labelsOf(field: MemberPlan): EnumPlan = field.element match {
    case label: ValueType.Label => label.of
    case _ => null
  }

  private def struct(of: TypePlan, inside: Set[TypePlan], isVariant: Boolean): Shown = {
    val begins = inside(of)
    if (of.definition.alias == null)
      new Shown.Struct(view(of, inside, isVariant || begins), isVariant || begins)
    else alias(of, inside, isVariant || begins)
  }

  private def alias(of: TypePlan, inside: Set[TypePlan], isVariant: Boolean): Shown.Alias = {
    val key = (of, isVariant, inside.intersect(reach(of)))
    aliases.getOrElse(key, {
        val member = of.definition.member(of.definition.alias).get
        val found = new Shown.Alias(of, AliasValue.of(of, member), isVariant)
        aliases(key) = found
        val shown = of.fields.find(_.member eq member).map(plan => (plan, plan.data)).orElse(
          of.instances.collectFirst {
            case read: InstancePlan.Read if read.member eq member => (read.field, read.field.data)
          }) match {
          case Some((plan, data)) =>
            val one = element(data, plan, inside + of, isVariant)
            if (plan.repeat == MemberPlan.Once) one else new Shown.Items(one, plan.element)
          case None =>
            val plan = of.instances.collectFirst {
              case computed: InstancePlan.Computed if computed.member eq member => computed
            }.get
            value(plan.value.kind, member, inside + of, isVariant).getOrElse(
              throw new BadLayout(s"${of.definition.place}/-spark",
                s"as: the value of '${member.name}' has no type of its own"))
        }
        if (shown.isInstanceOf[Shown.Switch])
          throw new BadLayout(s"${of.definition.place}/-spark",
            s"as: the type of '${member.name}' depends on the data")
        found.shown = shown
        found
      })
  }

  private def switch(plan: DataPlan.Switch, field: MemberPlan, inside: Set[TypePlan],
      isVariant: Boolean): Shown = {
    val bare = isVariant || options.switchesAreVariants
    val cases = plan.cases.map(element(_, field, inside, bare))
    val other = if (plan.other == null) null else new Shown.Leaf(Give.Binary)
    if (bare) new Shown.Switch(Kind.Dynamic, null, null, cases, other, -1)
    else if (other == null && cases.tail.forall(one => Kinds.same(one.kind, cases.head.kind))) {
      val kind = cases.map(_.kind).reduceLeft(Kinds.merged)
      new Shown.Switch(kind, null, null, cases.map(Onto.shown(_, kind)), null, -1)
    } else Option.when(other == null)(gives.ofNumbers(plan, field.member)).flatten match {
      case Some(numbers) =>
        val shown = numbers.map(new Shown.Leaf(_): Shown)
        new Shown.Switch(shown.head.kind, null, null, shown, null, -1)
      case None => separate(plan, cases, other)
    }
  }

  /** A struct with a field for each type. */
  private def separate(plan: DataPlan.Switch, cases: Array[Shown], other: Shown): Shown = {
    val names = plan.names.distinct
    val fields = names.map(name => Field(name, cases(plan.names.indexOf(name)).kind, "")) ++
      Option.when(other != null)(Field("other", Kind.Binary, "bytes"))
    val shape = Shape("switch", fields.toVector)
    // Two cases of one type may differ in the order of hidden fields only if they are one type.
    new Shown.Switch(Kind.Struct(shape), shape, plan.names.map(names.indexOf(_)), cases, other,
      names.length)
  }

  /** The types in a type, including itself. */
  private def reach(of: TypePlan): Set[TypePlan] = reached.getOrElseUpdate(of, {
      val found = mutable.LinkedHashSet(of)
      val open = mutable.Queue(of)
      while (open.nonEmpty)
        nested(open.dequeue()).foreach(next => if (found.add(next)) open += next)
      found.toSet
    })

  private def nested(of: TypePlan): Seq[TypePlan] =
    of.fields.toSeq.flatMap(plan => inData(plan.data)) ++ of.instances.toSeq.flatMap {
      case read: InstancePlan.Read => inData(read.field.data)
      case computed: InstancePlan.Computed => inKind(computed.value.kind)
    }

  private def inData(data: DataPlan): Seq[TypePlan] = data match {
    case struct: DataPlan.Struct => Seq(struct.of)
    case switch: DataPlan.Switch => switch.cases.toSeq.flatMap(inData)
    case _ => Nil
  }

  private def inKind(kind: ValueType): Seq[TypePlan] = kind match {
    case ValueType.Struct(of) => Seq(of)
    case ValueType.Listed(element) => inKind(element)
    case _ => Nil
  }
}

private[layouts] object ViewBuilder {

  /** How many fields a result may have, including the fields of nested structs. */
  final val MostFields = 20000L
}

/** The value of the field that stands for an object. */
private[layouts] object AliasValue {
  def of(plan: TypePlan, member: Member): Node = {
    val instance = plan.instances.find(_.member eq member).orNull
    val slot =
      if (instance != null) instance.slot else plan.fields.find(_.member eq member).get.slot
    new MemberNodes.Get(new MemberNodes.Self(plan), slot, instance)
  }
}

/** The names of types on the wire, as a dissection shows them. */
private[layouts] object Wires {
  def of(data: DataPlan): String = data match {
    case whole: DataPlan.Whole => s"${if (whole.isSigned) "s" else "u"}${whole.size}"
    case real: DataPlan.Real => s"f${real.size}"
    case bits: DataPlan.Bits => s"b${bits.width}"
    case _: DataPlan.Text => "str"
    case _: DataPlan.Raw => "bytes"
    case _: DataPlan.Constant => "contents"
    case _: DataPlan.Struct | _: DataPlan.Switch => ""
  }
}
