package sparkwire.wire.layouts.coding

import sparkwire.wire.layouts.checksums.SumCheck
import sparkwire.wire.layouts.program.{CodeScope, DataPlan}

/** The checksums of an object in generated code, and the variables with the positions that they cover. */
private[coding] object SumCode {
  def markOf(mark: Int): String = s"mark$mark"

  /** Returns statements for the checksums whose bytes end with a field.
    *
    * @param fails
    *   the statement that ends the code
    * @param use
    *   returns what is done with a [[SumCheck]], from the arguments for it: begin and end of the bytes,
    *   and the position of the checksum
    */
  def after(field: Int, self: ObjectCode, fails: String)(use: (String, String) => String): String =
    if (self.of.checksAfter == null) ""
    else self.of.checksAfter(field).map { plan =>
      val sum = plan.checksum
      if (sum.order == DataPlan.Chosen) CodeScope.refuse()
      val from = if (sum.from < 0) "begin" else markOf(sum.from)
      val until = if (sum.until < 0) self.here else markOf(sum.until)
      val sums = self.unit.reference(new SumCheck(sum), classOf[SumCheck])
      s"if (!spend(($until - $from) >> 4)) $fails\n" +
        use(sums, s"$from, $until, ${markOf(sum.own)}")
    }.mkString("\n")
}
