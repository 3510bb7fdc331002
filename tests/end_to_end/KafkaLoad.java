import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Keeps a topic ahead of its reader: each line of standard input says up to which record it is to be filled, "end" that
 * the reader has seen enough. The key of a record is its number, 8 bytes; its value is the one that the number chooses.
 *
 * <p>Arguments: the address of the broker, the topic, and a file with the values, one in hex on each line.
 */
public final class KafkaLoad {
  // Old segments are deleted, so that a run of any length takes this much of the disk for each partition.
  private static final Map<String, String> TOPIC =
      Map.of("retention.bytes", "536870912", "segment.bytes", "67108864", "retention.ms", "-1");
  private static final int PARTITIONS = 2;

  private KafkaLoad() {}

  public static void main(String[] arguments) throws Exception {
    List<byte[]> values =
        Files.readAllLines(Path.of(arguments[2])).stream().map(HexFormat.of()::parseHex).toList();
    Map<String, Object> address = Map.of("bootstrap.servers", arguments[0]);
    try (Admin admin = Admin.create(address)) {
      NewTopic topic = new NewTopic(arguments[1], PARTITIONS, (short) 1).configs(TOPIC);
      admin.createTopics(List.of(topic)).all().get();
    }
    System.out.println("ready");
    Map<String, Object> settings =
        Map.of("bootstrap.servers", arguments[0], "linger.ms", 5, "batch.size", 131072);
    AtomicReference<Exception> lost = new AtomicReference<>();
    long written = 0;
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line = lines.readLine(); !line.equals("end"); line = lines.readLine()) {
        for (long until = Long.parseLong(line); written < until; written++) {
          byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(written).array();
          byte[] value = values.get((int) (written % values.size()));
          int partition = (int) (written % PARTITIONS);
          producer.send(
              new ProducerRecord<>(arguments[1], partition, key, value),
              (stored, failure) -> {
                if (failure != null) {
                  lost.set(failure);
                }
              });
        }
        producer.flush();
      }
    }
    if (lost.get() != null) {
      throw lost.get();
    }
    System.out.println(written);
  }
}
