package sparkwire.wire.ignite.dumps

import java.util.concurrent.ConcurrentHashMap

import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.ignite.internal.processors.cache._
import org.apache.ignite.internal.processors.cache.persistence.snapshot.dump.DumpEntrySerializer
import org.apache.ignite.internal.processors.cache.version.{GridCacheVersion, GridCacheVersionEx}

import sparkwire.wire.ignite.entries.EntryVersion

import org.scalacheck.Gen

/** An entry of a dump.
  *
  * @param key
  *   the bytes for `ignite_decode`
  * @param isByteArray
  *   whether the value is a byte array: then `value` has no code
  */
final case class WrittenEntry(cacheId: Int, expireTime: Long, version: EntryVersion,
    source: Option[EntryVersion], key: Array[Byte], value: Array[Byte], isByteArray: Boolean) {

  /** The bytes of the value for `ignite_decode`. */
  def decodable: Array[Byte] =
    if (!isByteArray) value
    else {
      val length = value.length
      Array(12, length, length >> 8, length >> 16, length >> 24).map(_.toByte) ++ value
    }
}

/** Entries as Ignite's own serializer writes them. */
object WrittenEntries {
  private val serializer = new DumpEntrySerializer(new ConcurrentHashMap, null, null, null)

  def bytes(entry: WrittenEntry): Array[Byte] = {
    val buffer = serializer.writeToBuffer(entry.cacheId, entry.expireTime,
      new KeyCacheObjectImpl(null, entry.key, 0), valueOf(entry), versionOf(entry), null)
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    bytes
  }

  def valueOf(entry: WrittenEntry): CacheObject =
    if (entry.isByteArray) new CacheObjectByteArrayImpl(entry.value)
    else if (entry.value(0) == 103) new BinaryObjectImpl(null, entry.value, 0)
    else new CacheObjectImpl(null, entry.value)

  def versionOf(entry: WrittenEntry): GridCacheVersion = {
    val plain = versionOf(entry.version)
    entry.source.fold(plain) { source =>
      new GridCacheVersionEx(plain.topologyVersion, plain.nodeOrderAndDrIdRaw, plain.order,
        versionOf(source))
    }
  }

  def versionOf(version: EntryVersion): GridCacheVersion = new GridCacheVersion(
    version.topologyVersion, version.order, version.nodeOrder, version.clusterId)

  val version: Gen[EntryVersion] = for {
    topology <- Gen.choose(Int.MinValue, Int.MaxValue)
    order <- Gen.choose(Long.MinValue, Long.MaxValue)
    node <- Gen.choose(0, (1 << 27) - 1)
    cluster <- Gen.choose(0, 31)
  } yield EntryVersion(topology, order, node, cluster)

  private def some(least: Int, most: Int): Gen[Array[Byte]] =
    Gen.choose(least, most).flatMap(Gen.listOfN(_, Gen.choose(Byte.MinValue, Byte.MaxValue)))
      .map(_.toArray)

  val entry: Gen[WrittenEntry] = for {
    cache <- Gen.choose(Int.MinValue, Int.MaxValue)
    expires <- Gen.oneOf(Gen.const(0L), Gen.choose(0L, 1L << 42))
    own <- version
    source <- Gen.option(version)
    key <- some(1, 20)
    isByteArray <- Gen.oneOf(true, false)
    value <- if (isByteArray) some(0, 40) else some(1, 60)
    code <- Gen.oneOf(3, 9)
  } yield WrittenEntry(cache, expires, own, source, key,
    if (isByteArray) value else code.toByte +: value, isByteArray)
}
