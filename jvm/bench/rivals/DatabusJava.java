package sparkwire.bench.rivals;

import static java.util.Map.entry;

import java.util.Map;
import java.util.function.Function;

import org.apache.spark.sql.types.DataType;

/** Databus by hand, in a Java UDF. */
public final class DatabusJava extends JavaUdf {
  public DatabusJava() {
    super("databus", "by hand", Udf::new);
  }

  private static final Map<String, Function<DatabusEvent, Object>> FIELDS = Map.ofEntries(
      entry("version", event -> event.version),
      entry("byte_order", event -> "big"),
      entry("size", event -> event.size),
      entry("header_length", event -> event.headerLength),
      entry("opcode", event -> event.opcode),
      entry("key_type", event -> event.hasTextKey() ? "STRING" : "LONG"),
      entry("key", event -> event.key),
      entry("key_bytes", event -> event.keyBytes),
      entry("key_part", event -> null),
      entry("sequence", event -> event.sequence),
      entry("physical_partition_id", event -> event.physicalPartition),
      entry("logical_partition_id", event -> event.logicalPartition),
      entry("timestamp", DatabusEvent::timestamp),
      entry("timestamp_nanos", event -> event.nanos),
      entry("src_id", event -> event.source),
      entry("source_kind", DatabusEvent::sourceKind),
      entry("is_control", event -> event.source < 0),
      entry("is_private_control", event -> event.source <= -20000),
      entry("is_checkpoint", event -> event.source == -3),
      entry("is_end_of_period", event -> event.source == -2),
      entry("is_scn_regress", event -> event.source == -51),
      entry("is_error", event -> event.source > -50 && event.source < -4),
      entry("is_trace", DatabusEvent::isTrace),
      entry("is_ext_replicated", DatabusEvent::isReplicated),
      entry("schema_id", event -> event.schemaId),
      entry("schema_digest_type", event -> event.digestType),
      entry("schema_version", event -> event.schemaVersion),
      entry("attributes", event -> event.attributes),
      entry("header_crc", event -> event.headerCrc),
      entry("body_crc", event -> event.bodyCrc),
      entry("metadata", event -> null),
      entry("payload", event -> event.payload));

  private static final class Udf extends RowUdf<DatabusEvent> {
    private static final long serialVersionUID = 1;

    Udf(DataType type) {
      super(type);
    }

    @Override
    protected DatabusEvent read(byte[] value) {
      return DatabusEvent.read(value);
    }

    @Override
    protected Map<String, Function<DatabusEvent, Object>> fields() {
      return FIELDS;
    }
  }
}
