package sparkwire.bench.rivals;

import java.util.Map;
import java.util.function.Function;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * A Java UDF that reads a value with a library, and makes a row of some or all of its fields.
 *
 * @param <T> what the library reads
 */
abstract class RowUdf<T> implements UDF1<byte[], Row> {
  private static final long serialVersionUID = 1;

  /** The names of the fields in the order of the row. */
  protected final String[] names;

  private transient Function<T, Object>[] getters;

  RowUdf(DataType type) {
    names = ((StructType) type).fieldNames();
  }

  protected abstract T read(byte[] value) throws Exception;

  /** How each field is taken from what was read. */
  protected abstract Map<String, Function<T, Object>> fields();

  @Override
  public final Row call(byte[] value) throws Exception {
    if (value == null) return null;
    if (getters == null) getters = getters();
    T read = read(value);
    Object[] row = new Object[getters.length];
    for (int at = 0; at < row.length; at++) row[at] = getters[at].apply(read);
    return RowFactory.create(row);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Function<T, Object>[] getters() {
    Function[] found = new Function[names.length];
    for (int at = 0; at < found.length; at++) found[at] = fields().get(names[at]);
    return found;
  }
}
