package sparkwire.wire.trace

import java.math.{BigDecimal, BigInteger}
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core._

/** A fault in bytes: the reason, the offset in bytes, the path, and the message for the user. */
final case class Fault(reason: Reason, offset: Int, path: String, message: String)

/** One row of a dissection: the meaning of a run of bytes. */
final case class Tile(offset: Int, length: Int, path: String, kind: String, value: String)

/** Walks bytes a second time and reports their meaning. Fault rows, error texts and dissections all
  * come from here. The first walk records nothing.
  */
object Trace {
  final case class Walk(fault: Option[Fault], tiles: Seq[Tile])

  /** Finds the fault for which `inner` or the reader refused. `inner` takes part in the walk, so
    * that the values it wants are checked and its refusals are found.
    */
  def fault(reader: Reader, cursor: Cursor, bytes: Array[Byte], inner: Sink,
      options: Options): Option[Fault] =
    walk(reader, cursor, bytes, new TraceSink(cursor, inner, options.verifies, null), options).fault

  /** Finds the fault with a reader that gives other fields than the one that refused. It checks
    * everything. If it finds no fault, the result is the reason `met` for the value as a whole.
    */
  def faultBy(reader: Reader, cursor: Cursor, bytes: Array[Byte], met: Reason,
      options: Options): Fault =
    walk(reader, cursor, bytes, new TraceSink(cursor, Nowhere, true, null), options).fault
      .getOrElse(Fault(met, 0, "", options.explain(met)))

  /** Describes each byte, up to the place where the reader or `inner` refuses. */
  def dissect(reader: Reader, cursor: Cursor, bytes: Array[Byte], options: Options,
      inner: Sink = Nowhere): Walk =
    walk(
      reader, cursor, bytes, new TraceSink(cursor, inner, true, new Tiles(options.maxSize)),
      options)

  /** Walks the bytes once. Decoding refuses a value at once if a count promises more than is
    * present; this walk goes on to show the elements that are present. The reason remains the
    * count's; the offset is where the walk ended.
    */
  private def walk(reader: Reader, cursor: Cursor, bytes: Array[Byte], sink: TraceSink,
      options: Options): Walk = {
    cursor.clearReasons()
    cursor.setExplaining(true)
    val refused =
      try {
        reader.read(cursor.wrap(bytes), sink)
        if (cursor.deferredReason != null) sink.tracer.outside()
        null
      } catch { case malformed: Malformed => malformed.reason }
      finally cursor.setExplaining(false)
    val isFull = sink.tiles != null && sink.tiles.isFull
    val reason = if (cursor.deferredReason == null || isFull) refused else cursor.deferredReason
    val fault = Option(reason).map(describe(_, cursor, sink, options))
    Walk(fault, if (sink.tiles == null) Nil else sink.tiles.finish(cursor.bytes.length, fault))
  }

  private def describe(reason: Reason, cursor: Cursor, sink: TraceSink,
      options: Options): Fault = {
    val bytes = cursor.bytes
    val at = math.min(sink.startOf(reason), bytes.length)
    val size = s"${bytes.length} bytes in all"
    val sums = cursor.checksums(reason)
    val found =
      if (sums != null) s"$sums, $size"
      else if (at == bytes.length) size
      else s"found ${Show.hex(bytes, at, math.min(at + 8, bytes.length))}, $size"
    val unfit = if (reason eq Reason.TypeMismatch) sink.unfit else null
    val why = if (unfit == null) options.explain(reason) else unfit
    Fault(reason, at, within(sink.inputName, sink.lastPath), s"$why ($found)")
  }

  /** Prefixes the path with the name of the input, if there are several inputs. */
  private def within(input: String, path: String): String =
    if (input.isEmpty || path == input || path.startsWith(s"$input.")) path
    else if (path.isEmpty) input
    else s"$input.$path"
}

/** The rows of a dissection under construction. Their size counts against `maxSize`, like any
  * result.
  */
private[wire] final class Tiles(maxSize: Int) {
  private val rows = Vector.newBuilder[Tile]
  private[this] var earlier = Vector.empty[Tile]
  private[this] var size = 0L
  private[this] var covered = 0
  private[this] var inputName = ""

  def input(name: String): Unit = inputName = name

  /** Ends one of several inputs. */
  def nextInput(end: Int): Unit = {
    earlier ++= finishInput(end)
    rows.clear()
    covered = 0
  }

  /** Adds a row. Bytes before it that have no row become a row of their own, a gap; bytes that
    * already have a row do not get another.
    *
    * @param levels
    *   the number of levels of the path. Each takes a step when the path is built, also if its name
    *   is empty
    */
  def add(offset: Int, length: Int, levels: Int, path: String, kind: String,
      value: String): Unit = {
    spend(math.max(0, levels - path.length))
    val end = offset + length
    if (offset > covered && length > 0) put(Tile(covered, offset - covered, inputName, "gap", ""))
    if (offset >= covered || length == 0) put(Tile(offset, length, path, kind, value))
    else if (end <= covered) put(Tile(offset, 0, path, kind, value))
    else put(Tile(covered, end - covered, path, kind, value))
    if (length > 0) covered = math.max(covered, end)
  }

  def isFull: Boolean = size > maxSize

  private def spend(bytes: Int): Unit = {
    size += bytes
    if (isFull) throw Reason.TooLarge.signal
  }

  private def put(tile: Tile): Unit = {
    spend(Tiles.RowBytes + tile.path.length + tile.value.length)
    rows += tile
  }

  def finish(end: Int, fault: Option[Fault]): Seq[Tile] = earlier ++ (fault match {
    case Some(found) =>
      // Rows may exist after the fault: a container may be refused only at its end, and a field
      // only when it is read a second time.
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
  // The approximate size of a row in Spark's own format in bytes, without its two texts.
  final val RowBytes = 72
}

/** Formats bytes for people, limited to one line. */
private[wire] object Show {
  final val MaxBytes = 64
  private final val MostDigits = 40
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

  /** Returns text in quotes, with escapes for quotes, backslashes and control characters. */
  def text(bytes: Array[Byte], from: Int, until: Int): String = {
    val shown = start(bytes, from, until).flatMap {
      case '"' => "\\\""
      case '\\' => "\\\\"
      case c => withoutControl(c)
    }
    val rest = if (until - from > MaxBytes) s"... (${until - from} bytes)" else ""
    s"\"$shown\"$rest"
  }

  /** Returns text as a part of a path. A line break in it would begin a new line of a log. */
  def plain(bytes: Array[Byte], from: Int, until: Int): String =
    start(bytes, from, until).flatMap(withoutControl)

  /** Returns a name as a part of a path. Names may come from the data, like keys. */
  def name(name: String): String =
    if (isPlain(name)) name
    else {
      // A character takes at least one byte.
      val bytes = name.substring(0, math.min(name.length, MaxBytes)).getBytes(UTF_8)
      plain(bytes, 0, bytes.length)
    }

  private def isPlain(name: String): Boolean = name.length <= MaxBytes && {
    var at = 0
    while (at < name.length && name.charAt(at) >= ' ' && name.charAt(at) <= '~') at += 1
    at == name.length
  }

  // A control character is below U+00A0: two hex digits are enough. A formatter for each of them
  // would allocate more than all else that a dissection does.
  private def withoutControl(c: Char): String =
    if (Character.isISOControl(c)) s"\\u00${Digits.charAt(c >> 4)}${Digits.charAt(c & 0xf)}"
    else c.toString

  /** Formats a decimal without expanding it: the scale may be any 32-bit number, the digits may be
    * many.
    */
  def decimal(unscaled: BigInteger, scale: Int): String =
    if (unscaled.bitLength <= 256) s"${unscaled}E${-scale.toLong}"
    else s"${unscaled.bitLength} bits"

  /** Like the other, as people write numbers where that is short. */
  def decimal(number: BigDecimal): String =
    if (number.precision <= MostDigits && number.scale >= 0 && number.scale <= MostDigits)
      number.toPlainString
    else decimal(number.unscaledValue, number.scale)

  def instant(form: InstantForm, units: Long, nanos: Int): String =
    if (form.hasNanos) s"$units + ${nanos}ns" else units.toString

  def constant(ordinal: Int, name: Array[Byte]): String =
    if (name == null) ordinal.toString else s"$ordinal ${plain(name, 0, name.length)}"

  private def start(bytes: Array[Byte], from: Int, until: Int): String =
    new String(bytes, from, math.min(until - from, MaxBytes), UTF_8)
}
