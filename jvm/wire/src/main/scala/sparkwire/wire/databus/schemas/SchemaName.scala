package sparkwire.wire.databus
package schemas

/** The name of a type and its namespace, null if there is none. */
private[databus] final case class SchemaName(space: String, name: String) {

  // That of the full name, which is never made: Avro 1.4.0 keeps aliases in a hash set of these.
  override val hashCode: Int =
    if (space == null) name.hashCode
    else name.foldLeft(space.hashCode * 31 + '.')((hash, c) => hash * 31 + c)

  def relativeTo(other: String): String =
    if (space == null || space == other) name else s"$space.$name"
}

private[databus] object SchemaName {

  /** A name with dots has its own namespace, another one that around it. */
  def of(text: String, around: String): SchemaName = {
    val dot = text.lastIndexOf('.')
    if (dot < 0) SchemaName(around, text)
    else SchemaName(text.substring(0, dot), text.substring(dot + 1))
  }
}
