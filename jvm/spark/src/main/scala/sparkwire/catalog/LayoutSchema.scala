package sparkwire.catalog

import org.apache.spark.unsafe.types.UTF8String

/** The function `layout_schema`, whose result is known when a query is analysed. */
object LayoutSchema {
  def schema(ddl: UTF8String): UTF8String = ddl
}
