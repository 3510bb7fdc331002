package sparkwire.wire.ignite.entries

/** An entry of a cache as files of a node have it, with key and value in the form that
  * `ignite_decode` takes.
  */
abstract class StoredEntry {

  /** The hash of the cache's name. */
  def cacheId: Int

  def key: Array[Byte]

  /** Null if the entry was removed. */
  def value: Array[Byte]
  def version: EntryVersion

  /** The version that the entry has in the cluster that it was replicated from; null if it was not. */
  def sourceVersion: EntryVersion

  /** In milliseconds since the Unix epoch. See [[ExpireTime]]. */
  def expireTime: Long
}

/** The time at which an entry expires, in milliseconds since the Unix epoch. */
object ExpireTime {
  // What microseconds of 64 bits can say.
  private final val MostMillis = Long.MaxValue / 1000

  /** Whether there is none: 0 says never, and a time that no timestamp can hold is as good as that. */
  def isNone(millis: Long): Boolean =
    millis == 0 || millis > MostMillis || millis < -MostMillis
}
