package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.sinks.SameHash

object MsgpackFamilies {
  // For values of more than 1 MiB a decoder drops its buffers, which looks like growth.
  private[cost] final val Slack = 1024

  private[cost] type Encoded = Array[Byte]

  private[cost] def raw(bytes: Int*): Encoded = bytes.map(_.toByte).toArray
  private[cost] def join(parts: Iterable[Encoded]): Encoded = {
    val out = new ByteArrayOutputStream
    parts.foreach(out.writeBytes)
    out.toByteArray
  }
  private def head(first: Int, count: Int): Encoded =
    ByteBuffer.allocate(5).put(first.toByte).putInt(count).array

  private[cost] def array(elements: Seq[Encoded]): Encoded =
    join(head(0xdd, elements.length) +: elements)
  private[cost] def map(entries: Seq[(Encoded, Encoded)]): Encoded =
    join(head(0xdf, entries.length) +: entries.flatMap(entry => Seq(entry._1, entry._2)))
  private[cost] def text(value: String): Encoded = {
    val bytes = value.getBytes(UTF_8)
    if (bytes.length < 32) join(Seq(raw(0xa0 + bytes.length), bytes))
    else join(Seq(head(0xdb, bytes.length), bytes))
  }
  private[cost] def binary(bytes: Encoded): Encoded = join(Seq(head(0xc6, bytes.length), bytes))
  private def ext(kind: Int, bytes: Encoded): Encoded =
    join(Seq(head(0xc9, bytes.length), raw(kind), bytes))
  private[cost] val nil: Encoded = raw(0xc0)
  private[cost] def many(count: Int)(value: Int => Encoded): Seq[Encoded] =
    (0 until count).map(value)
  private[cost] def name(number: Int): String = f"$number%06x"
  private[cost] def deep(levels: Int): Encoded = join(Seq(Array.fill(levels)(0x91.toByte), nil))
  private def sameHash(number: Int): String =
    (0 until 20).map(bit => if ((number >> bit & 1) == 0) "Aa" else "BB").mkString

  private def decode(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"msgpack-$name", attacks, "msgpack_decode")(size => Seq(bytes(size - Slack)))
  private def typed(name: String, attacks: String, asked: String)(
      bytes: Int => Encoded): CostFamily =
    CostFamily(s"msgpack-typed-$name", attacks, "msgpack_decode")(size =>
      Seq(bytes(size - Slack), asked))
  private def stream(name: String, attacks: String)(arguments: Int => Seq[Any]): CostFamily =
    CostFamily(s"msgpack-stream-$name", attacks, "msgpack_decode_all")(arguments)

  private val variants = Seq(
    decode("elements", "An array of as many elements as there are bytes.")(size =>
      array(many(size)(_ => raw(7)))),
    decode("names", "A map of as many different names as fit.")(size =>
      map(many(size / 8)(at => text(name(at))).map(_ -> raw(1)))),
    decode("names-alike", "A map of names that have a long common beginning, to be sorted.")(size =>
      map(many(size / 1000)(at => text("x" * 1000 + name(size - at))).map(_ -> nil))),
    decode("same-hash", "A map of names with the same hash.")(size =>
      map(SameHash.names(size / 26).map(text(_) -> nil))),
    decode("repeated-names", "A map in which all names are the same.")(size =>
      map(many(size / 3)(_ => text("a")).map(_ -> nil))),
    decode("pairs", "A map with keys that are not text.")(size =>
      map(many(size / 2)(at => raw(at & 0x7f)).map(_ -> nil))),
    decode("mixed-keys", "Maps of which only the last key is not text.")(size =>
      array(
        many(size / 100)(_ =>
          map(many(20)(at => text(name(at).take(2))).map(_ -> nil) :+ (nil -> nil))))),
    decode("nested", "Arrays that are as deep as allowed, again and again.")(size =>
      array(many(size / 400)(_ => deep(390)))),
    decode("empty", "As many empty containers as there are bytes.")(size =>
      array(many(size)(at => raw(if (at % 2 == 0) 0x80 else 0x90)))),
    decode("exts", "As many ext values as fit.")(size =>
      array(many(size / 3)(_ => raw(0xd4, 5, 0)))),
    decode("timestamps", "As many timestamps as fit, none of them within Spark's years.")(size =>
      array(many(size / 15)(_ => raw(0xc7, 12, -1, 0, 0, 0, 0, 127, 0, 0, 0, 0, 0, 0, 0)))),
    decode("long-ext", "One ext value.")(size => ext(5, new Array[Byte](size))),
    decode("long-text", "One text.")(size => text("é" * (size / 2))),
    decode("damaged", "An array of which only the last element is malformed.")(size =>
      array(many(size)(_ => raw(7)) :+ raw(0xc1))),
    CostFamily("msgpack-malformed-text", "Texts of malformed UTF-8, which are replaced.",
      "msgpack_decode")(size =>
      Seq(array(many(size / 31)(_ => join(Seq(raw(0xbe), Array.fill(30)(-1.toByte))))),
        Map("invalidUtf8" -> "replace")))
  )

  private val types = Seq(
    typed("wide-elements", "Elements of one byte that each become a row of 1,000 fields.",
      s"ARRAY<STRUCT<${(1 to 1000).map(at => s"f$at INT").mkString(", ")}>>")(size =>
      array(many(size)(_ => raw(0x80)))),
    CostFamily("msgpack-typed-positions", "Empty arrays that each become a row of 1,000 fields.",
      "msgpack_decode")(size =>
      Seq(array(many(size - Slack)(_ => raw(0x90))),
        s"ARRAY<STRUCT<${(1 to 1000).map(at => s"f$at INT").mkString(", ")}>>",
        Map("structs" -> "either"))),
    CostFamily("msgpack-typed-behind", "Arrays behind the last field of a struct.",
      "msgpack_decode")(size =>
      Seq(array(many(size - Slack)(_ => raw(0x90))), "a ARRAY<INT>",
        Map("structs" -> "positional"))),
    typed("same-hash", "A map of keys with the same hash.", "MAP<STRING, INT>")(size =>
      map(many(size / 46)(at => text(sameHash(size / 46 - at))).map(_ -> raw(1)))),
    typed("keys", "A map of which the keys do not ascend.", "MAP<STRING, INT>")(size =>
      // An array of more than 65,536 elements is made in another way, so no size has as many.
      map(many(size / 16)(at => text(f"${size - at}%014x")).map(_ -> raw(1)))),
    typed("nested-maps", "Maps in maps in maps.",
      "MAP<STRING, MAP<STRING, MAP<STRING, INT>>>")(size =>
      map(
        many(size / 24)(at => text(name(size - at))).map(
          _ ->
            map(Seq(text("a") -> map(Seq(text("b") -> raw(1)))))))),
    typed("names", "A map of many names, of which a struct has one.", "STRUCT<a INT>")(size =>
      map(many(size / 8)(at => text(name(at))).map(_ -> raw(1)))),
    typed("same-names", "A map of names with the same hash, of which a struct has one.",
      "STRUCT<a INT>")(size => map(SameHash.names(size / 26).map(text(_) -> nil))),
    typed("sigmas", "The lower case of one name of capital sigmas.", "STRUCT<a INT>")(size =>
      map(Seq(text("Σ'" * (size / 3)) -> nil))),
    typed("variants", "Elements that are each a VARIANT.", "ARRAY<VARIANT>")(size =>
      array(many(size / 2)(_ => raw(0x91, 7)))),
    typed("numbers", "Arrays of numbers.", "ARRAY<ARRAY<BIGINT>>")(size =>
      array(many(size / 3)(_ => raw(0x92, 1, 2))))
  )

  private val Everything = Map("maxSize" -> "134217728")
  private val streams = Seq(
    stream("values", "Small values, as many as a result may have.")(size =>
      Seq(join(many(size / 4)(_ => text("abc"))), Everything)),
    stream("containers", "Small arrays, as many as a result may have.")(size =>
      Seq(join(many(size / 4)(_ => raw(0x93, 1, 1, 1))), Everything)),
    stream("too-many", "More values than a result may have.")(size =>
      Seq(Array.fill(size)(7.toByte), Map("maxSize" -> "1000000"))),
    stream("mismatches", "Values that do not fit the type.")(size =>
      Seq(join(many(size / 100)(_ => array(many(95)(_ => nil) :+ text("a")))), "ARRAY<INT>")),
    stream("damaged", "A long value that is malformed at its end.")(size =>
      Seq(array(many(size)(_ => raw(7)) :+ raw(0xc1)))),
    resynced("heads", "Records that claim the rest of the input.")(size =>
      join(
        many(size / 12)(at =>
          join(
            Seq(raw(0x81), text("id"), head(0xdd, size - 12 * at - 16),
              raw(1))))) ++ raw(0xc1)),
    resynced("deep", "Records in records, as deep as allowed, again and again.")(size =>
      join(
        many(size / 4000)(_ =>
          join(Seq.fill(990)(join(Seq(raw(0x81), text("id")))) :+ raw(0xc1))))),
    resynced("gaps", "As many records as fit, with a byte between them.")(size =>
      join(many(size / 6)(_ => join(Seq(raw(0x81), text("id"), raw(1), raw(0xc1)))))),
    resynced("names", "As many records as fit, each with a name of its own.")(size =>
      join(
        many(size / 13)(at =>
          join(Seq(raw(0x82), text("id"), raw(1), text(name(at)), raw(1))))))
  )

  private def resynced(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    stream(s"resync-$name", attacks)(size =>
      Seq(bytes(size), "id VARIANT, other INT",
        Map("resync" -> "true", "maxDepth" -> "1000") ++ Everything))

  val all: Seq[CostFamily] = variants ++ types ++ streams
}
