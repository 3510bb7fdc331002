package sparkwire.sources.code

/** Finds the field of a STRUCT that has the name of a field of a format: exactly, else ignoring case
  * if only one is named so.
  */
private[sources] object FieldMatch {

  /** Returns -1 if there is none. */
  def find(names: Array[String], name: String): Int = {
    val exact = names.indexOf(name)
    if (exact >= 0) exact
    else {
      val similar = names.indices.filter(names(_).equalsIgnoreCase(name))
      if (similar.length == 1) similar.head else -1
    }
  }
}
