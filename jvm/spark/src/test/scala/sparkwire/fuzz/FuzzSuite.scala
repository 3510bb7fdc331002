package sparkwire.fuzz

import java.nio.file.Files

import scala.util.Random

import org.scalatest.funsuite.AnyFunSuite

/** Checks that the functions of each family agree, on the bytes under `tests/fuzz`, on every
  * vector, and on vectors that are cut, have a changed byte or are edited field by field.
  */
class FuzzSuite extends AnyFunSuite {
  private val seed = FieldEdits.seed

  private def tryOut(bytes: Array[Byte], from: String)(check: Array[Byte] => Unit): Unit =
    try check(bytes)
    catch {
      case error: Throwable =>
        fail(s"$from, ${bytes.map("%02x".format(_)).mkString.take(2000)}: $error", error)
    }

  for (target <- FuzzTarget.all) {
    test(s"${target.name}: what was found before") {
      assert(
        target.files.nonEmpty,
        "a target begins with some bytes of its own: copy those of a few vectors")
      for (file <- target.files) tryOut(Files.readAllBytes(file), file.toString)(target.check)
    }

    for ((name, call) <- target.calls) {
      // Jazzer tries bytes beyond the ones of this seed.
      test(s"$name: the vectors, whole, changed and cut by seed 1") {
        val random = new Random(1)
        assert(call.known.exists(call.decodes), "bytes to begin with that are all refused")
        call.known.foreach { bytes =>
          tryOut(bytes, "vector")(call.check)
          if (bytes.length < 4096) {
            tryOut(bytes.take(random.nextInt(bytes.length + 1)), "cut")(call.check)
            for (_ <- 1 to 4 if bytes.nonEmpty) {
              val changed = bytes.clone()
              changed(random.nextInt(bytes.length)) = random.nextInt().toByte
              tryOut(changed, "changed")(call.check)
            }
          }
        }
      }

      test(s"$name: the vectors, edited field by field by seed $seed") {
        val random = new Random(seed)
        val edits = new FieldEdits(call)
        for (number <- 1 to 500) tryOut(edits.some(random), s"edit $number")(call.check)
      }
    }
  }
}
