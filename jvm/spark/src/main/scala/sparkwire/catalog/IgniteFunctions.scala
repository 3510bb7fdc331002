package sparkwire.catalog

import org.apache.spark.sql.types._

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Arguments, Example, Function, Parameter}
import sparkwire.expressions.{IgniteIds, StaticCall, Types}
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.cdc.OneMetadata
import sparkwire.wire.ignite.values.{OneHash, OneHeader, OneIgniteValue}
import sparkwire.wire.ignite.writing.WrittenValue
import sparkwire.wire.writing.{Unencodable, Written}

/** Binary objects of Apache Ignite. */
private[catalog] object IgniteFunctions {
  private val since = "0.1.0"

  // A person (id 7, name Ann, salary 10.50) with the ids of the fields in the footer.
  private val ann =
    "X'67010b0014ae6121dad2fe8a3f0000009be39cf23000000003070000000903000000416e6e1e0" +
      "200000002000000041a1b0d0000188b7a33001dcac9c6c925'"

  // The metadata that a node keeps about the type of Ann.
  private val person = "X'" +
    "67010a0030f6dbc54fcda424f4000000b5f2dfbfc70000000314ae6121091100000061636d652e54" +
    "7970657324506572736f6e19030000000209020000006964fe0f00000065be8f1072000003000000" +
    "1b0d000009040000006e616d65fe0f00000065be8f10720000090000008b7a330009060000007361" +
    "6c617279fe0f00000065be8f107200001e000000cac9c6c965fe2200000066e6a8bd37bfb165cc15" +
    "f29000009be39cf2030000001b0d00008b7a3300cac9c6c9180100000003039be39cf208006565d5" +
    "b5cfcc18c5dcbbd71db97e05b433675a5cca90f27e4572917771e1f6b82bfdb0b9c36bada91ec537" +
    "357d62c6" + "'"

  private def askedOf(arguments: Arguments): DataType =
    arguments.askedType("schema_ddl", hasDates = true)

  private val decode = family(
    name = "ignite_decode",
    parameters =
      Seq(value, asked("schema_ddl", "id INT, tags ARRAY<STRING>"), options(Ignite)),
    returns = "VARIANT",
    usage =
      "Decodes one value of Apache Ignite, to VARIANT or to the type that `schema_ddl` names.",
    example = Example(s"SELECT ignite_decode($ann, 'id INT, name STRING').name", "Ann"),
    malformed = "X'0901000000'",
    reason = Ignite.LengthPastEnd,
    since = since,
    decoding = Decoding(Ignite,
      arguments => OneIgniteValue(Types.namesOf(askedOf(arguments))),
      asked = askedOf),
    dissects = true
  )

  private val encode = encoded(
    name = "ignite_encode",
    value = written(WrittenValue,
      "any type but TIMESTAMP_NTZ and intervals",
      "what `ignite_decode` gives, or any other value: a STRUCT becomes an object of the type that " +
        "its field `@type` or the option `type` names"),
    further = Seq(
      Parameter("schema_ddl", Accepts.Text,
        "the type that `ignite_decode` was asked for; the value must have it", optional = true)),
    usage =
      "Encodes a value in Apache Ignite's binary format. Header flags, schema id and hash code " +
        "are computed.",
    example = Example(
      "SELECT ignite_decode(ignite_encode(named_struct('id', 7, 'name', 'Ann'), " +
        "map('type', 'Person')), 'id INT, name STRING').name",
      "Ann"),
    refused = "named_struct('id', 7)",
    reason = Unencodable.UnknownType,
    since = since,
    encoding = Encoding(Ignite, IgniteFunctions.rootOf _, WrittenValue.options, _ => Nil)
  )

  /** Returns the root after a look at the options and at the type that is asked for. */
  private def rootOf(arguments: Arguments): Written = {
    val options = arguments.options(WrittenValue.options)
    if (options.word(WrittenValue.Footer) == "compact" && options.text(Ignite.Types).isEmpty)
      arguments.refuse("footer = 'compact' needs the option types.")
    val asked = askedOf(arguments)
    val found = arguments.column("value", NullType).dataType
    if (asked != VariantType && found != NullType && !DataType.equalsStructurally(
        asked, found, ignoreNullability = true))
      arguments.refuseType(
        s"value is ${found.sql}, but schema_ddl is ${asked.sql}. Cast the value, or leave schema_ddl out.")
    WrittenValue
  }

  private val header = family(
    name = "ignite_header",
    parameters = Seq(value, options(Ignite)),
    returns = Types.of(OneHeader.kind).sql,
    usage =
      "The header of an Apache Ignite object; NULL for a value that is not an object.",
    example = Example(s"SELECT ignite_header($ann).type_id", "560049684"),
    malformed = "X'6701'",
    reason = Ignite.TruncatedHeader,
    since = since,
    decoding = Decoding(Ignite, _ => OneHeader),
    dissects = false
  )

  private val hash = family(
    name = "ignite_hash",
    parameters = Seq(value, options(Ignite)),
    returns = "INT",
    usage =
      "The hash code of an Apache Ignite object, computed from its data; NULL for a value that is not an object.",
    example = Example(s"SELECT ignite_hash($ann)", "-1963011366"),
    malformed = "X'6701'",
    reason = Ignite.TruncatedHeader,
    since = since,
    decoding = Decoding(Ignite, _ => OneHash),
    dissects = false
  )

  private val types = family(
    name = "ignite_types",
    parameters = Seq(value, options(Ignite)),
    returns = "STRING",
    usage =
      "The description of a type for the option `types`, from the metadata file of an Apache Ignite node " +
        "(binary_meta/.../<type id>.bin) or from a record of the topic for metadata that its change data capture fills.",
    example = Example(s"SELECT ignite_types($person)",
      """[{"type_name":"acme.Types$Person","schemas":[["id","name","salary"]]}]"""),
    malformed = "X'65'",
    reason = Ignite.NoMetadata,
    since = since,
    decoding = Decoding(Ignite, _ => OneMetadata),
    dissects = false
  )

  private def id(name: String, of: String, example: Example) = Function(
    name = name,
    parameters = Seq(Parameter("name", Accepts.Text, s"the name of a $of; NULL returns NULL")),
    returns = "INT",
    usage = s"The number by which Apache Ignite identifies a $of of this name, regardless of case.",
    example = example,
    since = since,
    build = arguments =>
      StaticCall(name, IgniteIds.getClass, "of", Seq(arguments.column("name", StringType)),
        IntegerType)
  )

  private val schemaId = Function(
    name = "ignite_schema_id",
    parameters = Seq(
      Parameter("names", Accepts.Texts,
        "the names of the fields in the order of writing; NULL, or a NULL in it, returns NULL")),
    returns = "INT",
    usage = "The number by which Apache Ignite identifies the fields of an object in their order.",
    example = Example("SELECT ignite_schema_id(array('id', 'name', 'salary'))", "-224599141"),
    since = since,
    build = arguments =>
      StaticCall("ignite_schema_id", IgniteIds.getClass, "ofSchema",
        Seq(arguments.column("names", ArrayType(StringType))), IntegerType)
  )

  val rows: Seq[Function] = decode ++ encode ++ header ++ hash ++ types ++ Seq(
    id("ignite_type_id", "type", Example("SELECT ignite_type_id('Person')", "-991716523")),
    id("ignite_field_id", "field", Example("SELECT ignite_field_id('salary')", "-909719094")),
    schemaId
  )
}
