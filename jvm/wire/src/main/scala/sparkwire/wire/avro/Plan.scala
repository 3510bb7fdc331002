package sparkwire.wire.avro

import java.lang.{Long => JavaLong}
import java.util.{Arrays, IdentityHashMap => IdentityMap, LinkedHashMap, Map => JavaMap}

import org.apache.avro.Schema

import sparkwire.wire.avro.schemas.{Schemas, TypedSchema}
import sparkwire.wire.core.{Options, Reader}

/** Everything that is derived from a schema, once. */
private[wire] final class Plan(val root: Step) {

  /** How many bytes a value may become in addition to what its bytes become: mostly names. */
  val beside: Long = StepCost.settle(root)
}

private[wire] object Plan {
  def typed(types: TypedSchema): Plan =
    new Plan(new PlanBuilder(types, namesUnions = false).of(types.schema))
  def dynamic(writer: Schema, options: Options): Plan =
    new Plan(new PlanBuilder(null, options.word(Avro.Unions) == "named").of(writer))
  def resolved(writer: Schema, reader: TypedSchema): Plan =
    new Plan(new ResolvedPlan(reader).of(writer))

  /** Returns the plan for the text of a schema; null if the text is not a schema, or is nested too
    * deep for a plan, even if Avro's parser accepts it.
    */
  def ofText(bytes: Array[Byte], make: Schema => Plan): Plan = {
    val schema = Schemas.ofWriter(bytes, 0, bytes.length)
    if (schema == null) null
    else
      try make(schema)
      catch { case _: StackOverflowError => null }
  }
}

/** Plans by the text of the writer's schema, for data that carries its schema. */
private[wire] final class PlanCache(make: Schema => Plan) {
  import PlanCache.Text

  private[this] val plans = new RecentPlans[Text](PlanCache.MostPlans)
  // Consecutive values mostly have the same schema.
  private[this] var last: Text = _
  private[this] var lastPlan: Plan = _

  /** Returns the plan for the text of a schema; null if the bytes are not a schema. */
  def of(bytes: Array[Byte], from: Int, until: Int): Plan =
    if (last != null && Arrays.equals(last.bytes, 0, last.bytes.length, bytes, from, until))
      lastPlan
    else {
      val text = new Text(Arrays.copyOfRange(bytes, from, until))
      val known = plans.find(text)
      val found = if (known == null) made(text) else known
      if (found != null) {
        last = text
        lastPlan = found
      }
      found
    }

  private def made(text: Text): Plan = {
    val plan = Plan.ofText(text.bytes, make)
    if (plan != null) plans.keep(text, plan, text.bytes.length)
    plan
  }
}

private object PlanCache {
  private final val MostPlans = 256

  private final class Text(val bytes: Array[Byte]) {
    override val hashCode: Int = Arrays.hashCode(bytes)
    override def equals(other: Any): Boolean = other match {
      case that: Text => Arrays.equals(bytes, that.bytes)
      case _ => false
    }
  }
}

/** The most recently used plans, by the key that the data has for a schema. Bounded in number and
  * by the size of the schemas' texts, because a stream may have as many schemas as values.
  */
private[avro] final class RecentPlans[K](mostPlans: Int) {
  import RecentPlans.{Kept, MostBytes}

  private[this] var textBytes = 0L
  private[this] val plans = new LinkedHashMap[K, Kept](64, 0.75f, true) {
    override def removeEldestEntry(eldest: JavaMap.Entry[K, Kept]): Boolean = {
      val isFull = size > mostPlans || textBytes > MostBytes
      if (isFull) textBytes -= eldest.getValue.textBytes
      isFull
    }
  }

  /** Returns the plan for a key, null if there is none. */
  def find(key: K): Plan = {
    val kept = plans.get(key)
    if (kept == null) null else kept.plan
  }

  /** @param size
    *   the size of the schema's text in bytes
    */
  def keep(key: K, plan: Plan, size: Int): Unit = {
    textBytes += size
    plans.put(key, new Kept(plan, size))
    ()
  }

  def forget(): Unit = if (!plans.isEmpty) {
    plans.clear()
    textBytes = 0
  }
}

private object RecentPlans {
  private final val MostBytes = 8L << 20

  private final class Kept(val plan: Plan, val textBytes: Int)
}

/** Bounds how far values may outgrow their bytes. A byte of input pays for [[Reader.MostGrowth]]
  * bytes of result. If a value of a type may become more (through fields without bytes, or
  * defaults), the type has the difference as its `excess`, which is charged against `maxSize` for
  * each item of an array and each record of a container.
  */
private[avro] object StepCost {
  private final val Entry = 24L
  private final val Word = 8L
  // Saturates far below the point where a sum of two would overflow.
  private final val Endless = 1L << 60

  /** Sets the derived sizes of each step, and returns how many bytes the names in a value may take. */
  def settle(root: Step): Long = {
    val costs = new Costs
    costs.visit(root)
    if (costs.isRecursive) Endless else costs.names
  }

  private final class Costs {
    private[this] val costs = new IdentityMap[Step, JavaLong]
    var isRecursive = false
    var names = 0L

    def visit(step: Step): Long = {
      val known = costs.get(step)
      if (known != null) {
        isRecursive ||= known == InProgress
        if (known == InProgress) 0L else known
      } else {
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
          Entry + Reader.MostGrowth * default.bytes.length
        }
        step.leastBytes = least(step)
        step.rowBytes = row(step)
        val cost = clamp(own(step, parts) + defaults.foldLeft(0L)((sum, one) => clamp(sum + one)))
        step.excess = math.max(0L, cost)
        if (step.code == Step.Record || step.code == Step.Member)
          names = clamp(names + step.shape.names.map(_.length + Entry).sum)
        costs.put(step, cost)
        cost
      }
    }

    private def own(step: Step, parts: Array[Long]): Long = step.code match {
      case Step.Record | Step.Member =>
        parts.foldLeft(Entry)((sum, part) => clamp(sum + part)) +
          Entry * (if (step.code == Step.Member) step.shape.fields.length else 0)
      case Step.Union => (if (parts.isEmpty) 0L else parts.max) - Reader.MostGrowth
      case Step.Null => Entry
      case _ => Entry - Reader.MostGrowth * step.leastBytes
    }

    private def row(step: Step): Long = step.code match {
      case Step.Record =>
        step.parts.foldLeft(Word * (2 + step.parts.length))((sum, part) =>
          if (part.code == Step.Record) clamp(sum + part.rowBytes) else sum)
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
