package sparkwire.wire.kafka

import sparkwire.wire.kafka.definitions.{DefinitionParser, MessageDefinition}

/** Definitions as tests write them, with single quotes. */
object WrittenDefinitions {
  def quoted(text: String): String = text.replace('\'', '"')

  def message(fields: String, more: String = ""): String =
    s"{'name': 'M', 'validVersions': '0-3', 'flexibleVersions': '2+', 'fields': [$fields]$more}"

  def field(name: String, more: String): String = s"{'name': '$name', $more}"
  def parse(text: String): MessageDefinition = DefinitionParser.parse(quoted(text))
}
