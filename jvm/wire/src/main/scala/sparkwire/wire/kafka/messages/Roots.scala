package sparkwire.wire.kafka.messages

import sparkwire.wire.core.{Kind, Options, Reader, Root}
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.{KafkaLayout, MessagePlans}
import sparkwire.wire.kafka.writing.{MessageWriter, TypesWriter, VersionedWriter}
import sparkwire.wire.writing.{Output, Writer, Written}

/** Where the version of a message comes from. */
sealed abstract class VersionSource extends Serializable

object VersionSource {
  final case class Constant(version: Int) extends VersionSource

  /** Another input, of type INT. */
  case object Beside extends VersionSource

  /** An INT16 before the message. */
  case object Prefix extends VersionSource
}

/** Exactly one message. */
final case class OneMessage(layout: KafkaLayout.Message, version: VersionSource)
    extends Root with Written {
  @transient private[this] lazy val shape =
    if (version == VersionSource.Prefix) layout.definition.versionedShape
    else layout.definition.shape

  def kind: Kind = Kind.Struct(shape)
  def newReader(options: Options): Reader = {
    val plans = new MessagePlans(
      layout.definition, shape, fillsAbsent = options.word(Kafka.Absent) == "default")
    version match {
      case VersionSource.Constant(known) => new MessageReader(plans, known, options)
      case VersionSource.Beside => new MessageReader(plans, plans.definition.newest, options)
      case VersionSource.Prefix => new VersionedReader(plans)
    }
  }

  /** A field that the version of a value does not have must be its default, so writers know all
    * defaults.
    */
  def newWriter(options: Options, output: Output): Writer = {
    val plans = new MessagePlans(layout.definition, shape, fillsAbsent = true)
    version match {
      case VersionSource.Constant(known) => new MessageWriter(plans, known, options, output)
      case VersionSource.Beside =>
        new MessageWriter(plans, plans.definition.newest, options, output)
      case VersionSource.Prefix =>
        new VersionedWriter(plans, VersionedReader.ReadNewer(layout.name), options, output)
    }
  }
}

/** A value of a type, or the fields of a list. */
final case class OneKafkaValue(layout: KafkaLayout.Types) extends Root with Written {
  def kind: Kind = layout.parsed.kind
  def newReader(options: Options): Reader = new TypesReader(layout.parsed, options)
  def newWriter(options: Options, output: Output): Writer =
    new TypesWriter(layout.parsed, options, output)
}

/** A request with its header. */
case object OneRequest extends Root with Written {
  def kind: Kind = Kind.Struct(FrameReader.Frame)
  def newReader(options: Options): Reader = new RequestReader(options)
  def newWriter(options: Options, output: Output): Writer = new RequestWriter(options, output)
}

/** A response with its header. Its API key and version are other inputs. */
case object OneResponse extends Root {
  def kind: Kind = Kind.Struct(FrameReader.Frame)
  def newReader(options: Options): Reader = new ResponseReader(options)
}

/** A response that is written.
  *
  * @param areBeside
  *   whether its API key and version are other inputs
  */
final case class WrittenResponse(areBeside: Boolean) extends Written {
  def kind: Kind = OneResponse.kind
  def newWriter(options: Options, output: Output): Writer =
    new ResponseWriter(areBeside, options, output)
}

/** A record of an internal topic: its key. The topic and the value are other inputs. */
case object TopicRecord extends Root with Written {

  /** The topics whose records can be read. */
  def topics: Seq[String] = TopicRecords.names
  def kind: Kind = Kind.Struct(TopicRecordReader.Record)
  def newReader(options: Options): Reader = new TopicRecordReader(isLenient = true)
  override def newChecker(options: Options): Reader =
    new TopicRecordReader(isLenient = false)

  override def partNames: Seq[String] = Seq("key", "value")
  def newWriter(options: Options, output: Output): Writer = new TopicRecordWriter(options, output)

  // A NULL value is a tombstone, and not every topic needs a key.
  override def takesNull(input: Int): Boolean = true
  override def inputsInFront: Int = 1
}
