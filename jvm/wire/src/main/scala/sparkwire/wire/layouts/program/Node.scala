package sparkwire.wire.layouts.program

import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import sparkwire.wire.places.CodedReader

/** A compiled expression. Its type says which of the methods gives its value: `whole` for numbers
  * and enums, `real` for floats, `truth` for booleans, `ref` for all else: a String, [[Span]],
  * [[ListElements]], [[Scope]] or [[Stream]].
  *
  * A node whose type is a wide number sets `isHigh` of the walk each time it is evaluated; others
  * leave it alone.
  */
private[layouts] abstract class Node(val kind: ValueType) {
  def whole(scope: Scope, walk: Walk): Long = wrongKind
  def real(scope: Scope, walk: Walk): Double = wrongKind
  def truth(scope: Scope, walk: Walk): Boolean = wrongKind
  def ref(scope: Scope, walk: Walk): AnyRef = wrongKind

  /** The expression in Java: a `long`, `double` or `boolean`. */
  def code(in: CodeScope): String = CodeScope.refuse()

  /** The object that the expression is, in Java. */
  def codeOfObject(in: CodeScope): CodeScope = CodeScope.refuse()

  /** The [[ListElements]] that an expression is, in Java. */
  def codeOfList(in: CodeScope): String = CodeScope.refuse()

  /** The text or bytes that an expression is, in Java. */
  def codeOfSpan(in: CodeScope): CodeSpan = CodeScope.refuse()

  /** Whether the number may be above 2^63 - 1. */
  final val isWide: Boolean = Keep.isWide(kind)

  private def wrongKind: Nothing =
    throw new IllegalStateException(s"${getClass.getSimpleName} is $kind")

  final def text(scope: Scope, walk: Walk): String = ref(scope, walk).asInstanceOf[String]
  final def span(scope: Scope, walk: Walk): Span = ref(scope, walk).asInstanceOf[Span]
  final def elements(scope: Scope, walk: Walk): ListElements =
    ref(scope, walk).asInstanceOf[ListElements]
  final def struct(scope: Scope, walk: Walk): Scope = ref(scope, walk).asInstanceOf[Scope]
}

/** A [[Scope]] in generated code: the Java code for the values that expressions ask of an object.
  * An expression that generated code does not support is refused with [[CodedReader.Uncoded]], and
  * the walk reads the layout.
  */
private[layouts] abstract class CodeScope {
  def of: TypePlan
  def root: CodeScope
  def parent: CodeScope

  /** The object in a field. */
  def inner(slot: Slot): CodeScope

  /** The value of a member.
    *
    * @param isOwn
    *   whether the expression belongs to this object
    */
  def value(slot: Slot, instance: InstancePlan, isOwn: Boolean): String

  /** The bytes of a member. */
  def span(slot: Slot, isOwn: Boolean): CodeSpan

  /** The list of a member, an [[ListElements]]. */
  def list(slot: Slot): String

  // The values that expressions of this object ask of the walk.
  def item: String
  def itemSpan: CodeSpan
  def itemObject: CodeScope
  def index: String
  def streamSize(of: CodeScope): String
  def streamPosition(of: CodeScope): String
  def isAtEnd(of: CodeScope): String

  /** Java for an array of bytes. */
  def reference(bytes: Array[Byte]): String
}

/** Bytes of the input in generated code.
  *
  * @param charset
  *   of a text, null for bytes
  */
private[layouts] final case class CodeSpan(from: String, until: String, charset: Charset) {

  /** Whether they are this text, in Java. */
  def is(text: String, in: CodeScope): String = {
    val bytes =
      if ((charset eq UTF_8) || (charset eq US_ASCII)) text.getBytes(UTF_8)
      else if (charset == null) CodeScope.refuse()
      else bytesInTable(text)
    is(bytes, in)
  }

  /** Short ones alone: the walk charges for a comparison of more bytes. */
  def is(bytes: Array[Byte], in: CodeScope): String =
    if (bytes.length >= CodeSpan.MostCompared) CodeScope.refuse()
    else CodeMath.call("isSame", "in()", from, until, in.reference(bytes))

  /** The only bytes that are a text in an encoding of one byte for each character. */
  private def bytesInTable(text: String): Array[Byte] = {
    val table = LayoutTexts.tableOf(charset)
    if (table == null || text.exists(char => table.count(_ == char) != 1)) CodeScope.refuse()
    text.map(char => table.indexOf(char).toByte).toArray
  }
}

private[layouts] object CodeScope {
  def refuse(): Nothing = CodedReader.refuse()
}

private[layouts] object CodeSpan {
  final val MostCompared = 16
}
