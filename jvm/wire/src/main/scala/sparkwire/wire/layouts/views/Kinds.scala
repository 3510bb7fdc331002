package sparkwire.wire.layouts.views

import sparkwire.wire.core.{Kind, Shape}

/** Kinds of results: which number holds which, and whether two are the same for a user. */
private[layouts] object Kinds {

  def whole(bits: Int, isSigned: Boolean): Kind = {
    // The smallest signed type that holds it.
    val needed = if (isSigned) bits else bits + 1
    if (needed <= 8) Kind.Int8
    else if (needed <= 16) Kind.Int16
    else if (needed <= 32) Kind.Int32
    else if (needed <= 64) Kind.Int64
    else Kind.Decimal(20, 0)
  }

  private val Order = Seq[Kind](Kind.Int8, Kind.Int16, Kind.Int32, Kind.Int64, Kind.Decimal(20, 0))

  /** Returns the larger of two kinds of whole numbers. */
  def larger(a: Kind, b: Kind): Kind = Order(math.max(Order.indexOf(a), Order.indexOf(b)))

  /** Whether a user sees the same type. Names of shapes and fields that are not shown do not count. */
  def same(a: Kind, b: Kind): Boolean = (a, b) match {
    case (Kind.Struct(x), Kind.Struct(y)) =>
      val (left, right) = (x.results, y.results)
      left.length == right.length && left.zip(right).forall { case (one, other) =>
        one.name == other.name && same(one.kind, other.kind)
      }
    case (Kind.Sequence(x), Kind.Sequence(y)) => same(x, y)
    case _ => a == b
  }

  /** Returns a kind with the shown fields of two kinds that are the same for a user, and the hidden
    * fields of both.
    */
  def merged(a: Kind, b: Kind): Kind = (a, b) match {
    case (Kind.Struct(x), Kind.Struct(y)) => Kind.Struct(merged(x, y))
    case (Kind.Sequence(x), Kind.Sequence(y)) => Kind.Sequence(merged(x, y))
    case _ => a
  }

  private def merged(a: Shape, b: Shape): Shape =
    if (a == b) a
    else {
      val shown = a.results.zip(b.results).map { case (one, other) =>
        one.copy(kind = merged(one.kind, other.kind))
      }
      val hidden = (a.fields ++ b.fields).filter(_.isFrame).distinct
      Shape(a.name, shown ++ hidden)
    }
}
