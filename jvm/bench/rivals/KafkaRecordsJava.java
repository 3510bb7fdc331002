package sparkwire.bench.rivals;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.CloseableIterator;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Batches of records by {@code kafka-clients}, as its consumer reads them, in a Java UDF. */
public final class KafkaRecordsJava extends JavaUdf {
  public KafkaRecordsJava() {
    super("kafka-records", "kafka-clients", KafkaRecordsJava::udf);
  }

  private static Udf udf(DataType type) {
    StructType element = (StructType) ((ArrayType) type).elementType();
    StructType record = (StructType) element.apply("record").dataType();
    return new Udf(element.fieldNames(), record.fieldNames());
  }

  private interface Getter extends BiFunction<RecordBatch, Record, Object> {}

  private static final Map<String, Getter> OF_RECORD = Map.of(
      "offset", (batch, record) -> record.offset(),
      "timestamp", (batch, record) -> Instant.ofEpochMilli(record.timestamp()),
      "timestamp_ms", (batch, record) -> record.timestamp(),
      "sequence", (batch, record) -> record.sequence(),
      "key", (batch, record) -> copy(record.key()),
      "value", (batch, record) -> copy(record.value()),
      "headers", (batch, record) -> headers(record.headers()));

  private static final Map<String, Getter> OF_BATCH = Map.of(
      "base_offset", (batch, record) -> batch.baseOffset(),
      "magic", (batch, record) -> batch.magic(),
      "codec", (batch, record) -> batch.compressionType().name,
      "partition_leader_epoch", (batch, record) -> batch.partitionLeaderEpoch(),
      "producer_id", (batch, record) -> batch.producerId(),
      "producer_epoch", (batch, record) -> batch.producerEpoch(),
      "transactional", (batch, record) -> batch.isTransactional(),
      "control", (batch, record) -> batch.isControlBatch());

  private static byte[] copy(ByteBuffer buffer) {
    if (buffer == null) return null;
    byte[] made = new byte[buffer.remaining()];
    buffer.get(made);
    return made;
  }

  private static Row[] headers(Header[] headers) {
    Row[] rows = new Row[headers.length];
    for (int at = 0; at < rows.length; at++)
      rows[at] = RowFactory.create(headers[at].key(), headers[at].value());
    return rows;
  }

  private static final class Udf implements UDF1<byte[], List<Row>> {
    private static final long serialVersionUID = 1;
    private final String[] names;
    private final String[] ofRecord;
    private transient Getter[] getters;
    // Kept from batch to batch, as in Kafka's consumer.
    private transient BufferSupplier buffers;

    Udf(String[] names, String[] ofRecord) {
      this.names = names;
      this.ofRecord = ofRecord;
    }

    @Override
    public List<Row> call(byte[] value) {
      if (value == null) return null;
      if (getters == null) prepare();
      List<Row> rows = new ArrayList<>();
      for (MutableRecordBatch batch
          : MemoryRecords.readableRecords(ByteBuffer.wrap(value)).batches()) {
        batch.ensureValid();
        try (CloseableIterator<Record> records = batch.streamingIterator(buffers)) {
          while (records.hasNext()) rows.add(row(getters, batch, records.next()));
        }
      }
      return rows;
    }

    private void prepare() {
      buffers = BufferSupplier.create();
      Getter[] inner = getters(ofRecord, OF_RECORD);
      Getter[] found = getters(names, OF_BATCH);
      for (int at = 0; at < found.length; at++)
        if (found[at] == null) found[at] = (batch, record) -> row(inner, batch, record);
      getters = found;
    }

    private static Getter[] getters(String[] names, Map<String, Getter> from) {
      Getter[] found = new Getter[names.length];
      for (int at = 0; at < found.length; at++) found[at] = from.get(names[at]);
      return found;
    }

    private static Row row(Getter[] getters, RecordBatch batch, Record record) {
      Object[] row = new Object[getters.length];
      for (int at = 0; at < row.length; at++) row[at] = getters[at].apply(batch, record);
      return RowFactory.create(row);
    }
  }
}
