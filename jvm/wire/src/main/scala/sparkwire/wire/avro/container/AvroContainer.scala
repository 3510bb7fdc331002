package sparkwire.wire.avro.container

import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.data.{Plan, PlanCache}
import sparkwire.wire.avro.schemas.TypedSchema
import sparkwire.wire.core._

/** Avro object container files: fields, reasons. */
object AvroContainer extends Format {
  val name = "avro_container"
  override val options: Seq[OptionSpec] = Seq(Options.InvalidUtf8, Avro.Unions, Avro.Time)

  /** The size of the sync marker. */
  private[avro] final val SyncBytes = 16

  val EmptyAvro = new Reason("empty-avro", "there is no Avro container")
  val TruncatedHeader =
    new Reason("truncated-avro-header", "the input ends inside the header of the container")
  val BadMagic = new Reason("bad-avro-magic", "a container must start with 4f626a01")
  val BadHeader = new Reason("bad-avro-header", "the metadata of the container is not a valid map")
  val NoSchema = new Reason("no-schema", "the metadata of the container has no avro.schema")
  val UnsupportedCodec = new Reason("unsupported-codec",
    "the codec must be null, deflate, snappy, bzip2, xz or zstandard")
  val BadBlock = new Reason("bad-block", "a block cannot be read")
  val TruncatedBlock = new Reason("truncated-block", "the input ends inside a block")
  val NegativeBlockSize = new Reason("negative-block-size", "the size of a block is negative")
  val NegativeRecordCount =
    new Reason("negative-record-count", "the number of records in a block is negative")
  val RecordPastBlock = new Reason("record-past-block", "a record is longer than its block")
  val BytesLeftInBlock =
    new Reason("bytes-left-in-block", "there are bytes after the last record of a block")
  val BadSyncMarker =
    new Reason("bad-sync-marker", "a block does not end with the container's sync marker")
  val BadSnappy = new Reason("bad-snappy", "a block is not valid snappy data")
  val BadCrc = new Reason("bad-crc", "the checksum does not match the data of the block")

  def reasons: Seq[Reason] = Seq(
    EmptyAvro, TruncatedHeader, BadMagic, BadHeader, NoSchema, UnsupportedCodec, BadBlock,
    TruncatedBlock, NegativeBlockSize, NegativeRecordCount, RecordPastBlock, BytesLeftInBlock,
    BadSyncMarker, Avro.BadDeflate, BadSnappy, BadCrc, Avro.IncompatibleSchema) ++ Avro.ofValues

  /** The fields of a container, for the struct that contains them. */
  private[wire] val headFields: Vector[Field] = Vector(
    Field("avro_schema", Kind.Text, "schema"),
    Field("avro_codec", Kind.Text, "codec"),
    Field("avro_metadata", Kind.Mapping(Kind.Text, Kind.Binary), "map")
  )
  private[wire] def recordFields(record: Kind): Vector[Field] = Vector(
    Field("record_count", Kind.Int64, ""),
    Field("records", Kind.Sequence(record), "")
  )
  private[wire] val frames: Vector[Field] =
    Vector(Field.frame("", "magic"), Field.frame("", "sync marker"))

  private[avro] val positions = new ContainerFields(0, 3, 5)

  /** One container, with nothing after it. */
  final case class OneContainer(reader: Option[String], hasTimes: Boolean = false) extends Root {
    @transient private lazy val records = new RecordSchema(reader, hasTimes)
    @transient private lazy val shape =
      Shape("container", headFields ++ recordFields(records.kind) ++ frames)
    def kind: Kind = Kind.Struct(shape)
    def newReader(options: Options): Reader =
      new ContainerReader(shape, positions, records, options)
  }
}

/** The positions of a container's fields in a shape, from the position of the first field of each
  * group.
  */
private[wire] final class ContainerFields(head: Int, records: Int, frames: Int) {
  val schema: Int = head
  val codec: Int = head + 1
  val metadata: Int = head + 2
  val recordCount: Int = records
  val theRecords: Int = records + 1
  val magic: Int = frames
  val sync: Int = frames + 1
}

/** The type of a container's records: typed if the user gave a schema for them, else
  * self-describing.
  */
private[wire] final class RecordSchema(text: Option[String], hasTimes: Boolean) {
  private[this] val types: TypedSchema = text.map(TypedSchema.reading(_, hasTimes)).orNull
  val isTyped: Boolean = text.isDefined
  val kind: Kind = if (isTyped) types.kind else Kind.Dynamic
  def newPlans(options: Options): PlanCache =
    new PlanCache(writer =>
      if (isTyped) Plan.resolved(writer, types, isData = true) else Plan.dynamic(writer, options))
}
