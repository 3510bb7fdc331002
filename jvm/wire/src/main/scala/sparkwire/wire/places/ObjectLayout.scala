package sparkwire.wire.places

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Field, Kind, Shape}

/** The fields of an object that are known only from the data, whereas the fields of a [[Shape]] are
  * known beforehand. Objects with the same fields share one layout, so that sinks can cache what
  * they derive from it. After the fields come two marks, which only a VARIANT shows: the type, and
  * the bytes of an object without fields.
  *
  * @param keys
  *   the key of each field in a VARIANT or a map; keys are unique
  * @param askedNames
  *   the name of each field in the user's type, null where the type does not have the field
  */
class ObjectLayout(fieldKeys: Array[Array[Byte]], val askedNames: Array[String]) {
  final val count: Int = fieldKeys.length
  final val keys: Array[Array[Byte]] = fieldKeys :+ ObjectLayout.TypeKey :+ ObjectLayout.RawKey
  final def typeMark: Int = count
  final def rawMark: Int = count + 1

  /** The layout as a shape, for sinks that know only shapes. */
  lazy val shape: Shape =
    Shape("object", keys.map(key => Field(new String(key, UTF_8), Kind.Dynamic, "")).toVector)

  // The cache of one sink. One is enough, because a layout belongs to one task, which mostly has
  // one sink.
  private[this] var by: AnyRef = _
  private[this] var made: AnyRef = _

  /** Returns what `owner` has cached here, null if another owner was the last to do so. */
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
