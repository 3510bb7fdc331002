package sparkwire.wire.kafka
package definitions

import java.io.{BufferedInputStream, DataInputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import java.util.zip.GZIPInputStream

import scala.util.Using

/** The definitions of Kafka's own messages, which the build packs out of Kafka's artifacts. In
  * `definitions.gz`, as `java.io.DataOutputStream` writes:
  * | int | number of definitions                                                     |
  * | UTF | for each the artifact that has it,                                        |
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

  /** The names of all, in order. */
  lazy val names: Seq[String] = byName.keys.toSeq.sorted

  def has(name: String): Boolean = byName.contains(name)
  def text(name: String): String = byName(name).text

  /** Parsed when it is first asked for. */
  def apply(name: String): MessageDefinition =
    parsed.computeIfAbsent(name, _ => DefinitionParser.parse(text(name)))

  lazy val all: Seq[MessageDefinition] = names.map(apply)

  // By type and key those of the protocol, and by artifact those of logs, of which each has its own.
  private type Place = (String, String, Int)
  private lazy val byKey: Map[Place, MessageDefinition] = all.filterNot(_.isRemoved).flatMap {
    message =>
      val isOfProtocol = message.messageType == "request" || message.messageType == "response"
      val owner = if (isOfProtocol) "" else byName(message.name).artifact
      message.apiKey.map(key => (owner, message.messageType, key) -> message)
  }.toMap

  // Each of these is null if there is none.

  def request(apiKey: Int): MessageDefinition = found("", "request", apiKey)
  def response(apiKey: Int): MessageDefinition = found("", "response", apiKey)
  def metadataRecord(artifact: String, recordType: Int): MessageDefinition =
    found(artifact, "metadata", recordType)

  /** Key and value. */
  def coordinatorRecord(artifact: String, recordType: Int): (MessageDefinition,
      MessageDefinition) = {
    val key = found(artifact, "coordinator-key", recordType)
    val value = found(artifact, "coordinator-value", recordType)
    if (key == null || value == null) null else (key, value)
  }

  private def found(artifact: String, messageType: String, key: Int): MessageDefinition =
    byKey.getOrElse((artifact, messageType, key), null)
}
