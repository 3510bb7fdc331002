package sparkwire.wire.kafka
package definitions

import sparkwire.wire.core.Nearest

/** What a value is read by: given as text, compared by it, and parsed where it is used. */
sealed abstract class Layout extends Serializable {

  /** Throws [[BadLayout]] where the text is none. */
  def check(): Unit
}

object Layout {

  /** A message: one of Kafka's own by its name, or by the text of its definition. */
  final case class Message(written: String, isName: Boolean) extends Layout {
    @transient private[kafka] lazy val definition: MessageDefinition =
      if (isName) Definitions(written) else DefinitionParser.parse(written)

    override def check(): Unit =
      if (definition.isRemoved) throw new BadLayout(s"${definition.name} was removed from Kafka")

    def name: String = definition.name
    def newest: Int = definition.newest

    /** As it is written in definitions: `0-4`. */
    def validVersions: String = definition.validVersions.toString
    def isValid(version: Int): Boolean = definition.validVersions.has(version)
  }

  /** Types, one or a list. */
  final case class Types(written: String) extends Layout {
    @transient private[kafka] lazy val parsed: TypeLanguage.Parsed = TypeLanguage.parse(written)
    override def check(): Unit = { val _ = parsed }
  }

  /** Reads what a user wrote: a definition in JSON, the name of a message, or types. */
  def of(text: String): Layout = {
    val trimmed = text.trim
    val layout =
      if (trimmed.startsWith("{") || trimmed.startsWith("/")) Message(text, isName = false)
      else if (Definitions.has(trimmed)) Message(trimmed, isName = true)
      else if (!trimmed.matches("\\w+") || TypeLanguage.isType(trimmed)) Types(text)
      else throw new BadLayout(unknown(trimmed))
    layout.check()
    layout
  }

  // A sentence is to come; the point behind it is the caller's.
  private def unknown(name: String): String = {
    val hint = Nearest.hint(name, Definitions.names ++ TypeLanguage.names)
    s"'$name' is neither a type nor one of Kafka's messages.$hint kafka_layouts() lists the messages"
  }

  /** One of Kafka's own messages, as `kafka_layouts` lists it. */
  final case class Entry(name: String, messageType: String, apiKey: Option[Int],
      validVersions: String, flexibleVersions: String)

  def known: Seq[Entry] = Definitions.all.map(message =>
    Entry(message.name, message.messageType, message.apiKey, message.validVersions.toString,
      message.flexibleVersions.toString))
}
