package sparkwire.wire.kafka
package definitions

import java.io.{BufferedInputStream, DataInputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import java.util.zip.GZIPInputStream

import scala.util.Using

/** The definitions of Kafka's own messages, which the build takes from Kafka's artifacts. The file
  * `definitions.gz` contains, as `java.io.DataOutputStream` writes it:
  * | int | number of definitions                                                     |
  * | UTF | for each definition its artifact,                                         |
  * | UTF | the name of the message,                                                  |
  * | int | the length of its text,                                                   |
  * |     | and the text, which begins with the notice of its licence                 |
  */
private[kafka] object Definitions {
  private final case class Packed(artifact: String, name: String, text: String)

  private lazy val packed: Seq[Packed] = {
    val file = Kafka.getClass.getResourceAsStream("definitions.gz")
    if (file == null)
      throw new IllegalStateException("the jar has no definitions of Kafka's messages")
    Using.resource(new DataInputStream(new BufferedInputStream(new GZIPInputStream(file)))) { in =>
      Seq.fill(in.readInt()) {
        val artifact = in.readUTF()
        val name = in.readUTF()
        val text = new Array[Byte](in.readInt())
        in.readFully(text)
        Packed(artifact, name, new String(text, UTF_8))
      }
    }
  }

  private lazy val byName: Map[String, Packed] = packed.map(one => one.name -> one).toMap
  private val parsed = new ConcurrentHashMap[String, MessageDefinition]

  /** The names of all messages, in order. */
  lazy val names: Seq[String] = byName.keys.toSeq.sorted

  def has(name: String): Boolean = byName.contains(name)
  def text(name: String): String = byName(name).text

  /** Returns a definition, which is parsed when it is first requested. */
  def apply(name: String): MessageDefinition =
    parsed.computeIfAbsent(name, _ => DefinitionParser.parse(text(name)))

  lazy val all: Seq[MessageDefinition] = names.map(apply)

  // Messages of the protocol are found by type and key, records in logs also by the artifact,
  // because each artifact has its own.
  private type MessageKey = (String, String, Int)
  private lazy val byKey: Map[MessageKey, MessageDefinition] = all.filterNot(_.isRemoved).flatMap {
    message =>
      val isOfProtocol = message.messageType == "request" || message.messageType == "response"
      val owner = if (isOfProtocol) "" else byName(message.name).artifact
      message.apiKey.map(key => (owner, message.messageType, key) -> message)
  }.toMap

  // Each of these methods returns null if there is no such message.

  def request(apiKey: Int): MessageDefinition = found("", "request", apiKey)
  def response(apiKey: Int): MessageDefinition = found("", "response", apiKey)
  def metadataRecord(artifact: String, recordType: Int): MessageDefinition =
    found(artifact, "metadata", recordType)

  /** Returns key and value. */
  def coordinatorRecord(artifact: String, recordType: Int): (MessageDefinition,
      MessageDefinition) = {
    val key = found(artifact, "coordinator-key", recordType)
    val value = found(artifact, "coordinator-value", recordType)
    if (key == null || value == null) null else (key, value)
  }

  private def found(artifact: String, messageType: String, key: Int): MessageDefinition =
    byKey.getOrElse((artifact, messageType, key), null)
}
