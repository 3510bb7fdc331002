package sparkwire.wire.layouts.reading

import java.util.zip.{DataFormatException, Inflater}

import sparkwire.wire.core.Reason
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program.Walk

/** Decompresses the bytes in the registers of a walk. Bytes after the end of the data do not matter.
  * The output is charged as it grows, also if the data turn out to be damaged.
  */
private[reading] final class Inflating {

  // One for all values of a task: to make one takes longer than most values.
  private[this] lazy val inflater = new Inflater

  def inflate(walk: Walk): Unit = {
    val inflater = this.inflater
    inflater.reset()
    try {
      inflater.setInput(walk.bytes, walk.from, walk.until - walk.from)
      var out = new Array[Byte](math.max(64, math.min(1 << 16, 4 * (walk.until - walk.from))))
      var end = 0
      while (!inflater.finished()) {
        if (end == out.length) {
          if (out.length > Inflating.MostBytes / 2) walk.refuse(Reason.TooLarge)
          out = java.util.Arrays.copyOf(out, 2 * out.length)
        }
        val added = inflater.inflate(out, end, out.length - end)
        end += added
        walk.spend(added.toLong)
        if (added == 0 && !inflater.finished() && end < out.length)
          walk.refuse(Layouts.BadCompression)
      }
      walk.setBytes(out, 0, end)
    } catch { case _: DataFormatException => walk.refuse(Layouts.BadCompression) }
  }
}

private object Inflating {
  private final val MostBytes = 1 << 30
}
