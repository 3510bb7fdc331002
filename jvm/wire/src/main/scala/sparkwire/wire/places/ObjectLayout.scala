package sparkwire.wire.places

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Field, Kind, Shape}

/** The fields of an object that are known from the data alone, as those of a [[Shape]] are known
  * beforehand. Objects that look the same share one, so that sinks can keep what they made of it.
  * Behind the fields stand two marks, which only a VARIANT shows: the type, and bytes without fields.
  *
  * @param keys
  *   what each field is called in a VARIANT or a map; no two are equal
  * @param askedNames
  *   the name by which the user's type has each field, null where it does not
  */
class ObjectLayout(fieldKeys: Array[Array[Byte]], val askedNames: Array[String]) {
  final val count: Int = fieldKeys.length
  final val keys: Array[Array[Byte]] = fieldKeys :+ ObjectLayout.TypeKey :+ ObjectLayout.RawKey
  final def typeMark: Int = count
  final def rawMark: Int = count + 1

  /** For sinks that know no other structs. */
  lazy val shape: Shape =
    Shape("object", keys.map(key => Field(new String(key, UTF_8), Kind.Dynamic, "")).toVector)

  // What one sink made of it: a layout belongs to one task, which mostly has one.
  private[this] var by: AnyRef = _
  private[this] var made: AnyRef = _

  /** What `owner` kept here, null if that was another. */
  final def kept(owner: AnyRef): AnyRef = if (by eq owner) made else null

  final def keep(owner: AnyRef, value: AnyRef): Unit = {
    by = owner
    made = value
  }
}

object ObjectLayout {
  val TypeKey: Array[Byte] = "@type".getBytes(UTF_8)
  val RawKey: Array[Byte] = "@raw".getBytes(UTF_8)
}
