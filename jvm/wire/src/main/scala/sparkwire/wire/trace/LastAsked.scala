package sparkwire.wire.trace

import sparkwire.wire.core.Field

/** What a reader has asked for last, which is where a fault is: a field, element, key or value, a container as a whole, or
  * the frame in front of an element.
  */
private[wire] final class LastAsked(root: TraceLevel) {
  private[this] var level = root
  private[this] var part = true
  // A field that is derived is asked for too, but has no bytes that could be at fault.
  private[this] var field: Field = _
  // The element that a frame stands in front of, or -1.
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

  /** An entry of the container, after the container has ended. */
  def entry(): Unit = part = true

  /** Made when a fault is there, not for each field: a path is as long as the nesting is deep. */
  def path: String =
    if (part) level.pathOf(field)
    else if (framed >= 0) level.pathOfElement(framed)
    else level.path
}
