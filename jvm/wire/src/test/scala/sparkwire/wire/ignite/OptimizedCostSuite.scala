package sparkwire.wire.ignite

import sparkwire.wire.Tree._
import sparkwire.wire.core.Reason
import sparkwire.wire.ignite.IgniteBytes._

import org.scalatest.funsuite.AnyFunSuite

/** Small optimized values of which each took seconds to minutes: handles and repeated elements led
  * to the same bytes many times.
  */
class OptimizedCostSuite extends AnyFunSuite with HostileChecks {
  private def of(name: String, payload: Encoded*): Encoded =
    all(Seq(raw(102), i32(name.hashCode), raw(0, 0)) ++ payload)
  private def copies(count: Int, element: Encoded): Encoded =
    of("java.util.Collections$CopiesList", element, i32(count))
  private def optimizedHandle(number: Int): Encoded = all(Seq(raw(-1), i32(number)))

  test("a list that holds itself billions of times") {
    refused(optimized(copies(Int.MaxValue, optimizedHandle(0))), Reason.TooLarge)
    refused(fields("a" -> optimized(copies(Int.MaxValue, optimizedHandle(0)))).bytes,
      Reason.TooLarge)
    val three = optimized(copies(3, optimizedHandle(0)))
    assert(walk(one, three).map { case Items(items) => items.length; case _ => 0 } === Right(3))
  }

  test("a list that repeats an element of which the class has a long name") {
    def array(name: Int) =
      all(Seq(raw(17), i32(0), i32(name), Array.fill(name)('x'.toByte), i32(0)))
    refused(optimized(copies(1 << 20, array(1 << 20))), Reason.TooLarge)
    val properties = all(
      Seq(raw(20, 1), i32(50000), all(Seq.fill(100000)(i32(0)))))
    refused(optimized(copies(1 << 20, properties)), Reason.TooLarge)
  }

  private def bigInteger(size: Int): Encoded = of("java.math.BigInteger",
    all(Seq.fill(16)(raw(0))), raw(9), i32(size), Array.fill(size)(7.toByte), i32(1))

  private def sharedDecimals(count: Int, size: Int): Encoded = {
    // The list has the number 0, the integer 1, its magnitude 2.
    val decimal = of("java.math.BigDecimal", optimizedHandle(1), i32(0))
    optimized(
      of("java.util.concurrent.CopyOnWriteArrayList",
        all(Seq(i32(count + 1), bigInteger(size)) ++ Seq.fill(count)(decimal))))
  }

  test("decimals that share one number of very many digits") {
    refused(sharedDecimals(20000, 500000), Reason.TooLarge)
    good(sharedDecimals(200000, 4))
  }
}
