package sparkwire.wire.layouts.compiling

import sparkwire.wire.layouts.program._

/** The properties that values without fields have. */
private[compiling] object Methods {

  def propertiesOf(kind: ValueType): Seq[String] = kind match {
    case _: ValueType.Whole => Seq("to_s")
    case _: ValueType.Label | ValueType.Truth | ValueType.Real => Seq("to_i")
    case ValueType.Text => Seq("length", "reverse", "substring", "to_i")
    case ValueType.Bytes => Seq("length", "size", "first", "last", "min", "max", "to_s")
    case _: ValueType.Listed => Seq("size", "first", "last", "min", "max")
    case ValueType.Stream => Seq("size", "pos", "eof")
    case _ => Nil
  }

  def property(of: Node, name: String): Option[Node] = (of.kind, name) match {
    case (_: ValueType.Whole, "to_s") => Some(new TextNodes.OfWhole(of))
    case (label: ValueType.Label, "to_i") => Some(new WholeNodes.OfLabel(of, label.number))
    case (ValueType.Truth, "to_i") => Some(new WholeNodes.OfTruth(of))
    case (ValueType.Real, "to_i") => Some(new WholeNodes.OfReal(of))
    case (ValueType.Text, "length") => Some(new TextNodes.Length(of))
    case (ValueType.Text, "reverse") => Some(new TextNodes.Reverse(of))
    case (ValueType.Text, "to_i") => Some(new WholeNodes.OfText(of, null))
    case (ValueType.Bytes, "length" | "size") => Some(new TextNodes.BytesLength(of))
    case (ValueType.Bytes, "first") =>
      Some(new TextNodes.ByteAt(of, new WholeNodes.Constant(0)))
    case (ValueType.Bytes, "last") => Some(new TextNodes.LastByte(of))
    case (ValueType.Bytes, "min" | "max") =>
      Some(new TextNodes.ExtremeByte(of, isMax = name == "max"))
    case (_: ValueType.Listed, "size") => Some(new ListNodes.Size(of))
    case (ValueType.Listed(element), "first") => Some(new ListNodes.First(of, element))
    case (ValueType.Listed(element), "last") => Some(new ListNodes.Last(of, element))
    case (ValueType.Listed(element @ (_: ValueType.Whole | ValueType.Real | ValueType.Text)),
          "min" | "max") =>
      Some(new ListNodes.Extreme(of, isMax = name == "max", element))
    case (ValueType.Stream, "size") => Some(new MemberNodes.StreamSize(of))
    case (ValueType.Stream, "pos") => Some(new MemberNodes.StreamPosition(of))
    case (ValueType.Stream, "eof") => Some(new MemberNodes.StreamIsAtEnd(of))
    case _ => None
  }
}
