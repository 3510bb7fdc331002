package sparkwire.wire.layouts.program

import java.util.Arrays

import sparkwire.wire.layouts.Layouts

/** Finds the bytes of a field. The padding is cut off first, then everything from the terminator
  * on, and the rest is processed.
  *
  * @param size
  *   null if the size is not given
  * @param terminator
  *   null if there is none; where it has several bytes, it is at a multiple of their number
  * @param padding
  *   the byte, -1 if there is none
  * @param process
  *   null if the bytes are used as they are
  */
private[layouts] final class ExtentPlan(val size: Node, val isToEnd: Boolean,
    val terminator: Array[Byte], val includes: Boolean, val consumes: Boolean, val needs: Boolean,
    val padding: Int, val process: ProcessPlan) {

  /** The field that is the size, or null. */
  var sizeOf: Inverse = _

  def isProcessed: Boolean = process != null
  def processName: String = process.name
  def isSearched: Boolean = size == null && !isToEnd

  def read(scope: Scope, walk: Walk): Unit = {
    take(scope, walk)
    if (!isSearched) trim(walk)
    if (process != null) process.apply(scope, walk)
  }

  /** Reads the bytes without looking at padding and terminator, and processes them. */
  def readWhole(scope: Scope, walk: Walk): Unit = {
    take(scope, walk)
    if (process != null) process.apply(scope, walk)
  }

  private def take(scope: Scope, walk: Walk): Unit = {
    walk.align()
    val cursor = walk.cursor
    walk.bytes = cursor.bytes
    if (size != null) {
      walk.from = cursor.take(walk.natural(size, scope), Layouts.Truncated)
      walk.until = cursor.position
    } else if (isToEnd) {
      walk.from = cursor.position
      walk.until = cursor.end
      cursor.moveTo(cursor.end)
    } else search(walk)
  }

  /** Finds the terminator in the rest of the stream. */
  private def search(walk: Walk): Unit = {
    val cursor = walk.cursor
    walk.from = cursor.position
    val found = CodeMath.find(walk.bytes, walk.from, cursor.end, terminator)
    if (found >= 0) {
      walk.until = if (includes) found + terminator.length else found
      cursor.moveTo(if (consumes) found + terminator.length else found)
    } else {
      walk.until = cursor.end
      // Also before a refusal: all of these bytes have been looked at.
      cursor.moveTo(cursor.end)
      if (needs) walk.refuse(Layouts.NoTerminator)
    }
  }

  private def trim(walk: Walk): Unit = {
    if (padding >= 0)
      walk.until = CodeMath.endOfUnpadded(walk.bytes, walk.from, walk.until, padding)
    if (terminator != null) {
      val found = CodeMath.find(walk.bytes, walk.from, walk.until, terminator)
      if (found >= 0) walk.until = if (includes) found + terminator.length else found
    }
  }

  // Writing. Generated code uses these methods, too.

  /** Whether a reader would find all of these bytes, and cut off none. */
  def areReadable(bytes: Array[Byte], from: Int, until: Int): Boolean =
    (padding < 0 || until == from || (bytes(until - 1) & 0xff) != padding) &&
      (terminator == null || {
        val found = CodeMath.find(bytes, from, until, terminator)
        if (!includes) found < 0
        else if (found < 0) !isSearched
        else found == until - terminator.length
      })

  /** Fills the rest of a size after a value: with the terminator, then with padding. Returns false if
    * the rest would belong to the value.
    */
  def fill(bytes: Array[Byte], from: Int, until: Int, isStruct: Boolean): Boolean =
    from == until || {
      Arrays.fill(bytes, from, until, math.max(0, padding).toByte)
      if (terminator != null && !includes)
        System.arraycopy(terminator, 0, bytes, from, math.min(until - from, terminator.length))
      terminator != null || padding >= 0 || isStruct
    }
}

/** The changes to the bytes of a field before they are used. */
private[layouts] sealed abstract class ProcessPlan {
  def name: String

  /** Replaces the bytes in the registers. */
  def apply(scope: Scope, walk: Walk): Unit

  /** Replaces bytes in the registers by the bytes from which they come. */
  def undo(scope: Scope, walk: Walk): Unit
}

private[layouts] object ProcessPlan {

  /** @param key
    *   a number or bytes
    */
  final class Xor(key: Node) extends ProcessPlan {
    def name: String = "xor"
    private[this] val isByte = key.kind.isInstanceOf[ValueType.Whole]
    def undo(scope: Scope, walk: Walk): Unit = apply(scope, walk)

    def apply(scope: Scope, walk: Walk): Unit = {
      val span = walk.span()
      val mask = if (isByte) key.whole(scope, walk) else 0L
      val repeated = if (isByte) null else key.span(scope, walk)
      val out = walk.newBytes(span.length)
      var at = 0
      if (isByte) while (at < out.length) {
        out(at) = (span.bytes(span.from + at) ^ mask).toByte
        at += 1
      }
      else {
        val length = math.max(1, repeated.length)
        while (at < out.length) {
          val own =
            if (repeated.length == 0) 0 else repeated.bytes(repeated.from + at % length).toInt
          out(at) = (span.bytes(span.from + at) ^ own).toByte
          at += 1
        }
      }
      walk.setBytes(out, 0, out.length)
    }
  }

  /** Rotates the bits of each byte. */
  final class Rotate(by: Node, toLeft: Boolean) extends ProcessPlan {
    def name: String = if (toLeft) "rol" else "ror"
    def apply(scope: Scope, walk: Walk): Unit = rotate(toLeft, scope, walk)
    def undo(scope: Scope, walk: Walk): Unit = rotate(!toLeft, scope, walk)

    private def rotate(toLeft: Boolean, scope: Scope, walk: Walk): Unit = {
      val span = walk.span()
      val bits = (by.whole(scope, walk) & 7).toInt
      val left = if (toLeft) bits else (8 - bits) & 7
      val out = walk.newBytes(span.length)
      var at = 0
      while (at < out.length) {
        val byte = span.bytes(span.from + at) & 0xff
        out(at) = ((byte << left) | (byte >> (8 - left))).toByte
        at += 1
      }
      walk.setBytes(out, 0, out.length)
    }
  }

  object Zlib extends ProcessPlan {
    def name: String = "zlib"
    def apply(scope: Scope, walk: Walk): Unit = walk.inflate()
    def undo(scope: Scope, walk: Walk): Unit = walk.deflate()
  }
}
