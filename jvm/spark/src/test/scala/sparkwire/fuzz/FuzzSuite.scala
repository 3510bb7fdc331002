package sparkwire.fuzz

import java.nio.file.Files

import scala.util.Random

import org.scalatest.funsuite.AnyFunSuite

/** Checks that the functions of each family agree, on the bytes under `tests/fuzz`, on every
  * vector, and on vectors that are cut, have a changed byte or are edited field by field.
  */
class FuzzSuite extends AnyFunSuite {
  private val seed = FieldEdits.seed

  private def check(target: FuzzTarget, bytes: Array[Byte], from: String): Unit =
    try target.check(bytes)
    catch {
      case error: Throwable =>
        fail(s"$from, ${bytes.map("%02x".format(_)).mkString.take(2000)}: $error", error)
    }

  for ((name, target) <- FuzzTarget.all) {
    test(s"$name: what was found before") {
      val files = FuzzTarget.filesOf(name)
      assert(
        files.nonEmpty, "a target begins with some bytes of its own: copy those of a few vectors")
      files.foreach(file => check(target, Files.readAllBytes(file), file.toString))
    }

    // Jazzer tries bytes beyond those of this seed.
    test(s"$name: the vectors, whole, changed and cut by seed 1") {
      val random = new Random(1)
      assert(target.known.exists(target.decodes), "bytes to begin with that are all refused")
      target.known.foreach { bytes =>
        check(target, bytes, "vector")
        if (bytes.length < 4096) {
          check(target, bytes.take(random.nextInt(bytes.length + 1)), "cut")
          for (_ <- 1 to 4 if bytes.nonEmpty) {
            val changed = bytes.clone()
            changed(random.nextInt(bytes.length)) = random.nextInt().toByte
            check(target, changed, "changed")
          }
        }
      }
    }

    test(s"$name: the vectors, edited field by field by seed $seed") {
      val random = new Random(seed)
      val edits = new FieldEdits(target)
      for (number <- 1 to 500)
        check(target, edits.some(random), s"edit $number")
    }
  }
}
