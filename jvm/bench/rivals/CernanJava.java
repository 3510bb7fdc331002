package sparkwire.bench.rivals;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.apache.avro.generic.GenericRecord;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import scala.Tuple2;
import sparkwire.bench.CernanPeers;

/** Packets by hand and their records by Avro Java, in a Java UDF. */
public final class CernanJava extends JavaUdf {
  public CernanJava() {
    super("cernan", "Avro Java", Udf::new);
  }

  private static final class Udf extends RowUdf<CernanPeers.Packet> {
    private static final long serialVersionUID = 1;

    private static final Map<String, Function<CernanPeers.Packet, Object>> FIELDS = Map.ofEntries(
        entry("version", CernanPeers.Packet::version),
        entry("sync", packet -> (packet.control() & 1) != 0),
        entry("control", CernanPeers.Packet::control),
        entry("id", packet -> new BigDecimal(packet.id())),
        entry("shard_by", packet -> new BigDecimal(packet.shardBy())),
        entry("kafka_key", CernanPeers.Packet::kafkaKey),
        entry("metadata", packet -> packet.pairs().isEmpty() ? null : packet.metadata()),
        entry("pairs", packet -> packet.version() < 2 ? null : pairs(packet.pairs())),
        entry("avro_schema", CernanPeers.Packet::schema),
        entry("avro_codec", CernanPeers.Packet::codec),
        entry("avro_metadata", CernanPeers.Packet::avroMetadata),
        entry("avro", CernanPeers.Packet::avro),
        entry("record_count", packet -> (long) packet.records().size()),
        entry("records", packet -> users(packet.records())));

    private static final Set<String> IN_HEAD = Set.of("id", "records");

    Udf(DataType type) {
      super(type);
    }

    @Override
    protected CernanPeers.Packet read(byte[] value) {
      CernanPeers.Careful reader = CernanScala.readers().get();
      return IN_HEAD.containsAll(Arrays.asList(names)) ? part(value, reader)
          : reader.readPacket(value);
    }

    /** Leaves everything alone that is between the fields of the head and the records. */
    private static CernanPeers.Packet part(byte[] value, CernanPeers.Careful reader) {
      ByteBuffer in = ByteBuffer.wrap(value);
      if (in.getInt() != value.length - 4) throw new IllegalArgumentException("length");
      CernanPeers.Packet packet = new CernanPeers.Packet();
      int version = in.getInt();
      in.getInt();
      packet.id_$eq(new BigInteger(Long.toUnsignedString(in.getLong())));
      in.getLong();
      int pairs = version < 2 ? 0 : in.get() & 0xff;
      for (; pairs > 0; pairs--) {
        in.position(in.position() + 1 + (in.get(in.position()) & 0xff));
        in.position(in.position() + 2 + (in.getShort(in.position()) & 0xffff));
      }
      packet.records_$eq(reader.read(value, in.position(), null));
      return packet;
    }

    @Override
    protected Map<String, Function<CernanPeers.Packet, Object>> fields() {
      return FIELDS;
    }

    private static Row[] pairs(List<Tuple2<byte[], byte[]>> pairs) {
      Row[] rows = new Row[pairs.size()];
      for (int at = 0; at < rows.length; at++)
        rows[at] = RowFactory.create(pairs.get(at)._1(), pairs.get(at)._2());
      return rows;
    }

    private static Row[] users(List<GenericRecord> users) {
      Row[] rows = new Row[users.size()];
      for (int at = 0; at < rows.length; at++) {
        GenericRecord user = users.get(at);
        rows[at] = RowFactory.create(text(user.get(0)), user.get(1), text(user.get(2)));
      }
      return rows;
    }

    private static String text(Object value) {
      return value == null ? null : value.toString();
    }
  }
}
