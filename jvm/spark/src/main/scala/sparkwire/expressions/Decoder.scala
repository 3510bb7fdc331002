package sparkwire.expressions

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeRow}
import org.apache.spark.sql.catalyst.util.{ArrayData, GenericArrayData, MapData}
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import org.apache.spark.sql.types.{BinaryType, DataType}
import org.apache.spark.sql.vectorized.ColumnVector
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.SparkwireErrors
import sparkwire.rows.{RowForm, RowSink}
import sparkwire.wire.core._
import sparkwire.wire.places.PlainReader
import sparkwire.wire.trace.{Fault, Trace}
import sparkwire.wire.variant.VariantLevels

/** Decodes one value after another. Each task and call site has its own. The row that it returns is
  * valid until the next value, as is usual between Spark's own expressions.
  */
final class Decoder(plan: DecodePlan, required: DataType, inputs: Int = 1,
    form: RowForm = RowForm.Apart)
    extends ValueDecoder {
  private[this] val cursor = new Cursor
  private[this] val maxDepth = plan.options.maxDepth
  private[this] val maxSize = plan.options.maxSize
  cursor.setMaxDepth(maxDepth)
  cursor.setMaxSize(maxSize)
  private[this] val reader =
    if (plan.isPrunable) plan.root.newReader(plan.options) else plan.root.newChecker(plan.options)
  private[this] lazy val slowReader = plan.root.newExplainer(plan.options)
  private[this] val plainReader = reader match {
    case plain: PlainReader => plain
    case _ => null
  }
  private[this] val rowForm =
    if (form == RowForm.Apart && plainReader != null && plainReader.prefersRows) RowForm.Fields
    else form
  private[this] var sink = newSink()
  private def newSink(): RowSink =
    new RowSink(plan.root.kind, if (plan.isPrunable) required else plan.valueType, plan.options,
      rowForm)
  // Makes the checks for which a sink may refuse a value, whichever part of the value the query
  // needs, and builds nothing else.
  private[this] lazy val checker: Sink =
    Types.refusablePart(plan.root.kind, plan.valueType)
      .fold[Sink](Nowhere)(
        new RowSink(plan.root.kind, _, plan.options))
  // True if the query needs only a part, and another part might turn out too large.
  private[this] val isPart =
    plan.isPrunable && required != plan.valueType && plan.mayGrow && plan.options.verifies

  private[this] val beside = new Array[AnyRef](inputs - 1)
  private[this] var isAbsent = false
  private[this] var isNull = false

  override def setInput(number: Int, value: Any): Unit = {
    if (value == null && !plan.root.takesNull(number)) isAbsent = true
    beside(number - 1) = value match {
      case text: UTF8String => text.getBytes
      // A constant map is the same object for all values. It also stays the same MapColumn, because
      // readers compare by identity.
      case map: MapData => beside(number - 1) match {
          case last: MapColumn if last.map eq map => last
          case _ => new MapColumn(map)
        }
      case other => other.asInstanceOf[AnyRef]
    }
  }

  /** Returns the total size of the other inputs in bytes. */
  private def sizeBeside: Long = {
    var size = 0L
    var at = 0
    while (at < beside.length) {
      beside(at) match {
        case bytes: Array[Byte] => size += bytes.length
        case _ => ()
      }
      at += 1
    }
    size
  }

  override def decodeNull(): Any = null

  override def decodeAmong(value: Any): Any = {
    val absent = isAbsent || (value == null && !plan.root.takesNull(0))
    isAbsent = false
    if (absent) null
    else {
      isNull = value == null
      passInputs(reader)
      decode(if (value == null) Array.emptyByteArray else value)
    }
  }

  // A copy of a value that is stored elsewhere, for readers that count from the start of the array.
  // The decoded result may point into it, and is valid until the next value.
  private[this] var moved = new Array[Byte](0)

  override def decodeAt(row: UnsafeRow, field: Int): Any = {
    val extent = row.getLong(field)
    decodeAt(row.getBaseObject, row.getBaseOffset + (extent >>> 32), extent.toInt)
  }

  override def decodeAt(column: ColumnVector, row: Int): Any = column match {
    // This returns the bytes in place, also for BINARY, while `getBinary` copies them.
    case written: WritableColumnVector =>
      val bytes = written.getUTF8String(row)
      decodeAt(bytes.getBaseObject, bytes.getBaseOffset, bytes.numBytes)
    case other if other.dataType == BinaryType => decode(other.getBinary(row))
    case other => decode(other.getUTF8String(row))
  }

  private def decodeAt(base: AnyRef, offset: Long, size: Int): Any = base match {
    case around: Array[Byte] if reader.readsAnywhere =>
      decode(around, (offset - Platform.BYTE_ARRAY_OFFSET).toInt, size)
    case _ =>
      val bytes = if (size <= Decoder.MaxMoved) roomFor(size) else new Array[Byte](size)
      Platform.copyMemory(base, offset, bytes, Platform.BYTE_ARRAY_OFFSET.toLong, size.toLong)
      decode(bytes, 0, size)
  }

  private def roomFor(size: Int): Array[Byte] = {
    if (size > moved.length) moved = new Array[Byte](math.max(size, 2 * moved.length))
    moved
  }

  override def decode(value: Any): Any = {
    val bytes = value match {
      case array: Array[Byte] => array
      case text: UTF8String => text.getBytes
      case other => throw new IllegalArgumentException(
          s"${plan.function} was given a ${other.getClass.getName}")
    }
    decode(bytes, 0, bytes.length)
  }

  private def decode(bytes: Array[Byte], from: Int, size: Int): Any = plan.ending match {
    case Ending.Strict =>
      try walk(bytes, from, size)
      catch { case malformed: Malformed => throw error(copyOfValue(bytes, from, size), malformed) }
    case Ending.Attempt =>
      try walk(bytes, from, size)
      catch { case _: Malformed => null }
    case Ending.FaultRow =>
      try {
        read(allChecks, bytes, from, size)
        null
      } catch {
        case malformed: Malformed => faultRow(explain(copyOfValue(bytes, from, size), malformed))
      }
    case Ending.Dissection => dissection(copyOfValue(bytes, from, size))
  }

  private def copyOfValue(bytes: Array[Byte], from: Int, size: Int): Array[Byte] =
    if (bytes.length == size) bytes else Arrays.copyOfRange(bytes, from, from + size)

  private def walk(bytes: Array[Byte], from: Int, size: Int): Any = {
    val plain = if (plainReader == null) null else tryPlain(bytes, from, size)
    val value =
      if (plain != null) plain
      else {
        read(sink, bytes, from, size)
        sink.result
      }
    if (isPart && mayExceedLimits(size)) read(checker, bytes, from, size)
    value
  }

  /** Reads a value by generated code alone. Returns null if the value must be read in the general
    * way, as large ones are: it announces their size to the row's buffer.
    */
  private def tryPlain(bytes: Array[Byte], from: Int, size: Int): AnyRef = {
    val slots = sink.wholeSlots
    if (slots == null || size > Decoder.MaxMoved) null
    else {
      val code = plainReader.codeFor(slots)
      // The depth is the depth of the previous value, and `mayExceedLimits` asks for it.
      cursor.forgetDepth()
      if (code == null) null else code.tryWhole(bytes, from, from + size, maxDepth, maxSize)
    }
  }

  /** Whether the value just read might be refused for a limit if all of it were needed. */
  private def mayExceedLimits(size: Int): Boolean =
    reader.mayBecome(size + sizeBeside) > maxSize ||
      VariantLevels.mayExceed(cursor.deepestContainer, maxDepth)

  private def read(sink: Sink, bytes: Array[Byte], from: Int, size: Int): Unit = {
    begin(sink, size)
    cursor.forgetDepth()
    reader.read(cursor.wrap(bytes, from, size), sink)
  }

  private def begin(sink: Sink, size: Int): Unit = sink match {
    case rows: RowSink => rows.begin(size)
    case _ => ()
  }

  /** The sink that makes every refusal of the whole value. Without `verify`, this
    * depends on the part that the query needs.
    */
  private def allChecks: Sink =
    if (plan.options.verifies) checker else if (plan.mayGrow) sink else Everything

  private def error(bytes: Array[Byte], malformed: Malformed): Throwable = {
    val fault = explain(bytes, malformed)
    if (plan.root.readsSchema)
      SparkwireErrors.invalidSchemaAtRunTime(plan.function, fault, plan.twins)
    else SparkwireErrors.malformed(plan.format.name, fault, plan.function, plan.twins)
  }

  /** Reads the same bytes again, slowly and with all checks, so that the fault does not depend on
    * the part of the value that the query needs. A second walk that finds no fault would be a bug
    * in Sparkwire, except where another root explains, whose walk cannot know the refusals of this
    * root alone.
    */
  private def explain(bytes: Array[Byte], malformed: Malformed): Fault = {
    // The memory for the result of a large value is released before the second walk.
    if (bytes.length > Decoder.MaxMoved) sink = newSink()
    if (plan.root.explainer ne plan.root)
      Trace.faultBy(explainer, cursor, bytes, malformed.reason, plan.options)
    else
      // A row that is larger than an array can be is refused only where it is built: by `sink`.
      traced(allChecks, bytes).orElse(traced(sink, bytes)).getOrElse(
        throw new IllegalStateException(
          s"${plan.function}: ${malformed.reason.word} was not found again"))
  }

  private def traced(sink: Sink, bytes: Array[Byte]): Option[Fault] = {
    begin(sink, bytes.length)
    Trace.fault(explainer, cursor, bytes, sink, plan.options)
  }

  private def explainer: Reader = {
    if (inputs > 1) passInputs(slowReader)
    slowReader
  }

  private def passInputs(reader: Reader): Unit = {
    reader.setOtherInputs(beside)
    if (isNull) reader.valueIsNull()
  }

  private def faultRow(fault: Fault): InternalRow = new GenericInternalRow(
    Array[Any](
      UTF8String.fromString(fault.reason.word),
      fault.offset,
      UTF8String.fromString(fault.path),
      UTF8String.fromString(fault.message)))

  private def dissection(bytes: Array[Byte]): ArrayData = {
    val refusing = if (plan.root.explainer ne plan.root) Nowhere else checker
    begin(refusing, bytes.length)
    val tiles = Trace.dissect(explainer, cursor, bytes, plan.options, refusing).tiles
    new GenericArrayData(tiles.iterator.map(new TileRow(_)).toArray[Any])
  }
}

private object Decoder {

  /** Larger values are rare, and the bytes of one are not kept for the next. */
  private final val MaxMoved = 1 << 20
}
