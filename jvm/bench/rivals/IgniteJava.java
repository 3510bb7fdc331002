package sparkwire.bench.rivals;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.internal.binary.BinaryObjectImpl;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.VariantVal;

/** Ignite's objects in a Java UDF: each field is taken out of the bytes when it is asked for. */
public final class IgniteJava extends JavaUdf {
  public IgniteJava() {
    super("ignite", "ignite-core's binary objects", Udf::new);
  }

  private static final class Udf extends RowUdf<BinaryObject> {
    private static final long serialVersionUID = 1;

    private static final Map<String, Function<BinaryObject, Object>> FIELDS = Map.ofEntries(
        plain("id"),
        entry("trace", order -> order.field("trace").toString()),
        plain("customer"), plain("email"), plain("status"),
        entry("total", order -> order.<BigDecimal>field("total")),
        entry("createdAt", order -> IgniteScala.instant(order.<Date>field("createdAt"))),
        entry("updatedAt", order -> IgniteScala.instant(order.<Date>field("updatedAt"))),
        plain("paid"),
        entry("color", order -> order.<BinaryObject>field("color").enumOrdinal()),
        plain("lat"), plain("lon"),
        entry("address", order -> address(order.field("address"))),
        entry("tags", order -> {
          List<String> tags = order.field("tags");
          return tags;
        }),
        entry("attrs", order -> attributes(order.field("attrs"))),
        entry("quantities", order -> order.<int[]>field("quantities")),
        plain("comment"));

    Udf(DataType type) {
      super(type);
    }

    @Override
    protected BinaryObject read(byte[] value) {
      return new BinaryObjectImpl(IgniteNode.context(), value, 0);
    }

    @Override
    protected Map<String, Function<BinaryObject, Object>> fields() {
      return FIELDS;
    }

    private static Map.Entry<String, Function<BinaryObject, Object>> plain(String name) {
      return entry(name, order -> order.field(name));
    }

    private static Object address(BinaryObject it) {
      return RowFactory.create(
          it.<Object>field("street"), it.<Object>field("city"), it.<Object>field("zip"));
    }

    private static Map<String, VariantVal> attributes(Map<String, Object> attributes) {
      if (attributes == null) return null;
      Map<String, VariantVal> made = new LinkedHashMap<>();
      attributes.forEach((name, value) -> made.put(name, IgniteScala.variant(value)));
      return made;
    }
  }
}
