package sparkwire.wire.trace

import sparkwire.wire.core.Field

/** Tracks the part that a reader has asked for last, which is where a fault is: a field, element,
  * key or map value, a container as a whole, or the frame before an element.
  */
private[wire] final class LastAsked(root: TraceLevel) {
  private[this] var level = root
  private[this] var part = true
  // A derived field does not change this: it has no bytes that could be at fault.
  private[this] var field: Field = _
  // The index of the element after the frame, or -1.
  private[this] var framed = -1

  def isPart: Boolean = part

  def partOf(container: TraceLevel): Unit = {
    level = container
    field = container.field
    part = true
  }

  def whole(container: TraceLevel): Unit = frameOf(container, -1)

  def frameOf(container: TraceLevel, element: Int): Unit = {
    level = container
    part = false
    framed = element
  }

  /** Points to an entry of the container, after the container has ended. */
  def entry(): Unit = part = true

  /** Builds the path. This happens only for a fault, not for each field, because its cost grows
    * with the nesting.
    */
  def path: String =
    if (part) level.pathOf(field)
    else if (framed >= 0) level.pathOfElement(framed)
    else level.path
}
