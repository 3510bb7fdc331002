package sparkwire.wire.avro.writing

import sparkwire.wire.core.{Reason, Shape}
import sparkwire.wire.places.PlainPart
import sparkwire.wire.writing.{Family, Output, Source, Unencodable, VarintOutput}

/** A union: the number of a branch, then the value. Which branch it is:
  * | NULL                                             | the branch of null                     |
  * | a struct of member0, member1 .. with one of them | the branch of that number, without null |
  * | another value                                    | the first branch that it fits, else the first that it can be converted to; float and double last, because they round |
  *
  * Records may have the same fields and differ in the type of one, so a branch that fits may turn out
  * not to take the value: it is taken back, and the next one is tried. A float also takes a whole
  * number, so all branches are tried first without such conversions.
  *
  * Trap: unions inside such records are tried again with each of them, which doubles the work at every
  * level. [[Limits]] bound it.
  *
  * @param members
  *   the struct of the branches, as which a typed column has a union of several types
  */
private final class UnionStep(members: Shape, limits: Limits) extends DatumStep(Families()) {
  private[this] var branches: Array[DatumStep] = _
  private[this] var nullBranch = -1
  // The numbers of the branches but null, and for each family of those that take it as their own or
  // by converting it.
  private[this] var others: Array[Int] = _
  private[this] var fitting: Array[Array[Int]] = _
  private[this] var converting: Array[Array[Int]] = _

  /** Sets the branches, when all types are known. */
  def setBranches(all: Array[DatumStep]): Unit = {
    branches = all
    nullBranch = all.indexWhere(_.isInstanceOf[NullStep])
    others = all.indices.filter(_ != nullBranch).toArray
    fitting = byFamily(_.own)
    // Branches that round a number come after branches that keep it.
    converting = byFamily(_.taken).map(_.sortBy(branches(_).isInstanceOf[RealStep]))
  }

  private def byFamily(families: DatumStep => Families): Array[Array[Int]] =
    Array.tabulate(Family.Count)(family =>
      others.filter(number => families(branches(number)).has(family)))

  // A branch decides for itself.
  override def isOwn(family: Int): Boolean = true

  // A union cannot be a branch of another, so only `write` is asked for.
  protected def put(source: Source, field: Int, out: Output): Unit = ()

  override def takesNull: Boolean = nullBranch >= 0
  override def writeNull(out: Output): Unit =
    if (nullBranch < 0) super.writeNull(out) else VarintOutput.int(out, nullBranch)

  override def plain(field: Int): PlainPart.OneField =
    if (nullBranch < 0 || others.length != 1) null
    else branches(others(0)).plain(field) match {
      case null => null
      case part => PlainPart.Optional(part, nullBranch, others(0))
    }

  override def write(source: Source, field: Int, out: Output): Unit =
    if (others.length == 1) writeBranch(others(0), source, field, out)
    else {
      val start = out.position
      writeOneOf(source, field, out)
      limits.stays(out.position - start)
    }

  private def writeOneOf(source: Source, field: Int, out: Output): Unit = {
    val family = source.family(field)
    if (!tryBranches(fitting(family), source, field, out)) {
      if (others.length > 1 && source.matches(field, members))
        writeMember(source.struct(field, members), out)
      else if (converting(family).length > 0 && !limits.isExact)
        convert(converting(family), source, field, out)
      else throw new Unencodable(AvroWriting.NoBranch)
    }
  }

  /** Writes a value as the first of these branches that it fits, parts included. Returns false if the
    * value fits none.
    */
  private def tryBranches(numbers: Array[Int], source: Source, field: Int,
      out: Output): Boolean =
    if (numbers.length < 2 || limits.isExact) tryEach(numbers, source, field, out, isFirst = false)
    else {
      limits.setExact(true)
      val isTaken =
        try tryEach(numbers, source, field, out, isFirst = true)
        finally limits.setExact(false)
      isTaken || tryEach(numbers, source, field, out, isFirst = false)
    }

  /** @param isFirst
    *   whether conversions may be tried after these branches: not if only the last one fits
    */
  private def tryEach(numbers: Array[Int], source: Source, field: Int, out: Output,
      isFirst: Boolean): Boolean = {
    var refused: Unencodable = null
    var isTaken = false
    var next = 0
    while (!isTaken && next < numbers.length) {
      val number = numbers(next)
      next += 1
      limits.look()
      if (branches(number).fits(source, field)) {
        // After the last one, there is nothing to go back for.
        if (next == numbers.length && isFirst && refused == null) limits.setExact(false)
        if (next == numbers.length && !limits.isExact) {
          writeBranch(number, source, field, out)
          isTaken = true
        } else {
          refused = tryBranch(number, source, field, out)
          isTaken = refused == null
        }
      }
    }
    if (!isTaken && refused != null && !limits.isExact) throw refused
    isTaken
  }

  /** Writes a value as the first of these branches that it can be converted to. */
  private def convert(numbers: Array[Int], source: Source, field: Int, out: Output): Unit = {
    val last = numbers.length - 1
    var next = 0
    while (next < last && tryBranch(numbers(next), source, field, out) != null) {
      limits.look()
      next += 1
    }
    if (next == last) writeBranch(numbers(last), source, field, out)
  }

  /** Returns why the branch does not take the value, after taking it back, or null. */
  private def tryBranch(number: Int, source: Source, field: Int, out: Output): Unencodable = {
    val start = out.position
    val depth = limits.beginTry()
    try {
      writeBranch(number, source, field, out)
      null
    } catch {
      case unencodable: Unencodable if UnionStep.isOfBranch(unencodable) =>
        limits.takenBack(depth, out.position - start)
        out.goBack(start)
        unencodable
    } finally limits.endTry()
  }

  private def writeBranch(number: Int, source: Source, field: Int, out: Output): Unit = {
    VarintOutput.int(out, number)
    branches(number).write(source, field, out)
  }

  private def writeMember(struct: Source, out: Output): Unit = {
    var member = -1
    var i = 0
    while (i < others.length) {
      if (struct.has(i)) {
        if (member >= 0) throw new Unencodable(Unencodable.ConflictingField)
        member = i
      }
      i += 1
    }
    if (member < 0) writeNull(out)
    else {
      val _ = struct.has(member)
      writeBranch(others(member), struct, member, out)
    }
  }
}

private object UnionStep {

  /** Whether another branch might take a value that was refused for this reason. The cost limit of
    * a value is not such a reason: it bounds how often branches are tried.
    */
  private def isOfBranch(unencodable: Unencodable): Boolean =
    (unencodable.reason ne Reason.TooLarge) && (unencodable.reason ne Reason.NestingTooDeep)
}
