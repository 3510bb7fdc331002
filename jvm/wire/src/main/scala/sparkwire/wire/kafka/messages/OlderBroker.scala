package sparkwire.wire.kafka.messages

import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Options}
import sparkwire.wire.kafka.definitions.{MessagePlans, StructPlan}

/** Finds the version of an ApiVersions response. A client cannot be sure that it is the version
  * that it asked for: a broker that does not know that version answers at version 0. Kafka's own
  * parser also tries version 0 if the other one does not fit.
  */
private[kafka] final class OlderBroker(plans: MessagePlans, options: Options) {
  private[this] val oldest = plans.at(0)
  private[this] val values = new KafkaValueReader
  private[this] val ahead = new Cursor
  ahead.setMaxDepth(options.maxDepth)
  ahead.setMaxSize(options.maxSize)

  /** Returns the plan that fits the rest of the bytes: `plan`, unless only version 0 fits. */
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

  /** Returns null for messages that are not an ApiVersions response, and for a definition of one
    * that has no version 0.
    */
  def of(plans: MessagePlans, options: Options): OlderBroker =
    if (plans.definition.name == "ApiVersionsResponse" && plans.at(0) != null)
      new OlderBroker(plans, options)
    else null
}
