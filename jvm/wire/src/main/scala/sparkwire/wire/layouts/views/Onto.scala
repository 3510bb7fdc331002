package sparkwire.wire.layouts.views

import sparkwire.wire.core.{Kind, Shape}

/** Makes views fit a kind that has more hidden fields: see [[Kinds.merged]]. */
private[layouts] object Onto {

  def shown(of: Shown, kind: Kind): Shown = (of, kind) match {
    case (struct: Shown.Struct, Kind.Struct(shape)) =>
      new Shown.Struct(view(struct.view, shape), isVariant = false)
    case (alias: Shown.Alias, _) if kind != Kind.Dynamic =>
      val found = new Shown.Alias(alias.of, alias.value, isVariant = false)
      found.shown = shown(alias.shown, kind)
      found
    case (items: Shown.Items, Kind.Sequence(element)) =>
      new Shown.Items(shown(items.element, element), items.elementKind)
    case (switch: Shown.Switch, Kind.Struct(shape)) if switch.shape != null =>
      def field(at: Int) = shape.positions.get(switch.shape.fields(at).name).intValue
      val fields = switch.fields.map(field)
      new Shown.Switch(kind, shape, fields,
        switch.cases.zip(fields).map { case (one, at) => shown(one, shape.fields(at).kind) },
        switch.other, if (switch.other == null) -1 else field(switch.otherField))
    case (switch: Shown.Switch, _) =>
      new Shown.Switch(kind, null, switch.fields, switch.cases.map(shown(_, kind)), switch.other,
        switch.otherField)
    case _ => of
  }

  private def view(of: View, shape: Shape): View =
    if (of.shape == shape) of
    else {
      def field(at: Int): Int = {
        val own = of.shape.fields(at)
        if (own.isFrame) shape.fields.indexOf(own) else shape.positions.get(own.name).intValue
      }
      def part(of: Shown, at: Int): Shown =
        if (shape.fields(at).isFrame) of else shown(of, elementOf(of, shape.fields(at).kind))
      val found = new View(of.of)
      found.shape = shape
      found.fields = of.fields.map { one =>
        val at = field(one.field)
        new FieldView(one.plan, at, part(one.shown, at))
      }
      found.instances = of.instances.map {
        case one: InstanceView.Computed =>
          val at = field(one.field)
          new InstanceView.Computed(one.plan, at, part(one.shown, at))
        case one: InstanceView.Read =>
          val at = field(one.field)
          new InstanceView.Read(one.plan, at, part(one.shown, at))
      }
      found
    }

  /** The kind of one value of a field: of an element if the field repeats. */
  private def elementOf(shown: Shown, kind: Kind): Kind = (shown, kind) match {
    case (_: Shown.Items, _) => kind
    case (_, Kind.Sequence(element)) => element
    case _ => kind
  }
}
