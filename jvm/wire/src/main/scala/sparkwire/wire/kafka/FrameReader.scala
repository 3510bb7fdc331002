package sparkwire.wire.kafka

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap

import sparkwire.wire.core._
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{
  Code, Definitions, MessageDefinition, MessagePlans, StructPlan, TagFrames, ValuePlan
}

/** Reads what requests and responses share: a frame, the end of a header, the body of an API. */
private[kafka] abstract class FrameReader(options: Options) extends Reader {
  import FrameReader._

  private[this] val hasSize = options.word(SizePrefix) == "true"
  protected val values = new ValueReader(options)
  private[this] val apis = new java.util.HashMap[Integer, Api]

  /** Returns the API with this key, and refuses an unknown key. */
  protected def api(key: Int, cursor: Cursor): Api = {
    val known = apis.get(key)
    if (known != null) known
    else {
      val found = FrameReader.apiOf(key)
      if (found == null) cursor.refuse(UnknownApiKey)
      val made = new Api(found, plansOf(found))
      apis.put(key, made)
      made
    }
  }

  protected def plansOf(messages: Messages): MessagePlans

  protected def header(cursor: Cursor, sink: Sink): Unit

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    values.begin()
    cursor.enter()
    sink.beginStruct(Frame)
    if (hasSize) size(cursor, sink)
    header(cursor, sink)
    sink.endStruct()
    cursor.leave()
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  private def size(cursor: Cursor, sink: Sink): Unit = {
    val wantSize = sink.wanted(Size)
    val size = cursor.i32(Truncated)
    if (size < 0) cursor.refuse(NegativeLength)
    cursor.need(size.toLong, LengthPastEnd)
    if (wantSize) sink.int(size.toLong) else sink.skipped()
    // Bytes after the frame are trailing bytes, whatever the body is.
    cursor.setEnd(cursor.position + math.min(size, cursor.left))
  }

  /** Checks the tags of a header. They are not kept. */
  protected def headerTags(cursor: Cursor, sink: Sink): Unit = {
    values.fields(HeaderTags, cursor, sink)
    values.unknown.forget()
  }

  protected def body(plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    val wantBody = sink.wanted(Body)
    values.message(plan, cursor, if (wantBody) sink else Nowhere, showsNone = false)
    if (!wantBody) sink.skipped()
    if (cursor.end < cursor.size) {
      Reader.requireEnd(cursor, sink, TrailingBytes)
      cursor.setEnd(cursor.size)
    }
  }

  protected def derived(field: Int, value: Int, sink: Sink): Unit =
    if (sink.derives(field)) sink.int(value.toLong)
}

private[kafka] object FrameReader {
  // Positions in `Frame`.
  final val ApiName = 0
  final val ApiKey = 1
  final val ApiVersion = 2
  final val CorrelationId = 3
  final val ClientId = 4
  final val Body = 5
  final val Size = 6

  val Frame: Shape = Shape("frame",
    Vector(
      Field("api", Kind.Text, ""),
      Field("api_key", Kind.Int32, "int16"),
      Field("api_version", Kind.Int32, "int16"),
      Field("correlation_id", Kind.Int32, "int32"),
      Field("client_id", Kind.Text, "string"),
      Field("body", Kind.Dynamic, ""),
      Field.frame("", "size int32")
    ) ++ TagFrames.all)

  /** The plan of a header's tag section, in which every tag is unknown. */
  val HeaderTags: StructPlan = new StructPlan(Frame, sequence = Array.empty, hasTags = true,
    tagged = Array.empty, otherTags = Array.empty, absent = Array.empty, isSupported = true,
    results = Size + 1)

  final val ApiVersionsKey = 18

  final class Messages(val name: Array[Byte], val request: MessageDefinition,
      val response: MessageDefinition)

  final class Api(val messages: Messages, val plans: MessagePlans)

  private val known = new ConcurrentHashMap[Integer, Messages]

  /** Returns null if Kafka has no such API, or has it no longer. */
  private def apiOf(key: Int): Messages = {
    val found = known.get(key)
    if (found != null) found
    else {
      val request = Definitions.request(key)
      val response = Definitions.response(key)
      if (request == null || response == null) null
      else {
        val name = request.name.stripSuffix("Request").getBytes(UTF_8)
        val made = new Messages(name, request, response)
        known.put(key, made)
        made
      }
    }
  }
}

/** Reads one request.
  * | INT32           | size of what follows, if it is there (`sizePrefix`)            |
  * | INT16           | API key                                                        |
  * | INT16           | API version                                                    |
  * | INT32           | correlation id                                                 |
  * | NULLABLE_STRING | client id, with an INT16 length also where the API is flexible |
  * | tag section     | where the API version is flexible                              |
  * |                 | body                                                           |
  */
private[kafka] final class RequestReader(options: Options) extends FrameReader(options) {
  import FrameReader._

  private[this] val clientId = new ValuePlan(Code.Text, isNullable = true)

  protected def plansOf(messages: Messages): MessagePlans =
    new MessagePlans(messages.request, messages.request.shape, fillsAbsent = false)

  protected def header(cursor: Cursor, sink: Sink): Unit = {
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

    val wantClient = sink.wanted(ClientId)
    values.value(clientId, cursor, if (wantClient) sink else Nowhere)
    if (!wantClient) sink.skipped()

    if (found.plans.isFlexible(version)) headerTags(cursor, sink)
    body(plan, cursor, sink)
  }
}

/** Reads one response. It contains neither its API nor its version: these come from the request
  * with the same correlation id.
  * | INT32       | size of what follows, if it is there (`sizePrefix`)     |
  * | INT32       | correlation id                                          |
  * | tag section | where the API version is flexible                       |
  * |             | body                                                    |
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

  protected def header(cursor: Cursor, sink: Sink): Unit = {
    val found = api(key, cursor)
    val plan = found.plans.at(version)
    if (plan == null) cursor.refuse(UnsupportedVersion)
    if (sink.derives(ApiName)) sink.word(found.messages.name)
    derived(ApiKey, key, sink)

    val wantCorrelation = sink.wanted(CorrelationId)
    val correlation = cursor.i32(Truncated)
    if (wantCorrelation) sink.int(correlation.toLong) else sink.skipped()

    if (key == ApiVersionsKey) versions(found.plans, plan, cursor, sink)
    else {
      derived(ApiVersion, version, sink)
      if (found.plans.isFlexible(version)) headerTags(cursor, sink)
      body(plan, cursor, sink)
    }
  }

  private[this] var olderBroker: OlderBroker = _

  private def versions(plans: MessagePlans, plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    if (olderBroker == null) olderBroker = OlderBroker.of(plans, options)
    val fitting = olderBroker.fitting(plan, cursor)
    derived(ApiVersion, if (olderBroker.isOldest(fitting)) 0 else version, sink)
    body(fitting, cursor, sink)
  }
}
