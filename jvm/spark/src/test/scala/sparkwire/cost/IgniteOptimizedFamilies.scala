package sparkwire.cost

import sparkwire.wire.ignite.IgniteBytes.{all => joined, _}

/** Values of Ignite's optimized marshaller. */
private[cost] object IgniteOptimizedFamilies extends IgniteCalls {
  private def of(name: String, payload: Encoded*): Encoded =
    joined(Seq(raw(102), i32(name.hashCode), raw(0, 0)) ++ payload)
  private def back(number: Int): Encoded = joined(Seq(raw(-1), i32(number)))
  private def copies(count: Int, element: Encoded): Encoded =
    optimized(of("java.util.Collections$CopiesList", element, i32(count)))
  private def elements(values: Seq[Encoded]): Encoded =
    optimized(of("java.util.concurrent.CopyOnWriteArrayList", i32(values.length) +: values: _*))

  private def bigInteger(size: Int): Encoded = of("java.math.BigInteger",
    new Array[Byte](16), raw(9), i32(size), Array.fill(size)(7.toByte), i32(1))
  private def bigDecimal(digits: Encoded): Encoded = of("java.math.BigDecimal", digits, i32(0))
  private def objectArray(className: Int): Encoded =
    joined(Seq(raw(17), i32(0), i32(className), Array.fill(className)('x'.toByte), i32(0)))

  private def sharedNumber(size: Int): Encoded =
    elements(bigInteger(size / 2) +: many(size / 32)(_ => bigDecimal(back(1))))
  private def doubling(size: Int): Encoded = {
    // The list has the number 0.
    val first = joined(Seq(raw(21), i32(0)))
    elements(
      first +: many(size / 15)(at => joined(Seq(raw(21), i32(2), back(at + 1), back(at + 1)))))
  }

  private val wide = Seq(
    decode("optimized-elements", "A list with as many elements as bytes.")(size =>
      elements(many(size)(_ => raw(1, 1)))),
    decode("optimized-numbers", "A list of long numbers.")(size =>
      elements(many(size / 100)(_ => bigInteger(60)))),
    decode("optimized-objects", "As many objects as fit, each with a number for handles.")(size =>
      elements(many(size / 5)(_ => joined(Seq(raw(18), i32(0)))))),
    decode("optimized-properties", "Properties of as many names as fit.") { size =>
      val names = many(size / 16)(at => joined(Seq(i32(8), name(at).getBytes, i32(0))))
      optimized(joined(Seq(raw(20, 1), i32(names.length)) ++ names))
    },
    decode("optimized-nested", "Lists that are as deep as allowed, again and again.")(size =>
      elements(many(size / 2000)(_ => nested(joined(Seq(raw(21), i32(1))), 390, raw(0))))),
    decode("optimized-unknown", "Serialized objects of unknown classes, which stay bytes.")(size =>
      listOf(size / 20)(at => optimized(joined(Seq(raw(102), i32(at), new Array[Byte](9)))))),
    decode("optimized-unknown-end", "A list of which only the last element is unknown.")(size =>
      elements(many(size)(_ => raw(0)) :+ raw(99)))
  )

  private val repeated = Seq(
    decode("copies-of-itself", "A list that holds itself, as often as a count can say.")(size =>
      listOf(size / 27)(_ => copies(Int.MaxValue, back(0)))),
    hash("copies-of-itself", "A list that holds itself, as often as a count can say.")(size =>
      listOf(size / 27)(_ => copies(Int.MaxValue, back(0)))),
    hash("copies-of-class", "Copies of an array of which the class has a long name.")(size =>
      copies(Int.MaxValue, objectArray(size))),
    hash("copies-of-texts", "Copies of properties, which have many texts.")(size =>
      copies(Int.MaxValue,
        joined(Seq(raw(20, 1), i32(size / 8), new Array[Byte](size / 8 * 8))))),
    decode("optimized-handles", "Handles to one list.")(size =>
      elements(joined(Seq(raw(21), i32(0))) +: many(size / 5)(_ => back(1)))),
    decode("optimized-cycles", "Handles, deep inside, to the value that holds them.") { size =>
      val deep = nested(joined(Seq(raw(21), i32(1))), 390, Array.emptyByteArray)
      val inmost = joined(Seq(raw(21), i32(size / 5)) ++ many(size / 5)(_ => back(0)))
      elements(Seq(joined(Seq(deep, inmost))))
    },
    decode("optimized-doubling", "Lists of which each holds the one before twice.")(doubling),
    decode("shared-number", "Decimals that share one number of very many digits.")(sharedNumber),
    hash("shared-number", "Decimals that share one number of very many digits.")(sharedNumber),
    typed("shared-number", "Decimals that share one number of very many digits.",
      "ARRAY<DECIMAL(38, 0)>")(sharedNumber)
  )

  val all: Seq[CostFamily] = wide ++ repeated
}
