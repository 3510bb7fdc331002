import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Creates a topic, writes orders to it, of which some transactions are aborted, and commits the
 * offset of a group, or prints the records that a group reads next.
 *
 * <p>Arguments: "create", "write" or "next"; the address of the brokers; the number of replicas for "create".
 */
public final class KafkaOrders {
  private static final String GROUP = "billing";
  private static final int PARTITIONS = 2;
  private static final int TRANSACTIONS = 60;
  private static final int IN_TRANSACTION = 10;

  private KafkaOrders() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("create")) {
      create(arguments[1], Short.parseShort(arguments[2]));
    } else if (arguments[0].equals("write")) {
      write(arguments[1]);
    } else {
      sayNext(arguments[1]);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void create(String address, short replicas) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      admin.createTopics(List.of(new NewTopic("orders", PARTITIONS, replicas))).all().get();
    }
  }

  private static void write(String address) throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", address, "acks", "all", "transactional.id", "orders");
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
      producer.initTransactions();
      for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
        producer.beginTransaction();
        for (int record = 0; record < IN_TRANSACTION; record++) {
          int number = transaction * IN_TRANSACTION + record;
          byte[] value = ("order " + number).getBytes(StandardCharsets.UTF_8);
          producer.send(new ProducerRecord<>("orders", number % PARTITIONS, null, value));
        }
        producer.flush();
        if (transaction % 4 == 3) {
          producer.abortTransaction();
        } else {
          producer.commitTransaction();
        }
      }
    }
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(address)) {
      consumer.commitSync(
          Map.of(
              new TopicPartition("orders", 0), new OffsetAndMetadata(100),
              new TopicPartition("orders", 1), new OffsetAndMetadata(201)));
    }
  }

  private static KafkaConsumer<byte[], byte[]> consumer(String address) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", address,
            "group.id", GROUP,
            "enable.auto.commit", false,
            "auto.offset.reset", "none",
            "max.poll.records", 1);
    return new KafkaConsumer<>(settings, bytes, bytes);
  }

  /** Prints the first record that the group reads of each partition. */
  private static void sayNext(String address) {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      try (KafkaConsumer<byte[], byte[]> consumer = consumer(address)) {
        consumer.assign(List.of(new TopicPartition("orders", partition)));
        byte[] value = null;
        while (value == null) {
          for (var record : consumer.poll(java.time.Duration.ofSeconds(10))) {
            value = record.value();
          }
        }
        System.out.println(new String(value, StandardCharsets.UTF_8));
      }
    }
  }
}
