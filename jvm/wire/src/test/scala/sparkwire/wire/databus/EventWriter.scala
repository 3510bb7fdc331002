package sparkwire.wire.databus

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.ByteOrder.{BIG_ENDIAN, LITTLE_ENDIAN}

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._

/** Writes events by the facts in `tests/vectors/databus/README.md` alone, and gives the trees that
  * a reader should give. It shares no code with the reader, not even the checksum.
  */
object EventWriter {
  sealed abstract class Key
  final case class LongKey(value: Long) extends Key
  final case class BytesKey(value: Array[Byte]) extends Key
  final case class PartKey(value: Part) extends Key

  /** @param digest
    *   16 bytes of MD5 or 4 bytes of CRC32
    */
  final case class Part(digest: Array[Byte], schemaVersion: Int, data: Array[Byte]) {
    def digestType: String = if (digest.length == 16) "MD5" else "CRC32"
    def size: Int = 6 + digest.length + data.length
    def write(to: ByteBuffer): Unit = {
      to.putInt(data.length)
      to.putShort((schemaVersion << 2 | (if (digest.length == 16) 0 else 1)).toShort)
      val _ = to.put(digest).put(data)
    }
    def tree: Tree = struct("digest_type" -> Text(digestType), "digest" -> hex(digest),
      "schema_version" -> Whole(schemaVersion.toLong), "data" -> hex(data))
  }

  sealed abstract class Event extends Product with Serializable {
    def big: Boolean
    def attributes: Int
    def key: Key
    def sequence: Long
    def nanos: Long
    def source: Int
    def bytes: Array[Byte]
    def tree: Tree

    def order: ByteOrder = if (big) BIG_ENDIAN else LITTLE_ENDIAN
    def orderWord: String = if (big) "big" else "little"
    override def toString: String = s"$productPrefix $orderWord ${Vectors.hex(bytes)}"

    protected def buffer(size: Int): ByteBuffer = ByteBuffer.allocate(size).order(order)

    protected def common(size: Int): Seq[(String, Tree)] = Seq(
      "byte_order" -> Text(orderWord),
      "size" -> Whole(size.toLong),
      "sequence" -> Whole(sequence),
      "timestamp" -> Micros(Math.floorDiv(nanos, 1000L)),
      "timestamp_nanos" -> Whole(nanos),
      "attributes" -> Whole(attributes.toLong),
      "key" -> (key match {
        case LongKey(value) => Whole(value)
        case _ => NoValue
      }),
      "key_bytes" -> (key match {
        case BytesKey(value) => hex(value)
        case _ => NoValue
      }),
      "key_part" -> (key match {
        case PartKey(part) => part.tree
        case _ => NoValue
      }),
      "key_type" -> Text(
        key match {
          case _: LongKey => "LONG"
          case _: BytesKey => "STRING"
          case _: PartKey => "SCHEMA"
        })) ++ ofSource(source)
  }

  /** Returns the fields that follow from a source id, using all of its 32 bits. */
  def ofSource(id: Int): Seq[(String, Tree)] = Seq(
    "src_id" -> Whole(id.toLong),
    "source_kind" -> Text(
      if (id > 0) "DATA" else if (id > -20000) "GLOBAL_SYSTEM" else "PRIVATE_SYSTEM"),
    "is_control" -> Flag(id < 0),
    "is_private_control" -> Flag(id <= -20000),
    "is_checkpoint" -> Flag(id == -3),
    "is_end_of_period" -> Flag(id == -2),
    "is_scn_regress" -> Flag(id == -51),
    "is_error" -> Flag((-49 to -5).contains(id))
  )

  final case class Event1(big: Boolean, attributes: Int, key: Key, sequence: Long,
      physical: Int, logical: Int, nanos: Long, source: Int, schemaId: Array[Byte],
      value: Array[Byte])
      extends Event {
    private def headerLength = if (key.isInstanceOf[LongKey]) 61 else 57

    def bytes: Array[Byte] = {
      val keyBytes = key match {
        case BytesKey(bytes) => bytes
        case _ => Array.emptyByteArray
      }
      val size = headerLength + keyBytes.length + value.length
      val out = buffer(size)
      out.put(0.toByte).putInt(0).putInt(size).putShort(attributes.toShort).putLong(sequence)
      out.putShort(physical.toShort).putShort(logical.toShort).putLong(nanos)
      out.putShort(source.toShort).put(schemaId).putInt(0)
      key match {
        case LongKey(number) => out.putLong(number)
        case _ => out.putInt(keyBytes.length).put(keyBytes)
      }
      out.put(value)
      reseal(out.array, order)
    }

    def tree: Tree = {
      val written = ByteBuffer.wrap(bytes).order(order)
      struct(
        common(written.capacity) ++ Seq(
          "version" -> Whole(0L),
          "header_length" -> Whole(headerLength.toLong),
          "opcode" -> (if ((attributes & 1) != 0) Text("UPSERT")
                       else if ((attributes & 2) != 0) Text("DELETE")
                       else NoValue),
          "physical_partition_id" -> Whole(physical.toShort.toLong),
          "logical_partition_id" -> Whole(logical.toShort.toLong),
          "is_trace" -> Flag((attributes & 4) != 0),
          "is_ext_replicated" -> Flag((attributes & 0x100) != 0),
          "schema_id" -> hex(schemaId),
          "schema_version" -> Whole(ByteBuffer.wrap(schemaId).order(order).getShort.toLong),
          "header_crc" -> Whole(written.getInt(1) & 0xffffffffL),
          "body_crc" -> Whole(written.getInt(49) & 0xffffffffL),
          "payload" -> hex(value)
        ): _*)
    }
  }

  final case class Event2(big: Boolean, flags: Int, opcode: Int, key: Key, sequence: Long,
      partition: Int, nanos: Long, source: Int, metadata: Option[Part], payload: Option[Part])
      extends Event {

    /** The attributes of the event. Of `flags` they take 0x10 (replicated), 0x20 (trace) and the
      * upper byte, which has no meaning.
      */
    def attributes: Int = (flags & 0xff30) | opcode | (if (metadata.isEmpty) 0 else 0x40) |
      (if (payload.isEmpty) 0 else 0x80) | (key match {
        case _: LongKey => 1 << 2
        case _: BytesKey => 2 << 2
        case _: PartKey => 3 << 2
      })

    private def headerLength: Int = 45 + (key match {
      case _: LongKey => 8
      case BytesKey(bytes) => 4 + bytes.length
      case PartKey(part) => part.size
    })

    def bytes: Array[Byte] = {
      val size = headerLength + (metadata ++ payload).map(_.size).sum
      val out = buffer(size)
      out.put(2.toByte).putInt(0xcafedeed).putInt(headerLength).putInt(0).putInt(0).putInt(size)
      out.putShort(attributes.toShort).putLong(nanos).putInt(source).putShort(partition.toShort)
      out.putLong(sequence)
      key match {
        case LongKey(number) => out.putLong(number)
        case BytesKey(bytes) => out.putInt(bytes.length).put(bytes)
        case PartKey(part) => part.write(out)
      }
      (metadata ++ payload).foreach(_.write(out))
      reseal(out.array, order)
    }

    def tree: Tree = {
      val written = ByteBuffer.wrap(bytes).order(order)
      struct(
        common(written.capacity) ++ Seq(
          "version" -> Whole(2L),
          "header_length" -> Whole(headerLength.toLong),
          "opcode" -> Seq(NoValue, Text("UPSERT"), Text("DELETE"))(opcode),
          "physical_partition_id" -> Whole(partition.toShort.toLong),
          "logical_partition_id" -> Whole(partition.toShort.toLong),
          "is_trace" -> Flag((flags & 0x20) != 0),
          "is_ext_replicated" -> Flag((flags & 0x10) != 0),
          "schema_id" -> payload.fold[Tree](NoValue)(part => hex(part.digest)),
          "schema_digest_type" -> payload.fold[Tree](NoValue)(part => Text(part.digestType)),
          "schema_version" -> Whole(payload.fold(0L)(_.schemaVersion.toLong)),
          "header_crc" -> Whole(written.getInt(9) & 0xffffffffL),
          "body_crc" -> Whole(written.getInt(13) & 0xffffffffL),
          "metadata" -> metadata.fold[Tree](NoValue)(_.tree),
          "payload" -> payload.fold[Tree](NoValue)(part => hex(part.data))
        ): _*)
    }
  }

  /** Databus's CRC, bit by bit: the register starts at 0 and there is no final xor. */
  def crc(bytes: Array[Byte], from: Int, until: Int): Int = {
    var register = 0
    for (at <- from until until) {
      register ^= bytes(at) & 0xff
      for (_ <- 1 to 8)
        register =
          if ((register & 1) == 0) register >>> 1 else (register >>> 1) ^ 0xedb88320
    }
    register
  }

  /** Recomputes the checksums over the ranges that the event's lengths give, if in bounds. */
  def reseal(bytes: Array[Byte], order: ByteOrder): Array[Byte] = {
    val event = ByteBuffer.wrap(bytes).order(order)
    def seal(at: Int, from: Int, until: Int): Unit =
      if (0 <= from && from <= until && until <= bytes.length && at + 4 <= bytes.length) {
        val _ = event.putInt(at, crc(bytes, from, until))
      }
    if (bytes(0) == 0) {
      val headerLength = if ((event.getShort(9) & 8) != 0) 57 else 61
      seal(49, headerLength, event.getInt(5))
      seal(1, 5, headerLength)
    } else {
      val headerLength = event.getInt(5)
      seal(13, headerLength, event.getInt(17))
      seal(9, 13, headerLength)
    }
    bytes
  }
}
