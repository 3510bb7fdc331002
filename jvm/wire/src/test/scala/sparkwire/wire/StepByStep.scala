package sparkwire.wire

import java.math.BigInteger

import sparkwire.wire.core._

/** A sink that takes values one by one and makes no offers: no places, no whole values, no
  * transcoded containers. With its offers, a sink must give the same values and refusals as without
  * them.
  */
final class StepByStep(inner: Sink) extends Sink {
  def beginStruct(shape: Shape): Boolean = inner.beginStruct(shape)
  def needed: Long = inner.needed
  def wanted(field: Int): Boolean = inner.wanted(field)
  def derives(field: Int): Boolean = inner.derives(field)
  def skipped(): Unit = inner.skipped()
  def endStruct(): Unit = inner.endStruct()
  override def beginObject(layout: ObjectLayout): Boolean = inner.beginObject(layout)

  def beginArray(count: Int): Boolean = inner.beginArray(count)
  def element(): Unit = inner.element()
  def endArray(): Unit = inner.endArray()
  override def goesOn(): Unit = inner.goesOn()
  def beginMap(count: Int): Boolean = inner.beginMap(count)
  def key(): Unit = inner.key()
  def value(): Boolean = inner.value()
  def endMap(): Unit = inner.endMap()
  override def mark(): Unit = inner.mark()
  override def takeBack(): Unit = inner.takeBack()

  def nothing(): Unit = inner.nothing()
  def bool(value: Boolean): Unit = inner.bool(value)
  def int(value: Long): Unit = inner.int(value)
  def unsigned(value: Long): Unit = inner.unsigned(value)
  def float(value: Float): Unit = inner.float(value)
  def double(value: Double): Unit = inner.double(value)
  def decimal(unscaled: BigInteger, scale: Int): Unit = inner.decimal(unscaled, scale)
  def text(bytes: Array[Byte], from: Int, until: Int): Unit = inner.text(bytes, from, until)
  def binary(bytes: Array[Byte], from: Int, until: Int): Unit = inner.binary(bytes, from, until)
  override def textForm(bytes: Array[Byte], from: Int, until: Int): Unit =
    inner.textForm(bytes, from, until)
  def date(days: Int): Unit = inner.date(days)
  def timestamp(micros: Long): Unit = inner.timestamp(micros)
  def localTimestamp(micros: Long): Unit = inner.localTimestamp(micros)
  def instant(form: InstantForm, units: Long, nanos: Int): Unit = inner.instant(form, units, nanos)
  override def day(days: Long, millis: Long): Unit = inner.day(days, millis)
  override def dated(value: Dated): Unit = inner.dated(value)
  override def enumerated(typeName: Array[Byte], typeId: Int, ordinal: Int,
      name: Array[Byte]): Unit = inner.enumerated(typeName, typeId, ordinal, name)

  override def tracer: Tracer = inner.tracer
  override def refused: Array[Byte] = inner.refused
}

object StepByStep {

  /** Returns a root that reads like `root`, but into a sink without offers. */
  def apply(root: Root): Root = InSteps(root)

  private final case class InSteps(root: Root) extends Root {
    def kind: Kind = root.kind
    def newReader(options: Options): Reader = new InStepsReader(root.newReader(options))
    override def takesNull(input: Int): Boolean = root.takesNull(input)
    override def inputsInFront: Int = root.inputsInFront
    override def explainer: Root = if (root.explainer eq root) this else root.explainer
    override def newChecker(options: Options): Reader = root.newChecker(options)
    override def readsSchema: Boolean = root.readsSchema
  }

  private final class InStepsReader(reader: Reader) extends Reader {
    def read(cursor: Cursor, sink: Sink): Unit = reader.read(cursor, new StepByStep(sink))
    override def setOtherInputs(inputs: Array[AnyRef]): Unit = reader.setOtherInputs(inputs)
    override def valueIsNull(): Unit = reader.valueIsNull()
    override def readsAnywhere: Boolean = reader.readsAnywhere
    override def mayBecome(length: Long): Long = reader.mayBecome(length)
  }
}
