package sparkwire.wire.layouts.text

import sparkwire.wire.core.Nearest
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.{Expression, ExpressionParser}

/** The entries of a map of the text, with checks of their kinds. Keys that begin with `-` mean
  * nothing to the language.
  *
  * @param place
  *   where the map stands
  */
private[text] final class MapEntries(map: Yaml.Mapping, val place: String) {
  def placeOf(key: String): String = s"$place/$key"
  def get(key: String): Option[Yaml] = map.entries.find(_._1.asText == key).map(_._2)
  def has(key: String): Boolean = get(key).isDefined
  def all: Seq[(Yaml.Scalar, Yaml)] =
    map.entries.filterNot { case (key, _) => key.text.startsWith("-") && key.asWhole.isEmpty }

  def refuse(key: String, why: String): Nothing = throw new BadLayout(placeOf(key), why)
  def refuseHere(why: String): Nothing = throw new BadLayout(place, why)

  /** Refuses the first key that is not one of these. */
  def requireKnown(keys: Seq[String]): Unit =
    all.map(_._1.asText).find(!keys.contains(_)).foreach(unknown =>
      refuse(unknown,
        s"unknown key '$unknown'.${Nearest.hint(unknown, keys)} Accepted: ${keys.sorted.mkString(", ")}"))

  def scalar(key: String): Option[Yaml.Scalar] = get(key).map {
    case scalar: Yaml.Scalar if !scalar.isNull => scalar
    case other => refuse(key, s"expected a text or a number, found ${other.what}")
  }
  def text(key: String): Option[String] = scalar(key).map(_.asText)
  def boolean(key: String): Option[Boolean] = scalar(key).map(found =>
    found.asBoolean.getOrElse(refuse(key, s"expected true or false, found '${found.text}'")))
  def whole(key: String): Option[BigInt] = scalar(key).map(found =>
    found.asWhole.getOrElse(refuse(key, s"expected a whole number, found '${found.text}'")))
  def byte(key: String): Option[Byte] = whole(key).map { number =>
    if (number < 0 || number > 255) refuse(key, s"expected a byte, 0 to 255, found $number")
    number.toByte
  }
  def expression(key: String): Option[Expression] =
    text(key).map(ExpressionParser.parse(_, placeOf(key)))
  def entries(key: String): Option[MapEntries] = get(key).map {
    case map: Yaml.Mapping => new MapEntries(map, placeOf(key))
    case other => refuse(key, s"expected a map, found ${other.what}")
  }
  def items(key: String): Option[IndexedSeq[Yaml]] = get(key).map {
    case list: Yaml.Listing => list.items
    case other => refuse(key, s"expected a list, found ${other.what}")
  }
}

private[text] object MapEntries {
  def of(yaml: Yaml, place: String): MapEntries = yaml match {
    case map: Yaml.Mapping => new MapEntries(map, place)
    case other => throw new BadLayout(place, s"expected a map, found ${other.what}")
  }

  private val Id = "[a-z][a-z0-9_]*".r

  /** Returns a name, if it is one. */
  def id(name: String, place: String, what: String): String =
    if (Id.matches(name)) name
    else throw new BadLayout(
      place, s"'$name' is not the name of $what: expected a-z first, then a-z, 0-9 and _")
}
