package sparkwire.wire.avro.writing

import sparkwire.wire.core.Reason

/** The reasons for refusing a value that are Avro's own. */
private[avro] object AvroWriting {
  val UnknownSymbol = new Reason("unknown-symbol", "the enum has no such symbol")
  val WrongSize =
    new Reason("wrong-size", "a fixed has exactly as many bytes as its type says")
  val NoBranch = new Reason("no-branch", "the union has no branch for such a value")
  val BadUuid = new Reason("bad-uuid", "the text is not a UUID in canonical form")
}
