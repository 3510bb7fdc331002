package sparkwire.errors;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkRuntimeException;

/**
 * The error of a running query, in Scala, Python and Spark Connect: SPARKWIRE_MALFORMED,
 * SPARKWIRE_UNENCODABLE, or SPARKWIRE_INVALID_SCHEMA from a function that reads schemas as values.
 *
 * <p>Java, because the parent is private in Scala only. The parent looks its condition up in
 * Spark's own list, so it is given one of these and everything that shows is overridden. The query
 * context stays empty: with one, PySpark asks for a message template that Spark does not have.
 */
public final class MalformedInputException extends SparkRuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;
  private final String condition;
  private final HashMap<String, String> parameters;

  /**
   * @param forSpark the one parameter of the condition that the parent is given; a Scala map, which
   *     is awkward to create in Java
   */
  public MalformedInputException(
      String condition,
      String text,
      HashMap<String, String> parameters,
      scala.collection.immutable.Map<String, String> forSpark) {
    super("USER_RAISED_EXCEPTION", forSpark, null, new QueryContext[0], "");
    this.condition = condition;
    this.text = text;
    this.parameters = parameters;
  }

  @Override
  public String getMessage() {
    return text;
  }

  @Override
  public String getCondition() {
    return condition;
  }

  @Override
  @SuppressWarnings("deprecation")
  public String getErrorClass() {
    return condition;
  }

  @Override
  public String getSqlState() {
    return condition.equals("SPARKWIRE_INVALID_SCHEMA") ? "22023" : "22000";
  }

  @Override
  public boolean isInternalError() {
    return false;
  }

  @Override
  public Map<String, String> getMessageParameters() {
    return parameters;
  }

  @Override
  public QueryContext[] getQueryContext() {
    return new QueryContext[0];
  }
}
