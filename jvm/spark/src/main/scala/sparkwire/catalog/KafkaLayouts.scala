package sparkwire.catalog

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.{ArrayData, GenericArrayData}
import org.apache.spark.sql.types.{ArrayType, IntegerType, StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.arguments.Arguments
import sparkwire.wire.core.{Kind, Options, OptionSpec, Root}
import sparkwire.wire.kafka._
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneMessage, VersionSource}
import sparkwire.wire.writing.Written

/** Evaluates the arguments `layout`, `version` and `options` of `kafka_decode` and `kafka_encode`
  * together.
  */
private[catalog] object KafkaLayouts {
  def root(arguments: Arguments): Root = rootOf(arguments, Kafka.Layouts.allOptions)

  /** The options of `kafka_encode`. */
  val writtenOptions: Seq[OptionSpec] =
    Written.options ++ Seq(Kafka.VersionPrefix, Kafka.TagHeader)

  /** Returns the root of a value that is to be written, if its type can be. */
  def written(arguments: Arguments): Written = {
    val root = rootOf(arguments, writtenOptions)
    arguments.requireWritable(root, "STRUCT, as kafka_decode gives it")
    root
  }

  private def rootOf(arguments: Arguments, specs: Seq[OptionSpec]): Root with Written = {
    val layout =
      try KafkaLayout.of(arguments.constantText("layout"))
      catch { case bad: BadKafkaLayout => arguments.refuseSchema(s"layout: ${bad.getMessage}.") }
    val options = arguments.options(specs)
    val version = arguments.optionalWhole("version")
    val root: Root with Written = layout match {
      case types: KafkaLayout.Types =>
        if (version.nonEmpty) arguments.refuse("version: only a message has versions, not types.")
        if (hasPrefix(options))
          arguments.refuse("versionPrefix = 'true': only a message has versions, not types.")
        OneKafkaValue(types)
      case message: KafkaLayout.Message =>
        if (options.word(Kafka.TagHeader) != Kafka.TagHeader.words.head)
          arguments.refuse("tagHeader = 'interleaved': for types only, no message has that form.")
        if (hasPrefix(options) && version.nonEmpty)
          arguments.refuse(
            "versionPrefix = 'true' and version exclude each other: either the value begins " +
              "with its version, or version names it.")
        OneMessage(message, source(message, version, options, arguments))
    }
    if (Kind.levels(root.kind) > Kind.MaxLevels)
      arguments.refuseSchema(s"layout: ${Kind.TooManyLevels}.")
    root
  }

  private def hasPrefix(options: Options): Boolean = options.word(Kafka.VersionPrefix) == "true"

  private def source(message: KafkaLayout.Message, version: Option[Expression], options: Options,
      arguments: Arguments): VersionSource = version match {
    case None if hasPrefix(options) => VersionSource.Prefix
    case None => VersionSource.Constant(message.newest)
    case Some(constant) if constant.foldable =>
      constant.eval() match {
        case known: Int if message.isValid(known) => VersionSource.Constant(known)
        case known: Int =>
          arguments.refuse(
            s"version = $known: ${message.name} has the versions ${message.validVersions}.")
        case _ => VersionSource.Beside
      }
    case Some(_) => VersionSource.Beside
  }

  /** Returns the version if it is a column. */
  def beside(arguments: Arguments): Seq[Expression] = besideOf(root(arguments), arguments)

  def besideWritten(arguments: Arguments): Seq[Expression] =
    besideOf(rootOf(arguments, writtenOptions), arguments)

  private def besideOf(root: Root, arguments: Arguments): Seq[Expression] = root match {
    case OneMessage(_, VersionSource.Beside) => arguments.optionalWhole("version").toSeq
    case _ => Nil
  }

  private val ReleaseType =
    new StructType().add("kafka", StringType).add("versions", StringType)

  val ListType: ArrayType = ArrayType(
    new StructType().add("name", StringType).add("type", StringType).add("api_key", IntegerType)
      .add("valid_versions", StringType).add("flexible_versions", StringType)
      .add("releases", ArrayType(ReleaseType)),
    containsNull = true)

  /** Returns all of Kafka's own messages, the result of `kafka_layouts`. */
  def list(): ArrayData = new GenericArrayData(
    KafkaLayout.known.map { entry =>
      InternalRow(text(entry.name), text(entry.messageType),
        entry.apiKey.map(Int.box).orNull, text(entry.validVersions), text(entry.flexibleVersions),
        releases(entry))
    }.toArray[Any])

  private def releases(entry: KafkaLayout.Entry): ArrayData = new GenericArrayData(
    entry.releases.map { case (kafka, versions) =>
      InternalRow(text(kafka), text(versions))
    }.toArray[Any])

  private def text(value: String): UTF8String = UTF8String.fromString(value)
}
