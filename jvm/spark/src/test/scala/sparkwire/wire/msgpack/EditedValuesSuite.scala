package sparkwire.wire.msgpack

import java.time.DateTimeException

import scala.util.{Failure, Random, Success, Try}

import sparkwire.fuzz.{FieldEdits, FuzzTarget}
import sparkwire.wire._
import sparkwire.wire.msgpack.Msgpack.OneValue

import org.scalatest.funsuite.AnyFunSuite

/** Edited values that our reader accepts are the values that msgpack-core reads. */
class EditedValuesSuite extends AnyFunSuite with ReaderChecks {
  private val seed = FieldEdits.seed

  test(s"edits of seed $seed") {
    val random = new Random(seed)
    val edits = new FieldEdits(FuzzTarget.calls("msgpack_decode"))
    var accepted = 0
    for (_ <- 1 to 5000) {
      val bytes = edits.some(random)
      // msgpack-core allocates as much as a count says, so it reads only values that have proved to
      // be complete.
      walk(OneValue, bytes).foreach { ours =>
        accepted += 1
        withClue(s"${Vectors.hex(bytes)}: ") {
          Try(MsgpackGenerator.read(bytes)) match {
            case Success(theirs) =>
              assert(TypedValues.plain(ours) === theirs || theirs.toString.contains("NaN"))
            // Java's Instant holds less seconds than a timestamp.
            case Failure(error) => assert(error.isInstanceOf[DateTimeException])
          }
        }
      }
    }
    assert(accepted > 1000)
  }
}
