package sparkwire.wire.kafka.definitions

import java.util.{HashMap, HashSet}
import java.util.concurrent.atomic.AtomicInteger

import sparkwire.wire.core.Shape
import sparkwire.wire.places.{NumberRun, PlainStruct}

/** How one value is read.
  *
  * @param element
  *   the plan of an element, for a list
  * @param struct
  *   the plan of a struct
  */
private[kafka] final class ValuePlan(val code: Int, val isNullable: Boolean,
    val element: ValuePlan = null, val struct: StructPlan = null) {

  /** Whether it may contain a tag section, and so an unknown tag. */
  val holdsStructs: Boolean = struct != null || (element != null && element.holdsStructs)

  /** The least number of bytes that such an element takes. */
  val leastSize: Int = Code.leastSize(code)

}

/** A field at one version.
  *
  * @param position
  *   the position in the shape of its struct
  * @param tag
  *   the tag of a field in the tag section
  */
private[kafka] final class FieldPlan(val name: String, val position: Int, val value: ValuePlan,
    val default: DefaultValue, val tag: Long = -1) {

  def holdsStructs: Boolean = value.holdsStructs

  /** The default as a value to be written, field 0 of a source. */
  val defaultSource: DefaultSource = new DefaultSource(default)
}

/** A struct at one version.
  *
  * @param sequence
  *   the fields in the order of the wire, except tagged ones
  * @param hasTags
  *   whether the struct ends with a tag section
  * @param tagged
  *   the fields in the tag section, by ascending tags
  * @param otherTags
  *   the tags that the definition has, but not at this version
  * @param absent
  *   the fields that this version does not have and that are given their default
  * @param isSupported
  *   whether the struct may be read at this version
  * @param results
  *   the number of the shape's fields that are results; the frames of tags come after them
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

  /** The approximate size of a row of this struct, without the content of its fields. */
  val rowBytes: Int = 16 + 8 * results

  /** The run of numbers that begins with each field of the sequence, null for most fields. */
  val runs: Array[NumberRun] = StructPlan.runs(shape, sequence)

  /** The fields that this version has, by their names. */
  lazy val byName: HashMap[String, FieldPlan] = {
    val found = new HashMap[String, FieldPlan]
    (sequence ++ tagged).foreach(field => found.put(field.name, field))
    found
  }

  /** The tags of all fields that the definition has at any version. */
  lazy val tagNumbers: HashSet[Long] = {
    val found = new HashSet[Long]
    tagged.foreach(field => found.add(field.tag))
    otherTags.foreach(tag => found.add(tag))
    found
  }

  /** The description of the struct if it is plain, else null. */
  lazy val plain: PlainStruct = PlainStructs.of(this)

  /** Like [[plain]], for a struct that is a whole value. After its fields it has an array of
    * unknown tags, which is empty in a plain value.
    */
  lazy val plainWhole: PlainStruct = if (plain == null) null else plain.withEmptyList(results - 1)
}

private object StructPlan {
  private val numbers = new AtomicInteger

  /** Finds the longest runs. */
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
