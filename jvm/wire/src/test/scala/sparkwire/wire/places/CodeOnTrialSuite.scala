package sparkwire.wire.places

import org.scalatest.funsuite.AnyFunSuite

class CodeOnTrialSuite extends AnyFunSuite {
  private def trial(): (CodeOnTrial[String], () => Int) = {
    var generated = 0
    val trial = new CodeOnTrial[String] {
      protected override def generate(): String = {
        generated += 1
        "code"
      }
    }
    (trial, () => generated)
  }

  test("code is generated once, after many structs") {
    val (trial, generated) = this.trial()
    assert((1 to 4096).forall(_ => trial.next(1) == null) && generated() === 0)
    assert((1 to 9999).forall(_ => trial.next(1) == "code") && generated() === 1)
    val (atOnce, _) = this.trial()
    assert(atOnce.next(4097) === "code")
  }

  test("code that declines more than one struct in five is dropped, and not generated again") {
    for (declined <- Seq(5, 6)) {
      val (trial, generated) = this.trial()
      assert(trial.next(5000) === "code")
      for (_ <- 1 to 1000) {
        for (_ <- 1 to 30 - declined) trial.taken()
        for (_ <- 1 to declined) trial.declined()
      }
      assert(trial.next(1) === "code", declined)
      assert(generated() === 1)
    }
    val (trial, generated) = this.trial()
    assert(trial.next(5000) === "code")
    for (_ <- 1 to 1000) {
      for (_ <- 1 to 23) trial.taken()
      for (_ <- 1 to 7) trial.declined()
    }
    assert(trial.next(5000) === null && generated() === 1)
  }
}
