package sparkwire.wire.layouts.writing

import java.util.zip.Deflater

import sparkwire.wire.core.{Allowance, Cursor, Malformed, Options, Reason}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program._
import sparkwire.wire.writing.{Output, Unencodable}

/** The output of a value that is written: its streams, its bits, and instances that expressions use. */
private[writing] abstract class OutputWalk(options: Options, output: Output)
    extends ObjectWalk(options) {
  private[this] val costs = new Allowance(options.maxSize)
  private[this] val maxDepth = options.maxDepth
  private[this] var depth = 0
  private[this] var open: Stream = _

  final def cursor: Cursor = throw new IllegalStateException("nothing is read while it is written")
  final def stream: Stream = open
  override final def spend(cost: Long): Unit = costs.spend(cost)
  override final def positionIn(stream: Stream): Long =
    ((if (stream eq open) output.position else stream.at) - stream.base).toLong

  // How large a stream is going to be is not known before it has been written.
  override final def sizeOf(stream: Stream): Long = noValue()
  override final def isAtEnd(stream: Stream): Boolean = if (goesOn) false else noValue()

  /** Whether further bytes follow in the stream that is written. */
  protected[this] final var goesOn = false

  protected final def refused(reason: Reason): Nothing = throw new Unencodable(reason)
  protected final def refuseInvalid(kind: ValueType): Nothing = refused(Layouts.InvalidValue)

  protected final def begin(): Unit = {
    costs.begin()
    depth = 0
    open = new Stream(null, output.position, output.position)
  }

  protected final def enter(levels: Int): Unit = {
    depth += levels
    if (depth > maxDepth) refused(Reason.NestingTooDeep)
    if (depth > Layouts.MostLevels) refused(Layouts.TooManyLevels)
  }
  protected final def leave(levels: Int): Unit = depth -= levels

  /** Begins a stream of its own for a part; returns the one around it. */
  protected final def openStream(): Stream = {
    val outer = open
    outer.at = output.position
    open = new Stream(null, output.position, output.position)
    outer
  }
  protected final def closeStream(outer: Stream): Unit = open = outer

  // Bits.

  /** Writes bits after those that are begun. */
  protected final def putBits(value: Long, width: Int, isLittle: Boolean): Unit = {
    val left = open.bitsLeft
    val fresh = width - left
    val at = if (left > 0) output.position - 1 else output.position
    if (fresh > 0) {
      val size = (fresh + 7) / 8
      val from = output.reserve(size)
      java.util.Arrays.fill(output.bytes, from, from + size, 0.toByte)
    }
    open.bitsLeft = putBitsAt(at, left, value, width, isLittle)
  }

  /** Writes bits over zeros, and returns how many are left in the last byte.
    *
    * @param first
    *   the byte in which they begin, and how many bits are left in it, 0 for all
    */
  protected final def putBitsAt(
      first: Int, bitsLeft: Int, value: Long, width: Int, isLittle: Boolean): Int = {
    val bytes = output.bytes
    var at = first
    var left = if (bitsLeft == 0) 8 else bitsLeft
    var done = 0
    while (done < width) {
      if (left == 0) {
        left = 8
        at += 1
      }
      val count = math.min(left, width - done)
      val mask = (1 << count) - 1
      val bits =
        if (isLittle) ((value >>> done) & mask).toInt << (8 - left)
        else ((value >>> (width - done - count)) & mask).toInt << (left - count)
      bytes(at) = (bytes(at) | bits).toByte
      done += count
      left -= count
    }
    left
  }

  // Instances. They are computed when an expression uses them.

  final def fill(scope: Scope, plan: InstancePlan): Unit = plan match {
    case computed: InstancePlan.Computed =>
      if (scope.state(plan.slot) == Scope.Begun) refused(Reason.NestingTooDeep)
      scope.setState(plan.slot, Scope.Begun)
      enter(plan.levels)
      val at = depth
      try
        if (computed.condition != null && !computed.condition.truth(scope, this))
          scope.setState(plan.slot, Scope.Absent)
        else Keep.value(scope, plan.slot, computed.value, scope, this)
      catch {
        case malformed: Malformed if malformed.reason eq Layouts.NoValue =>
          depth = at
          scope.setState(plan.slot, Scope.Absent)
      }
      leave(plan.levels)
    case _ => throw new IllegalStateException(s"${plan.member} cannot be written")
  }

  final def inflate(): Unit =
    throw new IllegalStateException("nothing is decompressed while it is written")

  final def deflate(): Unit = {
    val deflater = new Deflater
    try {
      deflater.setInput(bytes, from, until - from)
      deflater.finish()
      var out = newBytes(64 + (until - from))
      var end = 0
      while (!deflater.finished()) {
        if (end == out.length) out = java.util.Arrays.copyOf(out, 2 * out.length)
        end += deflater.deflate(out, end, out.length - end)
      }
      setBytes(out, 0, end)
    } finally deflater.end()
  }
}
