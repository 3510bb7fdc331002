package sparkwire;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;

/** Java, because the method is private in Scala only. */
final class LiveSession {
  private LiveSession() {}

  static void registerFunctions(SparkSessionExtensions extensions, FunctionRegistry registry) {
    extensions.registerFunctions(registry);
  }
}
