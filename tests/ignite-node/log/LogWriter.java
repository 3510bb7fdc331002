import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.stream.*;
import java.util.zip.GZIPOutputStream;
import javax.cache.expiry.*;
import org.apache.ignite.*;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.*;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.pagemem.wal.record.*;
import org.apache.ignite.internal.processors.cache.*;
import org.apache.ignite.internal.processors.cache.persistence.*;
import org.apache.ignite.internal.processors.cache.persistence.wal.reader.*;
import org.apache.ignite.internal.processors.cache.version.*;
import org.apache.ignite.lang.IgniteBiTuple;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi;
import org.apache.ignite.transactions.Transaction;

/** Writes a segment of the log of a real node, plain and compacted, and the output of Ignite's reader. */
public class LogWriter {
    public static void main(String[] folders) throws Exception {
        Path work = Files.createTempDirectory("node");
        System.setProperty("IGNITE_HOME", work.toString());
        DataStorageConfiguration storage = new DataStorageConfiguration()
            .setWalSegmentSize(512 << 10).setWalCompactionEnabled(true)
            .setDefaultDataRegionConfiguration(new DataRegionConfiguration()
                .setPersistenceEnabled(true).setInitialSize(20L << 20).setMaxSize(64L << 20));
        Ignite node = Ignition.start(new IgniteConfiguration()
            .setWorkDirectory(work.toString()).setConsistentId("node").setLocalHost("127.0.0.1")
            .setDiscoverySpi(new IsolatedDiscoverySpi()).setConnectorConfiguration(null)
            .setClientConnectorConfiguration(null).setDataStorageConfiguration(storage)
            .setGridLogger(new NullLogger()).setMetricsLogFrequency(0));
        node.cluster().state(ClusterState.ACTIVE);
        change(node);
        Path archive = work.resolve("db/wal/archive/node");
        fill(node, archive);
        Path out = Files.createDirectories(Paths.get(folders[0]));
        Path plain = null;
        for (Path file : list(archive, ".wal")) if (plain == null) plain = copy(file, Files.createTempDirectory("log"));
        checkpoint(node);
        for (int wait = 0; list(archive, ".zip").isEmpty() && wait < 600; wait++) Thread.sleep(100);
        copy(list(archive, ".zip").get(0), out);
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(out.resolve(plain.getFileName() + ".gz")))) {
            Files.copy(plain, gzip);
        }
        Ignition.stop(true);
        try (Writer lines = new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(out.resolve("entries.tsv.gz"))))) {
            for (String line : entries(plain)) lines.write(line + "\n");
        }
        System.exit(0);
    }

    static void change(Ignite node) {
        IgniteCache<Object, Object> orders = cache(node, "orders", CacheAtomicityMode.ATOMIC);
        for (int id = 0; id < 12; id++) orders.put(id, node.binary().builder("shop.Order")
            .setField("id", (long)id).setField("customer", "customer " + id).build());
        orders.put(3, "text");
        orders.put("bytes", new byte[] {1, 2, 3});
        orders.remove(4);
        orders.withExpiryPolicy(new CreatedExpiryPolicy(new Duration(TimeUnit.HOURS, 3))).put("soon", 1);
        IgniteCache<Object, Object> accounts = cache(node, "accounts", CacheAtomicityMode.TRANSACTIONAL);
        for (int round = 0; round < 4; round++)
            try (Transaction transaction = node.transactions().txStart()) {
                for (int id = round; id < round + 3; id++) accounts.put(id, round);
                if (round == 2) accounts.remove(1);
                if (round == 1) transaction.rollback(); else transaction.commit();
            }
    }

    static IgniteCache<Object, Object> cache(Ignite node, String name, CacheAtomicityMode mode) {
        return node.getOrCreateCache(new CacheConfiguration<Object, Object>(name).setAtomicityMode(mode)
            .setAffinity(new RendezvousAffinityFunction(false, 4)));
    }

    /** Changes pages, not entries that matter, until three segments are full. */
    static void fill(Ignite node, Path archive) throws Exception {
        IgniteCache<Object, Object> more = cache(node, "more", CacheAtomicityMode.ATOMIC);
        for (int round = 0; list(archive, ".wal").size() < 4; round++) {
            more.put(round % 50, new byte[20000]);
            Thread.sleep(5);
        }
    }

    static void checkpoint(Ignite node) throws Exception {
        ((GridCacheDatabaseSharedManager)((IgniteEx)node).context().cache().context().database())
            .forceCheckpoint("test").futureFor(CheckpointState.FINISHED).get();
    }

    static List<Path> list(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().collect(Collectors.toList());
        }
    }

    static Path copy(Path file, Path folder) throws IOException {
        return Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    static List<String> entries(Path file) throws Exception {
        List<String> lines = new ArrayList<>();
        IgniteWalIteratorFactory.IteratorParametersBuilder asked =
            new IgniteWalIteratorFactory.IteratorParametersBuilder().log(new NullLogger()).filesOrDirs(file.toFile());
        try (org.apache.ignite.internal.pagemem.wal.WALIterator found =
            new IgniteWalIteratorFactory(new NullLogger()).iterator(asked)) {
            while (found.hasNextX()) {
                IgniteBiTuple<org.apache.ignite.internal.processors.cache.persistence.wal.WALPointer, WALRecord> next = found.nextX();
                if (!(next.get2() instanceof DataRecord)) continue;
                DataRecord record = (DataRecord)next.get2();
                for (int at = 0; at < record.writeEntries().size(); at++)
                    lines.add(line(next.get1(), at, record.writeEntries().get(at), record.timestamp()));
            }
        }
        return lines;
    }

    static String line(org.apache.ignite.internal.processors.cache.persistence.wal.WALPointer where, int at, DataEntry entry, long time) throws Exception {
        return Stream.of(where.index(), where.fileOffset(), at, entry.cacheId(), entry.op(), entry.partitionId(),
            key(entry), value(entry), version(entry.writeVersion()),
            entry.nearXidVersion() == null ? "" : version(entry.nearXidVersion()), entry.partitionCounter(),
            entry.expireTime(), time, entry.flags()).map(String::valueOf).collect(Collectors.joining("\t"));
    }

    static String key(DataEntry entry) throws Exception {
        return entry instanceof LazyDataEntry ? hex(((LazyDataEntry)entry).getKeyType(), ((LazyDataEntry)entry).getKeyBytes())
            : hex(entry.key().cacheObjectType(), entry.key().valueBytes(null));
    }

    static String value(DataEntry entry) throws Exception {
        if (entry instanceof LazyDataEntry) {
            LazyDataEntry lazy = (LazyDataEntry)entry;
            return lazy.getValBytes() == null ? "" : hex(lazy.getValType(), lazy.getValBytes());
        }
        return entry.value() == null ? "" : hex(entry.value().cacheObjectType(), entry.value().valueBytes(null));
    }

    static String hex(byte kind, byte[] bytes) {
        StringBuilder made = new StringBuilder();
        if (kind == CacheObject.TYPE_BYTE_ARR)
            made.append("0c").append(String.format("%08x", Integer.reverseBytes(bytes.length)));
        for (byte one : bytes) made.append(String.format("%02x", one));
        return made.toString();
    }

    static String version(GridCacheVersion version) {
        return version.topologyVersion() + "," + version.order() + "," + version.nodeOrder() + "," + version.dataCenterId();
    }
}
