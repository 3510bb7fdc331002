package sparkwire.wire.layouts.reading

import java.util.concurrent.ConcurrentHashMap

import sparkwire.wire.core._
import sparkwire.wire.layouts.{BadLayout, InstanceNames, Layouts}
import sparkwire.wire.layouts.coding.LayoutCode
import sparkwire.wire.layouts.compiling.Compiler
import sparkwire.wire.layouts.program.{DataPlan, MemberPlan, TypePlan}
import sparkwire.wire.layouts.text.LayoutParser
import sparkwire.wire.layouts.views.{View, ViewBuilder, ViewOptions}
import sparkwire.wire.places._

/** A compiled layout: how to read it, and which fields to show. */
private[layouts] final class LayoutProgram(
    private[layouts] val root: TypePlan, private[layouts] val view: View, hasPositions: Boolean,
    val whyNotWritten: Option[(String, String)]) {
  def kind: Kind = Kind.Struct(view.shape)

  /** Whether bytes after the last field are a fault: with positions, any byte may be used. */
  private[reading] def endsWithFields: Boolean = !hasPositions

  /** Reads the value at the cursor, up to the end of its last field. */
  def read(walk: LayoutWalk, cursor: Cursor, sink: Sink): Unit =
    walk.read(cursor, root, view, sink)

  /** The layout as the text of a class that reads values straight into rows. */
  private[reading] def code(verifies: Boolean, requiresEnd: Boolean): CodedReader =
    new LayoutCode(root, view, verifies, requiresEnd)

  private[this] val coded = new ConcurrentHashMap[(Boolean, Boolean), java.lang.Boolean]

  /** Whether there is code for this layout, if the query wants nothing that has none. */
  private[reading] def hasCode(verifies: Boolean, requiresEnd: Boolean): Boolean =
    coded.computeIfAbsent(
      (verifies, requiresEnd),
      _ => code(verifies, requiresEnd).members(NoRow, (_, _) => "") != null)

  /** The bytes that each value begins with, null if the layout does not say. */
  def prefix: Array[Byte] = root.fields.headOption match {
    case Some(first) if first.condition == null && first.repeat == MemberPlan.Once =>
      first.data match {
        case constant: DataPlan.Constant => constant.expected
        case _ => null
      }
    case _ => null
  }
}

/** A row of which nothing is wanted. */
private object NoRow extends RowText {
  def variable: String = "row"
  def in(variable: String): RowText = this
  def size: Int = 0
  def begin: String = ""
  def beginEmpty: String = ""
  def names: Seq[String] = Nil
  def place(name: String): PlaceText = null
}

private[layouts] object LayoutProgram {

  // A query asks for the type of the same layout many times while it is planned.
  private[this] val recent =
    new java.util.LinkedHashMap[(String, Map[String, String]), LayoutProgram](16, 0.75f, true) {
      override def removeEldestEntry(
          eldest: java.util.Map.Entry[(String, Map[String, String]), LayoutProgram]): Boolean =
        size > MostRecent
    }
  private final val MostRecent = 32

  def of(text: String, shown: Map[String, String]): LayoutProgram = {
    val key = (text, shown)
    val known = recent.synchronized(recent.get(key))
    if (known != null) known
    else {
      val program = compiled(text, shown)
      recent.synchronized(recent.put(key, program))
      program
    }
  }

  private def compiled(text: String, shown: Map[String, String]): LayoutProgram = {
    val options = Options(shown)
    val compiler = new Compiler(LayoutParser.parse(text))
    val root = compiler.compile()
    val instances = options.text(Layouts.Instances).getOrElse("all")
    val view = new ViewBuilder(
      ViewOptions(
        enumsAreNumbers = options.word(Layouts.Enums) == "number",
        switchesAreVariants = options.word(Layouts.Switch) == "variant",
        shows = InstanceNames.shows(instances, _)))
      .root(root)
    val program = new LayoutProgram(root, view, compiler.hasPositions, compiler.whyNotWritten)
    if (Kind.levels(program.kind) > Kind.MaxLevels) throw new BadLayout("", Kind.TooManyLevels)
    program
  }
}

/** Reads one value of a layout. */
private[layouts] final class LayoutReader(program: LayoutProgram, options: Options)
    extends Reader with PlainReader {
  private[this] val walk = new LayoutWalk(options)
  private[this] val requiresEnd =
    program.endsWithFields && options.word(Layouts.Trailing) == "fail"

  override def readsAnywhere: Boolean = true

  private[this] val code = new WholeCode(program.code(options.verifies, requiresEnd))

  override def prefersRows: Boolean = program.hasCode(options.verifies, requiresEnd)

  override def codeFor(slots: PlainSlots): PlainCode = code.of(slots)

  def read(cursor: Cursor, sink: Sink): Unit = {
    // A value may read each of its bytes a second time, at positions.
    cursor.allowance.grant(cursor.left.toLong)
    program.read(walk, cursor, sink)
    if (requiresEnd) Reader.requireEnd(cursor, sink, Layouts.TrailingBytes)
    else if (cursor.left > 0) cursor.moveTo(cursor.end)
  }
}
