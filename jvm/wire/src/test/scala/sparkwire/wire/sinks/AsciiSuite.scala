package sparkwire.wire.sinks

import java.util.Arrays

import org.scalatest.funsuite.AnyFunSuite

class AsciiSuite extends AnyFunSuite {
  private val text = Array.tabulate(100)(at => ('!' + at % 90).toByte)

  /** Returns whether all bytes are ASCII, and the copy, in a buffer of 0x77 in which it begins at 3. */
  private def copied(bytes: Array[Byte], from: Int, length: Int): (Boolean, Seq[Byte]) = {
    val to = Array.fill[Byte](120)(0x77)
    (Ascii.copy(bytes, from, length, to, 3), to.toSeq)
  }

  test("whole words are written, and the last is filled with zeros, whatever the length") {
    for (length <- 0 to 80; from <- Seq(0, 1, 7, 100 - length)) {
      val words = Arrays.copyOf(Arrays.copyOfRange(text, from, from + length), (length + 7) & ~7)
      val expected = Seq.fill[Byte](3)(0x77) ++ words ++ Seq.fill[Byte](117 - words.length)(0x77)
      assert(copied(text, from, length) === ((true, expected)))
    }
  }

  test("a byte that is not ASCII is noticed wherever it is, and only inside") {
    for (length <- 0 to 80; at <- 0 until 100) {
      val bytes = text.updated(at, 0xc3.toByte)
      assert(copied(bytes, 10, length)._1 === (at < 10 || at >= 10 + length))
    }
  }
}
