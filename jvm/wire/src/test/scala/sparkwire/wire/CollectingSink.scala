package sparkwire.wire

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.immutable.ListMap

import sparkwire.wire.Tree._
import sparkwire.wire.core._

/** A value as a plain tree, to be compared with `==`. */
sealed abstract class Tree {

  /** Returns the tree at a path of names and positions joined by dots, or `NoValue`. */
  def at(path: String): Tree = path.split('.').filter(_.nonEmpty).foldLeft(this) {
    case (Struct(fields), name) => fields.getOrElse(name, NoValue)
    case (Items(items), index) => items(index.toInt)
    case (_, _) => NoValue
  }
}

object Tree {
  case object NoValue extends Tree
  final case class Flag(value: Boolean) extends Tree
  final case class Whole(value: Long) extends Tree
  final case class BigWhole(value: BigInteger) extends Tree
  final case class Real(value: Double) extends Tree {
    // NaN equals itself, and 0.0 does not equal -0.0.
    override def equals(other: Any): Boolean = other match {
      case Real(that) => java.lang.Double.compare(value, that) == 0
      case _ => false
    }
    override def hashCode: Int = value.hashCode
  }
  final case class Scaled(unscaled: BigInteger, scale: Int) extends Tree
  final case class Text(value: String) extends Tree
  final case class Hex(value: String) extends Tree
  final case class Days(value: Int) extends Tree
  final case class Micros(value: Long) extends Tree
  final case class LocalMicros(value: Long) extends Tree
  final case class Instant(form: InstantForm, units: Long, nanos: Int) extends Tree
  final case class Items(items: Vector[Tree]) extends Tree
  final case class Entries(entries: Vector[(Tree, Tree)]) extends Tree

  /** A struct without the fields that were not given. */
  final case class Struct(fields: Map[String, Tree]) extends Tree

  def struct(fields: (String, Tree)*): Struct = Struct(fields.filter(_._2 != NoValue).toMap)
  def hex(bytes: Array[Byte]): Hex = Hex(Vectors.hex(bytes))

  /** Returns the part of a tree that a query for these paths would see. */
  def only(tree: Tree, keep: String => Boolean, path: String = ""): Tree = tree match {
    case Struct(fields) =>
      Struct(
        fields.collect {
          case (name, value) if keep(join(path, name)) =>
            name -> only(value, keep, join(path, name))
        })
    case Items(items) => Items(items.map(only(_, keep, path)))
    case Entries(entries) =>
      Entries(entries.map { case (key, value) => (key, only(value, keep, path)) })
    case other => other
  }

  private[wire] def join(path: String, name: String): String =
    if (path.isEmpty) name else s"$path.$name"
}

/** A sink that builds a [[Tree]] and checks that the reader follows the rules of [[Sink]]: exactly
  * one value or `skipped` after `wanted`, no value that was not asked for, as many elements as were
  * promised, and an end for every container.
  *
  * @param keep
  *   tells whether a field is wanted, given its path: names joined by dots, without positions
  * @param strict
  *   whether the reader must call `skipped`; false inside a sink that does not pass it on
  */
class CollectingSink(keep: String => Boolean = _ => true, strict: Boolean = true) extends Sink {
  private sealed abstract class Level(val path: String)
  private final class InStruct(val shape: Shape, path: String) extends Level(path) {
    var fields: ListMap[String, Tree] = ListMap.empty
    var field: Field = _
  }
  private sealed abstract class InMany(promised: Int, path: String) extends Level(path) {
    private var goesOn = false
    def length: Int
    def goOn(): Unit = {
      rule(promised < 0 || goesOn || length == promised, "more are said to come before all came")
      goesOn = true
    }
    def isPromised: Boolean = promised < 0 || goesOn || length < promised
    def isWhole: Boolean =
      promised < 0 || length == promised || (goesOn && length > promised)
  }
  private final class InArray(promised: Int, path: String) extends InMany(promised, path) {
    var items: Vector[Tree] = Vector.empty
    override def length: Int = items.length
  }
  private final class InMap(promised: Int, path: String) extends InMany(promised, path) {
    var entries: Vector[(Tree, Tree)] = Vector.empty
    override def length: Int = entries.length
    var key: Tree = _
    var atKey = false
  }
  private final class Root extends Level("") {
    var value: Tree = _
  }

  // The next call may be: a value or `skipped`; only `skipped`; neither of them.
  private sealed abstract class Due
  private case object ValueDue extends Due
  private case object SkipDue extends Due
  private case object NoneDue extends Due

  private val root = new Root
  private var levels: List[Level] = List(root)
  private var due: Due = ValueDue

  def result: Tree = {
    rule(levels.tail.isEmpty, "a container was not ended")
    rule(root.value != null, "no value was given")
    root.value
  }

  private def rule(holds: Boolean, broken: => String): Unit =
    if (!holds) throw new IllegalStateException(s"$broken, at '${levels.head.path}'")

  private def top[L <: Level](what: String)(pick: PartialFunction[Level, L]): L =
    pick.applyOrElse(levels.head,
      (_: Level) => throw new IllegalStateException(s"$what outside of its container"))

  private def give(value: Tree): Unit = {
    rule(due == ValueDue, s"$value was given where no value was wanted")
    due = NoneDue
    levels.head match {
      case level: Root => level.value = value
      case level: InStruct =>
        rule(!level.fields.contains(level.field.name), s"${level.field.name} was given twice")
        rule(!level.field.isFrame, s"${level.field.name} only frames")
        if (value != NoValue) level.fields += level.field.name -> value
      case level: InArray => level.items :+= value
      case level: InMap if level.atKey => level.key = value
      case level: InMap => level.entries :+= ((level.key, value))
    }
  }

  private def down(level: String => Level): Boolean = {
    rule(due == ValueDue, "a container began where no value was wanted")
    levels ::= level(pathOfPart)
    due = NoneDue
    true
  }

  private def pathOfPart: String = levels.head match {
    case level: InStruct => Tree.join(level.path, level.field.name)
    case level => level.path
  }

  private def up(value: Tree): Unit = {
    rule(due == NoneDue, "a container ended before the value that was asked for")
    levels = levels.tail
    due = ValueDue
    give(value)
  }

  private def ask(field: Int): Boolean = {
    val level = inStruct
    rule(due == NoneDue, s"${level.shape.fields(field).name} was asked for before the last value")
    level.field = level.shape.fields(field)
    !level.field.isFrame && keep(pathOfPart)
  }

  private def inStruct: InStruct = top("a field") { case level: InStruct => level }
  private def inArray: InArray = top("an element") { case level: InArray => level }
  private def inMap: InMap = top("an entry") { case level: InMap => level }

  override def beginStruct(shape: Shape): Boolean = down(new InStruct(shape, _))

  override def needed: Long = {
    val level = inStruct
    level.shape.fields.zipWithIndex.take(64).collect {
      case (field, index) if !field.isFrame && keep(Tree.join(level.path, field.name)) =>
        1L << index
    }.sum
  }

  override def wanted(field: Int): Boolean = {
    val isKept = ask(field)
    due = if (isKept) ValueDue else if (strict) SkipDue else NoneDue
    isKept
  }

  override def derives(field: Int): Boolean = {
    val isKept = ask(field)
    if (isKept) due = ValueDue
    isKept
  }

  override def skipped(): Unit = {
    rule(due != NoneDue, "skipped what was not asked for")
    due = NoneDue
  }

  override def endStruct(): Unit = up(Struct(inStruct.fields))

  override def beginArray(count: Int): Boolean = down(new InArray(count, _))
  override def element(): Unit = {
    rule(due == NoneDue, "an element began before the last value")
    rule(inArray.isPromised, "more elements came than were promised")
    due = ValueDue
  }
  override def endArray(): Unit = {
    rule(inArray.isWhole, "fewer elements came than were promised")
    up(Items(inArray.items))
  }

  override def goesOn(): Unit = {
    rule(due == NoneDue, "more are said to come before the last value")
    top("more parts") { case level: InMany => level }.goOn()
  }

  override def beginMap(count: Int): Boolean = down(new InMap(count, _))
  override def key(): Unit = {
    rule(due == NoneDue, "a key began before the last value")
    rule(inMap.isPromised, "more entries came than were promised")
    inMap.atKey = true
    due = ValueDue
  }
  override def value(): Boolean = {
    rule(due == NoneDue, "a value began before its key")
    inMap.atKey = false
    due = ValueDue
    true
  }
  override def endMap(): Unit = {
    rule(inMap.isWhole, "fewer entries came than were promised")
    up(Entries(inMap.entries))
  }

  override def nothing(): Unit = give(NoValue)
  override def bool(value: Boolean): Unit = give(Flag(value))
  override def int(value: Long): Unit = give(Whole(value))
  override def unsigned(value: Long): Unit =
    give(BigWhole(new BigInteger(java.lang.Long.toUnsignedString(value))))
  override def float(value: Float): Unit = give(Real(value.toDouble))
  override def double(value: Double): Unit = give(Real(value))
  override def decimal(unscaled: BigInteger, scale: Int): Unit = give(Scaled(unscaled, scale))
  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    give(Text(new String(bytes, from, until - from, UTF_8)))
  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    give(hex(bytes.slice(from, until)))
  override def date(days: Int): Unit = give(Days(days))
  override def timestamp(micros: Long): Unit = give(Micros(micros))
  override def localTimestamp(micros: Long): Unit = give(LocalMicros(micros))
  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    give(Instant(form, units, nanos))
}
