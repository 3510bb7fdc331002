package sparkwire.wire.trace

import sparkwire.wire.core.{Field, Shape}

/** One of the containers around the current place. Its path is built on demand; the paths of the
  * outer levels do not change while this level is open.
  */
private[wire] final class TraceLevel(val outer: TraceLevel, kind: Int, val shape: Shape) {
  var forwards = true
  var start = 0
  var field: Field = _
  var index: Int = -1
  // The name of the current map entry: its key if that is text, else its index.
  private[this] var atKey = false
  private[this] var keyText: String = _

  def beginKey(): Unit = {
    atKey = true
    keyText = null
  }

  def beginValue(): Unit = atKey = false

  def nameKey(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (atKey) keyText = Show.plain(bytes, from, until)

  private var known: String = if (outer == null) "" else null

  /** Returns the path, and caches it, because the outer levels do not move. Not recursive, because
    * there may be many levels.
    */
  def path: String = {
    var unknown: List[TraceLevel] = Nil
    var level = this
    while (level.known == null) {
      unknown ::= level
      level = level.outer
    }
    unknown.foreach(below => below.known = below.outer.partBelow(below.outer.known))
    known
  }

  def pathOfPart: String = partBelow(path)

  /** Like [[pathOfPart]], with `part` as the current field. */
  def pathOf(part: Field): String =
    if (kind == TraceLevel.Struct && part != null) dotted(path, part.name) else pathOfPart

  def pathOfElement(number: Int): String = s"$path[$number]"

  private def partBelow(here: String): String =
    if (kind == TraceLevel.Root) here
    else if (kind == TraceLevel.Struct) dotted(here, field.name)
    else if (kind == TraceLevel.Array) s"$here[$index]"
    else if (keyText != null) dotted(here, keyText)
    else s"$here[$index].${if (atKey) "key" else "value"}"

  private def dotted(here: String, name: String): String =
    if (here.isEmpty) name else if (name.isEmpty) here else s"$here.$name"

  def wireOfPart: String =
    if (kind == TraceLevel.Struct && field != null) field.wire
    else if (kind == TraceLevel.Map && atKey) "key"
    else ""
}

private[wire] object TraceLevel {
  final val Root = 0
  final val Struct = 1
  final val Array = 2
  final val Map = 3

  def root(): TraceLevel = new TraceLevel(null, Root, null)
}
