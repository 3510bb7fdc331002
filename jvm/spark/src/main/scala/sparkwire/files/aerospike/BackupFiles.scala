package sparkwire.files.aerospike

import org.apache.spark.sql.types._

import sparkwire.expressions.Types
import sparkwire.files.FileWriting
import sparkwire.files.values.{Unfolding, ValueKind, ValueReading}
import sparkwire.wire.aerospike.backup.{Backup, BackupBounds}
import sparkwire.wire.core.{Kind, Options, OptionSpec}
import sparkwire.wire.series.ValueBounds

/** Backups of Aerospike in the text form of `asbackup`. */
private[sparkwire] case object BackupFiles extends ValueKind {
  def name: String = Backup.Name

  // A record may contain the text of a record, so nothing tells where a file can be divided.

  protected def ofReaders: Seq[OptionSpec] = Seq(Options.MaxDepth, Options.InvalidUtf8)
  def newBounds(options: Options): ValueBounds = new BackupBounds(options)

  override def writing: FileWriting = FileWriting.Refused(
    "Write the records into a cluster with Aerospike's Spark connector or a client, and back it up " +
      "with absctl or asbackup.")

  private[aerospike] val kind: Kind = Kind.Struct(Backup.Entry)

  /** The columns of an entry, which follow each other in this order. */
  private[aerospike] val columns: StructType = {
    val all = Types.of(kind).asInstanceOf[StructType]
    // The kind of entry is a column of ours beside those that a record has.
    val (kinds, others) = all.partition(_.name == "kind")
    StructType(others.filter(_.name != "definition") ++ kinds ++ others.filter(
      _.name == "definition"))
  }

  override def schema(options: Options): StructType = StructType(columns ++ ValueKind.schema)

  override private[files] def newUnfolding(reading: ValueReading): Unfolding =
    new BackupUnfolding(reading.required, reading.options)
}
