package sparkwire.wire.kafka.definitions

import java.io.{BufferedInputStream, DataInputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import java.util.zip.GZIPInputStream

import scala.util.Using

import sparkwire.wire.kafka.Kafka

/** The definitions of Kafka's own messages, which the build takes from Kafka's artifacts. A message
  * has its newest definition, and an older one if that has versions which Kafka has removed. The
  * file `definitions.gz` contains, as `java.io.DataOutputStream` writes it:
  * | int | number of definitions                                                     |
  * | UTF | for each definition its artifact,                                         |
  * | UTF | the version of the artifact, which is Kafka's own,                        |
  * | UTF | the name of the message,                                                  |
  * | int | the length of its text,                                                   |
  * |     | and the text, which begins with the notice of its licence                 |
  *
  * The definitions of a message stand together, the newest first.
  */
private[kafka] object Definitions {
  private final case class Packed(artifact: String, release: String, name: String, text: String)

  /** The versions of a message that are as a release of Kafka defines them. */
  final case class Source(release: String, versions: Versions)

  private lazy val packed: Seq[Packed] = {
    val file = Kafka.getClass.getResourceAsStream("definitions.gz")
    if (file == null)
      throw new IllegalStateException("the jar has no definitions of Kafka's messages")
    Using.resource(new DataInputStream(new BufferedInputStream(new GZIPInputStream(file)))) { in =>
      Seq.fill(in.readInt()) {
        val artifact = in.readUTF()
        val release = in.readUTF()
        val name = in.readUTF()
        val text = new Array[Byte](in.readInt())
        in.readFully(text)
        Packed(artifact, release, name, new String(text, UTF_8))
      }
    }
  }

  private lazy val byName: Map[String, Seq[Packed]] = packed.groupBy(_.name)

  private final class Parsed(val definition: MessageDefinition, val sources: Seq[Source])
  private val parsed = new ConcurrentHashMap[String, Parsed]

  /** The names of all messages, in order. */
  lazy val names: Seq[String] = byName.keys.toSeq.sorted

  def has(name: String): Boolean = byName.contains(name)

  /** Returns a definition, which is parsed when it is first requested. */
  def apply(name: String): MessageDefinition = parsedOf(name).definition

  /** Returns where the versions of a message come from, the newest release first. */
  def sources(name: String): Seq[Source] = parsedOf(name).sources

  private def parsedOf(name: String): Parsed = parsed.computeIfAbsent(name,
    _ => {
      val releases = byName(name)
      val newest = DefinitionParser.parse(releases.head.text)
      val start = new Parsed(newest, sourceOf(releases.head, newest.validVersions))
      releases.tail.foldLeft(start) { (newer, packed) =>
        val older = DefinitionParser.parse(packed.text)
        val taken =
          OlderVersions.taken(newer.definition.validVersions, older.validVersions)
        new Parsed(OlderVersions.added(newer.definition, older),
          newer.sources ++ sourceOf(packed, taken))
      }
    })

  private def sourceOf(packed: Packed, versions: Versions): Seq[Source] =
    if (versions.isEmpty) Nil else Seq(Source(packed.release, versions))

  lazy val all: Seq[MessageDefinition] = names.map(apply)

  // Messages of the protocol are found by type and key, records in logs also by the artifact,
  // because each artifact has its own.
  private type MessageKey = (String, String, Int)
  private lazy val byKey: Map[MessageKey, MessageDefinition] = all.filterNot(_.isRemoved).flatMap {
    message =>
      val isOfProtocol = message.messageType == "request" || message.messageType == "response"
      val owner = if (isOfProtocol) "" else byName(message.name).head.artifact
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
