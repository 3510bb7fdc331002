import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.common.config.ConfigResource;

/**
 * The requests of an operator's tool: the topics, and the settings of one. It compiles with every
 * version of Kafka's clients since 0.11.
 *
 * <p>Arguments: the address of the broker, the client id, and the topic.
 */
public final class CaptureTool {
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", arguments[0], "client.id", arguments[1]);
    try (AdminClient admin = AdminClient.create(settings)) {
      admin.listTopics().names().get();
      ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, arguments[2]);
      admin.describeConfigs(List.of(topic)).all().get();
    }
    Runtime.getRuntime().halt(0);
  }
}
