package sparkwire.formats

import java.util.{Map => JavaMap}

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.{DataFrame, SaveMode, SQLContext}
import org.apache.spark.sql.connector.catalog.{Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.execution.streaming.Sink
import org.apache.spark.sql.sources.{
  BaseRelation, CreatableRelationProvider, DataSourceRegister, StreamSinkProvider
}
import org.apache.spark.sql.streaming.OutputMode
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A format of `spark.read` and `df.write`: files of one kind as a table.
  *
  * Spark loads these classes whenever it looks up any format by its name, so they must not name a
  * class that a Spark might lack.
  *
  * Trap: nothing of Scala's library may be used before [[requireSpark4]] has run. Spark 3 has another version
  * of it. Spark asks for the table before it writes, so what writes runs on Spark 4 only.
  *
  * @param kind
  *   the kind of all files, null if the option `files` names it
  */
sealed abstract class FileSource(kind: String)
    extends TableProvider
    with DataSourceRegister
    with CreatableRelationProvider
    with StreamSinkProvider {
  override def shortName(): String =
    if (kind == null) FileSource.Name else FileSource.Name.concat("-").concat(kind)

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = {
    requireSpark4()
    FileKinds.schema(shortName(), kind, options)
  }

  // Called when a table is created with columns, in place of the method above; also before a stream is
  // written.
  override def inferPartitioning(options: CaseInsensitiveStringMap): Array[Transform] = {
    requireSpark4()
    FileKinds.check(shortName(), kind, options)
    new Array[Transform](0)
  }

  override def getTable(schema: StructType, partitioning: Array[Transform],
      properties: JavaMap[String, String]): Table = {
    requireSpark4()
    FileKinds.table(shortName(), kind, schema, new CaseInsensitiveStringMap(properties))
  }

  // So that Spark infers the columns when a table is created, keeps them in its catalogue, and does not
  // look at the files to drop it.
  override def supportsExternalMetadata(): Boolean = true

  // `df.write.save` with each of its modes. Spark lets a source of its newer interface only append and
  // overwrite.
  override def createRelation(context: SQLContext, mode: SaveMode, options: Map[String, String],
      data: DataFrame): BaseRelation = FileWrites.save(context, kind, mode, options, data)

  // The function that encodes values says which of them it takes.
  override def supportsDataType(dataType: DataType): Boolean = true

  override def createSink(context: SQLContext, options: Map[String, String],
      partitioning: Seq[String], mode: OutputMode): Sink =
    FileWrites.newSink(kind, options, partitioning, mode)

  private def requireSpark4(): Unit =
    if (SPARK_VERSION.startsWith("3."))
      throw new UnsupportedOperationException(
        "Sparkwire needs Spark 4.0 or newer, because older ones have no VARIANT. This is Spark "
          .concat(SPARK_VERSION).concat("."))
}

object FileSource {
  val Name = "sparkwire"
}

/** The format `sparkwire`. */
final class AnyFileSource extends FileSource(null)

/** The format `sparkwire-kafka-log`. */
final class KafkaLogSource extends FileSource("kafka-log")

/** The format `sparkwire-databus`. */
final class DatabusSource extends FileSource("databus")

/** The format `sparkwire-cernan`. */
final class CernanSource extends FileSource("cernan")

/** The format `sparkwire-msgpack`. */
final class MsgpackSource extends FileSource("msgpack")

/** The format `sparkwire-layout`. */
final class LayoutSource extends FileSource("layout")

/** The format `sparkwire-capture`. */
final class CaptureSource extends FileSource("capture")

/** The format `sparkwire-ignite-dump`. */
final class IgniteDumpSource extends FileSource("ignite-dump")

/** The format `sparkwire-ignite-wal`. */
final class IgniteWalSource extends FileSource("ignite-wal")

/** The format `sparkwire-aerospike-backup`. */
final class AerospikeBackupSource extends FileSource("aerospike-backup")
