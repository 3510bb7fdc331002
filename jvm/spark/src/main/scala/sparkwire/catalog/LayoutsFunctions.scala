package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types.StringType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Arguments, Example, Function, Parameter}
import sparkwire.errors.Twins
import sparkwire.expressions.{Ending, StaticCall, Types}
import sparkwire.wire.core.{OptionSpec, Root}
import sparkwire.wire.layouts.{BadLayout, Layouts}
import sparkwire.wire.layouts.reading.ManyLayouts
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.layouts.writing.WrittenLayout
import sparkwire.wire.series.Series
import sparkwire.wire.writing.{Unencodable, Written}

/** Values of formats that a layout describes. */
private[catalog] object LayoutsFunctions {
  private val since = "0.1.0"

  private val sample =
    "{seq: [{id: n, type: u2be}, {id: name, type: str, size: n, encoding: UTF-8}]}"

  private val layout = Parameter("layout", Accepts.Constant(sample),
    "the layout, a constant: the text of a `.ksy` file of Kaitai Struct")

  private val decode = family(
    name = "layout_decode",
    parameters = Seq(value, layout, options(Layouts)),
    returns = "a STRUCT of the fields and instances of the layout",
    usage = "Decodes one value of a format that a layout describes.",
    example = Example(s"SELECT layout_decode(X'00026162', '$sample').name", "ab"),
    malformed = s"X'00036162', '$sample'",
    reason = Layouts.Truncated,
    since = since,
    decoding = Decoding(Layouts, root(_, Layouts.allOptions)),
    dissects = true,
    sampled = Some("STRUCT<n: INT, name: STRING>")
  )

  private val decodeAll = Function(
    name = "layout_decode_all",
    parameters = Seq(value, layout, options(Layouts.allOptions :+ Series.Resync)),
    returns = "STRUCT<values ARRAY<STRUCT<offset INT, value STRUCT<…>>>, " +
      "tail STRUCT<reason STRING, offset INT>>",
    usage =
      "Decodes all values of a layout that stand end to end in one value. Does not fail on malformed " +
        "bytes: it keeps the complete values before them, and `tail` says where and why it stopped. " +
        "With `resync` = `true`, for layouts that begin with `contents`, it continues with " +
        "the next value, and the result has another field, " +
        "`gaps ARRAY<STRUCT<offset INT, length INT, reason STRING>>`.",
    example = Example(s"SELECT layout_decode_all(X'0001610002', '$sample').tail.offset", "3"),
    since = since,
    build = Decoding(Layouts, manyValues _, further = Seq(Series.Resync)).call(
      _, Ending.Strict, Twins("try_layout_decode", "layout_fault")),
    sampled = Some(
      "STRUCT<values: ARRAY<STRUCT<offset: INT, value: STRUCT<n: INT, name: STRING>>>, " +
        "tail: STRUCT<reason: STRING, offset: INT>>")
  )

  private val schema = Function(
    name = "layout_schema",
    parameters = Seq(layout, options(Layouts)),
    returns = "STRING",
    usage = "The type, as DDL, of the column that layout_decode returns for a layout.",
    example = Example(s"SELECT layout_schema('$sample')", "STRUCT<n: INT, name: STRING>"),
    since = since,
    build = arguments => {
      val ddl = Types.of(root(arguments, Layouts.allOptions).kind).sql
      StaticCall("layout_schema", LayoutSchema.getClass, "schema",
        Seq(Literal(UTF8String.fromString(ddl), StringType)), StringType)
    }
  )

  private val writtenOptions: Seq[OptionSpec] =
    Written.options ++ Seq(Written.Derived, Layouts.Enums, Layouts.Switch, Layouts.Instances)

  private val encoding = Encoding(Layouts, written _, writtenOptions, _ => Nil)

  private val encode = encoded(
    name = "layout_encode",
    value = Parameter("value", Accepts.Value("what layout_decode gives", _ => None),
      "the fields by their names, in any order; sizes, counts, checksums and constant bytes " +
        "are computed; NULL returns NULL"),
    further = Seq(layout),
    usage = "Encodes one value of a format that a layout describes.",
    example = Example(
      s"SELECT hex(layout_encode(named_struct('name', 'ab'), '$sample'))", "00026162"),
    refused = s"named_struct('n', 2), '$sample'",
    reason = Unencodable.MissingField,
    since = since,
    encoding = encoding
  )

  val inFiles = new ValueEncoding(encode.head, encoding)

  private def written(arguments: Arguments): Written = {
    val one = root(arguments, writtenOptions)
    val found =
      try WrittenLayout(one)
      catch { case bad: BadLayout => arguments.refuseSchema(s"layout: ${bad.sentence}") }
    arguments.requireWritable(found, "STRUCT, as layout_decode gives it")
    found
  }

  private def root(arguments: Arguments, specs: Seq[OptionSpec]): OneLayout = {
    val options = arguments.options(specs)
    try OneLayout(arguments.constantText("layout"), options)
    catch { case bad: BadLayout => arguments.refuseSchema(s"layout: ${bad.sentence}") }
  }

  private def manyValues(arguments: Arguments): Root = {
    val many = ManyLayouts(
      root(arguments, Layouts.allOptions :+ Series.Resync), resyncs(arguments, Layouts))
    if (many.resyncs && !many.areFound)
      arguments.refuse("resync = 'true' needs a layout whose first field has `contents`. Nothing " +
        "else tells a value from other bytes.")
    many
  }

  val rows: Seq[Function] = (decode :+ decodeAll) ++ encode :+ schema
}
