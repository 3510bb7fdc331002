package sparkwire.wire.avro.data

import java.lang.{Long => JavaLong}
import java.util.{IdentityHashMap => IdentityMap}

import sparkwire.wire.avro.Step
import sparkwire.wire.core.{Kind, Reader, Shape}

/** Bounds how far values may outgrow their bytes. A byte of input pays for [[Reader.MaxGrowth]]
  * bytes of result. If a value of a type may become more (through fields without bytes, or
  * defaults), the type has the difference as its `excess`, which is charged against `maxSize` for
  * each item of an array and each record of a container. A record that may contain itself pays for
  * each value of its own, in [[Step.entry]]: a few bytes of input may hold any number of them.
  */
private[avro] object StepCost {
  private final val Entry = 24L
  private final val Word = 8L
  // Saturates far below the point where a sum of two would overflow.
  private final val Endless = 1L << 60

  // The length of a field name from which on it costs time for each value. Far more than real names
  // have.
  private final val FreeName = 256

  // What each value of a recursive record takes of its byte or two, which is not charged.
  private final val EntryShare = 128L

  /** The sizes of a plan. Creating one sets the sizes of each step. */
  final class Costs(root: Step) {
    private[this] val costs = new IdentityMap[Step, JavaLong]
    private[this] val recursive = new IdentityMap[Step, Step]
    private[this] val weight = new PlanWeight
    private[this] var sum = 0L
    visit(root)

    /** How many bytes the names in a value may take. */
    val names: Long = if (recursive.isEmpty) sum else Endless

    /** The size of the plan itself in bytes. */
    val bytes: Long = weight.bytes

    private def visit(step: Step): Long = {
      val known = costs.get(step)
      if (known != null && known == InProgress) {
        recursive.put(step, step)
        0L
      } else if (known != null) known
      else {
        weight.add(step)
        costs.put(step, InProgress)
        // A loop takes less of the stack than a closure, and schemas may be nested as deep as the
        // data says.
        val parts = new Array[Long](step.parts.length)
        var part = 0
        while (part < parts.length) {
          parts(part) = visit(step.parts(part))
          part += 1
        }
        val defaults = step.defaults.map { default =>
          visit(default.step)
          Entry + Reader.MaxGrowth * default.bytes.length
        }
        step.leastBytes = least(step)
        step.rowBytes = row(step)
        val cost = clamp(own(step, parts) + defaults.foldLeft(0L)((sum, one) => clamp(sum + one)))
        if ((step.code == Step.Record || step.code == Step.Member) && !step.isForeign)
          sum = clamp(sum + step.shape.names.map(_.length + Entry).sum)
        settled(step, cost)
      }
    }

    /** Sets the cost of a step, and returns the part that the steps around it charge. */
    private def settled(step: Step, cost: Long): Long = {
      val around = if (recursive.containsKey(step)) 0L else cost
      if (around != cost) step.entry = math.max(0L, cost - EntryShare)
      step.excess = math.max(0L, around)
      costs.put(step, around)
      around
    }

    private def own(step: Step, parts: Array[Long]): Long = step.code match {
      // A value that the reader's schema does not have becomes nothing: neither a struct nor a
      // symbol.
      case Step.Record if step.isForeign => parts.foldLeft(1L)((sum, part) => clamp(sum + part))
      case Step.Enum if step.isForeign => Entry - Reader.MaxGrowth
      case Step.Record | Step.Member =>
        parts.foldLeft(Entry)((sum, part) => clamp(sum + part)) + longNames(step.shape) +
          Entry * (if (step.code == Step.Member) step.shape.fields.length else 0)
      // A symbol has no more than a byte of its own in the input.
      case Step.Enum => Entry + longest(step.symbols) - Reader.MaxGrowth
      case Step.Union => (if (parts.isEmpty) 0L else parts.max) - Reader.MaxGrowth
      case Step.Null => Entry
      // Its first value is refused.
      case Step.Incompatible => 0L
      case _ => Entry - Reader.MaxGrowth * step.leastBytes
    }

    /** A self-describing value looks up the names of its fields, each in its whole length. */
    private def longNames(shape: Shape): Long = {
      var sum = 0L
      shape.fields.foreach { field =>
        if (field.kind == Kind.Dynamic) sum += math.max(0, field.name.length - FreeName)
      }
      sum
    }

    private def longest(symbols: Array[Array[Byte]]): Long = {
      var most = 0
      symbols.foreach(symbol => if (symbol != null) most = math.max(most, symbol.length))
      most.toLong
    }

    private def row(step: Step): Long = step.code match {
      case _ if step.isForeign => 0L
      case Step.Record =>
        step.parts.foldLeft(2 * Word)((sum, part) =>
          if (part.isForeign) sum
          else clamp(sum + Word + (if (part.code == Step.Record) part.rowBytes else 0L)))
      case Step.Incompatible => 0L
      case _ => Word
    }

    private def least(step: Step): Long = step.code match {
      case Step.Null => 0L
      case Step.Float | Step.FloatToDouble => 4L
      case Step.Double => 8L
      case Step.Fixed | Step.DecimalFixed | Step.UuidFixed | Step.Duration => step.size.toLong
      case Step.Record | Step.Member =>
        step.parts.foldLeft(0L)((sum, part) => clamp(sum + part.leastBytes))
      case Step.Union =>
        1L + (if (step.parts.isEmpty) 0L else step.parts.map(_.leastBytes).min)
      case Step.Incompatible => 0L
      case _ => 1L
    }

    private def clamp(sum: Long): Long = math.max(-Endless, math.min(Endless, sum))
  }

  // No cost is that low.
  private final val InProgress = Long.MinValue
}
