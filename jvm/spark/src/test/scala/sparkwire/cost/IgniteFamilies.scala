package sparkwire.cost

import sparkwire.wire.ignite.IgniteBytes.{all => joined, _}
import sparkwire.wire.ignite.ObjectBytes

object IgniteFamilies extends IgniteCalls {

  // Values of one kind.

  private val single = Seq(
    decode("elements", "A list with as many elements as bytes.")(size =>
      listOf(size)(_ => nothing)),
    decode("strings", "A string array of empty strings.")(size =>
      values(20, many(size / 5)(_ => text("")): _*)),
    decode("names", "A map with as many different names as fit.")(size =>
      map(many(size / 14)(at => text(name(at))).map(_ -> nothing): _*)),
    decode("names-alike", "A map of names that have a long common beginning, to be sorted.")(size =>
      map(many(size / 990)(at => text("x" * 992 + name(size - at))).map(_ -> nothing): _*)),
    decode("pairs", "A map with keys that are not text, which becomes an array of pairs.")(size =>
      map(many(size / 3)(byte).map(_ -> nothing): _*)),
    decode("repeated-keys", "A map in which all names are the same.")(size =>
      map(many(size / 7)(_ => text("a")).map(_ -> nothing): _*)),
    decode("nested", "Lists that are as deep as allowed, again and again.")(size =>
      listOf(size / 2400)(_ => nested(list(nothing).dropRight(1), 390, nothing))),
    decode("wrapped", "Wrapped values within each other, again and again.")(size =>
      listOf(size / 900)(_ => (1 to 100).foldLeft(nothing)((inner, _) => wrapped(inner)))),
    decode("long-text", "One text of malformed UTF-8, which is replaced.")(size =>
      utf8(Array.fill(size)(-1))),
    // A number of up to 256 KiB is charged for more than the bytes of its text.
    decode("long-decimal", "One number of as many digits as fit, and more than are allowed.")(
      size =>
        joined(Seq(raw(30), i32(0), i32(size + 64), Array.fill(size + 64)(1.toByte)))),
    decode("large-decimals", "Numbers of thousands of digits.")(size =>
      listOf(size / 4109)(_ =>
        joined(Seq(raw(30), i32(0), i32(4096), Array.fill(4096)(1.toByte))))),
    typed("long-decimal", "One number of as many digits as fit, which the type cannot hold.",
      "DECIMAL(38, 0)")(size =>
      joined(Seq(raw(30), i32(0), i32(size), Array.fill(size)(-1.toByte)))),
    decode("decimals", "Numbers that are just too long for a decimal of Spark.")(size =>
      values(31, many(size / 40)(_ => decimal("7" * 60, 3)): _*)),
    decode("enums", "An enum array of which each value has the name of its class.")(size =>
      typedArray(29, typeOf(1), many(size / 24)(at => enumeration(28, typeOf(name(at)), at)): _*)),
    decode("proxy", "A proxy with as many interfaces as fit.")(size =>
      proxy(nothing, many(size / 4)(at => typeOf(at + 1)): _*)),
    decode("damaged", "A list of which only the last element is malformed.")(size =>
      list(many(size)(_ => nothing) :+ raw(99): _*))
  )

  // Objects.

  private def manyFields(size: Int): Encoded = {
    val one = ObjectBytes(isCompact = true, fields = Seq("a" -> byte(1))).bytes
    val footer = Array.fill(size)(24.toByte)
    joined(Seq(one.take(12), i32(26 + size), one.slice(16, 26), footer))
  }

  private def distinctFields(size: Int, order: (Int, Int) => Int): Encoded = {
    val count = size / 9
    ObjectBytes(width = 4,
      fields = many(count)(_ => nothing).zipWithIndex.map {
        case (value, at) => name(at) -> value
      },
      offsets = (at, real) => order(at, real)).bytes
  }

  private def overlappingHeads(size: Int): Encoded = {
    val count = size / 18
    val until = 14 * count
    val arrays = joined(
      many(count)(at => joined(Seq(raw(23), i32(0), raw(9), i32(until - 14 * at - 10), i32(0)))) :+
        i32(0))
    ObjectBytes(width = 4, isCompact = true,
      fields = Seq("a" -> arrays) ++ (1 until count).map(at => s"f$at" -> Array.emptyByteArray),
      offsets = (at, _) => 24 + 14 * at).bytes
  }

  private def sharedFooter(size: Int): Encoded = {
    val count = size / 60
    val footer = size / 2
    val footerAt = 26 * count
    def inner(at: Int) = joined(
      Seq(raw(103, 1), le(2, 2 | 32 | 8), i32(7), i32(0),
        i32(footerAt + footer - 26 * at), i32(at), i32(footerAt - 26 * at), byte(1)))
    val data = joined(many(count)(inner) :+ Array.fill(footer)(24.toByte))
    val offsets = joined(many(count)(at => i32(24 + 26 * at)))
    joined(
      Seq(raw(103, 1), le(2, 2 | 32), i32(8), i32(0), i32(24 + data.length + offsets.length),
        i32(0), i32(24 + data.length), data, offsets))
  }

  private val objects = Seq(
    decode("many-fields", "A compact object with many fields at the same byte.")(manyFields),
    typed("many-fields", "A compact object with many fields, of which a map is asked.",
      "MAP<STRING, INT>")(manyFields),
    unverified("many-fields", "A compact object of which no offset is checked.")(manyFields),
    decode("ids", "An object with as many different field ids as fit.")(size =>
      distinctFields(size, (_, real) => real)),
    typed("ids", "An object of which the ids of all fields are looked up.",
      "STRUCT<n0000001 STRING, n0000009 INT>")(size => distinctFields(size, (_, real) => real)),
    decode("order", "An object with its fields in the opposite order.")(size =>
      distinctFields(size, (at, _) => 24 + size / 9 - 1 - at)),
    decode("layouts", "Objects of which each has another schema.")(size =>
      listOf(size / 30)(at =>
        ObjectBytes(isCompact = true, fields = Seq(name(at) -> nothing)).bytes)),
    decode("large-layouts", "Objects with other schemas, each of a thousand fields.")(size =>
      listOf(size / 3024)(at =>
        ObjectBytes(width = 2, isCompact = true, typeName = name(at),
          fields = Seq.tabulate(1000)(field => name(field) -> nothing)).bytes)),
    decode("class-names", "Objects with class names instead of ids.")(size =>
      listOf(size / 50)(at =>
        ObjectBytes(className = Some(name(at)), fields = Seq("a" -> nothing)).bytes)),
    decode("shared-offset", "An object of which all fields are the same list.")(size =>
      ObjectBytes(width = 1, isCompact = true,
        fields = ("a" -> list(nothing, nothing)) +:
          (1 to size).map(at => s"$at" -> Array.emptyByteArray),
        offsets = (_, _) => 24).bytes),
    decode("overlapping-heads", "Arrays with class names that overlap.")(overlappingHeads),
    hash("overlapping-heads", "Arrays with class names that overlap.")(overlappingHeads),
    decode("shared-footer", "Objects that have one footer together.")(sharedFooter),
    unverified("shared-footer", "Objects that have one footer together.")(sharedFooter),
    CostFamily("ignite-header", "The ids of as many fields as fit.", "ignite_header")(size =>
      // An array of more than 65,536 elements is made in another way, so no size has as many.
      Seq(distinctFields(size / 2, (_, real) => real)))
  )

  // Handles.

  private def chain(size: Int): Encoded =
    list(list() +: handle(6) +: many(size / 5)(_ => handle(5)): _*)

  private val handles = Seq(
    decode("handles", "A list of handles to one list.")(size =>
      list(list() +: many(size / 5)(at => handle(6 + 5 * at)): _*)),
    decode("handles-to-handles", "Handles of which each leads to the one before.")(chain),
    hash("handles-to-handles", "Handles of which each leads to the one before.")(chain),
    decode("handles-to-large", "Handles to one value that takes half of the input.")(size =>
      list(
        payloads(12, 1, Seq.fill(size / 2)(1L): _*) +:
          many(size / 10)(at => handle(5 + size / 2 + 5 * at)): _*)),
    decode("cycles", "Handles, deep inside, to the value that holds them.") { size =>
      val outer = nested(list(nothing).dropRight(1), 390, Array.emptyByteArray)
      joined(Seq(outer, listOf(size / 5)(at => handle(outer.length + 6 + 5 * at))))
    },
    decode("doubling", "Lists of which each holds the one before twice.")(size =>
      list(
        list(nothing, nothing) +: many(size / 16)(at =>
          if (at == 0) list(handle(14), handle(19)) else list(handle(22), handle(27))): _*))
  )

  val all: Seq[CostFamily] = single ++ objects ++ handles ++ IgniteTypedFamilies.all ++
    IgniteOptimizedFamilies.all ++ IgniteMetadataFamilies.all ++ IgniteCdcFamilies.all
}
