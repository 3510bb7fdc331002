package sparkwire.bench.rivals;

import java.util.function.Function;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;

/** A Java UDF that has less to do for fewer fields. */
abstract class JavaUdf implements Rival {
  private final String contest;
  private final String library;
  private final Function<DataType, UDF1<byte[], ?>> udf;

  /** @param udf makes the function that returns values of a type */
  JavaUdf(String contest, String library, Function<DataType, UDF1<byte[], ?>> udf) {
    this.contest = contest;
    this.library = library;
    this.udf = udf;
  }

  @Override
  public final String contest() {
    return contest;
  }

  @Override
  public final String name() {
    return "Java UDF, " + library;
  }

  @Override
  public final Column decode(Column value, DataType type) {
    return functions.udf(udf.apply(type), type).apply(value);
  }

  @Override
  public final boolean readsParts() {
    return true;
  }
}
