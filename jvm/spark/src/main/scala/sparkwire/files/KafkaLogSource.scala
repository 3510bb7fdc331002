package sparkwire.files

import java.util.{Map => JavaMap}

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.connector.catalog.{Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The format `sparkwire-kafka-log`: the files of a Kafka log as a table.
  *
  * Spark loads this class whenever it looks up any format by its name, so the class must not name a
  * class that a Spark might lack.
  *
  * Trap: nothing of Scala's library may be used here either. Spark 3 has another version of it, which
  * must still be able to run [[requireSpark4]].
  */
final class KafkaLogSource extends TableProvider with DataSourceRegister {
  override def shortName(): String = KafkaLogSource.Name

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = {
    requireSpark4()
    LogColumns.schema
  }

  override def getTable(schema: StructType, partitioning: Array[Transform],
      properties: JavaMap[String, String]): Table = {
    requireSpark4()
    LogTable.of(new CaseInsensitiveStringMap(properties))
  }

  private def requireSpark4(): Unit =
    if (SPARK_VERSION.startsWith("3."))
      throw new UnsupportedOperationException(
        "Sparkwire needs Spark 4.0 or newer, because older ones have no VARIANT. This is Spark "
          .concat(SPARK_VERSION).concat("."))
}

object KafkaLogSource {
  val Name = "sparkwire-kafka-log"
}
