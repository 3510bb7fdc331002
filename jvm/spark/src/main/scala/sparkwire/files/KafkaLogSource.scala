package sparkwire.files

import java.util.{Map => JavaMap}

import org.apache.spark.sql.connector.catalog.{Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The format `sparkwire-kafka-log`: the files of a Kafka log as a table.
  *
  * Spark loads this class whenever it looks up any format by its name, so the class must not name a
  * class that a Spark might lack.
  */
final class KafkaLogSource extends TableProvider with DataSourceRegister {
  override def shortName(): String = KafkaLogSource.Name

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = LogColumns.schema

  override def getTable(schema: StructType, partitioning: Array[Transform],
      properties: JavaMap[String, String]): Table =
    LogTable.of(new CaseInsensitiveStringMap(properties))
}

object KafkaLogSource {
  val Name = "sparkwire-kafka-log"
}
