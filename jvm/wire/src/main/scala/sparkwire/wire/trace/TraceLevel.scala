package sparkwire.wire.trace

import sparkwire.wire.core.{Field, Shape}

/** One of the containers around the current place. Its path is built on demand and not kept,
  * because the paths of all levels together grow with the square of the nesting.
  */
private[wire] final class TraceLevel(val outer: TraceLevel, kind: Int, val shape: Shape) {
  val depth: Int = if (outer == null) 0 else outer.depth + 1
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

  def path: String = pathTo(new StringBuilder).toString

  def pathOfPart: String = addPart(pathTo(new StringBuilder)).toString

  /** Like [[pathOfPart]], with `part` as the current field. */
  def pathOf(part: Field): String =
    if (kind == TraceLevel.Struct && part != null)
      TraceLevel.addName(pathTo(new StringBuilder), Show.name(part.name)).toString
    else pathOfPart

  def pathOfElement(number: Int): String = s"$path[$number]"

  // Not recursive, because there may be many levels.
  private def pathTo(out: StringBuilder): StringBuilder = {
    var around: List[TraceLevel] = Nil
    var level = outer
    while (level != null) {
      around ::= level
      level = level.outer
    }
    around.foreach(_.addPart(out))
    out
  }

  private def addPart(out: StringBuilder): StringBuilder =
    if (kind == TraceLevel.Root) out
    else if (kind == TraceLevel.Struct) TraceLevel.addName(out, Show.name(field.name))
    else if (kind == TraceLevel.Array) out.append('[').append(index).append(']')
    else if (keyText != null) TraceLevel.addName(out, keyText)
    else out.append('[').append(index).append("].").append(if (atKey) "key" else "value")

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

  /** Adds a name, in quotes if a reader of the path would take it for several steps. */
  private def addName(out: StringBuilder, name: String): StringBuilder = {
    if (out.nonEmpty && name.nonEmpty) out.append('.')
    if (name.indexOf('.') >= 0 || name.indexOf('[') >= 0 || name.indexOf('"') >= 0)
      out.append('"').append(name.replace("\"", "\\\"")).append('"')
    else out.append(name)
  }
}
