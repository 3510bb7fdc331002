package sparkwire.wire.avro.data

import java.util.{Arrays, LinkedHashMap}

import org.apache.avro.Schema

/** Plans by the text of the writer's schema, for data that carries its schema. */
private[wire] final class PlanCache(make: Schema => Plan) {
  import PlanCache.Text

  private[this] val plans = new RecentPlans[Text](PlanCache.MaxPlans)
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
    val plan = Plan.ofData(text.bytes, make)
    if (plan != null) plans.keep(text, plan, text.bytes.length.toLong)
    plan
  }
}

private object PlanCache {
  private final val MaxPlans = 256

  private final class Text(val bytes: Array[Byte]) extends Comparable[Text] {
    override val hashCode: Int = Arrays.hashCode(bytes)
    // Texts with equal hashes form a tree.
    override def compareTo(that: Text): Int = Arrays.compare(bytes, that.bytes)
    override def equals(other: Any): Boolean = other match {
      case that: Text => Arrays.equals(bytes, that.bytes)
      case _ => false
    }
  }
}

/** The most recently used plans, by the key that the data has for a schema. Bounded in number and
  * by the size of the plans, because a stream may have as many schemas as values.
  */
private[avro] final class RecentPlans[K <: Comparable[K]](mostPlans: Int) {
  import RecentPlans.{Kept, MaxBytes}

  private[this] var bytes = 0L
  private[this] val plans = new LinkedHashMap[K, Kept](64, 0.75f, true)

  /** Returns the plan for a key, null if there is none. */
  def find(key: K): Plan = {
    val kept = plans.get(key)
    if (kept == null) null else kept.plan
  }

  /** Keeps a plan, unless it is so large that it would replace most of the others.
    *
    * @param keyBytes
    *   the size of the key in bytes
    */
  def keep(key: K, plan: Plan, keyBytes: Long): Unit = {
    val kept = new Kept(plan, keyBytes + plan.bytes)
    if (kept.bytes <= MaxBytes / 2) {
      val before = plans.put(key, kept)
      if (before != null) bytes -= before.bytes
      bytes += kept.bytes
      val eldest = plans.entrySet.iterator
      while (bytes > MaxBytes || plans.size > mostPlans) {
        bytes -= eldest.next().getValue.bytes
        eldest.remove()
      }
    }
  }

  def forget(): Unit = if (!plans.isEmpty) {
    plans.clear()
    bytes = 0
  }

  /** The size of all plans in bytes. */
  def size: Long = bytes
}

private[avro] object RecentPlans {
  final val MaxBytes = 16L << 20

  private final class Kept(val plan: Plan, val bytes: Long)
}
