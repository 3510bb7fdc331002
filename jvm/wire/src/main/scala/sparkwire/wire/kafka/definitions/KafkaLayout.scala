package sparkwire.wire.kafka.definitions

import sparkwire.wire.core.Nearest
import sparkwire.wire.kafka.BadKafkaLayout

/** The layout of values. It is given as text, compared as text, and parsed where it is used. */
sealed abstract class KafkaLayout extends Serializable {

  /** Throws [[BadKafkaLayout]] if the text is not a layout. */
  def check(): Unit
}

object KafkaLayout {

  /** A message: one of Kafka's own by name, or any by the text of its definition. */
  final case class Message(written: String, isName: Boolean) extends KafkaLayout {
    @transient private[kafka] lazy val definition: MessageDefinition =
      if (isName) Definitions(written) else DefinitionParser.parse(written)

    override def check(): Unit =
      if (definition.isRemoved)
        throw new BadKafkaLayout(s"${definition.name} was removed from Kafka")

    def name: String = definition.name
    def newest: Int = definition.newest

    /** The versions as definitions write them: `0-4`. */
    def validVersions: String = definition.validVersions.toString
    def isValid(version: Int): Boolean = definition.validVersions.has(version)
  }

  /** One type, or a list of fields. */
  final case class Types(written: String) extends KafkaLayout {
    @transient private[kafka] lazy val parsed: TypeLanguage.Parsed = TypeLanguage.parse(written)
    override def check(): Unit = { val _ = parsed }
  }

  /** Parses a user's text: a definition in JSON, the name of a message, or types. */
  def of(text: String): KafkaLayout = {
    val trimmed = text.trim
    val layout =
      if (trimmed.startsWith("{") || trimmed.startsWith("/")) Message(text, isName = false)
      else if (Definitions.has(trimmed)) Message(trimmed, isName = true)
      else if (!trimmed.matches("\\w+") || TypeLanguage.isType(trimmed)) Types(text)
      else throw new BadKafkaLayout(unknown(trimmed))
    layout.check()
    layout
  }

  // The caller adds the full stop.
  private def unknown(name: String): String = {
    val hint = Nearest.hint(name, Definitions.names ++ TypeLanguage.names)
    s"'$name' is neither a type nor one of Kafka's messages.$hint kafka_layouts() lists the messages"
  }

  /** One of Kafka's own messages, as `kafka_layouts` lists it.
    *
    * @param releases
    *   the releases of Kafka, each with the versions that it defines, the newest first
    */
  final case class Entry(name: String, messageType: String, apiKey: Option[Int],
      validVersions: String, flexibleVersions: String, releases: Seq[(String, String)])

  def known: Seq[Entry] = Definitions.all.map(message =>
    Entry(message.name, message.messageType, message.apiKey, message.validVersions.toString,
      message.flexibleVersions.toString,
      Definitions.sources(message.name).map(source => source.release -> source.versions.toString)))
}
