package sparkwire.files.writing;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.classic.ExpressionUtils;

/** DataFrames of expressions and of rows. Java, because Spark's methods are private in Scala only. */
final class ClassicRows {
  private ClassicRows() {}

  /** Returns a DataFrame with one column, computed from each row. */
  static Dataset<Row> select(Dataset<Row> rows, Expression expression, String name) {
    return rows.select(ExpressionUtils.column(expression).as(name));
  }

  /**
   * Returns the rows of a batch of a stream so that they can be queried. The DataFrame that a sink
   * receives can only be run as it is: a query over it would lose the state of the stream.
   */
  static Dataset<Row> ofBatch(org.apache.spark.sql.classic.Dataset<Row> batch) {
    return batch
        .sparkSession()
        .internalCreateDataFrame(batch.queryExecution().toRdd(), batch.schema(), false);
  }
}
