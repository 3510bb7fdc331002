package sparkwire.wire.avro

import sparkwire.wire.core.Shape

/** One step of a plan: how a value is read from the bytes, and what it becomes. Plans are made once for
  * each schema; a step of a recursive type leads back to itself.
  */
private[wire] final class Step(val code: Int) {

  /** The fields of a record in the order of the bytes, the branches of a union, the one item of an array
    * or map, the value of a [[Step.Member]].
    */
  var parts: Array[Step] = Step.NoParts

  /** Of records and members. */
  var shape: Shape = _

  /** For each field of a record its position in the shape, or [[Step.Dropped]]; of a member the one. */
  var targets: Array[Int] = Step.NoTargets

  /** Fields of the reader's record that the bytes do not have. */
  var defaults: Array[DefaultField] = Step.NoDefaults

  /** The symbols of an enum, null where the reader has none for it. */
  var symbols: Array[Array[Byte]] = _

  /** Bytes of a fixed. */
  var size = 0

  /** Digits and scale of a decimal. */
  var precision = 0
  var scale = 0

  /** A number of type int is read as a long. */
  var isInt = false

  /** The least that a value takes on the wire. */
  var leastBytes = 0L

  /** How much more than its share of the input a value may become: see [[StepCost]]. */
  var excess = 0L

  /** What a value takes in a row at least: a word, and for a record a row of its own. */
  var rowBytes = 0L

  def item: Step = parts(0)
}

/** A field that has its default value, in the bytes that Avro would write for it. */
private[wire] final class DefaultField(val target: Int, val step: Step, val bytes: Array[Byte])

private[wire] object Step {
  val NoParts = new Array[Step](0)
  val NoTargets = new Array[Int](0)
  val NoDefaults = new Array[DefaultField](0)
  final val Dropped = -1

  // What the bytes are, and, where that is more than one thing, what becomes of them.
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

  /** A branch of a union of several types, which is a struct with a field for each of them. */
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

  /** Data that the reader's schema has no place for. */
  final val Incompatible = 32
}
