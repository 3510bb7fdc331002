package sparkwire.wire.layouts.coding

import sparkwire.wire.core.Shape
import sparkwire.wire.layouts.program.TypePlan
import sparkwire.wire.layouts.views.View
import sparkwire.wire.places.{CodedReader, RowText}

/** A layout as the text of a Java class that reads its values straight into rows. It reads
  * well-formed values. Any other value is left to the walk, which finds the fault.
  *
  * Not every layout can be written so: types that are nested in themselves, instances at positions,
  * processed bytes, lists and texts in expressions, and orders of bytes that the data decide are read
  * by the walk alone.
  *
  * @param verifies whether checksums, and unwanted fields, are checked
  * @param requiresEnd
  *   whether a value goes to the end of its bytes
  */
private[layouts] final class LayoutCode(
    root: TypePlan, view: View, verifies: Boolean, requiresEnd: Boolean)
    extends CodedReader {
  private[this] var levels = 0

  def shape: Shape = view.shape
  def depth: Int = levels

  def members(row: RowText, refer: (AnyRef, Class[_]) => String): String =
    try {
      val unit = new CodeUnit(verifies, isWriting = false, refer)
      val scope = new ObjectCode(unit, root, null, hasParent = false)
      val method = new StructCode(scope, 1).method(view, row)
      scope.end()
      levels = unit.depth + scope.levels
      unit.requireShallow()
      val end = if (requiresEnd) "" else "if (at >= 0) return end();"
      s"""public int read(int at, int count) {
         |  try {
         |    at = $method(at, at, end(), start());
         |    $end
         |    return at;
         |  } catch (ArithmeticException exception) {
         |    return -1;
         |  }
         |}
         |${unit.text}""".stripMargin
    } catch { case CodedReader.Uncoded => null }
}
