package sparkwire.wire.avro.data

import java.util.{IdentityHashMap => IdentityMap}

import sparkwire.wire.avro.Step

/** Adds up the memory that the steps of a plan take, in bytes. Parts that several steps have are
  * counted once.
  */
private[avro] final class PlanWeight {
  import PlanWeight._

  private[this] val seen = new IdentityMap[AnyRef, AnyRef]
  private[this] var sum = 0L

  def bytes: Long = sum

  def add(step: Step): Unit = {
    sum += StepBytes + Reference * (step.parts.length + step.targets.length + step.defaults.length)
    if (isNew(step.symbols)) step.symbols.foreach(addBytes)
    if (isNew(step.shape)) step.shape.fields.foreach { field =>
      sum += FieldBytes + 2L * field.name.length
    }
    step.defaults.foreach(default => if (isNew(default)) addBytes(default.bytes))
  }

  private def addBytes(bytes: Array[Byte]): Unit =
    sum += ArrayBytes + Reference + (if (bytes == null) 0 else bytes.length)

  private def isNew(part: AnyRef): Boolean = part != null && seen.put(part, part) == null
}

private object PlanWeight {
  private final val StepBytes = 160L
  private final val Reference = 8L
  private final val ArrayBytes = 16L
  // A field, its name as text and in UTF-8, and its place in the shape.
  private final val FieldBytes = 160L
}
