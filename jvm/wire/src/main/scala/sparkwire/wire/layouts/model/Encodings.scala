package sparkwire.wire.layouts.model

import java.nio.charset.{Charset, IllegalCharsetNameException, UnsupportedCharsetException}

import sparkwire.wire.layouts.BadLayout

/** The encodings of text: the ones of Java, and some names that Java does not have. */
private[layouts] object Encodings {
  private val Aliases = Map("UCS-2LE" -> "UTF-16LE", "UCS-2BE" -> "UTF-16BE",
    "UCS2LE" -> "UTF-16LE", "UCS2BE" -> "UTF-16BE", "SJIS" -> "Shift_JIS")

  def of(name: String, place: String): Charset =
    try Charset.forName(Aliases.getOrElse(name.toUpperCase, name))
    catch {
      case _: UnsupportedCharsetException | _: IllegalCharsetNameException =>
        throw new BadLayout(place, s"the encoding '$name' is not known to Java")
    }
}
