package sparkwire.catalog

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{
  Accepts, Example, Function, Parameter, WriterSchemas, WrittenSchemas
}
import sparkwire.errors.Twins
import sparkwire.expressions.{Ending, Types}
import sparkwire.wire.avro.writing.EncodedContainer
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Root
import sparkwire.wire.series.Series
import sparkwire.wire.writing.Unencodable

/** Packets of Cernan's Avro source. */
private[catalog] object CernanFunctions {
  private val since = "0.1.0"

  // Version 2, SYNC, id 7, shard_by 77, one pair host = web1, two records.
  private val packet =
    s"X'000000c600000002000000010000000000000007000000000000004d0104686f7374000477656231${AvroFunctions.container}'"

  private val decode = family(
    name = "cernan_decode",
    parameters = Seq(value, readerSchema, options(Cernan)),
    returns = Types.of(Cernan.OnePacket(None).kind).sql,
    usage =
      "Decodes one packet of Cernan's Avro source: header, pairs, and the Avro container with its records.",
    example = Example(
      s"SELECT to_json(cernan_decode($packet).records[0])", "{\"ms\":42,\"path\":\"/a\"}"),
    malformed = "X'000000'",
    reason = Cernan.TruncatedLength,
    since = since,
    decoding =
      Decoding(Cernan, WriterSchemas.container(_, Cernan.allOptions)(Cernan.OnePacket)),
    dissects = true
  )

  private val ofSeries = Cernan.allOptions :+ Series.Resync

  private val decodeAll = Function(
    name = "cernan_decode_all",
    parameters = Seq(value, readerSchema, options(ofSeries)),
    returns = Types.of(Cernan.ManyPackets(None).kind).sql,
    usage =
      "Decodes all Cernan packets of a value that holds several. Does not fail on malformed bytes: " +
        "it keeps the complete packets before them, and `tail` says where and why it stopped. A " +
        "packet whose Avro blocks are broken stays, without its records. With `resync` = `true` it " +
        "continues with the next packet, and the result has another field, `gaps " +
        "ARRAY<STRUCT<offset: INT, " +
        "length: INT, reason: STRING>>`.",
    example = Example(s"SELECT cernan_decode_all($packet).packets[0].packet.kafka_key", "4D"),
    since = since,
    build = Decoding(
      Cernan,
      arguments =>
        WriterSchemas.container(arguments, ofSeries)(
          Cernan.ManyPackets(_, resyncs(arguments, Cernan), _)),
      further = Seq(Series.Resync)).call(
      _, Ending.Strict, Twins("try_cernan_decode", "cernan_fault"))
  )

  private val ack = Function(
    name = "cernan_ack",
    parameters = Seq(value),
    returns = "BINARY",
    usage =
      "The eight bytes with which Cernan answers a packet that asks for it; NULL for any other " +
        "packet, and for malformed bytes.",
    example = Example(s"SELECT hex(cernan_ack($packet))", "0000000000000007"),
    since = since,
    build = Decoding(Cernan, _ => Cernan.Ack: Root).call(
      _, Ending.Strict, Twins("try_cernan_decode", "cernan_fault"))
  )

  private val encoding =
    Encoding(Cernan, WrittenSchemas.packet _, EncodedContainer.options, _ => Nil)

  private val encode = encoded(
    name = "cernan_encode",
    value = Parameter("value", Accepts.Value("what cernan_decode gives", _ => None),
      "the fields of the packet by their names; `avro` has the container, or else the schema, the " +
        "metadata and the records; NULL returns NULL"),
    further = Seq(
      Parameter("schema", Accepts.Text,
        "a constant Avro schema in JSON for records whose schema the value does not name",
        optional = true)),
    usage = "Encodes one packet of Cernan's Avro source. The length is computed.",
    example = Example(s"SELECT cernan_encode(cernan_decode($packet)) = $packet", "true"),
    refused = "named_struct('id', CAST(-1 AS BIGINT))",
    reason = Unencodable.OutOfRange,
    since = since,
    encoding = encoding
  )

  val inFiles = new ValueEncoding(encode.head, encoding)

  private val encodeAll = joined(encode.head, encoding, "Cernan packets",
    Example(s"SELECT cernan_agg(cernan_decode($packet)) = $packet", "true"))

  val rows: Seq[Function] = (decode :+ decodeAll) ++ encode ++ Seq(encodeAll, ack)
}
