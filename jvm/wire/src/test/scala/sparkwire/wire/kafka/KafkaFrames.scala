package sparkwire.wire.kafka

import java.nio.ByteBuffer

import sparkwire.wire.Tree
import sparkwire.wire.kafka.definitions.MessageDefinition

import com.fasterxml.jackson.databind.node.JsonNodeFactory
import org.scalacheck.Gen
import org.scalacheck.rng.Seed

/** Requests and responses of every release at every version, with headers: the classes of the release
  * write both, and tell which header a message has.
  */
object KafkaFrames {

  /** @param clientId
    *   null for none
    * @param body
    *   with the newest names, and without tagged fields that have their default
    */
  final case class Frame(release: String, isRequest: Boolean, message: String, apiKey: Int,
      version: Int, headerVersion: Int, correlationId: Int, clientId: String, bytes: Array[Byte],
      body: Tree) {
    override def toString: String = s"$release $message $version"
  }

  lazy val all: Seq[Frame] = for {
    release <- KafkaRelease.all
    definition <- release.definitions.values.toSeq.sortBy(_.name)
    if Set("request", "response")(definition.messageType) && !definition.isRemoved
    if !ReleaseDifferences.leftOut.contains(release.name -> definition.name)
    if !ReleaseDifferences.hasOtherFields(release.name, definition.name)
    version <- definition.validVersions.lowest to definition.newest
  } yield frame(release, definition, version)

  private def frame(release: KafkaRelease, definition: MessageDefinition, version: Int): Frame = {
    val isRequest = definition.messageType == "request"
    val key = definition.apiKey.get
    val headerVersion = headerOf(release, isRequest, key, version)
    val correlationId = key * 1000 + version
    val clientId =
      if (!isRequest || headerVersion == 0 || version == 1) null else s"client-$version"
    val header = JsonNodeFactory.instance.objectNode.put("correlationId", correlationId)
    if (isRequest) header.put("requestApiKey", key).put("requestApiVersion", version)
    if (isRequest && headerVersion > 0) header.put("clientId", clientId)
    val content = KafkaClasses.content(definition, version).pureApply(
      Gen.Parameters.default.withSize(6), Seed(definition.name.hashCode.toLong * 100 + version))
    val body = release.written(definition.name, version, content)
    val read = release.read(definition.name, version, ByteBuffer.wrap(body))
    Frame(release.name, isRequest, OlderNames.newest(definition.name), key, version, headerVersion,
      correlationId, clientId,
      release.written(
        if (isRequest) "RequestHeader" else "ResponseHeader", headerVersion, header) ++
        body,
      OlderNames.newest(release.name, definition.name,
        release.view(definition.name, version, read)))
  }

  private def headerOf(release: KafkaRelease, isRequest: Boolean, key: Int, version: Int): Int = {
    val kind = release.classNamed("org.apache.kafka.common.message.ApiMessageType").get
    val api = kind.getMethod("fromApiKey", classOf[Short]).invoke(null, Short.box(key.toShort))
    kind.getMethod(
      if (isRequest) "requestHeaderVersion" else "responseHeaderVersion", classOf[Short])
      .invoke(api, Short.box(version.toShort)).asInstanceOf[Short].toInt
  }
}
