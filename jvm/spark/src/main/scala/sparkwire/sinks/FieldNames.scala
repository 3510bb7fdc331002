package sparkwire.sinks

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Locale

import org.apache.spark.sql.types.StructType

/** Finds the field of a struct by a name from the data: exactly, else regardless of case if only one
  * name of the data then fits. One for each struct under construction.
  */
private[sinks] final class FieldNames(struct: StructType) {
  private[this] val exact = struct.fieldNames.zipWithIndex.toMap
  private[this] val folded: Map[String, Int] =
    struct.fieldNames.zipWithIndex.groupBy(_._1.toLowerCase(Locale.ROOT)).collect {
      case (name, Array((_, slot))) => name -> slot
    }

  // Names that came in this value, numbered; what each leads to is kept as long as the table keeps it.
  private[this] val keys = new KeyTable
  private[this] var marks = keys.marks()
  private[this] var knownNames = new Array[Array[Byte]](16)
  private[this] var knownSlots = new Array[Int](16)
  // For each field how it was found in this value.
  private[this] val state = new Array[Byte](struct.length)

  private[this] val path = new NamePath

  // The slot of the last name if it was found regardless of case, else -1; and for each slot the name of
  // such an entry whose value does not fit.
  private[this] var looseSlot = -1
  private[this] var lastName: Array[Byte] = _
  private[this] val refusedNames = new Array[Array[Byte]](struct.length)
  private[this] var refusals = 0

  def isFoundByCase: Boolean = looseSlot >= 0
  def refuse(): Unit = if (refusedNames(looseSlot) == null) {
    refusedNames(looseSlot) = lastName
    refusals += 1
  }

  /** The name of an entry whose value does not fit, and whose place none has taken. */
  def refused: Array[Byte] = if (refusals == 0) null else refusedNames.find(_ != null).get

  private def forgive(slot: Int): Unit = if (refusedNames(slot) != null) {
    refusedNames(slot) = null
    refusals -= 1
  }

  // The field that two names of this value fit, neither of them exactly.
  private[this] var clashAt = -1
  def clash: Int = clashAt

  def begin(): Unit = path.begin()

  /** What was found in the last value, also if no names come in this one. */
  def forget(): Unit = {
    looseSlot = -1
    if (refusals > 0) {
      java.util.Arrays.fill(refusedNames.asInstanceOf[Array[AnyRef]], null)
      refusals = 0
    }
  }

  /** The field's position, or why there is none. */
  def slotOf(bytes: Array[Byte], from: Int, until: Int): Int = {
    val known = follow(bytes, from, until)
    if (known != NamePath.Off) known else leave(bytes, from, until)
  }

  /** The same where it is known from the last value, else [[NamePath.Off]]. */
  def follow(bytes: Array[Byte], from: Int, until: Int): Int = path.follow(bytes, from, until)

  /** The same of a name that came otherwise, or somewhere else, in the last value. */
  private def leave(bytes: Array[Byte], from: Int, until: Int): Int = {
    looseSlot = -1
    if (path.isOn) {
      keys.begin()
      marks = keys.marks()
      java.util.Arrays.fill(state, FieldNames.NotYet)
      for (name <- path.leave()) find(name, 0, name.length)
    }
    val slot = find(bytes, from, until)
    if (slot >= FieldNames.Absent && !isFoundByCase) path.extend(lastName, slot) else path.end()
    slot
  }

  private def find(bytes: Array[Byte], from: Int, until: Int): Int = {
    val id = keys.idOf(bytes, from, until)
    if (!marks.add(id)) FieldNames.Repeated
    else {
      lastName = keys.name(id)
      choose(resolved(id))
    }
  }

  // Exact matches are kept as they are, others as -2 - slot, none as Absent.
  private def resolved(id: Int): Int = {
    if (id >= knownNames.length) {
      knownNames = java.util.Arrays.copyOf(knownNames, math.max(id + 1, knownNames.length * 2))
      knownSlots = java.util.Arrays.copyOf(knownSlots, knownNames.length)
    }
    val name = keys.name(id)
    if (knownNames(id) ne name) {
      val text = new String(name, UTF_8)
      knownNames(id) = name
      knownSlots(id) = exact.getOrElse(text,
        folded.get(text.toLowerCase(Locale.ROOT)).fold(FieldNames.Absent)(FieldNames.Folded - _))
    }
    knownSlots(id)
  }

  private def choose(fit: Int): Int =
    if (fit == FieldNames.Absent) fit
    else if (fit >= 0) {
      state(fit) = FieldNames.Exactly
      forgive(fit)
      fit
    } else {
      val slot = FieldNames.Folded - fit
      state(slot) match {
        case FieldNames.NotYet =>
          state(slot) = FieldNames.ByFold
          looseSlot = slot
          slot
        case FieldNames.ByFold =>
          clashAt = slot
          forgive(slot)
          FieldNames.Clash
        case _ => FieldNames.Absent
      }
    }
}

private[sinks] object FieldNames {
  final val Absent = -1
  final val Repeated = Int.MinValue
  final val Clash = Int.MinValue + 1
  private final val Folded = -2
  private final val NotYet: Byte = 0
  private final val ByFold: Byte = 1
  private final val Exactly: Byte = 2
}
