package sparkwire.rows

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.types.StructType

import sparkwire.wire.core.FoldedNames
import sparkwire.wire.sinks.{NameTable, SmallIntSet}

/** Finds the field of a struct for a name from the data: by its exact name, or else regardless of
  * case if only one name of the value matches. Each struct under construction has its own.
  */
private[sparkwire] final class FieldNames(struct: StructType) {
  private[this] val exact = struct.fieldNames.zipWithIndex.toMap
  private[this] val folded = new FoldedNames(struct.fieldNames)

  // The names in the values of this column. By the number of a name: whether it occurred in this
  // value, and the field that it leads to.
  private[this] val names = new NameTable
  private[this] val seen = new SmallIntSet
  private[this] var fits = new Array[Int](16)
  private[this] var fitted = 0
  // For each field, how it was found in this value.
  private[this] val state = new Array[Byte](struct.length)

  // The ordinal of the last name if it matched regardless of case, else -1. For each ordinal, the name of
  // such an entry whose value does not fit.
  private[this] var looseOrdinal = -1
  private[this] var lastName: Array[Byte] = _
  private[this] val refusedNames = new Array[Array[Byte]](struct.length)
  private[this] var refusals = 0

  def isFoundByCase: Boolean = looseOrdinal >= 0
  def refuse(): Unit = if (refusedNames(looseOrdinal) == null) {
    refusedNames(looseOrdinal) = lastName
    refusals += 1
  }

  /** The name of an entry whose value does not fit and was not replaced by a better match, or null.
    */
  def refused: Array[Byte] = if (refusals == 0) null else refusedNames.find(_ != null).get

  private def clearRefusal(ordinal: Int): Unit = if (refusedNames(ordinal) != null) {
    refusedNames(ordinal) = null
    refusals -= 1
  }

  // The field that two names of this value match, neither of them exactly.
  private[this] var clashAt = -1
  def clash: Int = clashAt

  def begin(): Unit = {
    if (names.areTooMany) {
      names.clear()
      fits = new Array[Int](16)
      fitted = 0
    }
    val _ = seen.begin()
    java.util.Arrays.fill(state, FieldNames.NotYet)
  }

  /** Forgets the names that were found in the last value. Also needed if this value has no names.
    */
  def forget(): Unit = {
    looseOrdinal = -1
    if (refusals > 0) {
      java.util.Arrays.fill(refusedNames.asInstanceOf[Array[AnyRef]], null)
      refusals = 0
    }
  }

  /** Returns the number of a name that occurred before, in this value or another, and is therefore
    * known to be well-formed text; else -1.
    */
  def knownName(bytes: Array[Byte], from: Int, until: Int): Int = names.find(bytes, from, until)

  /** Returns the number of a name, a new one for a new name. */
  def nameOf(bytes: Array[Byte], from: Int, until: Int): Int = {
    val name = names.entryOf(bytes, from, until)
    if (name == fitted) {
      if (name == fits.length) fits = java.util.Arrays.copyOf(fits, name * 2)
      fits(name) = fitOf(new String(names.name(name), UTF_8))
      fitted = name + 1
    }
    name
  }

  // An exact match is kept as its ordinal, a match regardless of case as -2 - ordinal, and no match as
  // Absent.
  private def fitOf(name: String): Int =
    exact.getOrElse(name, {
        val ordinal = folded.positionOf(name)
        if (ordinal < 0) FieldNames.Absent else FieldNames.Folded - ordinal
      })

  /** Returns the ordinal of the field that a name of this value leads to, or the reason why there is
    * none.
    */
  def ordinalOf(name: Int): Int = {
    looseOrdinal = -1
    if (!seen.add(name)) FieldNames.Repeated
    else {
      lastName = names.name(name)
      choose(fits(name))
    }
  }

  private def choose(fit: Int): Int =
    if (fit == FieldNames.Absent) fit
    else if (fit >= 0) {
      state(fit) = FieldNames.Exactly
      clearRefusal(fit)
      fit
    } else {
      val ordinal = FieldNames.Folded - fit
      state(ordinal) match {
        case FieldNames.NotYet =>
          state(ordinal) = FieldNames.ByFold
          looseOrdinal = ordinal
          ordinal
        case FieldNames.ByFold =>
          clashAt = ordinal
          clearRefusal(ordinal)
          FieldNames.Clash
        case _ => FieldNames.Absent
      }
    }
}

private[sparkwire] object FieldNames {
  final val Absent = -1
  final val Repeated = Int.MinValue
  final val Clash = Int.MinValue + 1
  private final val Folded = -2
  private final val NotYet: Byte = 0
  private final val ByFold: Byte = 1
  private final val Exactly: Byte = 2
}
