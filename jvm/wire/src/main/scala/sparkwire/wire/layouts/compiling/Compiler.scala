package sparkwire.wire.layouts.compiling

import scala.collection.mutable

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.TypeName
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program._

/** Compiles a layout: resolves its names, checks the types of its expressions, and decides which
  * values its objects keep. An expression that uses a field makes a slot for it.
  */
private[layouts] final class Compiler(root: TypeDef) {
  private[this] val plans = mutable.LinkedHashMap.empty[TypeDef, TypePlan]
  private[this] val enums = mutable.Map.empty[EnumDef, EnumPlan]
  private[this] val slots = mutable.Map.empty[Member, Slot]
  private[this] val instances = mutable.Map.empty[Member, InstancePlan]
  private[this] val parents = mutable.Map.empty[TypeDef, Set[TypeDef]].withDefaultValue(Set.empty)
  // The value instances that are being compiled, and how deep their expressions are in all.
  private[this] val begun = mutable.Set.empty[Member]
  private[this] var begunLevels = 0

  /** Compiles all types, those that nothing uses included, and returns the root. */
  def compile(): TypePlan = {
    allTypes(root).foreach(of => plans(of) = new TypePlan(of))
    findParents()
    plans.values.foreach(new TypeCompiler(this, _).compile())
    // Only now is it known which members expressions use.
    plans.values.foreach { plan =>
      plan.params = plan.definition.params.map(slots.getOrElse(_, null)).toArray
      plan.fields.foreach { field =>
        field.slot = slots.getOrElse(field.member, null)
        made.get(field.member).foreach { one =>
          field.made = one
          one.field = field
        }
      }
      plan.instances.foreach { instance =>
        instance.slot = slots.getOrElse(instance.member, null)
        instance match {
          case read: InstancePlan.Read => read.field.slot = instance.slot
          case _ => ()
        }
      }
    }
    new ReadingAhead(plans.toMap, uses.toSeq).mark()
    plans(root)
  }

  private def allTypes(of: TypeDef): Seq[TypeDef] =
    of +: of.types.values.toSeq.sortBy(_.place).flatMap(allTypes)

  /** Whether any type has instances that are read at positions. */
  def hasPositions: Boolean = plans.values.exists(_.hasPositions)

  /** Returns where and why no value can be written, None if values can. */
  def whyNotWritten: Option[(String, String)] = plans.values.flatMap { plan =>
    plan.instances.collectFirst { case read: InstancePlan.Read =>
      s"${read.member.place}/pos" -> "an instance with a position cannot be written"
    }.orElse(
      Option.when(plan.definition.alias != null)(
        s"${plan.definition.place}/-spark" -> "a type with `as` cannot be written"))
  }.headOption

  def planOf(definition: TypeDef): TypePlan = plans(definition)

  def enumPlan(path: Seq[String], in: TypeDef, place: String,
      isAbsolute: Boolean = false): EnumPlan = {
    val (owner, found) = Names.enumOf(path, in, place, isAbsolute)
    enums.getOrElseUpdate(found, new EnumPlan(s"$owner::${found.id}", found.labels))
  }

  // Parents.

  private def findParents(): Unit = {
    val nested = for {
      of <- plans.keys.toSeq
      member <- of.members
      spec <- member.spec match {
        case read: MemberSpec.Read => nestedIn(read.data, s"${member.place}/type")
        case _ => Nil
      }
    } yield (of, member, spec)
    val (around, given) = nested.partition(_._3._1.parent == ParentSpec.Around)
    around.foreach { case (of, _, (spec, place)) => addParent(spec, of, place, of) }
    given.foreach {
      case (of, member, (spec @ DataSpec.Nested(_, _, _, ParentSpec.Given(by)), typePlace)) =>
        val place = s"${member.place}/parent"
        expressions(of, place).compile(by).kind match {
          case ValueType.Struct(plan) => addParent(spec, of, typePlace, plan.definition)
          case ValueType.AnyStruct => ()
          case other => throw new BadLayout(place, s"expected a type or false, found $other")
        }
      case _ => ()
    }
  }

  private def addParent(
      spec: DataSpec.Nested, of: TypeDef, place: String, parent: TypeDef): Unit =
    parents(Names.typeOf(spec.name, of, place)) += parent

  private def nestedIn(data: DataSpec, place: String): Seq[(DataSpec.Nested, String)] = data match {
    case nested: DataSpec.Nested => Seq((nested, place))
    case switch: DataSpec.Switch =>
      switch.cases.flatMap(one => nestedIn(one.data, one.place))
    case _ => Nil
  }

  /** The type of `_parent` in a type. */
  def parentKind(of: TypeDef): ValueType = parents(of).toSeq match {
    case Seq(only) => ValueType.Struct(planOf(only))
    case _ => ValueType.AnyStruct
  }

  // Members.

  def expressions(of: TypeDef, place: String): ExpressionCompiler =
    new ExpressionCompiler(this, of, place, None)

  /** Returns the instance that a member is, null if it is a field or a parameter. */
  def instanceOf(member: Member): InstancePlan = member.spec match {
    case _: MemberSpec.Read if isInstance(member) =>
      instances.getOrElseUpdate(member, new InstancePlan.Read(member))
    case _: MemberSpec.Computed =>
      instances.getOrElseUpdate(member, new InstancePlan.Computed(member))
    case _ => null
  }

  private def isInstance(member: Member): Boolean = member.of.instances.exists(_ eq member)

  /** Returns where a member is kept, and makes room for it if it is not kept yet. */
  def slotOf(member: Member): Slot = slots.getOrElseUpdate(member, {
      val kind = kindOf(member)
      val plan = planOf(member.of)
      val number = plan.slots
      plan.slots += 1
      val at = kind match {
        case _: ValueType.Whole | _: ValueType.Label | ValueType.Real | ValueType.Truth =>
          val free = plan.longs
          plan.longs += (if (Keep.isWide(kind)) 2 else 1)
          free
        case _ =>
          val free = plan.refs
          plan.refs += 1
          free
      }
      instanceOf(member) match {
        case read: InstancePlan.Read =>
          read.keptPosition = plan.longs
          plan.longs += 1
        case _ => ()
      }
      new Slot(member.name, kind, number, at)
    })

  private[this] val made = mutable.Map.empty[Member, Made]

  /** Returns the source from which a writer computes a field. */
  def madeOf(member: Member): Made = made.getOrElseUpdate(member, {
      val plan = planOf(member.of)
      plan.made += 1
      new Made(member, plan.made - 1)
    })

  // Which types use members of other types.
  private[this] val uses = mutable.LinkedHashSet.empty[Use]

  /** Notes that an expression of a type uses a member of another one.
    *
    * @param isLate
    *   whether it is evaluated after the fields of its type
    */
  def use(in: TypeDef, isLate: Boolean, member: Member): Unit =
    uses += Use(in, isLate, member)

  def kindOf(member: Member): ValueType = member.spec match {
    case read: MemberSpec.Read =>
      val element = elementOf(member, read)
      if (read.repeat == RepeatSpec.Once) element else ValueType.Listed(element)
    case computed: MemberSpec.Computed if begun(member) => statedKindOf(member, computed)
    case computed: MemberSpec.Computed => computedOf(member, computed).value.kind
    case MemberSpec.Param(name, enumName) => paramKind(member, name, enumName)
  }

  private def paramKind(
      member: Member, name: TypeName, enumName: Option[Seq[String]]): ValueType = {
    val place = s"${member.place}/type"
    val one = Names.builtin(name) match {
      // An argument is not cut to the type of the parameter.
      case Some(_: ValueType.Whole) => enumName match {
          case Some(path) =>
            ValueType.Label(
              enumPlan(path, member.of, s"${member.place}/enum"), ValueType.Whole.Any)
          case None => ValueType.Whole.Any
        }
      case Some(other) => other
      case None => ValueType.Struct(planOf(Names.typeOf(name, member.of, place)))
    }
    if (name.isList) ValueType.Listed(one) else one
  }

  /** Compiles a value instance, if that has not been done. */
  def computedOf(member: Member, spec: MemberSpec.Computed): InstancePlan.Computed = {
    val plan = instanceOf(member).asInstanceOf[InstancePlan.Computed]
    if (plan.value == null) {
      val place = s"${member.place}/value"
      begun += member
      if (begun.size > Compiler.MostLevels)
        throw new BadLayout(
          place, s"instances use later ones, more than ${Compiler.MostLevels} levels deep")
      plan.levels = Levels.of(spec.value)
      begunLevels += Compiler.LevelsOfInstance + plan.levels
      if (begunLevels > Compiler.MostExpressionLevels)
        throw new BadLayout(place,
          "the instances that it uses have expressions of more than " +
            s"${Compiler.MostExpressionLevels} levels in all")
      val value = expressions(member.of, place).compile(spec.value)
      plan.value = spec.enumName.fold(value)(labelled(value, _, member))
      begunLevels -= Compiler.LevelsOfInstance + plan.levels
      begun.remove(member)
      plan.condition = spec.condition.map(
        expressions(member.of, s"${member.place}/if").truth(_)).orNull
    }
    plan
  }

  // The value instances within which their own types are asked for.
  private[this] val stated = mutable.Set.empty[Member]

  /** Returns the type of an instance that uses itself, in another object: the types of casts and
    * joined texts are known without their content.
    */
  private def statedKindOf(member: Member, spec: MemberSpec.Computed): ValueType = {
    val place = s"${member.place}/value"
    if (!stated.add(member)) throw new BadLayout(place, "the value is made from itself")
    val value = expressions(member.of, place).statedOnly.compile(spec.value)
    stated -= member
    spec.enumName.fold(value)(labelled(value, _, member)).kind
  }

  private def labelled(value: Node, path: Seq[String], member: Member): Node = value.kind match {
    case whole: ValueType.Whole =>
      new LabelNode(value,
        ValueType.Label(enumPlan(path, member.of, s"${member.place}/enum"), whole))
    case other =>
      throw new BadLayout(s"${member.place}/enum", s"only a whole number has an enum, not $other")
  }

  /** The type of one element of a field. */
  def elementOf(member: Member, read: MemberSpec.Read): ValueType = {
    val kind = kindOfData(read.data, member)
    read.enumName.fold(kind) { path =>
      val place = s"${member.place}/enum"
      kind match {
        case whole: ValueType.Whole => ValueType.Label(enumPlan(path, member.of, place), whole)
        // One bit is a boolean, but with an enum it is a number.
        case ValueType.Truth =>
          ValueType.Label(enumPlan(path, member.of, place), ValueType.Whole(0, 1))
        case other =>
          throw new BadLayout(place, s"only a whole number has an enum, not $other")
      }
    }
  }

  def kindOfData(data: DataSpec, member: Member): ValueType = data match {
    case DataSpec.Whole(size, isSigned, _) => ValueType.Whole.bits(8 * size, isSigned)
    case DataSpec.Bits(1, _) => ValueType.Truth
    case DataSpec.Bits(width, _) => ValueType.Whole.bits(width, isSigned = false)
    case _: DataSpec.Real => ValueType.Real
    case _: DataSpec.Text => ValueType.Text
    case _: DataSpec.Raw | _: DataSpec.Constant => ValueType.Bytes
    case nested: DataSpec.Nested => ValueType.Struct(
        planOf(Names.typeOf(nested.name, member.of, s"${member.place}/type")))
    case switch: DataSpec.Switch =>
      val hasDefault = switch.cases.exists(_.key.isEmpty)
      val kinds = switch.cases.map(one => caseKind(one, member)) ++
        Option.when(switch.extent.isDefined && !hasDefault)(ValueType.Bytes)
      kinds.tail.foldLeft(Option(kinds.head))((found, next) =>
        found.flatMap(ValueType.common(_, next))).getOrElse(ValueType.Any)
  }

  private def caseKind(one: DataSpec.Case, member: Member): ValueType = one.data match {
    case nested: DataSpec.Nested =>
      ValueType.Struct(planOf(Names.typeOf(nested.name, member.of, one.place)))
    case other => kindOfData(other, member)
  }
}

private object Compiler {

  /** How deep instances may use instances after them in the text, and types may be nested. */
  final val MostLevels = 200

  /** How deep the expressions of instances that use each other may be in all. Going from one to the
    * next takes as many calls as some levels of an expression.
    */
  final val MostExpressionLevels = 500
  final val LevelsOfInstance = 5
}
