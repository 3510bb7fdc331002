package sparkwire.wire.databus

import java.util.Arrays

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._
import sparkwire.wire.writing._

/** Writes one event by the [[EventLayouts]]. Without a version it is version 2, without a
  * byte order big endian.
  *
  * A named field decides its own bits of the attributes; `attributes` gives the bits that no field
  * names, and the bits of fields that are missing. Checksums, lengths, and whatever follows from
  * another field are made.
  */
final class DatabusWriter(options: Options, output: Output) extends SourceWriter {
  import DatabusWriter._

  private[this] val checksums = new Checksums
  private[this] val header1 = new EventHeaderWriter(EventLayouts.Version1, output, checksums)
  private[this] val header2 = new EventHeaderWriter(EventLayouts.Version2, output, checksums)
  private[this] val checks =
    if (options.word(Written.Derived) == "check") new DerivedFields(output) else null

  // The bits that the attributes are going to have.
  private[this] var attributes = 0

  override def write(source: Source): Unit = {
    output.setBigEndian(!source.has(ByteOrderFound) || isBig(source))
    attributes = if (source.has(Attributes)) number(source, Attributes, 0, 0xffff) else 0
    if (isVersion1(source)) writeVersion1(source) else writeVersion2(source)
    if (checks != null) checks.check(source)
  }

  private def isBig(source: Source): Boolean = {
    source.text(ByteOrderFound)
    val isBig = isWord(source, Big)
    if (!isBig && !isWord(source, Little)) refuse(NoByteOrder)
    isBig
  }

  private def isVersion1(source: Source): Boolean = source.has(Version) && {
    val version = source.int(Version)
    if (version != 0 && version != 2) refuse(NoVersion)
    version == 0
  }

  private def writeVersion1(source: Source): Unit = {
    if (source.has(KeyPart) || source.has(Metadata)) refuse(OnlyVersion2)
    header1.begin()
    val hasBytesKey = keyOf(source) == BytesKey
    setOpcode(source, header1, bothMeanUpsert = true)
    setBit(source, IsTrace, header1.traceBit)
    setBit(source, IsExtReplicated, header1.replicatedBit)
    setBit(BytesKeyBit, hasBytesKey)
    header1.attributes(attributes)
    header1.sequence(needed(source, Sequence))
    header1.physicalPartition(short(source, PhysicalPartition))
    header1.putI16(LogicalPartitionAt, short(source, LogicalPartition))
    header1.timestamp(timestamp(source))
    if (!source.has(SrcId)) refuse(Unencodable.MissingField)
    header1.sourceId(number(source, SrcId, Short.MinValue, Short.MaxValue))
    putSchemaId(source)
    if (!hasBytesKey) output.i64(longKey(source))
    else {
      source.binary(KeyBytes)
      output.i32(source.until - source.from)
    }
    val headerEnd = output.position
    if (hasBytesKey) output.put(source.bytes, source.from, source.until)
    if (source.has(Payload)) {
      source.binary(Payload)
      output.put(source.bytes, source.from, source.until)
    }
    header1.end(headerEnd)
  }

  private def writeVersion2(source: Source): Unit = {
    header2.begin()
    val key = keyOf(source)
    val hasMetadata = source.has(Metadata)
    val hasPayload = source.has(Payload) || source.has(SchemaId) ||
      (source.has(SchemaVersion) && source.int(SchemaVersion) != 0)
    setOpcode(source, header2, bothMeanUpsert = false)
    setBit(source, IsTrace, header2.traceBit)
    setBit(source, IsExtReplicated, header2.replicatedBit)
    attributes = (attributes & ~KeyTypeBits.mask) | (key << KeyTypeBits.shift)
    setBit(MetadataBit, hasMetadata)
    setBit(PayloadBit, hasPayload)
    header2.attributes(attributes)
    header2.timestamp(timestamp(source))
    header2.sourceId(needed(source, SrcId).toInt)
    header2.physicalPartition(partition(source))
    header2.sequence(needed(source, Sequence))
    if (key == PartKey) writePart(source.struct(KeyPart), PartFields)
    else if (key == LongKey) output.i64(longKey(source))
    else {
      source.binary(KeyBytes)
      output.i32(source.until - source.from)
      output.put(source.bytes, source.from, source.until)
    }
    val headerEnd = output.position
    if (hasMetadata && source.has(Metadata)) writePart(source.struct(Metadata), PartFields)
    if (hasPayload) writePart(source, PayloadFields)
    header2.end(headerEnd)
  }

  /** Writes a part, whose fields have these positions: digest type, digest, schema version, data. */
  private def writePart(source: Source, fields: Array[Int]): Unit = {
    val start = output.reserve(EventLayouts.Part.fixedSize)
    val version =
      if (source.has(fields(2))) number(source, fields(2), MinPartVersion, MaxPartVersion) else 0
    val size = digestSize(source, fields)
    output.putI16(start + PartReader.AttributesAt,
      (version << PartVersionShift) | (if (size == Md5Size) PartMd5 else PartCrc32))
    if (source.has(fields(1))) {
      source.binary(fields(1))
      output.put(source.bytes, source.from, source.until)
    } else writeZeros(size)
    val dataAt = output.position
    if (source.has(fields(3))) {
      source.binary(fields(3))
      output.put(source.bytes, source.from, source.until)
    }
    output.putI32(start + PartLengthAt, output.position - dataAt)
  }

  /** Returns the size of the digest in bytes, which also tells its type. */
  private def digestSize(source: Source, fields: Array[Int]): Int =
    if (source.has(fields(1))) {
      source.binary(fields(1))
      val size = source.until - source.from
      if (size != Md5Size && size != Crc32Size) refuse(NoDigest)
      size
    } else if (source.has(fields(0))) {
      source.text(fields(0))
      if (isWord(source, Crc32)) Crc32Size
      else if (isWord(source, Md5)) Md5Size
      else refuse(NoDigestType)
    } else Md5Size

  private def writeZeros(size: Int): Unit = {
    val at = output.reserve(size)
    Arrays.fill(output.bytes, at, at + size, 0.toByte)
  }

  /** Puts the 16 bytes of a schema id; without one, the schema version and zeros. */
  private def putSchemaId(source: Source): Unit =
    if (source.has(SchemaId)) {
      source.binary(SchemaId)
      if (source.until - source.from != Md5Size) refuse(NoSchemaId)
      header1.put(SchemaIdAt, source.bytes, source.from, source.until)
    } else {
      header1.putZeros(SchemaIdAt, Md5Size)
      header1.putI16(SchemaIdAt, short(source, SchemaVersion))
    }

  /** Returns which key there is. A control event may have none: its key is 0. */
  private def keyOf(source: Source): Int = {
    val hasPart = source.has(KeyPart)
    val hasLong = source.has(Key)
    if (hasLong && hasPart) refuse(SeveralKeys)
    if (source.has(KeyBytes)) {
      if (hasLong || hasPart) refuse(SeveralKeys)
      BytesKey
    } else if (hasPart) PartKey
    else {
      if (!hasLong && !isControl(source)) {
        source.has(Key)
        refuse(NoKey)
      }
      LongKey
    }
  }

  private def isControl(source: Source): Boolean = source.has(SrcId) && source.int(SrcId) < 0
  private def longKey(source: Source): Long = if (source.has(Key)) source.int(Key) else 0

  private def setOpcode(source: Source, header: EventHeaderWriter,
      bothMeanUpsert: Boolean): Unit = {
    val both = header.opcodeMask
    if (source.has(Opcode)) {
      source.text(Opcode)
      val bits =
        if (isWord(source, Upsert)) header.upsert
        else if (isWord(source, Delete)) header.delete
        else refuse(NoOpcode)
      val saysUpsert = bothMeanUpsert && bits == header.upsert && (attributes & bits) != 0
      if (!saysUpsert) attributes = (attributes & ~both) | bits
    } else if (!bothMeanUpsert && (attributes & both) == both) {
      source.has(Attributes)
      refuse(NoOpcode)
    }
  }

  private def setBit(source: Source, field: Int, bit: Int): Unit =
    if (source.has(field)) setBit(bit, source.bool(field))

  private def setBit(bit: Int, isSet: Boolean): Unit =
    attributes = if (isSet) attributes | bit else attributes & ~bit

  private def needed(source: Source, field: Int): Long = {
    if (!source.has(field)) refuse(Unencodable.MissingField)
    source.int(field)
  }

  private def short(source: Source, field: Int): Int =
    if (source.has(field)) source.int(field).toInt else 0

  /** Returns the only partition of version 2, by either of its names. */
  private def partition(source: Source): Int = {
    val hasPhysical = source.has(PhysicalPartition)
    val physical = short(source, PhysicalPartition)
    val logical = short(source, LogicalPartition)
    if (hasPhysical && source.has(LogicalPartition) && logical != physical) refuse(TwoPartitions)
    if (hasPhysical) physical else logical
  }

  private def timestamp(source: Source): Long =
    if (source.has(TimestampNanos)) source.int(TimestampNanos)
    else if (source.has(Timestamp)) {
      val micros = source.int(Timestamp)
      if (micros > Long.MaxValue / 1000 || micros < Long.MinValue / 1000)
        throw Unencodable.outOfRange(micros, Long.MinValue / 1000, Long.MaxValue / 1000)
      micros * 1000
    } else {
      source.has(TimestampNanos)
      refuse(Unencodable.MissingField)
    }

  private def number(source: Source, field: Int, least: Int, most: Int): Int = {
    val value = source.int(field)
    if (value < least || value > most)
      throw Unencodable.outOfRange(value, least.toLong, most.toLong)
    value.toInt
  }
}

private object DatabusWriter {
  private final val Md5Size = 16
  private final val Crc32Size = 4
  private val LogicalPartitionAt = EventLayouts.Version1.at("logical_partition_id")
  private val SchemaIdAt = EventLayouts.Version1.at("schema_id")
  private val BytesKeyBit = EventLayouts.Version1.bits("attributes", "key_type").mask
  private val KeyTypeBits = EventLayouts.Version2.bits("attributes", "key_type")
  private val MetadataBit = EventLayouts.Version2.bits("attributes", "metadata").mask
  private val PayloadBit = EventLayouts.Version2.bits("attributes", "payload").mask
  private val PartLengthAt = EventLayouts.Part.at("length")
  private val PartVersionShift = EventLayouts.Part.bits("attributes", "schema_version").shift
  private val PartMd5 = EventLayouts.Part.bits("attributes", "digest_type")("MD5")
  private val PartCrc32 = EventLayouts.Part.bits("attributes", "digest_type")("CRC32")
  private final val MinPartVersion = -8192
  private final val MaxPartVersion = 8191

  // The kinds of keys, as the attributes of version 2 have them.
  private final val LongKey = 1
  private final val BytesKey = 2
  private final val PartKey = 3

  private val PartFields = Array(PartDigestType, PartDigest, PartSchemaVersion, PartData)
  private val PayloadFields = Array(SchemaDigestType, SchemaId, SchemaVersion, Payload)

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  private def isWord(source: Source, word: Array[Byte]): Boolean =
    Arrays.equals(source.bytes, source.from, source.until, word, 0, word.length)

  private val NoByteOrder = Unencodable.TypeMismatch.because("byte_order is big or little")
  private val NoVersion = Unencodable.OutOfRange.because("version is 0 or 2")
  private val NoOpcode = Unencodable.TypeMismatch.because("opcode is UPSERT, DELETE or NULL")
  private val NoDigest =
    Unencodable.TypeMismatch.because("a digest has 16 bytes (MD5) or 4 bytes (CRC32)")
  private val NoDigestType = Unencodable.TypeMismatch.because("a digest type is MD5 or CRC32")
  private val NoSchemaId =
    Unencodable.TypeMismatch.because("the schema id of a version 1 event has 16 bytes")
  private val NoKey = Unencodable.MissingField.because(
    "an event has one of key, key_bytes and key_part")
  private val SeveralKeys = Unencodable.ConflictingField.because(
    "an event has only one of key, key_bytes and key_part")
  private val TwoPartitions = Unencodable.ConflictingField.because(
    "a version 2 event has only one partition, and the two ids differ")
  private val OnlyVersion2 = Unencodable.ConflictingField.because(
    "only version 2 has it, but the event is of version 1")
}
