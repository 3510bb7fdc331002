package sparkwire.rows

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

import sparkwire.expressions.Types
import sparkwire.wire.core.{Field, Kind, Options, Shape}

import org.scalatest.funsuite.AnyFunSuite

/** Arrays and maps have the same bytes, however much of their length was known when they began. */
class KnownLengthSuite extends AnyFunSuite {
  private val pair =
    Shape("pair", Vector(Field("a", Kind.Text, ""), Field("b", Kind.Int8, "")))

  // Gives a sink the value of a kind that belongs to a number.
  private type Give = (RowSink, Int) => Unit
  private val kinds: Seq[(Kind, Give)] = Seq[(Kind, Give)](
    (Kind.Int8, (sink, number) => sink.int(number.toLong)),
    (Kind.Int16, (sink, number) => sink.int(-number.toLong)),
    (Kind.Float32, (sink, number) => sink.float(number / 3f)),
    (Kind.Int64, (sink, number) => sink.int(number.toLong << 40)),
    (Kind.Decimal(20, 0), (sink, number) => sink.unsigned(-1L - number)),
    (Kind.Text, text),
    (Kind.Sequence(Kind.Text), texts),
    (Kind.Mapping(Kind.Int8, Kind.Text), mapping),
    (Kind.Struct(pair), struct)
  )

  private def texts(sink: RowSink, number: Int): Unit = {
    sink.beginArray(if (number % 3 == 0) -1 else number % 4)
    for (inner <- 0 until number % 4) {
      sink.element()
      text(sink, inner)
    }
    sink.endArray()
  }

  private def mapping(sink: RowSink, number: Int): Unit = {
    sink.beginMap(if (number % 3 == 0) -1 else 2)
    for (inner <- 1 to 2) {
      sink.key()
      sink.int(inner.toLong)
      if (sink.value()) text(sink, number)
    }
    sink.endMap()
  }

  private def struct(sink: RowSink, number: Int): Unit = {
    sink.beginStruct(pair)
    if (sink.wanted(0)) text(sink, number)
    if (sink.wanted(1)) if (number % 2 == 0) sink.skipped() else sink.int(number.toLong)
    sink.endStruct()
  }

  // Texts of many lengths, some too long to be copied word by word, at the end of their array.
  private def text(sink: RowSink, number: Int): Unit = {
    val bytes = ("-" * (number % 5) + "x" * (number * 7 % 70)).getBytes(UTF_8)
    sink.text(bytes, math.min(number % 5, bytes.length), bytes.length)
  }

  private def row(kind: Kind)(write: RowSink => Unit): Seq[Byte] = {
    val outer = Shape("outer",
      Vector(Field("a", kind, ""), Field("behind", Kind.Sequence(Kind.Int32), "")))
    val sink = new RowSink(Kind.Struct(outer), Types.of(Kind.Struct(outer)), Options.none)
    sink.begin()
    sink.beginStruct(outer)
    sink.wanted(0)
    write(sink)
    sink.wanted(1)
    sink.beginArray(1)
    sink.element()
    sink.int(-7)
    sink.endArray()
    sink.endStruct()
    sink.result.asInstanceOf[UnsafeRow].getBytes.toSeq
  }

  // The number of elements announced at first, and the number in all.
  private val lengths = Seq(0 -> 0, 0 -> 1, 1 -> 1, 1 -> 2, 3 -> 3, 2 -> 20, 64 -> 65, 70 -> 70)

  for ((kind, give) <- kinds) test(s"arrays of $kind") {
    def array(said: Int, count: Int): Seq[Byte] = row(Kind.Sequence(kind)) { sink =>
      sink.beginArray(said)
      for (number <- 0 until count) {
        if (number == said) sink.goesOn()
        sink.element()
        // Some are NULL.
        if (number % 5 != 4) give(sink, number)
      }
      sink.endArray()
    }
    for ((said, count) <- lengths) assert(array(said, count) === array(-1, count))
  }

  for ((kind, give) <- kinds) test(s"maps of $kind") {
    // Each key once, ascending or descending, or twice.
    def map(said: Int, count: Int, key: Int => Int): Seq[Byte] =
      row(Kind.Mapping(Kind.Text, kind)) { sink =>
        sink.beginMap(said)
        for (number <- 0 until count) {
          if (number == said) sink.goesOn()
          sink.key()
          val name = s"key ${key(number)}".getBytes(UTF_8)
          sink.text(name, 0, name.length)
          if (sink.value() && number % 5 != 4) give(sink, number)
        }
        sink.endMap()
      }
    for ((said, count) <- lengths; key <- Seq[Int => Int](identity, 100 - _, _ / 2))
      assert(map(said, count, key) === map(-1, count, key))
  }

  test("what is promised is held") {
    def array(said: Int, count: Int): Seq[Byte] = row(Kind.Sequence(Kind.Int8)) { sink =>
      sink.beginArray(said)
      for (number <- 0 until count) {
        sink.element()
        sink.int(number.toLong)
      }
      sink.endArray()
    }
    intercept[IllegalStateException](array(1, 2))
  }
}
