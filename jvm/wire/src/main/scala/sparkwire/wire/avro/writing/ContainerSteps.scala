package sparkwire.wire.avro.writing

import sparkwire.wire.core.{Reason, Shape}
import sparkwire.wire.writing.{Family, Output, Source, Unencodable, VarintOutput}

/** A record: its fields, one after the other. A field that is not given has its default, or else is
  * NULL if its type allows that.
  *
  * @param fields
  *   the steps of the fields, set when all types are known
  * @param defaults
  *   the bytes of the defaults, null for a field without one
  */
private final class RecordStep(shape: Shape, limit: DepthLimit) extends DatumStep {
  var fields: Array[DatumStep] = _
  var defaults: Array[Array[Byte]] = _

  def fits(source: Source, field: Int): Boolean = source.matches(field, shape)
  override def converts(source: Source, field: Int): Boolean = {
    val family = source.family(field)
    family == Family.Struct || family == Family.Object
  }

  def write(source: Source, field: Int, out: Output): Unit = {
    if (!converts(source, field)) mismatch()
    limit.enter()
    val record = source.struct(field, shape)
    var i = 0
    while (i < fields.length) {
      writeField(record, i, out)
      i += 1
    }
    limit.leave()
  }

  private def writeField(record: Source, i: Int, out: Output): Unit = {
    val step = fields(i)
    if (record.has(i)) step.write(record, i, out)
    else if (step.takesNull && (record.names(i) || defaults(i) == null)) step.writeNull(out)
    else if (defaults(i) != null) out.put(defaults(i), 0, defaults(i).length)
    else throw new Unencodable(Unencodable.MissingField)
  }
}

/** An array: one block of a count and the items, then 0. */
private final class ArrayStep(limit: DepthLimit) extends DatumStep {
  var item: DatumStep = _

  def fits(source: Source, field: Int): Boolean = source.family(field) == Family.List

  def write(source: Source, field: Int, out: Output): Unit = {
    if (!fits(source, field)) mismatch()
    limit.enter()
    val items = source.list(field)
    val count = items.count
    if (count > 0) VarintOutput.long(out, count.toLong)
    var i = 0
    while (i < count) {
      item.writeAny(items, i, out)
      i += 1
    }
    out.i8(0)
    limit.leave()
  }
}

/** A map: one block of a count, the keys and values in turn, then 0. */
private final class MapStep(limit: DepthLimit) extends DatumStep {
  var value: DatumStep = _

  def fits(source: Source, field: Int): Boolean = {
    val family = source.family(field)
    family == Family.Map || family == Family.Object
  }

  def write(source: Source, field: Int, out: Output): Unit = {
    if (!fits(source, field)) mismatch()
    limit.enter()
    val entries = source.entries(field)
    val count = entries.count
    if (count > 0) VarintOutput.long(out, (count / 2).toLong)
    var i = 0
    while (i < count) {
      if (!entries.has(i) || entries.family(i) != Family.Text) mismatch()
      entries.text(i)
      ScalarSteps.counted(entries.bytes, entries.from, entries.until, out)
      value.writeAny(entries, i + 1, out)
      i += 2
    }
    out.i8(0)
    limit.leave()
  }
}

/** A union: the number of a branch, then the value. Which branch it is:
  * | NULL                                             | the branch of null                     |
  * | a struct of member0, member1 .. with one of them | the branch of that number, without null |
  * | another value                                    | the first branch that it fits, else the first that it can be converted to |
  *
  * @param members
  *   the struct of the branches, as which a typed column has a union of several types
  */
private final class UnionStep(members: Shape, limit: DepthLimit) extends DatumStep {
  var branches: Array[DatumStep] = _

  private[this] lazy val nullBranch = branches.indexWhere(_.isInstanceOf[NullStep])
  private[this] lazy val others = branches.filterNot(_.isInstanceOf[NullStep])

  override def takesNull: Boolean = nullBranch >= 0
  override def writeNull(out: Output): Unit =
    if (nullBranch < 0) super.writeNull(out) else VarintOutput.int(out, nullBranch)

  // A union cannot be a branch of another.
  def fits(source: Source, field: Int): Boolean = false

  def write(source: Source, field: Int, out: Output): Unit =
    if (others.length == 1) writeBranch(others(0), source, field, out)
    else if (!tryBranches(source, field, out)) {
      if (others.length > 1 && source.matches(field, members))
        writeMember(source.struct(field, members), out)
      else others.find(_.converts(source, field)) match {
        case Some(branch) => writeBranch(branch, source, field, out)
        case None => throw new Unencodable(AvroWriting.NoBranch)
      }
    }

  /** Writes a value as the first branch that it fits, parts included. Records may have the same names
    * and differ in a type, so a branch that fits may turn out not to take the value. Returns false if
    * the value fits no branch.
    */
  private def tryBranches(source: Source, field: Int, out: Output): Boolean = {
    val start = out.position
    val depth = limit.mark
    var refused: Unencodable = null
    var isTaken = false
    var next = 0
    while (!isTaken && next < others.length) {
      if (others(next).fits(source, field))
        try {
          writeBranch(others(next), source, field, out)
          isTaken = true
        } catch {
          case unencodable: Unencodable if UnionStep.isOfBranch(unencodable) =>
            refused = unencodable
            out.goBack(start)
            limit.goBack(depth)
        }
      next += 1
    }
    if (!isTaken && refused != null) throw refused
    isTaken
  }

  private def writeBranch(branch: DatumStep, source: Source, field: Int, out: Output): Unit = {
    VarintOutput.int(out, branches.indexOf(branch))
    branch.write(source, field, out)
  }

  private def writeMember(struct: Source, out: Output): Unit = {
    val member = others.indices.indexWhere(struct.has)
    if (member < 0) writeNull(out)
    else {
      if (others.indices.indexWhere(struct.has, member + 1) >= 0)
        throw new Unencodable(Unencodable.ConflictingField)
      val _ = struct.has(member)
      writeBranch(others(member), struct, member, out)
    }
  }
}

private object UnionStep {

  /** Whether another branch might take a value that was refused for this reason. What a value may
    * cost is not such a reason: it bounds how often branches are tried.
    */
  private def isOfBranch(unencodable: Unencodable): Boolean =
    (unencodable.reason ne Reason.TooLarge) && (unencodable.reason ne Reason.NestingTooDeep)
}

/** The limit for the nesting of values, which a recursive type alone does not have. */
private[avro] final class DepthLimit(most: Int) {
  private[this] var depth = 0
  def begin(): Unit = depth = 0
  def enter(): Unit = {
    depth += 1
    if (depth > most) throw new Unencodable(Reason.NestingTooDeep)
  }
  def leave(): Unit = depth -= 1
  def mark: Int = depth
  def goBack(mark: Int): Unit = depth = mark
}
