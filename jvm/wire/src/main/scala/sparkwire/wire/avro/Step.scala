package sparkwire.wire.avro

import sparkwire.wire.core.Shape

/** One step of a plan: how a value is read from the bytes, and its type in the result. A plan is
  * built once for each schema; the steps of a recursive type form a cycle.
  */
private[wire] final class Step(val code: Int) {

  /** The fields of a record in the order of the bytes, the branches of a union, the one item of an
    * array or map, or the value of a [[Step.Member]].
    */
  var parts: Array[Step] = Step.NoParts

  /** The shape of a record or member. */
  var shape: Shape = _

  /** The position in the shape, or [[Step.Dropped]], of each field of a record, or of a member's
    * one field.
    */
  var targets: Array[Int] = Step.NoTargets

  /** Fields of the reader's record that the writer's record does not have. */
  var defaults: Array[DefaultField] = Step.NoDefaults

  /** The symbols of an enum, null for a symbol that the reader does not have. */
  var symbols: Array[Array[Byte]] = _

  /** The size of a fixed in bytes. */
  var size = 0

  /** The precision and scale of the resulting decimal in digits. */
  var precision = 0
  var scale = 0

  /** By how much `scale` exceeds the scale of the written number. */
  var addedScale = 0

  /** Whether the reader's schema does not have the value. Then it is held to Avro's own rules, and
    * not to the rules of a column: it has no result.
    */
  var isForeign = false

  /** Whether a number is written as an int but read as a long. */
  var isInt = false

  /** The minimum size of a value on the wire in bytes. */
  var leastBytes = 0L

  /** How many bytes a value may exceed its share of the input by: see [[StepCost]]. */
  var excess = 0L

  /** Like [[excess]], for a record that may contain itself: charged whenever one begins, because
    * nothing else counts them.
    */
  var entry = 0L

  /** The minimum size of a value in a row in bytes: a word, and for a record a row of its own. */
  var rowBytes = 0L

  def item: Step = parts(0)
}

/** A field with its default value, in Avro's binary encoding. */
private[wire] final class DefaultField(val target: Int, val step: Step, val bytes: Array[Byte])

private[wire] object Step {
  val NoParts = new Array[Step](0)
  val NoTargets = new Array[Int](0)
  val NoDefaults = new Array[DefaultField](0)
  final val Dropped = -1

  // The encoding of the bytes and, if the same encoding has several results, the result.
  final val Null = 0
  final val Bool = 1
  final val Int = 2
  final val Long = 3
  final val Float = 4
  final val Double = 5
  final val Bytes = 6
  final val Text = 7
  final val Fixed = 8
  final val Enum = 9
  final val Record = 10
  final val Array = 11
  final val Map = 12
  final val Union = 13

  /** A branch of a union of several types, which becomes a struct with a field for each type. */
  final val Member = 14
  final val IntToFloat = 15
  final val IntToDouble = 16
  final val LongToFloat = 17
  final val LongToDouble = 18
  final val FloatToDouble = 19
  final val Date = 20
  final val TimestampMillis = 21
  final val TimestampMicros = 22
  final val TimestampNanos = 23
  final val LocalMillis = 24
  final val LocalMicros = 25
  final val LocalNanos = 26
  final val DecimalBytes = 27
  final val DecimalFixed = 28
  final val UuidText = 29
  final val UuidFixed = 30
  final val Duration = 31

  /** A time of day written in milliseconds but read in microseconds, as a number. */
  final val TimeMillis = 32

  /** Data that cannot be resolved to the reader's schema. */
  final val Incompatible = 33

  // Times of day that become a TIME.
  final val DayMillis = 34
  final val DayMicros = 35
}
