package sparkwire.wire.kafka.messages

import sparkwire.wire.core.Options
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.{MessageDefinition, MessagePlans}
import sparkwire.wire.kafka.messages.FrameReader._
import sparkwire.wire.kafka.writing.KafkaValueWriter
import sparkwire.wire.writing._

/** Writes requests and responses: see [[FrameLayouts]]. `api` follows from `api_key`, which stands for
  * itself only if it is not given.
  */
private[kafka] abstract class FrameWriter(options: Options, output: Output) extends SourceWriter {
  private[this] val hasSize = options.word(Kafka.SizePrefix) == "true"
  private[this] val isChecked = options.word(Written.Derived) == "check"
  private[this] val values = new KafkaValueWriter(output, options.maxDepth)
  private[this] val apis = new java.util.HashMap[Integer, Api]

  protected def definitionOf(messages: Messages): MessageDefinition

  /** Writes the header of a message at one of the versions of its API. */
  protected def header(source: Source, key: Int, version: Int, isFlexible: Boolean): Unit

  /** Returns the key and the version of the API. */
  protected def keyOf(source: Source): Int = required(source, ApiKey)
  protected def versionOf(source: Source): Int = required(source, ApiVersion)

  def write(source: Source): Unit = {
    values.begin()
    val from = if (hasSize) output.reserve(FrameLayouts.Sized.fixedSize) else 0
    val key = keyOf(source)
    val api = apiOf(source, key)
    val version = versionOf(source)
    val body = api.plans.toWrite(version)
    if (body == null) {
      val _ = source.has(ApiVersion)
      throw new Unencodable(Kafka.UnsupportedVersion)
    }
    header(source, key, version, api.plans.isFlexible(version))
    if (!source.has(Body)) throw new Unencodable(Unencodable.MissingField)
    values.whole(body, source.struct(Body, body.plan.shape))
    if (hasSize)
      output.putI32(from, output.position - from - FrameLayouts.Sized("size").size)
  }

  private def apiOf(source: Source, key: Int): Api = {
    val known = apis.get(key)
    val api = if (known != null) known else newApi(source, key)
    if (isChecked && source.has(ApiName)) {
      source.text(ApiName)
      if (!java.util.Arrays.equals(source.bytes, source.from, source.until, api.messages.name, 0,
          api.messages.name.length)) throw new Unencodable(Unencodable.DerivedMismatch)
    }
    api
  }

  private def newApi(source: Source, key: Int): Api = {
    val found = FrameReader.apiOf(key)
    if (found == null) {
      val _ = source.has(ApiKey)
      throw new Unencodable(Kafka.UnknownApiKey)
    }
    val definition = definitionOf(found)
    val made = new Api(found, new MessagePlans(definition, definition.shape, fillsAbsent = true))
    apis.put(key, made)
    made
  }

  protected final def required(source: Source, field: Int): Int = {
    if (!source.has(field)) throw new Unencodable(Unencodable.MissingField)
    source.int(field).toInt
  }

  protected final def correlation(source: Source): Unit = output.i32(
    if (source.has(CorrelationId)) source.int(CorrelationId).toInt else 0)

  /** Writes the tag section of a header, which has no tags. */
  protected final def noTags(): Unit = output.i8(0)
}

private[kafka] final class RequestWriter(options: Options, output: Output)
    extends FrameWriter(options, output) {
  protected def definitionOf(messages: Messages): MessageDefinition = messages.request

  protected def header(source: Source, key: Int, version: Int, isFlexible: Boolean): Unit = {
    output.i16(key)
    output.i16(version)
    correlation(source)
    if (hasClientId(key, version)) clientId(source)
    else if (source.has(ClientId)) throw new Unencodable(Unencodable.ConflictingField)
    if (isFlexible) noTags()
  }

  private def clientId(source: Source): Unit =
    if (source.has(ClientId)) {
      source.text(ClientId)
      val size = source.until - source.from
      if (size > Short.MaxValue) throw Unencodable.tooLong(size.toLong, Short.MaxValue.toLong)
      output.i16(size)
      output.put(source.bytes, source.from, source.until)
    } else output.i16(-1)
}

/** Trap: the response of ApiVersions never has the tag section of a header.
  *
  * @param areBeside
  *   whether the key and the version of the API are further inputs, for values that do not name them
  */
private[kafka] final class ResponseWriter(areBeside: Boolean, options: Options, output: Output)
    extends FrameWriter(options, output) {
  private[this] var keyBeside = 0
  private[this] var versionBeside = 0

  override def setOtherInput(number: Int, value: AnyRef): Unit =
    if (number == 1) keyBeside = value.asInstanceOf[Integer]
    else versionBeside = value.asInstanceOf[Integer]

  override protected def keyOf(source: Source): Int =
    if (areBeside && !source.has(ApiKey)) keyBeside else required(source, ApiKey)
  override protected def versionOf(source: Source): Int =
    if (areBeside && !source.has(ApiVersion)) versionBeside else required(source, ApiVersion)

  protected def definitionOf(messages: Messages): MessageDefinition = messages.response

  protected def header(source: Source, key: Int, version: Int, isFlexible: Boolean): Unit = {
    if (source.has(ClientId)) throw new Unencodable(Unencodable.ConflictingField)
    correlation(source)
    if (isFlexible && key != ApiVersionsKey) noTags()
  }
}
