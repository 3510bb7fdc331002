package sparkwire.bench.rivals;

import static java.util.Map.entry;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import sparkwire.bench.AvroQueries;

/** Avro's generic reader in a Java UDF. For some fields, the schema of the reader has only them. */
public final class AvroJava extends JavaUdf {
  public AvroJava() {
    super("avro", "Avro Java", Udf::new);
  }

  private static final class Udf extends RowUdf<GenericRecord> {
    private static final long serialVersionUID = 1;
    private final String readerText;
    private transient GenericDatumReader<GenericRecord> reader;
    private transient BinaryDecoder decoder;
    private transient GenericRecord record;

    private static final Map<String, Function<GenericRecord, Object>> FIELDS = Map.ofEntries(
        entry("id", order -> order.get("id")),
        entry("customer", order -> text(order.get("customer"))),
        entry("email", order -> text(order.get("email"))),
        entry("placed", order -> Instant.ofEpochMilli((Long) order.get("placed"))),
        entry("amount", order -> order.get("amount")),
        entry("quantity", order -> order.get("quantity")),
        entry("paid", order -> order.get("paid")),
        entry("status", order -> text(order.get("status"))),
        entry("items", order -> items((List<?>) order.get("items"))),
        entry("address", order -> address((GenericRecord) order.get("address"))),
        entry("note", order -> text(order.get("note"))));

    Udf(DataType type) {
      super(type);
      readerText = SparkFromAvro.reader(type).toString();
    }

    @Override
    protected GenericRecord read(byte[] value) throws IOException {
      if (reader == null)
        reader = new GenericDatumReader<>(
            new Schema.Parser().parse(AvroQueries.schemaText()),
            new Schema.Parser().parse(readerText));
      decoder = DecoderFactory.get().binaryDecoder(value, decoder);
      record = reader.read(record, decoder);
      return record;
    }

    @Override
    protected Map<String, Function<GenericRecord, Object>> fields() {
      return FIELDS;
    }

    private static String text(Object value) {
      return value == null ? null : value.toString();
    }

    private static Row[] items(List<?> items) {
      Row[] rows = new Row[items.size()];
      for (int at = 0; at < rows.length; at++) {
        GenericRecord item = (GenericRecord) items.get(at);
        rows[at] = RowFactory.create(text(item.get(0)), item.get(1), item.get(2));
      }
      return rows;
    }

    private static Row address(GenericRecord address) {
      return address == null ? null
          : RowFactory.create(text(address.get(0)), text(address.get(1)), text(address.get(2)));
    }
  }
}
