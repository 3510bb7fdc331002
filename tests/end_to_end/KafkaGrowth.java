import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes to two topics for some time. Each value is the next number, as text.
 *
 * <p>The topic "journal" is written by transactions, of which every fifth is aborted, with records of no transaction
 * between. The topic "state" has few keys and is compacted all the time.
 *
 * <p>Arguments: the address of the broker, the number of transactions, the file that tells when all is written, and a
 * file for which the second half of the transactions waits.
 */
public final class KafkaGrowth {
  private static final Map<String, String> JOURNAL = Map.of("segment.ms", "1000");
  private static final Map<String, String> STATE =
      Map.of(
          "cleanup.policy", "compact",
          "segment.ms", "1000",
          "min.cleanable.dirty.ratio", "0.001",
          "delete.retention.ms", "100");
  private static final int IN_TRANSACTION = 40;
  private static final int KEYS = 50;

  private KafkaGrowth() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, Object> address = Map.of("bootstrap.servers", arguments[0]);
    try (Admin admin = Admin.create(address)) {
      NewTopic journal = new NewTopic("journal", 2, (short) 1).configs(JOURNAL);
      NewTopic state = new NewTopic("state", 2, (short) 1).configs(STATE);
      admin.createTopics(List.of(journal, state)).all().get();
    }
    Map<String, Object> plain = Map.of("bootstrap.servers", arguments[0], "batch.size", 2000);
    Map<String, Object> transactional =
        Map.of("bootstrap.servers", arguments[0], "transactional.id", "growth");
    ByteArraySerializer bytes = new ByteArraySerializer();
    int number = 0;
    int transactions = Integer.parseInt(arguments[1]);
    try (KafkaProducer<byte[], byte[]> direct = new KafkaProducer<>(plain, bytes, bytes);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(transactional, bytes, bytes)) {
      producer.initTransactions();
      for (int transaction = 0; transaction < transactions; transaction++) {
        while (transaction == transactions / 2 && !Files.exists(Path.of(arguments[3]))) {
          Thread.sleep(100);
        }
        boolean aborts = transaction % 5 == 4;
        producer.beginTransaction();
        for (int record = 0; record < IN_TRANSACTION; record++) {
          producer.send(record("journal", aborts ? "aborted" : "journal", number));
          direct.send(record("state", "key-" + number % KEYS, number));
          if (record % 4 == 0) {
            direct.send(record("journal", "plain", number));
          }
          number++;
        }
        direct.flush();
        producer.flush();
        Thread.sleep(40);
        if (aborts) {
          producer.abortTransaction();
        } else {
          producer.commitTransaction();
        }
      }
    }
    Files.writeString(Path.of(arguments[2]), String.valueOf(number));
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, String key, int number) {
    byte[] value = String.valueOf(number).getBytes(StandardCharsets.UTF_8);
    int partition = number % 2;
    return new ProducerRecord<>(topic, partition, key.getBytes(StandardCharsets.UTF_8), value);
  }
}
