package sparkwire.fuzz

import sparkwire.cost.Outcome

/** A known value that becomes as large as asked, and stays valid if it can: lengths and checksums
  * follow.
  */
private[sparkwire] final class Growing(call: FuzzedCall, base: Anatomy, choices: Choices) {
  private val parts = base.parts
  private val (lengths, checksums) = (choices.chance(9), choices.chance(9))
  private val at = choices.below(parts.length)
  private val run = FieldEdits.run(parts, at, choices)
  private val kind = choices.below(3)
  private val inner = at to math.min(run.end - 1, at + choices.below(3))
  private val isDamaged = choices.chance(1)

  /** Returns the calls of the functions that read the value, at about `size` bytes. */
  def calls(size: Int): Seq[(String, () => Outcome)] = call.calls(bytes(size))

  // Fewer bytes if no part can grow.
  private def bytes(size: Int): Array[Byte] = {
    val made = base.bytes(
      kind match {
        case 0 => repeated(size)
        case 1 => lengthened(size)
        case _ => nested(size)
      },
      lengths, checksums)
    if (isDamaged && made.nonEmpty) made.updated(made.length - 1, 0xc1.toByte) else made
  }

  /** Repeats neighbouring fields: the elements of a list, the fields of a struct. */
  private def repeated(size: Int): Vector[Part] = {
    val one = Anatomy.bytesOf(parts.slice(run.start, run.end))
    val times = math.max(1, size / math.max(1, one.length))
    FieldEdits.resized(parts, run, times - 1)(_ =>
      Vector(joined(run, Array.fill(times)(one).flatten)))
  }

  /** Makes one field longer: a text, bytes, a number. */
  private def lengthened(size: Int): Vector[Part] =
    parts.updated(at, parts(at).copy(bytes = parts(at).bytes.padTo(size, 'a'.toByte)))

  /** Puts neighbouring fields into themselves again and again, in place of some of them. */
  private def nested(size: Int): Vector[Part] = {
    val head = Anatomy.bytesOf(parts.slice(run.start, inner.start))
    val tail = Anatomy.bytesOf(parts.slice(inner.end + 1, run.end))
    val core = Anatomy.bytesOf(parts.slice(inner.start, inner.end + 1))
    val depth = math.max(1, size / math.max(1, head.length + tail.length))
    val all = Array.fill(depth)(head).flatten ++ core ++ Array.fill(depth)(tail).flatten
    parts.take(run.start) ++ Vector(joined(run, all)) ++ parts.drop(run.end)
  }

  private def joined(run: Range, bytes: Array[Byte]): Part =
    parts(run.start).copy(bytes = bytes, number = None)
}
