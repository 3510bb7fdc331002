package sparkwire.wire.trace

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core._

/** What is wrong with bytes, and where. */
final case class Fault(reason: Reason, offset: Int, path: String, message: String)

/** What one run of bytes is. The rows of a dissection. */
final case class Tile(offset: Int, length: Int, path: String, kind: String, value: String)

/** Walks bytes a second time and says what is where: the one source of fault rows, error texts and
  * dissections. The first walk keeps no books.
  */
object Trace {
  final case class Walk(fault: Option[Fault], tiles: Seq[Tile])

  /** Finds the fault that made `inner` or the reader refuse. `inner` takes part, so that what it
    * wants is looked at and what it refuses is seen.
    */
  def fault(reader: Reader, cursor: Cursor, bytes: Array[Byte], inner: Sink,
      options: Options): Option[Fault] =
    walk(reader, cursor, bytes, new TraceSink(cursor, inner, options.verifies, null), options).fault

  /** Finds the fault by a reader that gives other things than the one that refused. It looks at
    * everything; a fault that it does not meet is one of the whole.
    */
  def faultBy(reader: Reader, cursor: Cursor, bytes: Array[Byte], met: Reason,
      options: Options): Fault =
    walk(reader, cursor, bytes, new TraceSink(cursor, Nowhere, true, null), options).fault
      .getOrElse(Fault(met, 0, "", explained(met, options)))

  /** What each byte is, up to what the reader or `inner` refuses. */
  def dissect(reader: Reader, cursor: Cursor, bytes: Array[Byte], options: Options,
      inner: Sink = Nowhere): Walk =
    walk(
      reader, cursor, bytes, new TraceSink(cursor, inner, true, new Tiles(options.maxSize)),
      options)

  /** A count that promises more than there is refuses a value at once, but this walk goes on to show what
    * there is. The reason stays that of the count; the place is where the walk came to an end.
    */
  private def walk(reader: Reader, cursor: Cursor, bytes: Array[Byte], sink: TraceSink,
      options: Options): Walk = {
    cursor.forgive()
    cursor.setExplaining(true)
    val refused =
      try {
        reader.read(cursor.wrap(bytes), sink)
        if (cursor.owed != null) sink.tracer.outside()
        null
      } catch { case malformed: Malformed => malformed.reason }
      finally cursor.setExplaining(false)
    val isFull = sink.tiles != null && sink.tiles.isFull
    val reason = if (cursor.owed == null || isFull) refused else cursor.owed
    val fault = Option(reason).map(describe(_, cursor.bytes, sink, options))
    Walk(fault, if (sink.tiles == null) Nil else sink.tiles.finish(cursor.bytes.length, fault))
  }

  private def describe(reason: Reason, bytes: Array[Byte], sink: TraceSink,
      options: Options): Fault = {
    val at = math.min(sink.startOf(reason), bytes.length)
    val found =
      if (at == bytes.length) s"the input ends at byte $at"
      else
        s"found ${Show.hex(bytes, at, math.min(at + 8, bytes.length))}, ${bytes.length} bytes in all"
    val unfit = if (reason eq Reason.TypeMismatch) sink.unfit else null
    val why = if (unfit == null) explained(reason, options) else unfit
    Fault(reason, at, within(sink.inputName, sink.lastPath), s"$why ($found)")
  }

  /** Where several inputs are, a path begins with the name of one. */
  private def within(input: String, path: String): String =
    if (input.isEmpty || path == input || path.startsWith(s"$input.")) path
    else if (path.isEmpty) input
    else s"$input.$path"

  /** The explanation of a reason; that of a limit names its value and how far it can be raised. */
  private def explained(reason: Reason, options: Options): String = {
    val limit = reason match {
      case Reason.TooLarge => Some(Options.MaxSize)
      case Reason.NestingTooDeep => Some(Options.MaxDepth)
      case _ => None
    }
    limit.fold(reason.explanation) { spec =>
      s"${reason.explanation} = ${options.number(spec)}, whose maximum is ${spec.to}"
    }
  }
}

/** The rows of a dissection under construction; their size is a budget like any other result's. */
private[wire] final class Tiles(maxSize: Int) {
  private val rows = Vector.newBuilder[Tile]
  private[this] var earlier = Vector.empty[Tile]
  private[this] var size = 0L
  private[this] var covered = 0
  private[this] var inputName = ""

  def input(name: String): Unit = inputName = name

  /** One input of several has ended. */
  def nextInput(end: Int): Unit = {
    earlier ++= finishInput(end)
    rows.clear()
    covered = 0
  }

  /** Bytes that were passed over without a name become a row of their own; those that have a row
    * already do not get another.
    */
  def add(offset: Int, length: Int, path: String, kind: String, value: String): Unit = {
    val end = offset + length
    if (offset > covered && length > 0) put(Tile(covered, offset - covered, inputName, "gap", ""))
    if (offset >= covered || length == 0) put(Tile(offset, length, path, kind, value))
    else if (end <= covered) put(Tile(offset, 0, path, kind, value))
    else put(Tile(covered, end - covered, path, kind, value))
    if (length > 0) covered = math.max(covered, end)
  }

  def isFull: Boolean = size > maxSize

  private def put(tile: Tile): Unit = {
    size += Tiles.RowBytes + tile.path.length + tile.value.length
    if (isFull) throw Reason.TooLarge.signal
    rows += tile
  }

  def finish(end: Int, fault: Option[Fault]): Seq[Tile] = earlier ++ (fault match {
    case Some(found) =>
      // A container may be refused at its end, and what is read a second time far behind its place.
      val before = rows.result().filter(row => row.offset + row.length <= found.offset)
      val from =
        before.filter(_.length > 0).map(row => row.offset + row.length).maxOption.getOrElse(0)
      before :+ Tile(from, end - from, found.path, "FAULT", found.reason.word)
    case None => finishInput(end)
  })

  private def finishInput(end: Int): Vector[Tile] = {
    if (covered < end) rows += Tile(covered, end - covered, inputName, "gap", "")
    rows.result()
  }
}

private object Tiles {
  // About what a row takes in Spark's own form, its two texts aside.
  final val RowBytes = 72
}

/** Bytes as people read them, never more of them than a line holds. */
private[wire] object Show {
  final val MaxBytes = 64
  private val Digits = "0123456789abcdef"

  def hex(bytes: Array[Byte], from: Int, until: Int): String = {
    val out = new StringBuilder
    var at = from
    while (at < until) {
      out.append(Digits.charAt((bytes(at) >> 4) & 0xf)).append(Digits.charAt(bytes(at) & 0xf))
      at += 1
    }
    out.toString
  }

  def bytes(bytes: Array[Byte], from: Int, until: Int): String =
    if (until - from <= MaxBytes) hex(bytes, from, until)
    else s"${hex(bytes, from, from + MaxBytes)}... (${until - from} bytes)"

  /** Text in quotes, what cannot be shown escaped. */
  def text(bytes: Array[Byte], from: Int, until: Int): String = {
    val out = new StringBuilder("\"")
    start(bytes, from, until).foreach {
      case '"' => out.append("\\\"")
      case '\\' => out.append("\\\\")
      case c if c < ' ' || c == 0x7f => out.append(f"\\u${c.toInt}%04x")
      case c => out.append(c)
    }
    out.append('"')
    if (until - from > MaxBytes) out.append(s"... (${until - from} bytes)")
    out.toString
  }

  /** Text as part of a path. */
  def plain(bytes: Array[Byte], from: Int, until: Int): String = start(bytes, from, until)

  /** Never expanded: the scale may be any 32-bit number, the digits any number of them. */
  def decimal(unscaled: BigInteger, scale: Int): String =
    if (unscaled.bitLength <= 256) s"${unscaled}E${-scale.toLong}"
    else s"${unscaled.bitLength} bits"

  def instant(form: InstantForm, units: Long, nanos: Int): String =
    if (form.hasNanos) s"$units + ${nanos}ns" else units.toString

  def constant(ordinal: Int, name: Array[Byte]): String =
    if (name == null) ordinal.toString else s"$ordinal ${plain(name, 0, name.length)}"

  private def start(bytes: Array[Byte], from: Int, until: Int): String =
    new String(bytes, from, math.min(until - from, MaxBytes), UTF_8)
}
