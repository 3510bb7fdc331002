import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A producer or consumer that runs for some seconds; it compiles with every version of Kafka's clients since 0.9.
 *
 * <p>Arguments: {@code produce} or {@code consume}, a topic, milliseconds between two records, seconds, and
 * settings as {@code name=value}. A consumer ends without a word, as one that is killed.
 */
public final class CaptureClient {
  private static final String STRINGS = "org.apache.kafka.common.serialization.String";

  public static void main(String[] arguments) throws Exception {
    Map<String, Object> settings = new HashMap<>();
    for (String setting : Arrays.asList(arguments).subList(4, arguments.length)) {
      String[] parts = setting.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    String topic = arguments[1];
    long pause = Long.parseLong(arguments[2]);
    long end = System.currentTimeMillis() + 1000 * Long.parseLong(arguments[3]);
    if (arguments[0].equals("produce")) {
      produce(settings, topic, pause, end);
    } else {
      consume(settings, topic, end);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void produce(Map<String, Object> settings, String topic, long pause, long end) throws Exception {
    settings.put("key.serializer", STRINGS + "Serializer");
    settings.put("value.serializer", STRINGS + "Serializer");
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(settings)) {
      for (int number = 0; System.currentTimeMillis() < end; number++) {
        String value = "{\"number\":" + number + ",\"from\":\"" + settings.get("client.id") + "\"}";
        producer.send(new ProducerRecord<>(topic, "key-" + number % 7, value));
        Thread.sleep(pause);
      }
    }
  }

  private static void consume(Map<String, Object> settings, String topic, long end) throws Exception {
    settings.put("key.deserializer", STRINGS + "Deserializer");
    settings.put("value.deserializer", STRINGS + "Deserializer");
    KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings);
    consumer.subscribe(Arrays.asList(topic));
    while (System.currentTimeMillis() < end) {
      poll(consumer);
    }
  }

  /** Kafka 2.0 has added the method with a duration, Kafka 4.0 has removed the other. */
  private static void poll(KafkaConsumer<String, String> consumer) throws Exception {
    try {
      Method newer = KafkaConsumer.class.getMethod("poll", Duration.class);
      newer.invoke(consumer, Duration.ofMillis(300));
    } catch (NoSuchMethodException old) {
      KafkaConsumer.class.getMethod("poll", long.class).invoke(consumer, 300L);
    }
  }
}
