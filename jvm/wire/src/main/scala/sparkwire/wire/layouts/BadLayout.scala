package sparkwire.wire.layouts

/** A text that is not a layout, or a layout that cannot be used. Thrown when a query is analysed,
  * never because of data.
  *
  * @param place
  *   where in the text, as a path from the root: `/types/item/seq/2/size`
  */
final class BadLayout(val place: String, val why: String)
    extends IllegalArgumentException(if (place.isEmpty) why else s"$place: $why") {

  /** The message with its end. A suggestion ends with a question mark. */
  def sentence: String =
    if (why.endsWith("?") || why.endsWith(".")) getMessage else s"$getMessage."
}
