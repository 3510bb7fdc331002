package sparkwire.fuzz

import scala.util.Random

/** Edits the known values of some calls field by field: repeats and removes elements, moves fields
  * between values, sets numbers to the borders of their types, and then makes the lengths and
  * checksums follow, or not. Bytes that are changed at random seldom get past a checksum, and never
  * give two elements where one was.
  */
private[sparkwire] final class FieldEdits(calls: FuzzedCall*) {
  import FieldEdits._

  // Each value and the call that it is known to. Edits of malformed values seldom become valid, and
  // some of it takes long to refuse.
  private val values: Array[(FuzzedCall, Array[Byte])] = (for {
    call <- calls
    bytes <- call.known if bytes.length <= MaxBytes && call.decodes(bytes)
  } yield call -> bytes).distinctBy(_._2.toSeq).toArray
  private val anatomies = new Array[Anatomy](values.length)

  private def anatomy(index: Int): Anatomy = {
    if (anatomies(index) == null) {
      val (call, bytes) = values(index)
      anatomies(index) = Anatomy(call.fieldsOf(bytes))
    }
    anatomies(index)
  }

  /** Returns a known value after the edits that the input of a fuzzer chooses. */
  def edited(input: Array[Byte]): Array[Byte] = {
    val choices = new Choices(input)
    val base = anatomy(choices.below(values.length))
    val (lengths, checksums) = (choices.chance(8), choices.chance(9))
    var parts = base.parts
    while (choices.areLeft && parts.nonEmpty) {
      val next = edit(parts, choices)
      if (next.iterator.map(_.bytes.length).sum <= MaxBytes) parts = next
    }
    base.bytes(parts, lengths, checksums)
  }

  /** Returns a known value after some random edits. */
  def some(random: Random): Array[Byte] = edited(random.nextBytes(4 + random.nextInt(12)))

  /** Returns a known value that grows in a way that `input` chooses. */
  def growing(input: Array[Byte]): Growing = {
    val choices = new Choices(input)
    // An empty value has nothing that could grow.
    val filled = values.indices.filter(index => values(index)._2.nonEmpty)
    val index = choices.oneOf(filled)
    new Growing(values(index)._1, anatomy(index), choices)
  }

  private def edit(parts: Vector[Part], choices: Choices): Vector[Part] = {
    val at = choices.below(parts.length)
    val part = parts(at)
    choices.below(10) match {
      case 0 if part.number.isDefined =>
        parts.updated(at, part.withNumber(choices.oneOf(NumberForm.borders)))
      case 1 if part.number.isDefined => parts.updated(at, moved(part, choices.below(33) - 16L))
      case 2 => parts.updated(at, copyOf(choices.oneOf(parts), part))
      case 3 => parts.updated(at, elsewhere(part, choices).fold(part)(copyOf(_, part)))
      case 4 => resized(parts, run(parts, at, choices), 1)(inside => inside ++ inside)
      case 5 => resized(parts, run(parts, at, choices), -1)(_ => Vector.empty)
      case 6 =>
        val other = choices.below(parts.length)
        parts.updated(at, parts(other)).updated(other, part)
      case 7 => parts.updated(at, withLength(part, choices.below(64)))
      case _ => parts.updated(at, withByte(part, choices))
    }
  }

  /** The other's bytes in place of this part: lengths and checksums still find the place. */
  private def copyOf(other: Part, part: Part): Part = other.copy(origin = part.origin)

  private def elsewhere(part: Part, choices: Choices): Option[Part] = {
    val same = anatomy(choices.below(values.length)).parts.filter(_.kind == part.kind)
    Option.when(same.nonEmpty)(choices.oneOf(same))
  }

  private def withByte(part: Part, choices: Choices): Part =
    if (part.bytes.isEmpty) part
    else
      part.copy(
        bytes =
          part.bytes.updated(choices.below(part.bytes.length), choices.byte().toByte))

  private def withLength(part: Part, length: Int): Part =
    part.copy(bytes = part.bytes.take(length).padTo(length, 'a'.toByte))
}

private[sparkwire] object FieldEdits {

  /** The same in each run, so that a value that fails on one machine fails on every other.
    * `SPARKWIRE_SEED` tries other edits: a number, or `new` for a seed of the time.
    */
  def seed: Long = sys.env.getOrElse("SPARKWIRE_SEED", "1") match {
    case "new" => System.nanoTime
    case number => number.toLong
  }

  /** Larger values take longer and lead to no other branches. */
  private val MaxBytes = 8192

  /** Returns the positions of the neighbours that share the beginning of a path with a part. */
  def run(parts: Vector[Part], at: Int, choices: Choices): Range = {
    val path = parts(at).path
    val ends = path.indices.filter(end => "].".contains(path(end))).map(_ + 1) :+ path.length
    val shared = path.take(choices.oneOf(ends))
    val isInside = (part: Part) => part.path.startsWith(shared)
    if (shared.isEmpty) at to at
    else {
      val from = parts.lastIndexWhere(!isInside(_), at) + 1
      val until = parts.indexWhere(!isInside(_), at)
      from until (if (until < 0) parts.length else until)
    }
  }

  private def moved(part: Part, by: Long): Part =
    part.number.fold(part) { case (_, value) => part.withNumber(value + by) }

  /** Changes the fields of a run, after which there are `more` elements, or fewer. It cannot be
    * known whether a number before an element counts elements. It mostly does if it is the last one
    * before the first element.
    */
  def resized(parts: Vector[Part], run: Range, more: Int)(
      change: Vector[Part] => Vector[Part]): Vector[Part] = {
    val (before, rest) = parts.splitAt(run.start)
    val (inside, after) = rest.splitAt(run.length)
    val list = inside.head.path.takeWhile(_ != '[')
    val first = parts.indexWhere(part => part.path.startsWith(s"$list["))
    val counted =
      if (first <= 0 || first > run.start) before
      else before.updated(first - 1, moved(before(first - 1), more.toLong))
    counted ++ change(inside) ++ after
  }
}
