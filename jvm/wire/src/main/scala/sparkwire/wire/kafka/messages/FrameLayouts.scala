package sparkwire.wire.kafka.messages

import sparkwire.wire.heads.FixedLayout
import sparkwire.wire.heads.LayoutEdge.{End, Offset}
import sparkwire.wire.heads.LayoutField._

/** The layouts of requests and responses. Big endian. */
private[kafka] object FrameLayouts {

  /** The frame around either of them with the option `sizePrefix`. */
  val Sized: FixedLayout = FixedLayout(
    "frame",
    int32("size", 0).counts(Offset(4), End),
    varying("content", 4).saying("A request or response"))

  val Request: FixedLayout = FixedLayout(
    "request",
    int16("api_key", 0).saying("Makes `api`"),
    int16("api_version", 2),
    int32("correlation_id", 4),
    varying("client_id", 8, "nullable string").saying(
      "With an INT16 length also where the API is flexible. Version 0 of ControlledShutdown has none"),
    after("tags", "tag section").saying("Where the API version is flexible"),
    after("body")
  )

  /** A response contains neither its API nor its version: these come from the request with the same
    * correlation id.
    */
  val Response: FixedLayout = FixedLayout(
    "response",
    int32("correlation_id", 0),
    varying("tags", 4, "tag section").saying(
      "Where the API version is flexible; ApiVersions never has it"),
    after("body")
  )
}
