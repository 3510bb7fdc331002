package sparkwire.wire.layouts.reading

import sparkwire.wire.core._
import sparkwire.wire.layouts.Layouts

/** One value of a layout.
  *
  * @param shown
  *   the options that decide the type of the result
  */
final case class OneLayout(text: String, shown: Map[String, String]) extends Root {
  @transient private[layouts] lazy val program: LayoutProgram = LayoutProgram.of(text, shown)
  def kind: Kind = program.kind
  def newReader(options: Options): Reader = new LayoutReader(program, options)
}

object OneLayout {

  /** @throws sparkwire.wire.layouts.BadLayout
    *   if the text is not a layout, or none of which a type can be made
    */
  def apply(text: String, options: Options): OneLayout = {
    val names = Seq(Layouts.Enums, Layouts.Switch, Layouts.Instances).map(_.name)
    val root = OneLayout(text, options.values.filter { case (name, _) => names.contains(name) })
    val _ = root.kind
    root
  }
}
