package sparkwire.wire.kafka.captures

import sparkwire.wire.kafka.definitions.Definitions

/** The APIs of Kafka's own definitions: their names, and the versions up to which they are known. */
private[captures] object KafkaApis {

  /** No API has a greater key, nor a greater version. */
  final val MostKey = 255
  final val MostVersion = 127

  final val Produce = 0
  final val SaslHandshake = 17

  private val (names, newest) = {
    val requests = Array.tabulate(MostKey + 1)(Definitions.request)
    (requests.map(one => if (one == null) null else one.name.stripSuffix("Request")),
      requests.map(one => if (one == null) -1 else one.newest))
  }

  /** Returns null for an unknown key. */
  def name(key: Int): String = if (key < 0 || key > MostKey) null else names(key)

  def isKnown(key: Int, version: Int): Boolean =
    key >= 0 && key <= MostKey && version >= 0 && version <= newest(key)

  /** Whether there may be such a version of such an API in some version of Kafka. */
  def mayBe(key: Int, version: Int): Boolean =
    key >= 0 && key <= MostKey && version >= 0 && version <= MostVersion
}
