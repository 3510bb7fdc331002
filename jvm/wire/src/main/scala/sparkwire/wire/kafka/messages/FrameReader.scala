package sparkwire.wire.kafka.messages

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap

import sparkwire.wire.core._
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{
  Definitions, MessageDefinition, MessagePlans, StructPlan, TagFrames
}

/** Reads the parts that requests and responses share: a frame, the end of a header, the body of an
  * API.
  */
private[kafka] abstract class FrameReader(options: Options) extends Reader {
  import FrameReader._

  private[this] val hasSize = options.word(SizePrefix) == "true"
  protected val values = new KafkaValueReader
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

  /** Reads the header after the size, and the body. */
  protected def readContent(cursor: Cursor, sink: Sink): Unit

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    values.begin()
    cursor.enter()
    sink.beginStruct(Frame)
    if (hasSize) size(cursor, sink)
    readContent(cursor, sink)
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

  private final val ControlledShutdownKey = 7

  /** Whether the header of a request has a client id: in every version but one, which is the only
    * one with the header of version 0.
    */
  def hasClientId(key: Int, version: Int): Boolean = key != ControlledShutdownKey || version > 0

  final class Messages(val name: Array[Byte], val request: MessageDefinition,
      val response: MessageDefinition)

  final class Api(val messages: Messages, val plans: MessagePlans)

  private val known = new ConcurrentHashMap[Integer, Messages]

  /** Returns null if Kafka never had such an API. */
  private[messages] def apiOf(key: Int): Messages = {
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
