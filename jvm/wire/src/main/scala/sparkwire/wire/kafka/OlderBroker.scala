package sparkwire.wire.kafka

import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Options}
import sparkwire.wire.kafka.definitions.{MessagePlans, StructPlan}

/** ApiVersions responses, of which a client cannot be sure that they have the version that it asked for: a
  * broker that does not know that version answers at version 0. Kafka's own parser tries that version too when
  * the other does not fit.
  */
private[kafka] final class OlderBroker(plans: MessagePlans, options: Options) {
  private[this] val oldest = plans.at(0)
  private[this] val values = new ValueReader(options)
  private[this] val ahead = new Cursor
  ahead.setMaxDepth(options.maxDepth)

  /** The plan that fits the rest of the bytes: `plan` but where only version 0 does. */
  def fitting(plan: StructPlan, cursor: Cursor): StructPlan =
    if ((plan eq oldest) || fits(plan, cursor) || !fits(oldest, cursor)) plan else oldest

  def isOldest(plan: StructPlan): Boolean = plan eq oldest

  private def fits(plan: StructPlan, cursor: Cursor): Boolean =
    try {
      ahead.wrap(cursor.bytes, cursor.position, cursor.left).setBigEndian(true)
      values.begin()
      values.message(plan, ahead, Nowhere, showsNone = false)
      ahead.left == 0
    } catch { case _: Malformed => false }
}

private[kafka] object OlderBroker {

  /** Null where a message is no ApiVersions response. */
  def of(plans: MessagePlans, options: Options): OlderBroker =
    if (plans.definition.name == "ApiVersionsResponse") new OlderBroker(plans, options) else null
}
