package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.util.zip.DeflaterOutputStream

/** Layouts, and bytes for them, that let a reader do as much as it can for each byte. */
object LayoutFamilies {

  private def family(name: String, attacks: String, layout: String,
      options: Map[String, String] = Map.empty)(bytes: Int => Array[Byte]): CostFamily =
    CostFamily(s"layout-$name", attacks, "layout_decode")(size =>
      Seq(bytes(size), layout) ++ Option.when(options.nonEmpty)(options))

  private def zeros(size: Int): Array[Byte] = new Array[Byte](size)
  private def ones(size: Int): Array[Byte] = Array.fill(size)(1.toByte)
  private def texts(size: Int): Array[Byte] = Array.fill(size)('x'.toByte)

  /** A length as u4be, so many bytes of `x`, and the rest. */
  private def prefixed(length: Int, rest: Array[Byte]): Array[Byte] =
    java.nio.ByteBuffer.allocate(4 + length + rest.length).putInt(length).put(texts(length))
      .put(rest).array

  private def half(size: Int): Array[Byte] = prefixed(size / 2, ones(size / 2 - 4))

  /** Half of it a text `s` that expressions use, half of it elements of one byte. */
  private def withText(members: String): String =
    "{meta: {endian: be, encoding: ASCII}, seq: [{id: n, type: u4}, {id: s, type: str, size: n}, " +
      s"{id: a, type: t, repeat: eos}], types: {t: $members}}"

  private def deflated(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val packing = new DeflaterOutputStream(out)
    packing.write(bytes)
    packing.close()
    out.toByteArray
  }

  private def repeated(size: Int, unit: Array[Byte]): Array[Byte] =
    Array.fill(math.max(1, size / unit.length))(unit).flatten

  private def instances(count: Int)(of: Int => String): String =
    (1 to count).map(number => s"i$number: ${of(number)}").mkString("{", ", ", "}")

  private val loops = Seq(
    family("elements", "As many elements as bytes.",
      "{seq: [{id: a, type: u1, repeat: eos}]}")(ones),
    family("structs", "As many structs as bytes.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: x, type: u1}]}}}")(ones),
    family("bits", "As many elements as bits.",
      "{seq: [{id: a, type: b1, repeat: eos}]}")(ones),
    family("nothing", "Elements of no bytes, up to the end of the input.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: v, size: 0}]}}}")(ones),
    family("counted-nothing", "As many elements of no bytes as the input says.",
      "{seq: [{id: n, type: u8be}, {id: a, size: 0, repeat: expr, repeat-expr: n}]}")(size =>
      0.toByte +: Array.fill(size)(0x7f.toByte)),
    family("until-never", "Elements of no bytes until a condition that is never true.",
      "{seq: [{id: n, type: u1}, {id: a, size: 0, repeat: until, repeat-until: n == 9}]}")(ones),
    family("cases-of-nothing", "As many rounds without an element as the input says.",
      "{seq: [{id: n, type: u8be}, {id: a, type: {switch-on: n, cases: {0: u1}}, repeat: expr, " +
        "repeat-expr: n}]}")(
      size => Array.fill(size)(0x7f.toByte)),
    family("no-bytes-inside", "An element of no bytes in each element.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: n, type: u1}, {id: b, size: 0, " +
        "repeat: expr, repeat-expr: 255}]}}}")(
      ones),
    family("max-in-until", "The largest of all elements so far, after each of them.",
      "{seq: [{id: a, type: u1, repeat: until, repeat-until: a.max == 2}]}")(ones),
    family("kept-lists", "A list of all elements is kept for an expression.",
      "{seq: [{id: a, type: t, repeat: eos}], instances: {l: {value: a.last.x}}, types: {t: {seq: " +
        "[{id: x, type: u1}, {id: y, size: 0}]}}}")(
      ones),
    family("list-in-elements", "The size of a long list, asked in each of its elements.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: x, type: u1}], instances: " +
        "{n: {value: _root.a.size}}}}}")(
      ones),
    family("max-in-elements", "The largest number of a long list, asked in many elements.",
      "{meta: {endian: be}, seq: [{id: n, type: u4}, {id: l, type: u1, repeat: expr, repeat-expr: n}, " +
        "{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: x, type: u1}], instances: {m: {value: " +
        "_root.l.max}}}}}")(
      half)
  )

  private val positions = Seq(
    family("back", "Instances that read all bytes again.",
      "{seq: [{id: a, size-eos: true}], instances: " +
        s"${instances(40)(_ => "{pos: 0, size-eos: true}")}}")(
      ones),
    family("back-each", "Elements that each read the rest of the input at a position.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: x, type: u1}], instances: " +
        "{all: {pos: 0, io: _root._io, size: _root._io.size}}}}}")(
      ones),
    family("chain", "A list linked by positions that goes on for ever.",
      "{seq: [{id: first, type: t}], types: {t: {seq: [{id: x, type: u1}], instances: {next: {pos: 0, " +
        "type: t}}}}}")(
      ones),
    family("chain-by-bytes", "A list linked by positions in the bytes, as long as it can be.",
      "{meta: {endian: be}, seq: [{id: first, type: t}], types: {t: {seq: [{id: x, type: u4}], " +
        "instances: {next: {pos: x, type: t, io: _root._io, if: x != 0}}}}}") { size =>
      val out = java.nio.ByteBuffer.allocate(size / 4 * 4)
      for (at <- 1 until size / 4) out.putInt(4 * at)
      out.putInt(0).array
    },
    family("tree-by-bytes", "Each node reads both of its children at the same position.",
      "{seq: [{id: first, type: t}], types: {t: {seq: [{id: x, type: u1}], instances: {l: {pos: 0, " +
        "type: u, if: x > 0}, r: {pos: 0, type: u, if: x > 0}}}, u: {seq: [{id: x, type: u1}], " +
        "instances: {l: {pos: _io.pos, type: u, if: x > 0}, r: {pos: _io.pos, type: u, if: x > 0}}}}}")(
      ones),
    family("same-substream", "A substream that many instances read again.",
      "{seq: [{id: s, size-eos: true, type: t}], types: {t: {seq: [{id: x, type: u1, repeat: eos}]}}, " +
        s"instances: ${instances(40)(_ => "{pos: 0, io: s._io, type: t}")}}")(
      ones),
    family("sizes", "An instance whose size the stream says, in each substream.",
      "{seq: [{id: a, type: t, size: 8, repeat: eos}], types: {t: {seq: [{id: x, size: _io.size - 1}], " +
        "instances: {y: {pos: _io.size - 1, size: 1}}}}}")(
      size => ones(size / 8 * 8)),
    family("size-lies", "Sizes and positions far beyond the end.",
      "{meta: {endian: be}, seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: n, type: u1}, " +
        "{id: x, size: '_io.size * n - _io.size'}]}}}")(
      ones)
  )

  private val nesting = Seq(
    family("recursion", "Structs in structs, as deep as the bytes say.",
      "{seq: [{id: v, type: u1}, {id: kid, type: t, if: v == 1}], types: {t: {seq: [{id: v, type: u1}, " +
        "{id: kid, type: t, if: v == 1}]}}}")(
      ones),
    family("recursion-of-nothing", "Structs of no bytes in each other.",
      "{seq: [{id: v, type: u1}, {id: kid, type: t}], types: {t: {seq: [{id: kid, type: t, if: " +
        "_root.v == 1}]}}}")(
      ones),
    family("deep-trees", "Trees as deep as allowed, one after the other.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: v, type: u1}, {id: kid, type: t, " +
        "if: v == 1}]}}}")(
      size => repeated(size, ones(400) :+ 0.toByte)),
    family("forks", "Two structs in each struct, as deep as the bytes say.",
      "{seq: [{id: t, type: t}], types: {t: {seq: [{id: v, type: u1}, {id: l, type: t, if: v == 1}, " +
        "{id: r, type: t, if: v == 1}]}}}")(
      ones),
    family("substreams", "Substreams in substreams, each with a size of its own.",
      "{meta: {endian: be}, seq: [{id: t, type: t, size-eos: true}], types: {t: {seq: [{id: kid, type: " +
        "t, size: _io.size - 1, if: _io.size > 1}, {id: v, type: u1}]}}}")(
      ones),
    family("terminated", "Terminators that each substream looks for again.",
      "{seq: [{id: t, type: t}], types: {t: {seq: [{id: v, type: u1}, {id: kid, type: t, terminator: " +
        "9, eos-error: false, if: v == 1}]}}}")(
      ones),
    family("ahead", "Fields that expressions in front of them need, in each level.",
      "{seq: [{id: t, type: t}], types: {t: {seq: [{id: v, type: u1}, {id: kid, type: t, if: v == 1}], " +
        "instances: {k: {value: 'v == 1 ? kid.v : 0'}, m: {pos: 0, size: 1, if: k == 5}}}}}")(
      ones),
    family("parents", "Values of all parents, asked by each level.",
      "{seq: [{id: t, type: t(1)}], types: {t: {params: [{id: n, type: u8}], seq: [{id: v, type: u1}, " +
        "{id: kid, type: t(n + 1), if: v == 1}], instances: {sum: {value: n + v}}}}}")(
      ones)
  )

  private val bytes = Seq(
    family("zlib", "Zeros that are compressed.",
      "{seq: [{id: a, process: zlib, size-eos: true}]}")(size => deflated(zeros(size * 100))),
    family("zlib-structs", "Compressed structs.",
      "{seq: [{id: a, process: zlib, size-eos: true, type: t}], types: {t: {seq: [{id: x, type: u1, " +
        "repeat: eos}]}}}")(
      size => deflated(ones(size * 100))),
    family("zlib-many", "As many compressed fields as fit.",
      "{seq: [{id: a, process: zlib, size: 9, repeat: eos}]}")(size =>
      repeated(size, deflated(Array[Byte](1)).take(9).padTo(9, 0.toByte))),
    family("zlib-broken", "Compressed fields whose checksum is wrong.",
      "{seq: [{id: a, process: zlib, size-eos: true}]}")(size =>
      deflated(zeros(size * 100)).dropRight(1) :+ 0.toByte),
    family("zlib-nested", "Compressed data in compressed data.",
      "{seq: [{id: a, process: zlib, size-eos: true, type: t}], types: {t: {seq: [{id: b, process: " +
        "zlib, size-eos: true}]}}}")(
      size => deflated(deflated(zeros(size * 1000)))),
    family("zlib-again", "Compressed data that many instances read.",
      s"{seq: [{id: a, size-eos: true}], instances: ${instances(40)(_ =>
          "{pos: 0, process: zlib, size-eos: true}")}}")(
      size => deflated(zeros(size * 10))),
    family("xor", "A long key for each byte.",
      withText("{seq: [{id: x, size: 1, process: 'xor(_root.s.length & 255)'}]}"))(half),
    family("checksums", "A checksum over all bytes.",
      "{seq: [{id: a, size: _io.size - 4}, {id: c, type: u4be, -spark: {checksum: crc32, until: c}}]}")(
      ones),
    family("checksums-nested", "Checksums of all bytes that follow, in each level.",
      "{seq: [{id: t, type: t}], types: {t: {seq: [{id: v, type: u1, -spark: {checksum: sum8}}, {id: kid, " +
        "type: t, if: v == 0}]}}}")(
      zeros),
    family("checksums-slow", "The slowest checksum, for each few bytes.",
      "{seq: [{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: x, size: 2}, {id: c, type: u2be, " +
        "-spark: {checksum: crc16-ccitt-false, until: c}}]}}}")(
      zeros),
    family("latin", "Text in an encoding of one byte for a character.",
      "{seq: [{id: a, type: str, size: 1, encoding: IBM037, repeat: eos}]}")(ones),
    family("utf16", "Text in UTF-16.",
      "{seq: [{id: a, type: strz, encoding: UTF-16LE, repeat: eos}]}")(size =>
      repeated(size, Array[Byte](97, 0, 0, 0))),
    family("malformed-text", "Malformed text that is replaced.",
      "{seq: [{id: a, type: str, size-eos: true, encoding: UTF-8}]}",
      Map("invalidUtf8" -> "replace"))(size => Array.fill(size)(0xf0.toByte)),
    family("packed", "Packed numbers of many digits.",
      "{seq: [{id: a, size: 20, -spark: {packed: [38, 0]}, repeat: eos}]}")(size =>
      repeated(size, Array.fill(19)(0.toByte) :+ 0x0c.toByte))
  )

  private val expressions = Seq(
    family("joined", "A text that each element makes longer.",
      withText("{seq: [{id: x, type: u1}], instances: {y: {value: '_root.s + _root.s'}}}"))(half),
    family("doubled", "Texts that are joined with themselves, again and again.",
      "{meta: {encoding: ASCII}, seq: [{id: s, type: str, size-eos: true}], instances: {i0: {value: s}" +
        (1 to 40).map(n => s", i$n: {value: i${n - 1} + i${n - 1}}").mkString + "}}")(
      texts),
    family(
      "doubled-hidden", "Texts that are joined with themselves, of which only a length is shown.",
      "{meta: {encoding: ASCII}, seq: [{id: s, type: str, size-eos: true}], instances: {i0: {value: s, " +
        "-spark: hidden}" +
        (1 to 40).map(n => s", i$n: {value: i${n - 1} + i${n - 1}, -spark: hidden}").mkString +
        ", n: {value: i40.length}}}")(
      texts),
    family("compared", "A long text that is compared with itself in each element.",
      withText("{seq: [{id: x, type: u1}], instances: {y: {value: _root.s == _root.s}}}"))(half),
    family("reversed", "A long text that is reversed in each element.",
      withText("{seq: [{id: x, type: u1}], instances: {y: {value: _root.s.reverse.length}}}"))(
      half),
    family("length", "The length of a long text, asked in each element.",
      withText("{seq: [{id: x, type: u1}], instances: {y: {value: _root.s.length}}}"))(half),
    family("substring", "The end of a long text, asked in each element.",
      withText(
        "{seq: [{id: x, type: u1}], instances: {y: {value: '_root.s.substring(_root.s.length - " +
          "1, _root.s.length)'}}}"))(
      half),
    family("digits", "A long number that each element parses.",
      "{meta: {endian: be, encoding: ASCII}, seq: [{id: n, type: u4}, {id: s, type: str, size: n}, " +
        "{id: a, type: t, repeat: eos}], types: {t: {seq: [{id: x, type: u1}], instances: {y: {value: " +
        "_root.s.to_i}}}}}") { size =>
      val bytes = half(size)
      java.util.Arrays.fill(bytes, 4, 4 + size / 2, '0'.toByte)
      bytes
    },
    family("bytes-to-text", "Long bytes that each element turns into text.",
      "{meta: {endian: be}, seq: [{id: n, type: u4}, {id: s, size: n}, {id: a, type: t, repeat: eos}], " +
        "types: {t: {seq: [{id: x, type: u1}], instances: {y: {value: '_root.s.to_s(\"ASCII\").length'}}}}}")(
      half),
    family("bytes-max", "The largest of many bytes, asked in each element.",
      "{meta: {endian: be}, seq: [{id: n, type: u4}, {id: s, size: n}, {id: a, type: t, repeat: eos}], " +
        "types: {t: {seq: [{id: x, type: u1}], instances: {y: {value: _root.s.max}}}}}")(
      half),
    family("switched", "A long text that a switch compares with its cases.",
      withText("{seq: [{id: x, type: {switch-on: _root.s, cases: {'\"a\"': u1, _: s1}}}]}"))(half),
    family("valid", "A long text that `valid` compares in each element.",
      withText("{seq: [{id: x, type: u1, valid: {expr: '_root.s == _root.s'}}]}"))(half),
    family("parsed-late", "An instance that each element asks for, which reads all bytes.",
      "{seq: [{id: a, type: t, repeat: eos}], instances: {all: {pos: 0, size-eos: true}}, types: {t: " +
        "{seq: [{id: x, type: u1}], instances: {y: {value: _root.all.length}}}}}")(
      ones),
    family("array-instance", "An instance that is a long array of the text of each element.",
      "{seq: [{id: a, type: u1, repeat: eos}], instances: {b: {value: a}, c: {value: b}, d: {value: c}}}")(
      ones)
  )

  private val streams = Seq(
    CostFamily("layout-stream", "As many values as bytes.", "layout_decode_all")(size =>
      Seq(ones(size), "{seq: [{id: x, type: u1}]}")),
    CostFamily("layout-stream-of-nothing", "A value of no bytes.", "layout_decode_all")(size =>
      Seq(ones(size), "{seq: [{id: x, size: 0}]}")),
    CostFamily("layout-stream-back", "Values that each look at all bytes.", "layout_decode_all")(
      size =>
        Seq(ones(size),
          "{seq: [{id: x, type: u1}], instances: {y: {pos: 0, size-eos: true}}}")),
    CostFamily("layout-stream-resync", "Constant bytes that each begin a malformed value.",
      "layout_decode_all")(size =>
      Seq(ones(size),
        "{seq: [{contents: [1]}, {id: x, size: 100}, {id: y, type: u1, valid: 2}]}",
        Map("resync" -> "true")))
  )

  /** All of them. `make cost NAMES="layout-…"` measures them: together with the families of all other
    * formats, the memory that their decoders keep exceeds the heap of the suite.
    */
  val named: Seq[CostFamily] = loops ++ positions ++ nesting ++ bytes ++ expressions ++ streams

  /** Those that every test run measures. */
  val all: Seq[CostFamily] = named.filter(family =>
    Set("sizes", "size-lies", "recursion", "recursion-of-nothing", "nothing", "stream-resync")(
      family.name.stripPrefix("layout-")))
}
