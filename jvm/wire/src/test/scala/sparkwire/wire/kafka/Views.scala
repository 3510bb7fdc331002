package sparkwire.wire.kafka

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import scala.jdk.CollectionConverters._

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Kind, Options, Reader, Root}
import sparkwire.wire.kafka.definitions.KafkaLayout

import com.fasterxml.jackson.databind.JsonNode

/** Converts the views of the vectors to the trees that the readers should give. */
object Views {
  val unknownTags = "_unknown_tags"

  /** Converts a value of a view: integers, texts, `{"$hex"}`, `{"$f64"}`, lists and objects. */
  def value(json: JsonNode): Tree =
    if (json.isNull) NoValue
    else if (json.isBoolean) Flag(json.asBoolean)
    else if (json.isIntegralNumber) number(json.bigIntegerValue)
    else if (json.isNumber) Real(json.asDouble)
    else if (json.isTextual) Text(json.asText)
    else if (json.isArray) Items(json.asScala.map(value).toVector)
    else if (json.has("$hex")) Hex(json.get("$hex").asText)
    else if (json.has("$f64"))
      Real(
        java.lang.Double.longBitsToDouble(
          java.lang.Long.parseUnsignedLong(json.get("$f64").asText, 16)))
    else
      struct(json.properties.asScala.map(field => field.getKey -> value(field.getValue)).toSeq: _*)

  private def number(value: BigInteger): Tree =
    if (value.bitLength <= 63) Whole(value.longValue) else BigWhole(value)

  /** Makes a number that was given as unsigned equal to the same number given as signed. */
  def plain(tree: Tree): Tree = tree match {
    case BigWhole(value) => number(value)
    case Items(items) => Items(items.map(plain))
    case Struct(fields) => Struct(fields.map { case (name, value) => name -> plain(value) })
    case other => other
  }

  /** Returns whether `whole` has every field of `part` with the same value. */
  def isWithin(part: Tree, whole: Tree): Boolean = (part, whole) match {
    case (Struct(some), Struct(all)) =>
      some.forall { case (name, value) => isWithin(value, all.getOrElse(name, NoValue)) }
    case (Items(some), Items(all)) =>
      some.length == all.length && some.zip(all).forall { case (one, other) =>
        isWithin(one, other)
      }
    case _ => part == whole
  }

  /** Returns only the fields that a view names. A Kafka newer than the one that made the view has
    * more tagged fields.
    */
  def named(tree: Tree, view: Tree): Tree = (tree, view) match {
    case (Struct(fields), Struct(known)) =>
      Struct(
        fields.collect {
          case (name, value) if known.contains(name) => name -> named(value, known(name))
        })
    case (Items(items), Items(known)) if items.length == known.length =>
      Items(items.zip(known).map { case (item, one) => named(item, one) })
    case _ => tree
  }

  def without(tree: Tree, names: String*): Tree = tree match {
    case Struct(fields) => Struct(fields.removedAll(names))
    case other => other
  }

  /** Returns the body of a message as a dynamic value, with unknown tags only if there are any. */
  def body(message: JsonNode): Tree = {
    val tags = message.get("unknown_tags")
    val Struct(fields) = value(message.get("message")): @unchecked
    if (tags == null || tags.isEmpty) Struct(fields)
    else Struct(fields + (unknownTags -> value(tags)))
  }

  private val folder = Vectors.folder.resolve("kafka").resolve("definitions")
  def definition(name: String): KafkaLayout.Message =
    KafkaLayout.of(text(name)).asInstanceOf[KafkaLayout.Message]
  def text(name: String): String = Files.readString(folder.resolve(s"$name.json"), UTF_8)

  /** Reasons that may replace one another: all mean that bytes are missing. */
  private val near = Set("truncated", "truncated-varint", "length-past-end")
  def isNear(one: String, other: String): Boolean = one == other || (near(one) && near(other))
}

/** A root whose reader gets these further inputs beside the value. */
final case class Beside(root: Root, inputs: AnyRef*) extends Root {
  def kind: Kind = root.kind
  def newReader(options: Options): Reader = beside(root.newReader(options))
  override def newChecker(options: Options): Reader = beside(root.newChecker(options))

  private def beside(reader: Reader): Reader = {
    reader.setOtherInputs(inputs.toArray)
    reader
  }
}
