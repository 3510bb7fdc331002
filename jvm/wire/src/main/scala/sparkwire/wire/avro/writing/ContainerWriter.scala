package sparkwire.wire.avro.writing

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.{Arrays, LinkedHashMap}

import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.container.{AvroContainer, Codecs, ContainerFields, ContainerHeaderReader}
import sparkwire.wire.avro.schemas.Schemas
import sparkwire.wire.core._
import sparkwire.wire.writing._

/** Writes a container: see [[ContainerHeaderReader]] for its header. The blocks follow, each a count of
  * records, a number of bytes, the records, and the sync marker.
  *
  * The schema is the one that the value names, else the constant one; the codec is the one in the
  * options, else the one that the value names, if that may name it: bzip2 and xz take many times
  * the time and memory of the others. The metadata that the value has keep their order. A block
  * ends with the record that makes it reach `blockSize`, as in Avro's own writer.
  *
  * Trap: defaults of a schema that comes with the values are not used, because schemas that come
  * with data are not trusted with them.
  */
private[wire] final class ContainerWriter(positions: ContainerFields, schema: Option[String],
    options: Options, output: Output) {
  import ContainerWriter._
  import EncodedContainer._

  private[this] val limits = new Limits(options)
  private[this] val constant =
    schema.map(text => new StepBuilder(limits).of(Schemas.ofWriter(text))).orNull
  private[this] val constantText = schema.map(_.getBytes(UTF_8)).orNull
  private[this] val steps = new StepCache(limits)
  private[this] val metadata = new Metadata
  private[this] val codecAsked = options.values.get(Codec.name)
  private[this] val allowed = Codecs.words.indices.map(EncodedContainer.allows(options, _)).toArray
  private[this] val sync = options.text(Sync).map(syncOf).orNull
  private[this] val blockSize = options.number(BlockSize)
  private[this] val isChecked = options.word(Written.Derived) == "check"
  private[this] val block = new Output
  block.setMaxSize(options.maxSize)
  private[this] val packer = new Packer
  // The positions for sync markers.
  private[this] var syncs = new Array[Int](16)
  private[this] var syncCount = 0

  def write(source: Source): Unit = {
    limits.begin()
    syncCount = 0
    val from = output.position
    metadata.read(source, positions)
    val codec = codecOf(source)
    val step = stepOf(source)
    output.put(ContainerHeaderReader.Magic, 0, ContainerHeaderReader.Magic.length)
    metadata.write(output)
    reserveSync()
    records(source, step, codec)
    putSyncs(from)
  }

  private def stepOf(source: Source): DatumStep = {
    if (source.has(positions.schema)) {
      source.text(positions.schema)
      metadata.setSchema(Arrays.copyOfRange(source.bytes, source.from, source.until))
    }
    if (metadata.schema == null) {
      if (constant == null) {
        val _ = source.has(positions.schema)
        throw new Unencodable(Unencodable.MissingField)
      }
      metadata.setSchema(constantText)
    }
    if (constant != null && Arrays.equals(metadata.schema, constantText)) constant
    else steps.of(metadata.schema)
  }

  private def codecOf(source: Source): Int = {
    val named = source.has(positions.codec)
    if (named) source.text(positions.codec)
    codecAsked match {
      case Some(word) => metadata.replaceCodec(word.getBytes(UTF_8))
      case None =>
        if (named)
          metadata.setCodec(Arrays.copyOfRange(source.bytes, source.from, source.until))
    }
    val name = metadata.codec
    val codec = if (name == null) Codecs.Null else Codecs.of(name, 0, name.length)
    if (codec < 0) refuseCodec(source, AvroContainer.UnsupportedCodec)
    if (codecAsked.isEmpty && !allowed(codec)) refuseCodec(source, CostlyCodec)
    codec
  }

  private def refuseCodec(source: Source, reason: Reason): Nothing = {
    // The part that was asked for last is the path of the refusal.
    val _ = source.has(positions.codec)
    throw new Unencodable(reason)
  }

  private def records(source: Source, step: DatumStep, codec: Int): Unit = {
    val list = if (source.has(positions.theRecords)) source.list(positions.theRecords) else null
    val count = if (list == null) 0 else list.count
    block.begin()
    var inBlock = 0L
    var i = 0
    while (i < count) {
      step.writeAny(list, i, block)
      inBlock += 1
      if (block.position >= blockSize) {
        endBlock(inBlock, codec)
        inBlock = 0
      }
      i += 1
    }
    if (inBlock > 0) endBlock(inBlock, codec)
    if (isChecked && source.has(positions.recordCount) &&
      source.int(positions.recordCount) != count)
      throw new Unencodable(Unencodable.DerivedMismatch)
  }

  private def endBlock(count: Long, codec: Int): Unit = {
    val packed = packer.pack(codec, block)
    VarintOutput.long(output, count)
    VarintOutput.long(output, packed.length.toLong)
    output.put(packed, 0, packed.length)
    reserveSync()
    block.begin()
  }

  private def reserveSync(): Unit = {
    if (syncCount == syncs.length) syncs = Arrays.copyOf(syncs, 2 * syncCount)
    syncs(syncCount) = output.reserve(AvroContainer.SyncBytes)
    Arrays.fill(output.bytes, syncs(syncCount), output.position, 0.toByte)
    syncCount += 1
  }

  private def putSyncs(from: Int): Unit = {
    val marker = if (sync == null) hashOf(from) else sync
    var i = 0
    while (i < syncCount) {
      System.arraycopy(marker, 0, output.bytes, syncs(i), marker.length)
      i += 1
    }
  }

  /** The hash of the content, so that the same value always has the same marker. */
  private def hashOf(from: Int): Array[Byte] = {
    val digest = MessageDigest.getInstance("MD5")
    digest.update(output.bytes, from, output.position - from)
    digest.digest()
  }
}

private object ContainerWriter {
  private def syncOf(hex: String): Array[Byte] =
    hex.grouped(2).map(Integer.parseInt(_, 16).toByte).toArray
}

/** The metadata of a container under construction. */
private final class Metadata {
  private[this] val entries = new LinkedHashMap[String, Array[Byte]]

  def schema: Array[Byte] = entries.get(ContainerHeaderReader.SchemaName)
  def codec: Array[Byte] = entries.get(ContainerHeaderReader.CodecName)

  def read(source: Source, positions: ContainerFields): Unit = {
    entries.clear()
    if (source.has(positions.metadata)) {
      val map = source.entries(positions.metadata)
      var i = 0
      while (i < map.count) {
        if (map.has(i)) {
          map.text(i)
          val key = new String(map.bytes, map.from, map.until - map.from, UTF_8)
          if (!map.has(i + 1)) throw new Unencodable(Unencodable.MissingField)
          map.binary(i + 1)
          entries.put(key, Arrays.copyOfRange(map.bytes, map.from, map.until))
        }
        i += 2
      }
    }
  }

  def setSchema(text: Array[Byte]): Unit = set(ContainerHeaderReader.SchemaName, text)

  /** An absent codec is the same as `null`. */
  def setCodec(name: Array[Byte]): Unit =
    if (codec != null || !Arrays.equals(name, Codecs.names(Codecs.Null)))
      set(ContainerHeaderReader.CodecName, name)

  def replaceCodec(name: Array[Byte]): Unit = {
    val _ = entries.put(ContainerHeaderReader.CodecName, name)
  }

  private def set(key: String, value: Array[Byte]): Unit = {
    val known = entries.putIfAbsent(key, value)
    if (known != null && !Arrays.equals(known, value))
      throw new Unencodable(Unencodable.ConflictingField)
  }

  def write(output: Output): Unit = {
    VarintOutput.long(output, entries.size.toLong)
    entries.forEach { (key, value) =>
      val name = key.getBytes(UTF_8)
      ScalarSteps.counted(name, 0, name.length, output)
      ScalarSteps.counted(value, 0, value.length, output)
    }
    output.i8(0)
  }
}

/** The steps for schemas that come with values. A few are kept, whatever the values name. */
private final class StepCache(limits: Limits) {
  private[this] val known = new LinkedHashMap[String, DatumStep]

  def of(text: Array[Byte]): DatumStep = {
    val key = new String(text, UTF_8)
    val found = known.get(key)
    if (found != null) found
    else {
      val step = made(text)
      if (text.length <= StepCache.MostBytes) {
        if (known.size == StepCache.Most) known.clear()
        known.put(key, step)
      }
      step
    }
  }

  private def made(text: Array[Byte]): DatumStep = {
    val schema = Schemas.ofData(text, 0, text.length)
    if (schema == null) throw new Unencodable(Avro.BadSchema)
    try new StepBuilder(limits).of(schema)
    catch { case _: StackOverflowError => throw new Unencodable(Avro.BadSchema) }
  }
}

private object StepCache {
  private final val Most = 16
  private final val MostBytes = 64 << 10
}
