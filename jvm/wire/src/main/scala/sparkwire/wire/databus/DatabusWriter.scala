package sparkwire.wire.databus

import java.util.Arrays

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._
import sparkwire.wire.databus.EventHeader.{BytesKey, LongKey, PartKey}
import sparkwire.wire.writing._

/** Writes one event by the [[EventLayouts]]. Without a version it is version 2, without a byte order
  * big endian. Checksums, lengths, and whatever follows from another field are made.
  */
final class DatabusWriter(options: Options, output: Output) extends SourceWriter {
  import DatabusWriter._

  private[this] val head1 = new EventHeadWriter(EventLayouts.Version1, output)
  private[this] val head2 = new EventHeadWriter(EventLayouts.Version2, output)
  private[this] val checks =
    if (options.word(Written.Derived) == "check") new DerivedFields(output) else null

  override def write(source: Source): Unit = {
    output.setBigEndian(!source.has(ByteOrderFound) || isBig(source))
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
    val key = keyOf(source)
    head1.begin()
    head1.write(source, if (key == BytesKey) BytesKeyBit else 0)
    if (key == LongKey) output.i64(longKey(source)) else writeLength(source, KeyBytes)
    val headerEnd = output.position
    if (key == BytesKey) writeBytes(source, KeyBytes)
    if (source.has(Payload)) writeBytes(source, Payload)
    head1.end(headerEnd)
  }

  private def writeVersion2(source: Source): Unit = {
    val key = keyOf(source)
    val hasMetadata = source.has(Metadata)
    val hasPayload = source.has(Payload) || source.has(SchemaId) ||
      (source.has(SchemaVersion) && source.int(SchemaVersion) != 0)
    head2.begin()
    head2.write(source,
      (key << KeyTypeShift) | (if (hasMetadata) MetadataBit else 0) |
        (if (hasPayload) PayloadBit else 0))
    if (key == PartKey) writePart(source.struct(KeyPart), PartFields)
    else if (key == LongKey) output.i64(longKey(source))
    else {
      writeLength(source, KeyBytes)
      writeBytes(source, KeyBytes)
    }
    val headerEnd = output.position
    if (hasMetadata && source.has(Metadata)) writePart(source.struct(Metadata), PartFields)
    if (hasPayload) writePart(source, PayloadFields)
    head2.end(headerEnd)
  }

  private def writeLength(source: Source, field: Int): Unit = {
    source.binary(field)
    output.i32(source.until - source.from)
  }

  private def writeBytes(source: Source, field: Int): Unit = {
    source.binary(field)
    output.put(source.bytes, source.from, source.until)
  }

  /** Writes a part, whose fields have these positions: digest type, digest, schema version, data. */
  private def writePart(source: Source, fields: Array[Int]): Unit = {
    val start = output.reserve(EventLayouts.Part.fixedSize)
    val version =
      if (source.has(fields(2))) number(source, fields(2), MinPartVersion, MaxPartVersion) else 0
    val size = digestSize(source, fields)
    output.putI16(start + PartReader.AttributesAt,
      (version << PartVersionShift) | (if (size == Md5Size) PartMd5 else PartCrc32))
    if (source.has(fields(1))) writeBytes(source, fields(1)) else writeZeros(size)
    val dataAt = output.position
    if (source.has(fields(3))) writeBytes(source, fields(3))
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
  private val BytesKeyBit = EventLayouts.Version1.bits("attributes", "key_type")("STRING")
  private val KeyTypeShift = EventLayouts.Version2.bits("attributes", "key_type").shift
  private val MetadataBit = EventLayouts.Version2.bits("attributes", "metadata").mask
  private val PayloadBit = EventLayouts.Version2.bits("attributes", "payload").mask
  private val PartLengthAt = EventLayouts.Part.at("length")
  private val PartVersionShift = EventLayouts.Part.bits("attributes", "schema_version").shift
  private val PartMd5 = EventLayouts.Part.bits("attributes", "digest_type")("MD5")
  private val PartCrc32 = EventLayouts.Part.bits("attributes", "digest_type")("CRC32")
  private final val MinPartVersion = -8192
  private final val MaxPartVersion = 8191

  private val PartFields = Array(PartDigestType, PartDigest, PartSchemaVersion, PartData)
  private val PayloadFields = Array(SchemaDigestType, SchemaId, SchemaVersion, Payload)

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  private def isWord(source: Source, word: Array[Byte]): Boolean =
    Arrays.equals(source.bytes, source.from, source.until, word, 0, word.length)

  private val NoByteOrder = Unencodable.TypeMismatch.because("byte_order is big or little")
  private val NoVersion = Unencodable.OutOfRange.because("version is 0 or 2")
  private val NoDigest =
    Unencodable.TypeMismatch.because("a digest has 16 bytes (MD5) or 4 bytes (CRC32)")
  private val NoDigestType = Unencodable.TypeMismatch.because("a digest type is MD5 or CRC32")
  private val NoKey = Unencodable.MissingField.because(
    "an event has one of key, key_bytes and key_part")
  private val SeveralKeys = Unencodable.ConflictingField.because(
    "an event has only one of key, key_bytes and key_part")
  private val OnlyVersion2 = Unencodable.ConflictingField.because(
    "only version 2 has it, but the event is of version 1")
}
