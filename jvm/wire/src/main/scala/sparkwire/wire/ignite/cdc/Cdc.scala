package sparkwire.wire.ignite.cdc

import sparkwire.wire.core._

/** Events of Ignite's change data capture, as its streamer writes them to Kafka. */
object Cdc {

  // Positions of the fields in `Event` and `Version`.
  final val CacheId = 0
  final val Operation = 1
  final val Primary = 2
  final val Partition = 3
  final val VersionAt = 4
  final val SourceVersion = 5
  final val ExpireTime = 6
  final val Key = 7
  final val Value = 8
  final val Stream = 9

  final val TopologyVersion = 0
  final val Order = 1
  final val NodeOrder = 2
  final val ClusterId = 3

  /** The position of an entry's version among all versions. */
  val Version: Shape = Shape("version",
    Vector(
      Field("topology_version", Kind.Int32, "int32"),
      Field("order", Kind.Int64, "int64"),
      Field("node_order", Kind.Int32, "int32"),
      Field("cluster_id", Kind.Int32, "")
    ))

  val Event: Shape = Shape("event",
    Vector(
      Field("cache_id", Kind.Int32, "int32"),
      Field("operation", Kind.Text, ""),
      Field("primary", Kind.Bool, "boolean"),
      Field("partition", Kind.Int32, "int32"),
      Field("version", Kind.Struct(Version), "version"),
      Field("source_version", Kind.Struct(Version), ""),
      Field("expire_time", Kind.Timestamp, "int64"),
      Field("key", Kind.AskedPart("key"), ""),
      Field("value", Kind.AskedPart("value"), ""),
      Field.frame("", "head of the stream")
    ))

  /** One event, or the mark between events that tells consumers to read new metadata.
    *
    * @param key
    *   the type that the user named for keys; its names find fields by their hash
    */
  final case class OneEvent(key: Kind, value: Kind) extends Root {
    def kind: Kind = Kind.Struct(Event)
    def newReader(options: Options): Reader = new CdcEventReader(this, options)
  }
}
