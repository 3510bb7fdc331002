package sparkwire.wire.layouts.expressions

import sparkwire.wire.layouts.BadLayout

/** The text of an expression, read from left to right. */
private[expressions] final class Tokens(source: String, place: String) {
  private[this] var at = 0

  private def blanks(): Unit =
    while (at < source.length && Character.isWhitespace(source.charAt(at))) at += 1

  def isAtEnd: Boolean = {
    blanks()
    at == source.length
  }

  def refuse(expected: String): Nothing = {
    blanks()
    val found = if (at == source.length) "the end" else s"'${source.substring(at).take(20)}'"
    throw new BadLayout(
      place,
      s"cannot parse the expression '$source': expected $expected, found $found at character ${at + 1}")
  }

  /** Whether this operator or word comes next. */
  def isAt(token: String): Boolean = {
    blanks()
    source.startsWith(token, at) && !isLonger(token)
  }

  /** Whether the token is only the beginning of another one: `<` of `<<`, `or` of `order`. */
  private def isLonger(token: String): Boolean = {
    val end = at + token.length
    val next = if (end < source.length) source.charAt(end) else ' '
    token match {
      case "<" => next == '<' || next == '='
      case ">" => next == '>' || next == '='
      case ":" => next == ':'
      case "f\"" => false
      case word if Tokens.isPart(word.last) => Tokens.isPart(next)
      case _ => false
    }
  }

  def accept(token: String): Boolean = isAt(token) && { at += token.length; true }
  def acceptOne(tokens: Seq[String]): Option[String] = tokens.find(accept)
  def require(token: String): Unit = if (!accept(token)) refuse(s"'$token'")

  def identifier(): String = {
    blanks()
    val from = at
    if (at < source.length && Tokens.isFirst(source.charAt(at))) {
      while (at < source.length && Tokens.isPart(source.charAt(at))) at += 1
      val word = source.substring(from, at)
      if (Tokens.Keywords.contains(word)) { at = from; refuse("a name") }
      word
    } else refuse("a value or a name")
  }

  /** Returns the number that comes next, if there is one. */
  def number(): Option[Expression] = {
    blanks()
    val rest = source.substring(at)
    Tokens.Based.findPrefixOf(rest).map { found =>
      val digits = found.drop(2).replace("_", "")
      val base = found.charAt(1).toLower match {
        case 'x' => 16
        case 'o' => 8
        case _ => 2
      }
      taken(found, Expression.Whole(BigInt(digits, base)))
    }.orElse(
      Tokens.Real.findPrefixOf(rest).map { found =>
        taken(found, Expression.Real(found.replace("_", "").toDouble))
      }).orElse(
      Tokens.Whole.findPrefixOf(rest).map { found =>
        taken(found, Expression.Whole(BigInt(found.replace("_", ""))))
      })
  }

  private def taken(token: String, value: Expression): Expression = {
    at += token.length
    // `010` or `1x`: a number goes on in a way that is not one.
    if (at < source.length && Tokens.isPart(source.charAt(at))) refuse("the end of a number")
    value
  }

  def isAtText: Boolean = isAt("\"") || isAt("'")

  /** Reads a text. In single quotes, a backslash has no meaning. */
  def text(): String = if (accept("'")) {
    val end = source.indexOf('\'', at)
    if (end < 0) refuse("a single quote that ends the text")
    val found = source.substring(at, end)
    at = end + 1
    found
  } else {
    require("\"")
    val out = new StringBuilder
    while (peek != '"') character(out)
    at += 1
    out.toString
  }

  /** Reads `f"…"`: the texts between the braces, and the expressions in them. */
  def format(): Seq[Either[String, String]] = {
    require("f\"")
    val parts = Vector.newBuilder[Either[String, String]]
    var literal = new StringBuilder
    while (peek != '"')
      if (peek == '{') {
        if (literal.nonEmpty) parts += Left(literal.toString)
        literal = new StringBuilder
        at += 1
        parts += Right(braced())
      } else character(literal)
    at += 1
    if (literal.nonEmpty) parts += Left(literal.toString)
    parts.result()
  }

  private def braced(): String = {
    val from = at
    var open = 1
    while (open > 0) {
      if (peek == '{') open += 1
      if (peek == '}') open -= 1
      at += 1
    }
    source.substring(from, at - 1)
  }

  private def peek: Char =
    if (at < source.length) source.charAt(at) else refuse("a quote that ends the text")

  private def character(out: StringBuilder): Unit = {
    val c = peek
    at += 1
    if (c != '\\') out.append(c)
    else {
      val escape = peek
      if (escape == 'u') {
        val digits = source.slice(at + 1, at + 5)
        if (!digits.matches("[0-9a-fA-F]{4}")) refuse("four hex digits after \\u")
        out.append(Integer.parseInt(digits, 16).toChar)
        at += 5
      } else if (escape >= '0' && escape <= '7') {
        val digits = source.substring(at).takeWhile(d => d >= '0' && d <= '7')
        out.appendAll(
          Character.toChars(
            if (digits.length > 6) refuse("an octal number of a character")
            else Integer.parseInt(digits, 8)))
        at += digits.length
      } else {
        val known = Tokens.Escapes.indexOf(escape.toInt)
        if (known < 0)
          refuse("one of the escapes \\a \\b \\t \\n \\v \\f \\r \\e \\\" \\' \\\\ \\u0000 \\000")
        out.append(Tokens.Escaped.charAt(known))
        at += 1
      }
    }
  }
}

private[expressions] object Tokens {
  private val Keywords = Set("and", "or", "not")
  private val Based = "0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+".r
  private val Real =
    "(?:[0-9][0-9_]*)?\\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*\\.(?![A-Za-z_.])|[0-9][0-9_]*[eE][-+]?[0-9]+".r
  private val Whole = "0(?![0-9_])|[1-9][0-9_]*".r
  private val Escapes = "abtnvfre\"'\\"
  private val Escaped = "\u0007\b\t\n\u000b\f\r\u001b\"'\\"

  private def isFirst(c: Char): Boolean =
    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
  private def isPart(c: Char): Boolean = isFirst(c) || (c >= '0' && c <= '9')
}
