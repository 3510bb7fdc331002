package sparkwire.wire.kafka
package definitions

import java.util.concurrent.atomic.AtomicInteger

import sparkwire.wire.core.Shape
import sparkwire.wire.places.{NumberRun, PlainStruct}

/** How one value is read.
  *
  * @param element
  *   of a list
  * @param struct
  *   of a struct
  */
private[kafka] final class ValuePlan(val code: Int, val isNullable: Boolean,
    val element: ValuePlan = null, val struct: StructPlan = null) {

  /** Whether a tag section may be somewhere in it, and so an unknown tag. */
  val holdsStructs: Boolean = struct != null || (element != null && element.holdsStructs)

  /** The least that an element of this kind takes. */
  val leastSize: Int = Code.leastSize(code)

  /** What each is made of as an element, if it is nothing but numbers. */
  val run: NumberRun =
    if (Code.isNumber(code)) NumberRun.single(code)
    else if (code == Code.Struct) struct.onlyRun
    else null

  /** How far elements are from each other that are nothing but numbers: a struct may end with the byte of
    * an empty tag section.
    */
  val stride: Int =
    if (run == null) 0 else if (struct != null && struct.hasTags) run.size + 1 else run.size
}

/** A field at one version.
  *
  * @param position
  *   in the shape of its struct
  * @param tag
  *   of a field in the tag section
  */
private[kafka] final class FieldPlan(val name: String, val position: Int, val value: ValuePlan,
    val default: DefaultValue, val tag: Long = -1) {

  def holdsStructs: Boolean = value.holdsStructs
}

/** A struct at one version.
  *
  * @param sequence
  *   the fields that stand one behind the other
  * @param hasTags
  *   whether a tag section ends it
  * @param tagged
  *   the fields in the tag section, their tags ascending
  * @param otherTags
  *   those that the definition has, but not at this version
  * @param absent
  *   the fields that are not at this version and are given their default
  * @param isSupported
  *   whether it may be read at this version at all
  * @param results
  *   how many of the shape's fields are results; what frames the tags stands behind them
  */
private[kafka] final class StructPlan(
    val shape: Shape,
    val sequence: Array[FieldPlan],
    val hasTags: Boolean,
    val tagged: Array[FieldPlan],
    val otherTags: Array[Long],
    val absent: Array[FieldPlan],
    val isSupported: Boolean,
    val results: Int) {

  /** Consecutive in one JVM. */
  val number: Int = StructPlan.numbers.getAndIncrement()

  /** What a row of this struct takes about, beside what is in its fields. */
  val rowBytes: Int = 16 + 8 * results

  /** For each field of the sequence the run of numbers that it begins, null for most. */
  val runs: Array[NumberRun] = StructPlan.runs(shape, sequence)

  /** Whether an empty tag section leaves all fields in it NULL. */
  val isNullUntagged: Boolean = tagged.forall(field =>
    (field.default eq DefaultValue.None) || (field.default eq DefaultValue.Null))

  /** The same told in full, null if it is not plain. */
  lazy val plain: PlainStruct = PlainStructs.of(this)

  /** The same as a whole value, which has an array of tags that nobody knows behind its fields: plain is an empty
    * one.
    */
  lazy val plainWhole: PlainStruct = if (plain == null) null else plain.withEmptyList(results - 1)

  /** The run that is all there is of this struct, or null. */
  val onlyRun: NumberRun = {
    val isOnly = isSupported && tagged.isEmpty && absent.length == 0 &&
      runs.headOption.exists(run => run != null && run.count == sequence.length)
    if (isOnly) runs.head else null
  }
}

private object StructPlan {
  private val numbers = new AtomicInteger

  /** The longest runs. */
  private def runs(shape: Shape, sequence: Array[FieldPlan]): Array[NumberRun] = {
    val found = new Array[NumberRun](sequence.length)
    var at = 0
    while (at < sequence.length) {
      val run = sequence.drop(at).takeWhile(field => Code.isNumber(field.value.code))
      if (run.length > 0)
        found(at) = new NumberRun(shape, run.map(_.position), run.map(_.value.code))
      at += math.max(run.length, 1)
    }
    found
  }
}
