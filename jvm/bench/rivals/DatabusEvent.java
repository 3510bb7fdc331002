package sparkwire.bench.rivals;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.zip.CRC32;

/**
 * A big-endian event of Databus, read by hand as a careful user would: both checksums are compared,
 * and every length is checked. Metadata and keys that are parts are refused.
 */
final class DatabusEvent {
  byte version;
  int size;
  int headerLength;
  int attributes;
  String opcode;
  Long key;
  byte[] keyBytes;
  long sequence;
  short physicalPartition;
  short logicalPartition;
  long nanos;
  int source;
  byte[] schemaId;
  String digestType;
  Short schemaVersion;
  long headerCrc;
  long bodyCrc;
  byte[] payload;

  private DatabusEvent() {}

  static DatabusEvent read(byte[] bytes) {
    DatabusEvent event = new DatabusEvent();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    event.version = in.get();
    if (event.version == 0) event.readVersion1(in, bytes);
    else if (event.version == 2) event.readVersion2(in, bytes);
    else throw new IllegalArgumentException("version " + event.version);
    return event;
  }

  private void readVersion1(ByteBuffer in, byte[] bytes) {
    headerCrc = in.getInt() & 0xffffffffL;
    size = in.getInt();
    attributes = in.getShort() & 0xffff;
    sequence = in.getLong();
    physicalPartition = in.getShort();
    logicalPartition = in.getShort();
    nanos = in.getLong();
    source = in.getShort();
    schemaId = take(in, 16);
    schemaVersion = ByteBuffer.wrap(schemaId).getShort();
    bodyCrc = in.getInt() & 0xffffffffL;
    headerLength = hasTextKey() ? 57 : 61;
    verify(bytes, 5);
    readKey(in);
    readOpcode();
    payload = take(in, in.remaining());
  }

  private void readVersion2(ByteBuffer in, byte[] bytes) {
    if (in.getInt() != 0xcafedeed) throw new IllegalArgumentException("magic");
    headerLength = in.getInt();
    headerCrc = in.getInt() & 0xffffffffL;
    bodyCrc = in.getInt() & 0xffffffffL;
    size = in.getInt();
    attributes = in.getShort() & 0xffff;
    if ((attributes & 0xcc) != 0x84 && (attributes & 0xcc) != 0x88)
      throw new IllegalArgumentException("attributes");
    nanos = in.getLong();
    source = in.getInt();
    physicalPartition = in.getShort();
    logicalPartition = physicalPartition;
    sequence = in.getLong();
    verify(bytes, 13);
    readKey(in);
    if (in.position() != headerLength) throw new IllegalArgumentException("header");
    readOpcode();
    int length = in.getInt();
    short part = in.getShort();
    if ((part & 3) > 1) throw new IllegalArgumentException("digest");
    digestType = (part & 3) == 0 ? "MD5" : "CRC32";
    schemaVersion = (short) (part >> 2);
    schemaId = take(in, (part & 3) == 0 ? 16 : 4);
    payload = take(in, length);
    if (in.hasRemaining()) throw new IllegalArgumentException("body");
  }

  private void readKey(ByteBuffer in) {
    if (hasTextKey()) keyBytes = take(in, in.getInt());
    else key = in.getLong();
  }

  private void readOpcode() {
    if ((attributes & 1) != 0) opcode = "UPSERT";
    else if ((attributes & 2) != 0) opcode = "DELETE";
  }

  boolean hasTextKey() {
    return (attributes & 8) != 0;
  }

  boolean isTrace() {
    return (attributes & (version == 0 ? 4 : 32)) != 0;
  }

  boolean isReplicated() {
    return (attributes & (version == 0 ? 256 : 16)) != 0;
  }

  String sourceKind() {
    return source > 0 ? "DATA" : source > -20000 ? "GLOBAL_SYSTEM" : "PRIVATE_SYSTEM";
  }

  Instant timestamp() {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }

  private static byte[] take(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) throw new IllegalArgumentException("length");
    byte[] taken = new byte[length];
    in.get(taken);
    return taken;
  }

  private void verify(byte[] bytes, int from) {
    if (size != bytes.length || headerLength < from || headerLength > size)
      throw new IllegalArgumentException("size");
    if (crc(bytes, from, headerLength) != headerCrc || crc(bytes, headerLength, size) != bodyCrc)
      throw new IllegalArgumentException("checksum");
  }

  private static final byte[] FOUR_ONES = {-1, -1, -1, -1};
  private static final ThreadLocal<CRC32> CRC = ThreadLocal.withInitial(CRC32::new);

  /** Databus starts with a register of zeros, to which four bytes of ones bring the JDK's. */
  private static long crc(byte[] bytes, int from, int until) {
    CRC32 crc = CRC.get();
    crc.reset();
    crc.update(FOUR_ONES, 0, 4);
    crc.update(bytes, from, until - from);
    return crc.getValue() ^ 0xffffffffL;
  }
}
