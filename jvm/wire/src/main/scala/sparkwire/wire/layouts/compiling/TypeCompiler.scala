package sparkwire.wire.layouts.compiling

import java.nio.charset.Charset

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.Expression
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program._

/** Compiles the fields and instances of one type. */
private[compiling] final class TypeCompiler(compiler: Compiler, plan: TypePlan) {
  private[this] val in = plan.definition
  private[this] val inverses = new Inverses(compiler, in)

  def compile(): Unit = {
    in.defaults.order match {
      case chosen: Order.Chosen if chosen.of eq in => plan.order = order(chosen)
      case _: Order.Chosen => plan.inheritsOrder = true
      case _ => ()
    }
    if (in.alias != null) {
      // The value of an object of this type is taken from where it keeps it.
      val _ = compiler.slotOf(in.member(in.alias).get)
    }
    plan.fields = in.seq.map(field).toArray
    plan.fields.indices.foreach(at => plan.fields(at).index = at)
    plan.instances = in.instances.map(instance).toArray
    in.toText.foreach { expression =>
      val place = s"${in.place}/to-string"
      val kind = compiler.expressions(in, place).compile(expression).kind
      if (kind != ValueType.Text) throw new BadLayout(place, s"expected a text, found $kind")
    }
    val checksums = new ChecksumRanges(plan)
    checksums.compile()
    checksums.order()
  }

  private def expressions(member: Member, key: String): ExpressionCompiler =
    compiler.expressions(in, s"${member.place}/$key")

  private def order(chosen: Order.Chosen): OrderPlan = {
    val of = compiler.expressions(in, s"${chosen.place}/switch-on")
    new OrderPlan(
      chosen.cases.map { one =>
        one.key.map { key =>
          val at = compiler.expressions(in, one.place)
          at.compare("==", of.compile(chosen.on), at.compile(key))
        }.orNull
      }.toArray,
      chosen.cases.map(_.isBig).toArray)
  }

  private def instance(member: Member): InstancePlan = member.spec match {
    case computed: MemberSpec.Computed =>
      val found = compiler.computedOf(member, computed)
      SparkForms.check(member, found.value.kind, null)
      found
    case read: MemberSpec.Read =>
      val found = compiler.instanceOf(member).asInstanceOf[InstancePlan.Read]
      found.position = read.position.map(expressions(member, "pos").whole).orNull
      found.stream = read.stream.map(expressions(member, "io").stream).orNull
      found.field = field(member)
      found.field.isInstance = true
      found.levels = Levels.of(read.position.getOrElse(Expression.Whole(0)))
      found
    case other => throw new IllegalStateException(s"$other is not an instance")
  }

  private def field(member: Member): MemberPlan = {
    val read = member.spec.asInstanceOf[MemberSpec.Read]
    val element = compiler.elementOf(member, read)
    val found = new MemberPlan(member, data(read.data, member, s"${member.place}/type"), element)
    found.condition = read.condition.map(expressions(member, "if").truth).orNull
    read.repeat match {
      case RepeatSpec.Once => ()
      case RepeatSpec.ToEnd => found.repeat = MemberPlan.ToEnd
      case RepeatSpec.Count(count) =>
        found.repeat = MemberPlan.Count
        found.bound = expressions(member, "repeat-expr").whole(count)
      case RepeatSpec.Until(condition) =>
        found.repeat = MemberPlan.Until
        found.bound = expressions(member, "repeat-until").withItem(element).truth(condition)
    }
    found.expected = read.valid.collect { case ValidSpec.Equals(value, _) =>
      expressions(member, "valid").withItem(element).compile(value)
    }.orNull
    inverses.note(read, found, member)
    found.valid = read.valid.map(valid(_, element, member)).orNull
    SparkForms.check(member, element, read.data)
    found
  }

  private def valid(spec: ValidSpec, kind: ValueType, member: Member): Node = {
    def item: Node = new MemberNodes.Item(kind)
    def at(key: String) = expressions(member, s"valid$key").withItem(kind)
    def compared(operator: String, to: Expression, key: String): Node =
      at(key).compare(operator, item, at(key).compile(to))
    spec match {
      case ValidSpec.Equals(value, key) => compared("==", value, key)
      case ValidSpec.AnyOf(values) =>
        values.zipWithIndex.map { case (value, index) => compared("==", value, s"/any-of/$index") }
          .reduceLeftOption(new OtherNodes.Or(_, _)).getOrElse(
            new OtherNodes.TruthConstant(false))
      case ValidSpec.Between(min, max) =>
        val bounds = min.map(compared(">=", _, "/min")) ++ max.map(compared("<=", _, "/max"))
        bounds.reduceLeft(new OtherNodes.And(_, _))
      case ValidSpec.Holds(condition) => at("/expr").truth(condition)
      case ValidSpec.InEnum => kind match {
          case label: ValueType.Label => new InEnum(item, label.of)
          case other =>
            throw new BadLayout(s"${member.place}/valid/in-enum", s"$other is not of an enum")
        }
    }
  }

  private def data(spec: DataSpec, member: Member, place: String): DataPlan = spec match {
    case DataSpec.Whole(size, isSigned, order) =>
      new DataPlan.Whole(size, isSigned, orderCode(order))
    case DataSpec.Real(size, order) => new DataPlan.Real(size, orderCode(order))
    case DataSpec.Bits(width, isLittle) => new DataPlan.Bits(width, isLittle)
    case DataSpec.Raw(bytes) => new DataPlan.Raw(extent(bytes, member))
    case DataSpec.Text(bytes, encoding) =>
      new DataPlan.Text(extent(bytes, member), Charset.forName(encoding))
    case DataSpec.Constant(bytes) => new DataPlan.Constant(bytes.toArray)
    case nested: DataSpec.Nested => struct(nested, member, place)
    case switch: DataSpec.Switch => this.switch(switch, member)
  }

  private def orderCode(order: Order): Int = order match {
    case Order.Little => DataPlan.Little
    case _: Order.Chosen => DataPlan.Chosen
    case _ => DataPlan.Big
  }

  private def struct(nested: DataSpec.Nested, member: Member, place: String): DataPlan = {
    val of = Names.typeOf(nested.name, in, place)
    val wanted = of.params
    if (wanted.length != nested.arguments.length)
      throw new BadLayout(
        place, s"the type $of takes ${wanted.length} arguments, found ${nested.arguments.length}")
    val arguments = wanted.zip(nested.arguments).map { case (param, argument) =>
      val node = compiler.expressions(in, place).compile(argument)
      val kind = compiler.kindOf(param)
      if (!Casts.isAccepted(node.kind, kind))
        throw new BadLayout(place, s"the argument ${param.id} is ${node.kind}, expected $kind")
      Casts.widened(node, kind)
    }
    val parent = nested.parent match {
      case ParentSpec.Given(by) => expressions(member, "parent").compile(by)
      case _ => null
    }
    new DataPlan.Struct(compiler.planOf(of), arguments.toArray,
      nested.extent.map(extent(_, member)).orNull, nested.parent != ParentSpec.Nobody, parent)
  }

  private def switch(spec: DataSpec.Switch, member: Member): DataPlan = {
    val subject = expressions(member, "type/switch-on").compile(spec.on)
    subject.kind match {
      case _: ValueType.Struct | ValueType.AnyStruct | ValueType.Any | _: ValueType.Listed |
          ValueType.Stream =>
        throw new BadLayout(
          s"${member.place}/type/switch-on", s"cannot switch on ${subject.kind}")
      case _ => ()
    }
    val values = spec.cases.map(one => one.key.map(compiler.expressions(in, one.place).compile))
    val keys = spec.cases.zip(values).map { case (one, value) =>
      value.map(
        compiler.expressions(in, one.place).compare(
          "==", new MemberNodes.Item(subject.kind), _))
    }
    val hasDefault = keys.exists(_.isEmpty)
    new DataPlan.Switch(subject, keys.map(_.orNull).toArray, values.map(_.orNull).toArray,
      spec.cases.map(one => data(one.data, member, one.place)).toArray,
      spec.cases.map(_.name).toArray, spec.cases.map(kindOfCase(_, member)).toArray,
      if (hasDefault) null else spec.extent.map(extent(_, member)).orNull)
  }

  private def kindOfCase(one: DataSpec.Case, member: Member): ValueType = one.data match {
    case nested: DataSpec.Nested =>
      ValueType.Struct(compiler.planOf(Names.typeOf(nested.name, in, one.place)))
    case other => compiler.kindOfData(other, member)
  }

  private def extent(spec: Extent, member: Member): ExtentPlan = {
    val found = plainExtent(spec, member)
    found.sizeOf = spec.size.flatMap(inverses.of(_, s"${member.place}/size")).orNull
    found
  }

  private def plainExtent(spec: Extent, member: Member): ExtentPlan = new ExtentPlan(
    spec.size.map(expressions(member, "size").whole).orNull, spec.isToEnd,
    spec.terminator.map(_.toArray).orNull, spec.includesTerminator, spec.consumesTerminator,
    spec.needsTerminator, paddingOf(spec), spec.process.map(process(_, member)).orNull)

  // Padding that is also the terminator is cut off as the terminator: the first one counts.
  private def paddingOf(spec: Extent): Int = spec.padding match {
    case Some(byte) if !spec.terminator.contains(Vector(byte)) => byte & 0xff
    case _ => -1
  }

  private def process(spec: ProcessSpec, member: Member): ProcessPlan = {
    val at = expressions(member, "process")
    spec match {
      case ProcessSpec.Xor(key) => at.compile(key) match {
          case node
              if node.kind.isInstanceOf[ValueType.Whole] || node.kind == ValueType.Bytes =>
            new ProcessPlan.Xor(node)
          case other => throw new BadLayout(
              s"${member.place}/process",
              s"the key must be a whole number or bytes, not ${other.kind}")
        }
      case ProcessSpec.Rotate(by, toLeft) => new ProcessPlan.Rotate(at.whole(by), toLeft)
      case ProcessSpec.Zlib => ProcessPlan.Zlib
    }
  }
}

/** Whether a number has a label. */
private[compiling] final class InEnum(of: Node, labels: EnumPlan) extends Node(ValueType.Truth) {
  override def truth(scope: Scope, walk: Walk): Boolean = {
    walk.isHigh = false
    val number = of.whole(scope, walk)
    labels.label(number, of.isWide && walk.isHigh) != null
  }
}
