package sparkwire.wire

import java.math.BigDecimal
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.Tree._
import sparkwire.wire.core._
import sparkwire.wire.writing._

import org.scalatest.Assertions

/** Values as trees, given to writers that ask for their fields. */
trait WriterChecks extends Assertions {

  /** @param inputs
    *   the further inputs of the writer
    */
  def written(root: Written, tree: Tree, options: Options = Options.none,
      inputs: Seq[AnyRef] = Nil): Either[Refusal, Array[Byte]] = {
    val output = new Output
    output.setMaxSize(options.maxSize)
    val writer = root.newWriter(options, output).asInstanceOf[SourceWriter]
    for ((input, at) <- inputs.zipWithIndex) writer.setOtherInput(at + 1, input)
    val source = root.kind match {
      case kind: Kind.Struct => new TreeSource(tree, kind)
      case kind => new TreeSource(Struct(Map("" -> tree)),
          Kind.Struct(Shape("", Vector(Field("", kind, "")))))
    }
    output.begin()
    try {
      writer.write(source)
      Right(output.result)
    } catch {
      case _: Unencodable =>
        output.begin()
        Left(
          WriteTrace.refusal(new TracedSource(source), options)(writer.write).getOrElse(
            fail("it was not refused again")))
    }
  }
}

/** A tree as the struct or list of a kind: a struct has all fields of the kind, those that the tree
  * lacks as NULL.
  */
private final class TreeSource(tree: Tree, kind: Kind) extends Source {
  private[this] var asked = -1
  private[this] var inside: TreeSource = _
  private[this] var found = Array.emptyByteArray

  private def value(field: Int): Tree = (tree, kind) match {
    case (Struct(fields), Kind.Struct(shape)) =>
      fields.getOrElse(shape.fields(field).name, NoValue)
    case (Items(items), _) => items(field)
    case other => throw new IllegalArgumentException(other.toString)
  }

  private def kindOf(field: Int): Kind = kind match {
    case Kind.Struct(shape) => shape.fields(field).kind
    case Kind.Sequence(element) => element
    case Kind.Dynamic => Kind.Dynamic
    case other => throw new IllegalArgumentException(other.toString)
  }

  override def has(field: Int): Boolean = {
    asked = field
    inside = null
    value(field) != NoValue
  }
  override def names(field: Int): Boolean = true
  override def bool(field: Int): Boolean = value(field).asInstanceOf[Flag].value
  override def int(field: Int): Long = value(field) match {
    case Micros(micros) => micros
    case Days(days) => days.toLong
    case Scaled(unscaled, 0) => unscaled.longValueExact
    case number => number.asInstanceOf[Whole].value
  }
  override def decimal(field: Int): BigDecimal = value(field) match {
    case Scaled(unscaled, scale) => new BigDecimal(unscaled, scale)
    case number => BigDecimal.valueOf(number.asInstanceOf[Whole].value)
  }
  override def unsigned(field: Int): Long = value(field) match {
    case BigWhole(number) => number.longValue
    case number => number.asInstanceOf[Whole].value
  }
  override def double(field: Int): Double = value(field).asInstanceOf[Real].value
  override def text(field: Int): Unit =
    found = value(field).asInstanceOf[Text].value.getBytes(UTF_8)
  override def binary(field: Int): Unit =
    found = Vectors.bytes(value(field).asInstanceOf[Hex].value)
  override def bytes: Array[Byte] = found
  override def from: Int = 0
  override def until: Int = found.length
  override def struct(field: Int): Source = {
    inside = new TreeSource(value(field), kindOf(field))
    inside
  }
  override def struct(field: Int, shape: Shape): Source = {
    inside = new TreeSource(value(field), Kind.Struct(shape))
    inside
  }
  override def list(field: Int): Source = struct(field)
  override def count: Int = tree.asInstanceOf[Items].items.length
  override def dynamic(field: Int, sink: Sink): Unit = throw new UnsupportedOperationException

  override def path: String =
    if (asked < 0) ""
    else {
      val name = kind match {
        case Kind.Struct(shape) => shape.fields(asked).name
        case _ => s"[$asked]"
      }
      val rest = if (inside == null) "" else inside.path
      if (rest.isEmpty || name.isEmpty || rest.startsWith("[")) name + rest else s"$name.$rest"
    }
}
