package sparkwire.formats

import java.util.{Map => JavaMap}

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.connector.catalog.{Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A format of `spark.read`: files of one kind as a table.
  *
  * Spark loads these classes whenever it looks up any format by its name, so they must not name a
  * class that a Spark might lack.
  *
  * Trap: nothing of Scala's library may be used here either. Spark 3 has another version of it, which
  * must still be able to run [[requireSpark4]].
  *
  * @param kind
  *   the kind of all files, null if the option `files` names it
  */
sealed abstract class FileSource(kind: String) extends TableProvider with DataSourceRegister {
  override def shortName(): String =
    if (kind == null) FileSource.Name else FileSource.Name.concat("-").concat(kind)

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = {
    requireSpark4()
    FileKinds.schema(shortName(), kind, options)
  }

  // Called when a table is created with columns, in place of the method above.
  override def inferPartitioning(options: CaseInsensitiveStringMap): Array[Transform] = {
    val _ = inferSchema(options)
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
