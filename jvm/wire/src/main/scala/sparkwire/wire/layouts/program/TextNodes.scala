package sparkwire.wire.layouts.program

import java.nio.charset.Charset

/** Nodes for texts and bytes. Their results are charged, so that no expression grows without end.
  */
private[layouts] object TextNodes {

  /** Compares by code points, as UTF-8 does; UTF-16 has another order for surrogates. */
  def compare(a: String, b: String): Int = {
    val most = math.min(a.length, b.length)
    var at = 0
    while (at < most && a.charAt(at) == b.charAt(at)) at += 1
    if (at == most) Integer.compare(a.length, b.length)
    else {
      val x = a.charAt(at)
      val y = b.charAt(at)
      if (Character.isSurrogate(x) == Character.isSurrogate(y)) Character.compare(x, y)
      else if (Character.isSurrogate(x)) 1 else -1
    }
  }

  final class Constant(val value: String) extends Node(ValueType.Text) {
    override def ref(scope: Scope, walk: Walk): AnyRef = value
  }

  final class BytesConstant(val value: Array[Byte]) extends Node(ValueType.Bytes) {
    private[this] val span = new Span(value, 0, value.length)
    override def ref(scope: Scope, walk: Walk): AnyRef = span
  }

  final class Join(parts: Array[Node]) extends Node(ValueType.Text) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val out = new java.lang.StringBuilder
      var at = 0
      while (at < parts.length) {
        val part = parts(at).text(scope, walk)
        walk.spend(part.length.toLong)
        out.append(part)
        at += 1
      }
      out.toString
    }
  }

  final class OfWhole(of: Node) extends Node(ValueType.Text) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      walk.isHigh = false
      val value = of.whole(scope, walk)
      walk.spend(TextBytes)
      if (of.isWide && walk.isHigh) java.lang.Long.toUnsignedString(value) else value.toString
    }
  }

  /** Bytes as text. */
  final class OfBytes(of: Node, charset: Charset) extends Node(ValueType.Text) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val span = of.span(scope, walk)
      walk.spend(TextBytes + span.length)
      walk.texts.decode(charset, span.bytes, span.from, span.until)
    }
  }

  final class Length(of: Node) extends Node(ValueType.Whole(0, Int.MaxValue)) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val text = of.text(scope, walk)
      walk.spend((text.length >> 4).toLong)
      text.codePointCount(0, text.length).toLong
    }
  }

  final class Reverse(of: Node) extends Node(ValueType.Text) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val text = of.text(scope, walk)
      walk.spend(text.length.toLong)
      new java.lang.StringBuilder(text).reverse.toString
    }
  }

  final class Substring(of: Node, from: Node, until: Node) extends Node(ValueType.Text) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val text = of.text(scope, walk)
      walk.spend(TextBytes + text.length)
      val count = text.codePointCount(0, text.length).toLong
      val first = clamp(position(from, scope, walk), count)
      val last = clamp(position(until, scope, walk), count)
      if (first >= last) ""
      else {
        val begin = text.offsetByCodePoints(0, first.toInt)
        text.substring(begin, text.offsetByCodePoints(begin, (last - first).toInt))
      }
    }

    private def position(node: Node, scope: Scope, walk: Walk): Long = {
      walk.isHigh = false
      val at = node.whole(scope, walk)
      if (node.isWide && walk.isHigh) Long.MaxValue else at
    }

    // Positions below zero count from the end, as in Python.
    private def clamp(at: Long, count: Long): Long =
      math.min(count, if (at < 0) math.max(0L, at + count) else at)
  }

  final class BytesLength(of: Node) extends Node(ValueType.Whole(0, Int.MaxValue)) {
    override def whole(scope: Scope, walk: Walk): Long = of.span(scope, walk).length.toLong
    override def code(in: CodeScope): String = {
      val span = of.codeOfSpan(in)
      s"((long) (${span.until} - ${span.from}))"
    }
  }

  final class ByteAt(of: Node, index: Node) extends Node(ValueType.Whole(0, 255)) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val span = of.span(scope, walk)
      val at = ListNodes.index(index, span.length, scope, walk)
      (span.bytes(span.from + at) & 0xff).toLong
    }
  }

  final class LastByte(of: Node) extends Node(ValueType.Whole(0, 255)) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val span = of.span(scope, walk)
      if (span.length == 0) walk.noValue()
      (span.bytes(span.until - 1) & 0xff).toLong
    }
  }

  final class ExtremeByte(of: Node, isMax: Boolean) extends Node(ValueType.Whole(0, 255)) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val span = of.span(scope, walk)
      if (span.length == 0) walk.noValue()
      walk.spend(span.length.toLong)
      var found = span.bytes(span.from) & 0xff
      var at = span.from + 1
      while (at < span.until) {
        val next = span.bytes(at) & 0xff
        if (isMax == (next > found)) found = next
        at += 1
      }
      found.toLong
    }
  }

  // The size of a short text on the heap.
  private final val TextBytes = 48L
}
