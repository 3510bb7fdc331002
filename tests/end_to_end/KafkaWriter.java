import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Fills a broker by Kafka's own clients, and writes down the records that its consumers read: a
 * line of JSON for each record.
 *
 * <p>Arguments: the address of the broker, the file to write, and whether there is a share group.
 */
public final class KafkaWriter {
  private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
  private static final int RECORDS = 60;
  private final Random random = new Random(7);
  private final String address;

  private KafkaWriter(String address) {
    this.address = address;
  }

  public static void main(String[] arguments) throws Exception {
    KafkaWriter writer = new KafkaWriter(arguments[0]);
    writer.createTopics();
    writer.plain();
    writer.transactions();
    writer.group();
    if (Boolean.parseBoolean(arguments[2])) {
      writer.shareGroup();
    }
    try (PrintWriter out = new PrintWriter(arguments[1], StandardCharsets.UTF_8)) {
      for (String isolation : List.of("read_uncommitted", "read_committed")) {
        writer.consume(isolation, out);
      }
    }
    Runtime.getRuntime().halt(0);
  }

  private Map<String, Object> settings(Object... more) {
    Map<String, Object> made = new HashMap<>();
    made.put("bootstrap.servers", address);
    made.put("key.serializer", ByteArraySerializer.class.getName());
    made.put("value.serializer", ByteArraySerializer.class.getName());
    made.put("key.deserializer", ByteArrayDeserializer.class.getName());
    made.put("value.deserializer", ByteArrayDeserializer.class.getName());
    for (int at = 0; at < more.length; at += 2) {
      made.put((String) more[at], more[at + 1]);
    }
    return made;
  }

  /** Small segments, so that there are several of them, and settings that are changed later. */
  private void createTopics() throws Exception {
    try (Admin admin = Admin.create(settings())) {
      Map<String, String> small = Map.of(TopicConfig.SEGMENT_BYTES_CONFIG, "1048576");
      List<NewTopic> topics = new ArrayList<>();
      for (String codec : CODECS) {
        topics.add(new NewTopic("plain-" + codec, 2, (short) 1).configs(small));
      }
      topics.add(new NewTopic("mixed", 1, (short) 1).configs(small));
      admin.createTopics(topics).all().get();
      for (String lag : List.of("86400000", "3600000")) {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "mixed");
        AlterConfigOp set =
            new AlterConfigOp(
                new ConfigEntry(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, lag),
                AlterConfigOp.OpType.SET);
        Map<ConfigResource, Collection<AlterConfigOp>> change = Map.of(topic, List.of(set));
        admin.incrementalAlterConfigs(change).all().get();
      }
    }
  }

  /** Keys, values and headers, some of them null or empty, in each codec. */
  private void plain() throws Exception {
    for (String codec : CODECS) {
      Map<String, Object> settings = settings("compression.type", codec, "linger.ms", 20);
      try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
        for (int number = 0; number < RECORDS; number++) {
          producer.send(record("plain-" + codec, number % 2, number));
        }
        // Enough for several segments.
        for (int number = 0; number < 8; number++) {
          producer.send(new ProducerRecord<>("plain-" + codec, 0, null, noise())).get();
        }
      }
    }
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, int partition, int number) {
    byte[] key = number % 5 == 0 ? null : bytes("key-" + number % 7);
    byte[] value = number % 11 == 0 ? null : number % 13 == 0 ? new byte[0] : bytes("value " + number);
    ProducerRecord<byte[], byte[]> made =
        new ProducerRecord<>(topic, partition, 1_700_000_000_000L - number, key, value);
    if (number % 3 == 0) {
      made.headers().add("trace", bytes("t" + number)).add("é", null).add("trace", new byte[0]);
    }
    return made;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Committed and aborted transactions of two producers, between records of none; the last one stays open. */
  private void transactions() throws Exception {
    // Not closed: that would abort the open transaction.
    KafkaProducer<byte[], byte[]> two = new KafkaProducer<>(
            settings("transactional.id", "two", "transaction.timeout.ms", 600_000));
    try (KafkaProducer<byte[], byte[]> plain = new KafkaProducer<>(settings());
        KafkaProducer<byte[], byte[]> one =
            new KafkaProducer<>(settings("transactional.id", "one", "compression.type", "zstd"))) {
      one.initTransactions();
      two.initTransactions();
      for (int round = 0; round < 6; round++) {
        one.beginTransaction();
        two.beginTransaction();
        for (int number = 0; number < 5; number++) {
          one.send(record("mixed", 0, number)).get();
          two.send(record("mixed", 0, 100 + number)).get();
          plain.send(record("mixed", 0, 200 + number)).get();
        }
        one.send(new ProducerRecord<>("mixed", 0, null, noise())).get();
        if (round % 2 == 0) {
          one.commitTransaction();
          two.abortTransaction();
        } else {
          one.abortTransaction();
          two.commitTransaction();
        }
      }
      two.beginTransaction();
      two.send(record("mixed", 0, 300)).get();
      plain.send(record("mixed", 0, 301)).get();
    }
  }

  /** Bytes that no codec makes fewer. */
  private byte[] noise() {
    byte[] made = new byte[300_000];
    random.nextBytes(made);
    return made;
  }

  /**
   * A group that has read a part of a topic and committed in one of its two partitions. Its member is
   * static, so that it stays in the group after it has gone.
   */
  private void group() {
    Map<String, Object> settings =
        settings("group.id", "readers", "enable.auto.commit", "false", "auto.offset.reset", "earliest");
    settings.put("group.instance.id", "reader");
    settings.put("session.timeout.ms", 600_000);
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
      consumer.subscribe(List.of("plain-none"));
      int read = 0;
      while (read < RECORDS) {
        read += consumer.poll(Duration.ofSeconds(1)).count();
      }
      TopicPartition second = new TopicPartition("plain-none", 1);
      consumer.commitSync(Map.of(second, new OffsetAndMetadata(20)));
      consumer.commitSync(Map.of(second, new OffsetAndMetadata(25)));
    }
  }

  private void shareGroup() throws Exception {
    try (Admin admin = Admin.create(settings())) {
      ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, "sharers");
      AlterConfigOp set =
          new AlterConfigOp(
              new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET);
      Map<ConfigResource, Collection<AlterConfigOp>> change = Map.of(group, List.of(set));
      admin.incrementalAlterConfigs(change).all().get();
    }
    try (KafkaShareConsumer<byte[], byte[]> consumer =
        new KafkaShareConsumer<>(settings("group.id", "sharers"))) {
      consumer.subscribe(List.of("plain-gzip"));
      int read = 0;
      while (read < 20) {
        read += consumer.poll(Duration.ofSeconds(1)).count();
        consumer.commitSync();
      }
    }
  }

  private void consume(String isolation, PrintWriter out) throws Exception {
    Map<String, Object> settings =
        settings("isolation.level", isolation, "auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (String codec : CODECS) {
        partitions.add(new TopicPartition("plain-" + codec, 0));
        partitions.add(new TopicPartition("plain-" + codec, 1));
      }
      partitions.add(new TopicPartition("mixed", 0));
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          out.println(line(isolation, record));
        }
      }
    }
  }

  private static String line(String isolation, ConsumerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add("[" + text(bytes(header.key())) + ", " + text(header.value()) + "]");
    }
    return String.format(
        "[\"%s\", \"%s\", %d, %d, %d, %d, %s, %s, %s, %d]",
        isolation, record.topic(), record.partition(), record.offset(), record.timestamp(),
        record.timestampType().id, text(record.key()), text(record.value()), headers,
        record.leaderEpoch().orElse(-1));
  }

  /** Bytes in JSON: base64, since they need not be text. */
  private static String text(byte[] bytes) {
    return bytes == null ? "null" : '"' + Base64.getEncoder().encodeToString(bytes) + '"';
  }
}
