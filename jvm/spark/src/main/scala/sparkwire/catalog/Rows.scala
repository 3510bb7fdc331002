package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{BinaryType, DataType, NullType, VariantType}

import sparkwire.catalog.arguments.{
  Accepts, Arguments, Example, Function, Parameter, WriterSchemaTable
}
import sparkwire.errors.Twins
import sparkwire.expressions.{Decode, DecodePlan, Encode, EncodeAgg, EncodePlan, Ending, JoinAgg}
import sparkwire.sources.Encodable
import sparkwire.wire.core._
import sparkwire.wire.series.Series
import sparkwire.wire.writing.Written

/** Building blocks for the rows of the catalogue. */
private[catalog] object Rows {
  val value: Parameter = Parameter("value", Accepts.Binary, "the bytes; NULL returns NULL")

  /** A type for self-describing values.
    *
    * @param example
    *   a type as a user would write it
    */
  def asked(name: String, example: String): Parameter = Parameter(name, Accepts.Text,
    s"a constant type as DDL, such as `$example`; VARIANT if omitted", optional = true)

  def options(format: Format): Parameter = options(format.allOptions)

  def options(specs: Seq[OptionSpec]): Parameter = Parameter("options", Accepts.Options,
    "a constant map of " + specs.map(spec => s"`${spec.name}` (${spec.accepted})").mkString(", "),
    optional = true)

  /** A self-describing value of a format that is to be written. */
  def written(root: Written, words: String, about: String): Parameter =
    Parameter("value", Accepts.Value(words, Encodable.whyNot(_, root)),
      s"$about; NULL returns NULL")

  /** An Avro schema that values of other schemas are resolved to. */
  val readerSchema: Parameter = Parameter("reader_schema", Accepts.Text,
    "a constant Avro schema in JSON that the records are resolved to; VARIANT if omitted",
    optional = true)

  /** The schemas that Avro values were written with. */
  def writer(sample: String, about: String): Parameter = Parameter("writer", Accepts.Writer(sample),
    s"$about, or a map from ids to such schemas, constant or a column: INT ids of Confluent's " +
      "registry, STRING UUIDs of Glue's, BINARY fingerprints or other ids as they precede the " +
      s"values; or, instead of it, `${WriterSchemaTable.Name} => 'table'` with the columns " +
      "`id` and `schema`",
    otherName = Some("schema"))

  /** The ids of schemas that do not precede the values. */
  val idBeside: Parameter = Parameter("id", Accepts.AnySchemaId,
    "the id to look up in the map, if it does not precede the value: INT, STRING with a UUID, or " +
      "BINARY, like the keys of the map; NULL returns NULL",
    optional = true)

  /** A constant that is one of a few words. */
  def word(spec: OptionSpec.Words): Parameter =
    Parameter(spec.name, Accepts.Text, s"a constant, ${spec.accepted}: ${spec.about}",
      optional = true)

  /** Whether values end to end are read on after a broken one. */
  def resyncs(arguments: Arguments, format: Format): Boolean =
    arguments.options(format.allOptions :+ Series.Resync).word(Series.Resync) == "true"

  /** The decoding of one column, possibly with the other inputs `beside` it.
    *
    * @param further
    *   the options that not all functions of the format accept
    * @param bytes
    *   makes the column, if it is not an argument itself
    */
  final case class Decoding(
      format: Format,
      root: Arguments => Root,
      input: String = "value",
      inputType: DataType = BinaryType,
      asked: Arguments => DataType = _ => VariantType,
      beside: Arguments => Seq[Expression] = _ => Nil,
      further: Seq[OptionSpec] = Nil,
      bytes: Option[Arguments => Expression] = None) {

    def call(arguments: Arguments, ending: Ending, twins: Twins): Decode = {
      val options =
        if (arguments.function.parameters.exists(_.name == "options"))
          arguments.options(format.allOptions ++ further)
        else Options.none
      val plan = DecodePlan(
        arguments.function.name, format, root(arguments), options, ending, twins, asked(arguments))
      val read = bytes.fold(arguments.column(input, inputType))(_(arguments))
      Decode(read +: beside(arguments), plan, plan.resultType)
    }
  }

  /** The encoding of one column, possibly with the other inputs `beside` it.
    *
    * @param options
    *   the options that the functions accept
    */
  final case class Encoding(
      format: Format,
      root: Arguments => Written,
      options: Seq[OptionSpec],
      beside: Arguments => Seq[Expression]) {
    def call(arguments: Arguments, ending: Ending, twins: Twins): Encode = {
      val plan = EncodePlan(arguments.function.name, format, root(arguments),
        arguments.options(options), ending, twins)
      Encode(arguments.column("value", BinaryType) +: beside(arguments), plan)
    }
  }

  /** The encoding of the values of many rows as one, whose array `encoding` writes: see
    * [[EncodeAgg]].
    */
  def aggregate(arguments: Arguments, encoding: Encoding, twins: Twins,
      element: Arguments => Option[String] = _ => None,
      list: Option[String] = None): EncodeAgg = {
    val plan = EncodePlan(arguments.function.name, encoding.format, encoding.root(arguments),
      arguments.options(encoding.options), Ending.Strict, twins)
    EncodeAgg(arguments.column("value", NullType), plan, element(arguments), list)
  }

  /** Returns a function `X_agg` that encodes the values of all rows, one after the other: see
    * [[JoinAgg]].
    *
    * @param one
    *   the function that encodes one value
    */
  def joined(one: Function, encoding: Encoding, what: String, example: Example): Function =
    Function(
      name = one.name.replace("_encode", "_agg"),
      parameters = one.parameters,
      returns = "BINARY",
      usage = s"Encodes the values of all rows as $what, one after the other, as " +
        s"`${one.name.replace("_encode", "_decode_all")}` reads them. Rows with NULL are " +
        "skipped. An aggregate function; as for `listagg`, `WITHIN GROUP (ORDER BY …)` sets the order.",
      example = example,
      since = one.since,
      build = arguments =>
        JoinAgg(
          encoding.call(arguments, Ending.Strict, Twins(s"try_${one.name}", s"${one.name}_fault")),
          arguments.function.name)
    )

  object Encoding {
    def apply(format: Format, root: Written,
        options: Seq[OptionSpec] = Written.options): Encoding =
      Encoding(format, _ => root, options, _ => Nil)
  }

  /** Returns a function `f` that writes values, and its twins `try_f` and `f_fault`.
    *
    * @param further
    *   the parameters between the value and the options
    * @param refused
    *   a value that is refused, as SQL writes it; `reason` is why
    */
  def encoded(name: String, value: Parameter, usage: String, example: Example, refused: String,
      reason: Reason, since: String, encoding: Encoding,
      further: Seq[Parameter] = Nil, returns: String = "BINARY"): Seq[Function] = {
    val parameters = (value +: further) :+ options(encoding.options)
    val twins = Twins(s"try_$name", s"${name}_fault")
    def row(rowName: String, rowReturns: String, rowUsage: String, rowExample: Example,
        ending: Ending) =
      Function(rowName, parameters, rowReturns, rowUsage, rowExample, since,
        encoding.call(_, ending, twins))

    Seq(
      row(name, returns,
        s"$usage A value that the format cannot represent fails the query.", example,
        Ending.Strict),
      row(twins.attempt, returns,
        s"Like `$name`, but returns NULL for a value that the format cannot represent.",
        Example(s"SELECT ${twins.attempt}($refused) IS NULL", "true"), Ending.Attempt),
      row(twins.fault, "STRUCT<reason STRING, path STRING, message STRING>",
        s"Explains why `$name` rejects a value: reason, path and message; NULL if the " +
          "value is accepted.",
        Example(s"SELECT ${twins.fault}($refused).reason", reason.word), Ending.FaultRow))
  }

  /** Returns a function `f` and its twins, which differ in the ending: `try_f`, `f_fault` and, if
    * `dissects` is true, `f_dissect`. A function `X_decode` with a dissection has `X_fault` and
    * `X_dissect`.
    *
    * @param malformed
    *   an input that is refused, as SQL writes it; `reason` is why
    */
  def family(name: String, parameters: Seq[Parameter], returns: String, usage: String,
      example: Example, malformed: String, reason: Reason, since: String, decoding: Decoding,
      dissects: Boolean, sampled: Option[String] = None): Seq[Function] = {
    val stem = if (dissects) name.stripSuffix("_decode") else name
    val twins = Twins(s"try_$name", s"${stem}_fault")
    def row(rowName: String, rowReturns: String, rowUsage: String, rowExample: Example,
        ending: Ending, rowSampled: Option[String] = None) =
      Function(rowName, parameters, rowReturns, rowUsage, rowExample, since,
        decoding.call(_, ending, twins), rowSampled)

    def bad(call: String) = s"SELECT $call"
    val strict =
      row(name, returns, s"$usage Malformed input fails the query.", example, Ending.Strict,
        sampled)
    val attempt = row(twins.attempt, returns,
      s"Like `$name`, but returns NULL for malformed input.",
      Example(bad(s"${twins.attempt}($malformed) IS NULL"), "true"), Ending.Attempt, sampled)
    val fault = row(twins.fault, "STRUCT<reason STRING, offset INT, path STRING, message STRING>",
      s"Explains why `$name` rejects its input: reason, byte offset, path and message; NULL " +
        "if the input is accepted.",
      Example(bad(s"${twins.fault}($malformed).reason"), reason.word), Ending.FaultRow)
    val dissect = row(s"${stem}_dissect",
      "ARRAY<STRUCT<offset INT, length INT, path STRING, type STRING, value STRING>>",
      "The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.",
      Example(bad(s"element_at(${stem}_dissect($malformed), -1).type"), "FAULT"), Ending.Dissection)
    Seq(strict, attempt, fault) ++ (if (dissects) Seq(dissect) else Nil)
  }
}
