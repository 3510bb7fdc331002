package sparkwire.wire.databus.schemas

/** The name of a type, with its namespace or null. */
private[databus] final case class SchemaName(space: String, name: String)
    extends Comparable[SchemaName] {

  // The hash of the full name, without building it: Avro 1.4.0 writes aliases in the order of a
  // hash set.
  override val hashCode: Int =
    if (space == null) name.hashCode
    else name.foldLeft(space.hashCode * 31 + '.')((hash, c) => hash * 31 + c)

  // Names with equal hashes are a tree in a hash table, not a list.
  override def compareTo(that: SchemaName): Int =
    if (space eq that.space) name.compareTo(that.name)
    else if (space == null) -1
    else if (that.space == null) 1
    else {
      val order = space.compareTo(that.space)
      if (order != 0) order else name.compareTo(that.name)
    }

  def relativeTo(other: String): String =
    if (space == null || space == other) name else s"$space.$name"
}

private[databus] object SchemaName {

  /** Returns the name that a text denotes: a text with dots has its own namespace, any other text
    * has `around`.
    */
  def of(text: String, around: String): SchemaName = {
    val dot = text.lastIndexOf('.')
    if (dot < 0) SchemaName(around, text)
    else SchemaName(text.substring(0, dot), text.substring(dot + 1))
  }
}
