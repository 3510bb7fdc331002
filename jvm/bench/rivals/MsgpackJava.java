package sparkwire.bench.rivals;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** MessagePack by {@code msgpack-core} in a Java UDF. It skips what it is not asked for. */
public final class MsgpackJava extends JavaUdf {
  public MsgpackJava() {
    super("msgpack", "msgpack-core", Udf::new);
  }

  /** The fields that were found, each at its place in the row. */
  private static final class Udf extends RowUdf<Object[]> {
    private static final long serialVersionUID = 1;
    private final Map<String, Integer> places = new HashMap<>();

    Udf(DataType type) {
      super(type);
      for (String name : names) places.put(name, places.size());
    }

    @Override
    protected Object[] read(byte[] value) throws IOException {
      Object[] found = new Object[names.length];
      try (MessageUnpacker in = MessagePack.newDefaultUnpacker(value)) {
        int left = in.unpackMapHeader();
        for (; left > 0; left--) {
          String name = in.unpackString();
          Integer place = places.get(name);
          if (place == null) in.skipValue();
          else found[place] = field(name, in);
        }
        if (in.hasNext()) throw new IllegalArgumentException("more than one value");
      }
      return found;
    }

    @Override
    protected Map<String, Function<Object[], Object>> fields() {
      Map<String, Function<Object[], Object>> found = new HashMap<>();
      places.forEach((name, place) -> found.put(name, values -> values[place]));
      return found;
    }

    private static Object field(String name, MessageUnpacker in) throws IOException {
      return switch (name) {
        case "id", "updated" -> in.unpackLong();
        case "level" -> in.unpackInt();
        case "score" -> in.unpackDouble();
        case "active" -> in.unpackBoolean();
        case "avatar" -> in.readPayload(in.unpackBinaryHeader());
        case "tags" -> texts(in);
        case "prefs" -> preferences(in);
        case "counters" -> numbers(in);
        default -> in.unpackString();
      };
    }

    private static String[] texts(MessageUnpacker in) throws IOException {
      String[] found = new String[in.unpackArrayHeader()];
      for (int at = 0; at < found.length; at++) found[at] = in.unpackString();
      return found;
    }

    private static Map<String, Long> numbers(MessageUnpacker in) throws IOException {
      Map<String, Long> found = new LinkedHashMap<>();
      int left = in.unpackMapHeader();
      for (; left > 0; left--) found.put(in.unpackString(), in.unpackLong());
      return found;
    }

    private static Row preferences(MessageUnpacker in) throws IOException {
      Object[] found = new Object[4];
      int left = in.unpackMapHeader();
      for (; left > 0; left--) {
        switch (in.unpackString()) {
          case "lang" -> found[0] = in.unpackString();
          case "zone" -> found[1] = in.unpackString();
          case "page" -> found[2] = in.unpackInt();
          case "dark" -> found[3] = in.unpackBoolean();
          default -> in.skipValue();
        }
      }
      return RowFactory.create(found);
    }
  }
}
