package sparkwire.wire.kafka

import sparkwire.wire.Shape

/** How one value is read.
  *
  * @param element
  *   of a list
  * @param struct
  *   of a struct
  */
private[kafka] final class ValuePlan(val code: Int, val isNullable: Boolean,
    val element: ValuePlan = null, val struct: StructPlan = null) {

  /** The least that an element of this kind takes. */
  val leastSize: Int = Code.leastSize(code)
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

  /** Whether a tag section may be somewhere in it, and so an unknown tag. */
  val holdsStructs: Boolean = {
    var inner = value
    while (inner.element != null) inner = inner.element
    inner.struct != null
  }
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

  /** What a row of this struct takes about, beside what is in its fields. */
  val rowBytes: Int = 16 + 8 * results
}
