package sparkwire.wire.kafka.messages

import sparkwire.wire.core._
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{Code, MessagePlans, ValuePlan}

/** Reads one request: see [[FrameLayouts.Request]]. */
private[kafka] final class RequestReader(options: Options) extends FrameReader(options) {
  import FrameReader._

  private[this] val clientId = new ValuePlan(Code.Text, isNullable = true)

  protected def plansOf(messages: Messages): MessagePlans =
    new MessagePlans(messages.request, messages.request.shape, fillsAbsent = false)

  protected def readContent(cursor: Cursor, sink: Sink): Unit = {
    val wantKey = sink.wanted(ApiKey)
    val key = cursor.i16(Truncated).toInt
    val found = api(key, cursor)
    if (wantKey) sink.int(key.toLong) else sink.skipped()
    if (sink.derives(ApiName)) sink.word(found.messages.name)

    val wantVersion = sink.wanted(ApiVersion)
    val version = cursor.i16(Truncated).toInt
    val plan = found.plans.at(version)
    if (plan == null) cursor.refuse(UnsupportedVersion)
    if (wantVersion) sink.int(version.toLong) else sink.skipped()

    val wantCorrelation = sink.wanted(CorrelationId)
    val correlation = cursor.i32(Truncated)
    if (wantCorrelation) sink.int(correlation.toLong) else sink.skipped()

    if (hasClientId(key, version)) readClientId(cursor, sink)
    if (found.plans.isFlexible(version)) headerTags(cursor, sink)
    body(plan, cursor, sink)
  }

  private def readClientId(cursor: Cursor, sink: Sink): Unit = {
    val wantClient = sink.wanted(ClientId)
    values.value(clientId, cursor, if (wantClient) sink else Nowhere)
    if (!wantClient) sink.skipped()
  }
}
