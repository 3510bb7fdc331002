import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.binary.BinaryType;
import org.apache.ignite.cdc.CdcCacheEvent;
import org.apache.ignite.cdc.CdcConfiguration;
import org.apache.ignite.cdc.CdcConsumer;
import org.apache.ignite.cdc.CdcEvent;
import org.apache.ignite.cdc.TypeMapping;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.binary.BinaryTypeImpl;
import org.apache.ignite.internal.cdc.CdcMain;
import org.apache.ignite.internal.util.IgniteUtils;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.metric.MetricRegistry;
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Changes a cache of a node before and after a dump of it, and lets Ignite's own capture write all changes to Kafka.
 *
 * <p>Ignite's streamer is not an artifact. Its consumer is a few lines: the topics get the same
 * bytes from here.
 *
 * <p>Arguments: the address of the brokers, the work folder of the node, and a file for the content
 * of the cache at the end: key, customer and total.
 */
public final class IgniteChanges {
  private static final int ORDERS = 200;
  private static final long MARKER = 0xc0ff1eL;

  private IgniteChanges() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("IGNITE_HOME", arguments[1]);
    IgniteConfiguration settings = settings(arguments[1]);
    try (Ignite node = Ignition.start(settings)) {
      node.cluster().state(ClusterState.ACTIVE);
      IgniteCache<Long, BinaryObject> orders =
          node.getOrCreateCache("orders").withKeepBinary();
      int changes = 0;
      for (long id = 0; id < ORDERS; id++, changes++) {
        orders.put(id, order(node, id, 0));
      }
      dump((IgniteEx) node);
      for (long id = 0; id < ORDERS; id += 3, changes++) {
        orders.put(id, order(node, id, 1));
      }
      for (long id = 0; id < ORDERS; id += 5, changes++) {
        orders.remove(id);
      }
      for (long id = ORDERS; id < ORDERS + 20; id++, changes++) {
        orders.put(id, order(node, id, 2));
      }
      stream(settings(arguments[1]), arguments[0], changes);
      Files.write(Paths.get(arguments[2]), lines(orders));
    }
    Runtime.getRuntime().halt(0);
  }

  private static IgniteConfiguration settings(String folder) {
    DataStorageConfiguration storage = new DataStorageConfiguration()
        .setWalForceArchiveTimeout(500)
        .setDefaultDataRegionConfiguration(new DataRegionConfiguration().setCdcEnabled(true)
            .setPersistenceEnabled(true).setInitialSize(20L << 20).setMaxSize(64L << 20));
    return new IgniteConfiguration().setWorkDirectory(folder).setConsistentId("node")
        .setLocalHost("127.0.0.1").setDiscoverySpi(new IsolatedDiscoverySpi())
        .setConnectorConfiguration(null).setClientConnectorConfiguration(null)
        .setDataStorageConfiguration(storage).setGridLogger(new NullLogger()).setMetricsLogFrequency(0);
  }

  private static BinaryObject order(Ignite node, long id, int round) {
    return node.binary().builder("shop.Order").setField("customer", "customer " + id + "." + round)
        .setField("total", BigDecimal.valueOf(100 * id + round, 2)).build();
  }

  private static void dump(IgniteEx node) {
    node.context().cache().context().snapshotMgr()
        .createSnapshot("before", null, null, false, false, true, false, false).get();
  }

  private static List<String> lines(IgniteCache<Long, BinaryObject> orders) {
    Map<Long, String> found = new TreeMap<>();
    orders.forEach(entry -> found.put(entry.getKey(), entry.getKey() + "\t"
        + entry.getValue().field("customer") + "\t" + entry.getValue().field("total")));
    return new ArrayList<>(found.values());
  }

  /** Captures changes until all are in the topics. */
  private static void stream(IgniteConfiguration settings, String address, int changes) throws Exception {
    Streamer streamer = new Streamer(address, changes);
    CdcConfiguration capture = new CdcConfiguration();
    capture.setConsumer(streamer);
    capture.setCheckFrequency(100);
    CdcMain main = new CdcMain(settings, null, capture);
    Thread running = new Thread(main);
    running.start();
    if (!streamer.left.await(2, TimeUnit.MINUTES)) {
      throw new IllegalStateException(streamer.left.getCount() + " changes are missing");
    }
    main.stop();
    running.join();
  }

  /** Writes to Kafka as Ignite's streamer does. */
  private static final class Streamer implements CdcConsumer {
    private final KafkaProducer<byte[], byte[]> producer;
    private final CountDownLatch left;

    Streamer(String address, int changes) {
      ByteArraySerializer bytes = new ByteArraySerializer();
      producer = new KafkaProducer<>(Map.of("bootstrap.servers", address, "acks", "all"), bytes, bytes);
      left = new CountDownLatch(changes);
    }

    private void send(String topic, byte[] value) {
      try {
        producer.send(new ProducerRecord<>(topic, value)).get();
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }

    private void describe(byte[] value) {
      send("ignite-metadata", value);
      send("ignite-events", IgniteUtils.longToBytes(MARKER));
    }

    @Override public void start(MetricRegistry metrics) {}

    @Override public boolean onEvents(Iterator<CdcEvent> events) {
      events.forEachRemaining(event -> {
        send("ignite-events", IgniteUtils.toBytes(event));
        left.countDown();
      });
      return true;
    }

    @Override public void onTypes(Iterator<BinaryType> types) {
      types.forEachRemaining(type -> describe(IgniteUtils.toBytes(((BinaryTypeImpl) type).metadata())));
    }

    @Override public void onMappings(Iterator<TypeMapping> mappings) {
      mappings.forEachRemaining(mapping -> describe(IgniteUtils.toBytes(mapping)));
    }

    @Override public void onCacheChange(Iterator<CdcCacheEvent> changed) {
      changed.forEachRemaining(one -> {});
    }

    @Override public void onCacheDestroy(Iterator<Integer> destroyed) {
      destroyed.forEachRemaining(one -> {});
    }

    @Override public void stop() {
      producer.close();
    }
  }
}
