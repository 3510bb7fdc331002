package sparkwire.wire.variant.reading

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core.{InstantForm, Kind, Shape, Sink}
import sparkwire.wire.variant.Variant
import sparkwire.wire.writing.Written

/** Finds objects that stand for a single value, such as `{"@ext": 5, "data": …}`. An object that
  * has the names of a mark, but other values than decoding gives it, is an object like any other.
  */
private[reading] final class VariantMarks(format: Written, names: VariantNames) {
  import VariantMarks._

  private[this] val marks = format.marks.map(new Fields(_)).toArray
  private[this] val instants = format.instants.map(form => new Fields(form.shape)).toArray
  private[this] val forms = format.instants.toArray
  private[this] val most = (marks ++ instants).map(_.count).maxOption.getOrElse(0)

  // Where the values of the fields are, in the order of the shape.
  private[this] val places = new Array[Int](most)

  def tryGive(value: Array[Byte], head: VariantHead, sink: Sink): Boolean =
    head.count > 0 && head.count <= most && isMark(value, head) &&
      (tryMark(value, head, sink) || tryInstant(value, head, sink))

  // A mark is the least of the names.
  private def isMark(value: Array[Byte], head: VariantHead): Boolean = {
    names.find(head.idOf(value, 0))
    names.until > names.from && names.bytes(names.from) == '@'
  }

  private def tryMark(value: Array[Byte], head: VariantHead, sink: Sink): Boolean = {
    var i = 0
    while (i < marks.length && !(find(marks(i), value, head) && fits(marks(i), value, head.end)))
      i += 1
    val found = i < marks.length
    if (found) giveMark(marks(i), value, sink)
    found
  }

  private def find(mark: Fields, value: Array[Byte], head: VariantHead): Boolean =
    head.count == mark.count && {
      var i = 0
      while (i < mark.count && names.isNamed(head.idOf(value, i), mark.sorted(i))) {
        places(mark.positions(i)) = head.valueAt(value, i)
        i += 1
      }
      i == mark.count
    }

  private def fits(mark: Fields, value: Array[Byte], end: Int): Boolean = {
    var i = 0
    while (i < mark.count && fits(mark, i, value, end)) i += 1
    i == mark.count
  }

  private def fits(mark: Fields, field: Int, value: Array[Byte], end: Int): Boolean =
    if (mark.shape.fields(field).kind == Kind.Binary) binaryAt(value, places(field), end)
    else intAt(value, places(field), end) && format.takesMark(mark.shape, int)

  private def giveMark(mark: Fields, value: Array[Byte], sink: Sink): Unit =
    if (sink.beginStruct(mark.shape)) {
      var i = 0
      while (i < mark.count) {
        if (!sink.wanted(i)) sink.skipped()
        else if (mark.shape.fields(i).kind == Kind.Binary) {
          binaryAt(value, places(i), value.length)
          sink.binary(value, from, until)
        } else {
          intAt(value, places(i), value.length)
          sink.int(int)
        }
        i += 1
      }
      sink.endStruct()
    }

  private def tryInstant(value: Array[Byte], head: VariantHead, sink: Sink): Boolean = {
    var i = 0
    while (i < forms.length && !tryInstant(forms(i), instants(i), value, head, sink)) i += 1
    i < forms.length
  }

  private def tryInstant(form: InstantForm, mark: Fields, value: Array[Byte], head: VariantHead,
      sink: Sink): Boolean =
    find(mark, value, head) && textAt(value, places(InstantForm.Mark), head.end) &&
      Arrays.equals(value, from, until, mark.name, 0, mark.name.length) &&
      intAt(value, places(InstantForm.Units), head.end) && {
        val units = int
        val hasNanos = !form.hasNanos || (intAt(value, places(InstantForm.Nanos), head.end) &&
          int >= 0 && int < 1000000000L / form.unitsPerSecond)
        if (hasNanos) sink.instant(form, units, if (form.hasNanos) int.toInt else 0)
        hasNanos
      }

  // The value that was found last.
  private[this] var int = 0L
  private[this] var from = 0
  private[this] var until = 0

  private def codeAt(value: Array[Byte], at: Int, end: Int): Int =
    if ((value(at) & 3) != Variant.PrimitiveKind) -1
    else {
      val code = (value(at) & 0xff) >> 2
      if (Variants.sizeOf(code) > end - at - 1) -1 else code
    }

  private def intAt(value: Array[Byte], at: Int, end: Int): Boolean = {
    val code = codeAt(value, at, end)
    val isInt = Variants.isInt(code)
    if (isInt) int = Variants.int(code, value, at + 1)
    isInt
  }

  private def binaryAt(value: Array[Byte], at: Int, end: Int): Boolean =
    codeAt(value, at, end) == Variant.Binary && {
      val length = Variants.number(value, at + 1, 4)
      from = at + 5
      val fits = length <= end - from
      if (fits) until = from + length.toInt
      fits
    }

  // The word of a mark is short.
  private def textAt(value: Array[Byte], at: Int, end: Int): Boolean = {
    from = at + 1
    until = from + ((value(at) & 0xff) >> 2)
    (value(at) & 3) == Variant.ShortStringKind && until <= end
  }
}

private object VariantMarks {

  /** The names of a shape in the order in which objects have them, with their positions in it. */
  private final class Fields(val shape: Shape) {
    private[this] val byName = shape.fields.map(_.name).zipWithIndex.sorted
    val count: Int = byName.length
    val sorted: Array[Array[Byte]] = byName.map(_._1.getBytes(UTF_8)).toArray
    val positions: Array[Int] = byName.map(_._2).toArray
    val name: Array[Byte] = shape.name.getBytes(UTF_8)
  }
}
