package sparkwire.wire.layouts.coding.writing

import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.coding.{CodeUnit, ObjectCode}
import sparkwire.wire.layouts.program.TypePlan
import sparkwire.wire.layouts.views.View
import sparkwire.wire.places.CodedReader
import sparkwire.wire.writing.{CodedWriter, GivenRow}

/** A layout as the text of a Java class that writes rows. Unusual rows are left to the walk, which
  * writes them or refuses them.
  *
  * Not every layout can be written so: what [[sparkwire.wire.layouts.coding.LayoutCode]] does not
  * read, and sizes of what is only written later, are left to the walk alone.
  *
  * @param checks
  *   whether derived fields that are given must be as they are made
  * @param maxSize
  *   what a value may cost, in bytes
  */
private[layouts] final class LayoutWriterCode(
    root: TypePlan, view: View, checks: Boolean, maxSize: Int)
    extends CodedWriter {
  private[this] var levels = 0
  def depth: Int = levels

  def members(row: GivenRow, refer: (AnyRef, Class[_]) => String): String =
    try {
      val unit = new CodeUnit(verifies = true, isWriting = true, refer)
      val scope = new ObjectCode(unit, root, null, hasParent = false)
      val method = new ObjectOutput(scope, 1, new MadeFields(checks)).method(view, row)
      scope.end()
      levels = unit.depth + scope.levels
      unit.requireShallow()
      if (levels > Layouts.MostLevels) CodedReader.refuse()
      s"""public boolean write(${row.typeName} row) {
         |  try {
         |    beginValue(${maxSize}L);
         |    return $method(row, position());
         |  } catch (ArithmeticException exception) {
         |    return false;
         |  }
         |}
         |${unit.text}""".stripMargin
    } catch { case CodedReader.Uncoded => null }
}
