package sparkwire.wire.capture.http

/** The head of a message of HTTP/1.x: its start line, and the description of its body in its
  * fields.
  *
  * @param method
  *   of a request, null for a response
  * @param target
  *   of a request, null for a response
  * @param status
  *   of a response, 0 for a request
  */
final class HttpHead private (val method: String, val target: String, val status: Int) {
  import HttpHead._

  private[this] var length = NoLength
  private[this] var hasCodings = false
  private[this] var endsWithChunks = false
  private[this] var encoded = false

  def isResponse: Boolean = method == null

  /** The value of Content-Length, [[HttpHead.NoLength]] if there is none. */
  def contentLength: Long = length

  /** Whether there is a Transfer-Encoding. Then Content-Length means nothing. */
  def hasTransferCodings: Boolean = hasCodings

  /** Whether the last transfer coding is `chunked`. */
  def isChunked: Boolean = endsWithChunks

  /** Whether the body is compressed or otherwise encoded. */
  def isEncoded: Boolean = encoded

  /** Whether a response has no body, whatever its fields say. */
  def neverHasBody: Boolean = status / 100 == 1 || status == 204 || status == 304

  /** Takes a field. Returns false if it is none, or contradicts another one. */
  private[http] def accept(line: String): Boolean = {
    val colon = line.indexOf(':')
    // A line that begins with a space continues the field before it.
    if (colon <= 0 || isSpace(line.charAt(colon - 1))) isSpace(line.charAt(0))
    else isSpace(line.charAt(0)) || accept(line.substring(0, colon), line.substring(colon + 1).trim)
  }

  private def accept(name: String, value: String): Boolean =
    if (name.equalsIgnoreCase("Content-Length")) acceptLength(value)
    else {
      if (name.equalsIgnoreCase("Transfer-Encoding")) {
        hasCodings = true
        endsWithChunks =
          value.substring(value.lastIndexOf(',') + 1).trim.equalsIgnoreCase("chunked")
      } else if (name.equalsIgnoreCase("Content-Encoding"))
        encoded |= !value.isEmpty && !value.equalsIgnoreCase("identity")
      true
    }

  private def acceptLength(value: String): Boolean = {
    val read = if (value.isEmpty) NoLength else HttpHead.number(value, 10)
    val isGood = read != NoLength && (length == NoLength || length == read)
    length = read
    isGood
  }
}

object HttpHead {
  final val NoLength = -1L

  // 19 decimal digits may be more than a long.
  private final val MostDigits = 15

  private final val Version = "HTTP/1."

  private def isSpace(char: Char): Boolean = char == ' ' || char == '\t'

  /** Returns a number without a sign, -1 if it is none or too large. */
  private[http] def number(text: String, radix: Int): Long =
    if (text.isEmpty || text.length > MostDigits || !text.forall(Character.digit(_, radix) >= 0)) -1
    else java.lang.Long.parseLong(text, radix)

  /** Returns the content of a start line, null if it is not one.
    * | message  | start line                     |
    * | request  | method, target, HTTP/1.x       |
    * | response | HTTP/1.x, three digits, a text |
    */
  private[http] def of(line: String): HttpHead =
    if (line.startsWith(Version)) response(line) else request(line)

  private def response(line: String): HttpHead = {
    val status = if (line.length >= 12 && line.charAt(8) == ' ') number(line.substring(9, 12), 10)
    else -1
    if (status < 100) null else new HttpHead(null, null, status.toInt)
  }

  private def request(line: String): HttpHead = {
    val first = line.indexOf(' ')
    val last = line.lastIndexOf(' ')
    if (first <= 0 || last <= first || !line.startsWith(Version, last + 1) ||
      !line.substring(0, first).forall(isMethod)) null
    else new HttpHead(line.substring(0, first), line.substring(first + 1, last), 0)
  }

  private def isMethod(char: Char): Boolean = char >= 'A' && char <= 'Z'

  /** Whether a response begins with these bytes, as far as they go. */
  def mayBeResponse(bytes: Array[Byte]): Boolean =
    bytes.length > 0 &&
      (0 until math.min(bytes.length, Version.length)).forall(i => bytes(i) == Version.charAt(i))

  /** Whether a request begins with these bytes, as far as they go. */
  def mayBeRequest(bytes: Array[Byte]): Boolean = {
    val end = bytes.indexWhere(byte => !isMethod(byte.toChar))
    bytes.length > 0 && !mayBeResponse(bytes) &&
    (if (end < 0) bytes.length <= MostMethod
     else end >= LeastMethod && end <= MostMethod && bytes(end) == ' ')
  }

  private final val LeastMethod = 3
  private final val MostMethod = 16
}
