package sparkwire.bench.rivals;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;

/**
 * A way to decode the values of a contest in a query of Spark. A public class of this folder that
 * implements it and has a constructor without parameters takes part in `make bench-rivals`.
 */
public interface Rival {
  /** The contest that it enters, by its {@link Contest#name}. */
  String contest();

  /** How the table of results names it. */
  String name();

  /**
   * Returns a column of a type: Sparkwire's own, or, if {@link #readsParts}, the part of it that
   * the query uses. It may have more fields than that.
   *
   * @param value a BINARY column
   */
  Column decode(Column value, DataType type);

  /**
   * Whether it has less to do for fewer fields. Then it is measured twice: as one function for all
   * queries, and as a function for the fields of each query alone.
   */
  default boolean readsParts() {
    return false;
  }
}
