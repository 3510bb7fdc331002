package sparkwire.bench.rivals;

import static java.util.Map.entry;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;

/** Kafka's generated classes in Java UDFs. */
final class KafkaJava {
  private KafkaJava() {}

  private static final List<Row> NO_TAGS = List.of();

  private static final String LIBRARY = "Kafka's generated classes";

  /** The values of committed offsets. */
  public static final class Commit extends JavaUdf {
    public Commit() {
      super("kafka-commit", LIBRARY, CommitUdf::new);
    }
  }

  private static final class CommitUdf extends RowUdf<OffsetCommitValue> {
    private static final long serialVersionUID = 1;

    private static final Map<String, Function<OffsetCommitValue, Object>> FIELDS = Map.ofEntries(
        entry("offset", OffsetCommitValue::offset),
        entry("leaderEpoch", OffsetCommitValue::leaderEpoch),
        entry("metadata", OffsetCommitValue::metadata),
        entry("commitTimestamp", OffsetCommitValue::commitTimestamp),
        // Version 3 has neither.
        entry("expireTimestamp", commit -> null),
        entry("topicId", commit -> null),
        entry("_unknown_tags", commit -> NO_TAGS));

    CommitUdf(DataType type) {
      super(type);
    }

    @Override
    protected OffsetCommitValue read(byte[] value) {
      return new OffsetCommitValue(new ByteBufferAccessor(ByteBuffer.wrap(value)), (short) 3);
    }

    @Override
    protected Map<String, Function<OffsetCommitValue, Object>> fields() {
      return FIELDS;
    }
  }

  /** Fetch requests. */
  public static final class Fetch extends JavaUdf {
    public Fetch() {
      super("kafka-request", LIBRARY, FetchUdf::new);
    }
  }

  private static final class FetchUdf extends RowUdf<FetchRequestData> {
    private static final long serialVersionUID = 1;

    private static final Map<String, Function<FetchRequestData, Object>> FIELDS = Map.ofEntries(
        entry("clusterId", FetchRequestData::clusterId),
        entry("replicaId", FetchRequestData::replicaId),
        // Only in later versions.
        entry("replicaState", fetch -> null),
        entry("maxWaitMs", FetchRequestData::maxWaitMs),
        entry("minBytes", FetchRequestData::minBytes),
        entry("maxBytes", FetchRequestData::maxBytes),
        entry("isolationLevel", FetchRequestData::isolationLevel),
        entry("sessionId", FetchRequestData::sessionId),
        entry("sessionEpoch", FetchRequestData::sessionEpoch),
        entry("topics", fetch -> rows(fetch.topics(), FetchUdf::topic)),
        entry("forgottenTopicsData",
            fetch -> rows(fetch.forgottenTopicsData(), FetchUdf::forgotten)),
        entry("rackId", FetchRequestData::rackId),
        entry("_unknown_tags", fetch -> NO_TAGS));

    FetchUdf(DataType type) {
      super(type);
    }

    @Override
    protected FetchRequestData read(byte[] value) {
      return new FetchRequestData(new ByteBufferAccessor(ByteBuffer.wrap(value)), (short) 12);
    }

    @Override
    protected Map<String, Function<FetchRequestData, Object>> fields() {
      return FIELDS;
    }

    private static <T> Row[] rows(List<T> list, Function<T, Row> row) {
      Row[] rows = new Row[list.size()];
      for (int at = 0; at < rows.length; at++) rows[at] = row.apply(list.get(at));
      return rows;
    }

    private static Row topic(FetchRequestData.FetchTopic topic) {
      return RowFactory.create(
          topic.topic(), null, rows(topic.partitions(), FetchUdf::partition));
    }

    private static Row partition(FetchRequestData.FetchPartition it) {
      return RowFactory.create(it.partition(), it.currentLeaderEpoch(), it.fetchOffset(),
          it.lastFetchedEpoch(), it.logStartOffset(), it.partitionMaxBytes(), null, null);
    }

    private static Row forgotten(FetchRequestData.ForgottenTopic topic) {
      return RowFactory.create(topic.topic(), null, topic.partitions());
    }
  }
}
