package sparkwire.wire.kafka.messages

import sparkwire.wire.core._
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{MessagePlans, StructPlan}

/** Reads one response: see [[FrameLayouts.Response]].
  *
  * Traps: the response of ApiVersions never has the tag section, because a client that asks for the
  * versions does not know yet which ones the broker has. It may be at version 0 whatever was asked
  * for: see [[OlderBroker]]. An empty `protocolName` of JoinGroup is null to Kafka's own reader of
  * responses (but not to its reader of the message alone), so it is null here.
  */
private[kafka] final class ResponseReader(options: Options) extends FrameReader(options) {
  import FrameReader._

  private[this] var key = 0
  private[this] var version = 0

  override def setOtherInputs(inputs: Array[AnyRef]): Unit = {
    key = inputs(0).asInstanceOf[Integer]
    version = inputs(1).asInstanceOf[Integer]
  }

  protected def plansOf(messages: Messages): MessagePlans =
    new MessagePlans(messages.response, messages.response.shape, fillsAbsent = false,
      emptyIsNull =
        if (messages.response.name == "JoinGroupResponse") "protocolName" else "")

  protected def readContent(cursor: Cursor, sink: Sink): Unit = {
    val found = api(key, cursor)
    val plan = found.plans.at(version)
    if (plan == null) cursor.refuse(UnsupportedVersion)
    if (sink.derives(ApiName)) sink.word(found.messages.name)
    derived(ApiKey, key, sink)

    val wantCorrelation = sink.wanted(CorrelationId)
    val correlation = cursor.i32(Truncated)
    if (wantCorrelation) sink.int(correlation.toLong) else sink.skipped()

    if (key == ApiVersionsKey) readApiVersions(found.plans, plan, cursor, sink)
    else {
      derived(ApiVersion, version, sink)
      if (found.plans.isFlexible(version)) headerTags(cursor, sink)
      body(plan, cursor, sink)
    }
  }

  private[this] var olderBroker: OlderBroker = _

  private def readApiVersions(plans: MessagePlans, plan: StructPlan, cursor: Cursor,
      sink: Sink): Unit = {
    if (olderBroker == null) olderBroker = OlderBroker.of(plans, options)
    val fitting = olderBroker.fitting(plan, cursor)
    derived(ApiVersion, if (olderBroker.isOldest(fitting)) 0 else version, sink)
    body(fitting, cursor, sink)
  }
}
