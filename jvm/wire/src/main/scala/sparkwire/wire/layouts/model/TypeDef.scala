package sparkwire.wire.layouts.model

import sparkwire.wire.layouts.expressions.Expression

/** A type of a layout as it is written. Its parts are set while the text is read and do not change
  * afterwards.
  *
  * @param place
  *   its position in the text
  * @param outer
  *   the type within which it is declared, null for the root
  */
private[layouts] final class TypeDef(val id: String, val place: String, val outer: TypeDef) {
  var defaults: Defaults = Defaults.None
  var params: Vector[Member] = Vector.empty
  var seq: Vector[Member] = Vector.empty
  var instances: Vector[Member] = Vector.empty
  var types: Map[String, TypeDef] = Map.empty
  var enums: Map[String, EnumDef] = Map.empty

  /** The name of the field whose value stands for the whole, null if none does. */
  var alias: String = _

  /** How an object is shown as text. It is checked and not used. */
  var toText: Option[Expression] = None

  /** Whether `_root` within it is this type, as in a file that was imported. */
  var isRoot = false

  def root: TypeDef = if (isRoot || outer == null) this else outer.root
  def members: Iterator[Member] = params.iterator ++ seq.iterator ++ instances.iterator
  def member(name: String): Option[Member] = members.find(_.id == name)

  /** This type and those that it stands within, the innermost first. */
  def around: Iterator[TypeDef] = Iterator.iterate(this)(_.outer).takeWhile(_ != null)

  override def toString: String = if (outer == null || outer.outer == null) id else s"$outer::$id"
}

/** The settings of `meta` for a type and the types in it. */
private[layouts] final case class Defaults(
    order: Order, bitsAreLittle: Boolean, encoding: Option[String])

private[layouts] object Defaults {
  val None: Defaults = Defaults(Order.Unknown, bitsAreLittle = false, scala.None)
}

/** The order of the bytes of numbers. */
private[layouts] sealed abstract class Order

private[layouts] object Order {
  case object Unknown extends Order
  case object Big extends Order
  case object Little extends Order

  /** Decided by data when an object of the type `of` begins. */
  final case class Chosen(of: TypeDef, on: Expression, cases: Seq[OrderCase], place: String)
      extends Order

  /** @param key
    *   None for `_`
    */
  final case class OrderCase(key: Option[Expression], isBig: Boolean, place: String)
}

/** An enum: labels by their numbers. */
private[layouts] final class EnumDef(val id: String, val labels: Vector[(BigInt, String)]) {
  val numbers: Map[String, BigInt] = labels.map(_.swap).toMap
}

/** A field, an instance or a parameter of a type.
  *
  * @param id
  *   its name, null for a field without one
  */
private[layouts] final class Member(
    val id: String, val of: TypeDef, val place: String, val spec: MemberSpec, val spark: SparkSpec,
    val doc: String) {

  /** The name in a path. */
  def name: String =
    if (id == null) s"_unnamed${place.substring(place.lastIndexOf('/') + 1)}" else id
  override def toString: String = s"$of.$name"

  /** Its `doc` on one line. A type may be used many thousand times, each with all comments in it. */
  lazy val comment: String = {
    val line = doc.replaceAll("\\s+", " ")
    if (line.length <= Member.LongestComment) line
    else line.take(Member.LongestComment - 1).concat("…")
  }
}

private[layouts] object Member {
  private final val LongestComment = 500
}
