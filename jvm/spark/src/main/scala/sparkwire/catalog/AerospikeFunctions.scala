package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, Literal}
import org.apache.spark.sql.types._

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Arguments, Example, Function, Parameter}
import sparkwire.expressions.{AerospikeDigest, StaticCall, Types}
import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.msgpack.Msgpack
import sparkwire.wire.writing.{Unencodable, Written}

/** Aerospike change notifications. */
private[catalog] object AerospikeFunctions {
  private val since = "0.1.0"

  // The record of user key 123 in set demo was written: one bin, tval.
  private val key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
  private val write =
    s"X'93010195${key}01ce6565ee38cf0000018b7babc48d9194a47476616c0300aa746573742d76616c7565'"

  private val decode = family(
    name = "aerospike_decode",
    parameters = Seq(value, asked("bins_ddl", "name STRING, visits BIGINT"), options(Aerospike)),
    returns = Types.of(Aerospike.OneMessage.kind).sql,
    usage =
      "Decodes one Aerospike change notification in MessagePack, a write or a delete; `bins` " +
        "are VARIANT or the struct that `bins_ddl` names.",
    example = Example(s"SELECT aerospike_decode($write, 'tval STRING').bins.tval", "test-value"),
    malformed = "X'93'",
    reason = Msgpack.Truncated,
    since = since,
    decoding = Decoding(Aerospike, _ => Aerospike.OneMessage, asked = _.askedRecord("bins_ddl")),
    dissects = true
  )

  private val bins = family(
    name = "aerospike_bins",
    parameters = Seq(value, options(Aerospike)),
    returns = Types.of(Aerospike.BinList.kind).sql,
    usage =
      "The bins of one Aerospike change notification with their types, in the order of the bytes; " +
        "NULL for a delete.",
    example = Example(s"SELECT aerospike_bins($write)[0].type_name", "STRING"),
    malformed = "X'93'",
    reason = Msgpack.Truncated,
    since = since,
    decoding = Decoding(Aerospike, _ => Aerospike.BinList),
    dissects = false
  )

  private val keyDecode = family(
    name = "aerospike_key_decode",
    parameters = Seq(value, options(Aerospike)),
    returns = Types.of(Aerospike.OneKey.kind).sql,
    usage =
      "Decodes the key of an Aerospike record that is not inside a change notification.",
    example = Example(s"SELECT aerospike_key_decode(X'$key').set", "demo"),
    malformed = "X'94a474657374c0'",
    reason = Msgpack.Truncated,
    since = since,
    decoding = Decoding(Aerospike, _ => Aerospike.OneKey),
    dissects = true
  )

  private val encode = encoded(
    name = "aerospike_encode",
    value = written(Aerospike.OneMessage, "a STRUCT as aerospike_decode gives it",
      "the fields of a message by their names, in any order; missing ones are NULL. `bins` may be " +
        "a VARIANT, MAP or STRUCT"),
    usage =
      "Encodes one Aerospike change notification in MessagePack. The type of each bin follows from " +
        "its value; the digest is computed from the set and the user key.",
    example = Example(s"SELECT aerospike_encode(aerospike_decode($write)) = $write", "true"),
    refused = "named_struct('op', 'WRITE')",
    reason = Unencodable.MissingField,
    since = since,
    encoding = Encoding(Aerospike, Aerospike.OneMessage,
      Written.options ++ Seq(Written.Derived, Aerospike.LutUnit))
  )

  private val keyEncode = encoded(
    name = "aerospike_key_encode",
    value = written(Aerospike.OneKey, "a STRUCT as aerospike_key_decode gives it",
      "the fields of a key by their names, in any order; missing ones are NULL"),
    usage =
      "Encodes the key of an Aerospike record. The digest is computed from the set and the " +
        "user key.",
    example = Example(
      "SELECT lower(hex(aerospike_key_encode(named_struct('namespace', 'test', 'set', 'demo', " +
        "'user_key', 123))))",
      key),
    refused = "named_struct('namespace', 'test')",
    reason = Unencodable.MissingField,
    since = since,
    encoding = Encoding(Aerospike, Aerospike.OneKey, Written.options :+ Written.Derived)
  )

  private val digest = Function(
    name = "aerospike_digest",
    parameters = Seq(
      Parameter("set", Accepts.Text, "the name of the set; NULL for none"),
      Parameter("user_key", Accepts.UserKey,
        "the user key; NULL returns NULL. A VARIANT is accepted as `aerospike_decode` returns it " +
          "in `user_key`; any other VARIANT returns NULL")),
    returns = "BINARY",
    usage =
      "The digest (RIPEMD-160) by which Aerospike identifies the record of a set and a user key.",
    example = Example("SELECT lower(hex(aerospike_digest('demo', 123)))",
      "595a7b63eb185dbebd842553a44802b1a30ec159"),
    since = since,
    build = arguments =>
      StaticCall("aerospike_digest", AerospikeDigest.getClass, "of",
        Seq(StaticCall.orElse(arguments.column("set", StringType), Literal("")),
          userKey(arguments)),
        BinaryType)
  )

  private def userKey(arguments: Arguments): Expression = {
    val key = arguments.column("user_key", LongType)
    key.dataType match {
      case ByteType | ShortType | IntegerType => Cast(key, LongType)
      case _ => key
    }
  }

  val rows: Seq[Function] = decode ++ encode ++ bins ++ keyDecode ++ keyEncode :+ digest
}
