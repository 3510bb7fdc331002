package sparkwire.wire.ignite.dumps

import sparkwire.wire.core.{Field, Kind, Reason, Shape}
import sparkwire.wire.ignite.entries.StoredValue

/** Dumps of caches, as a cluster writes them since Ignite 2.16: the fields of an entry, and why a
  * file of entries cannot be read.
  */
object Dump {
  final val Name = "ignite-dump"

  // Positions in `Entry`.
  private[dumps] final val Size = 0
  private[dumps] final val Crc = 1
  private[dumps] final val CacheId = 2
  private[dumps] final val ExpireTime = 3
  private[dumps] final val HasSource = 4
  private[dumps] final val Version = 5
  private[dumps] final val SourceVersion = 6
  private[dumps] final val KeyHead = 7
  private[dumps] final val Key = 8
  private[dumps] final val ValueHead = 9
  private[dumps] final val Value = 10

  private[dumps] val Entry: Shape = Shape("entry",
    Vector(
      Field.frame("size", "uint32"),
      Field.frame("crc", "uint32"),
      Field("cache_id", Kind.Int32, "int32"),
      Field("expire_time", Kind.Int64, "int64"),
      Field.frame("source_version", "flag"),
      Field("version", Kind.Binary, "version"),
      Field("source_version", Kind.Binary, "version"),
      Field.frame("key", "length and type"),
      Field("key", Kind.Binary, "bytes"),
      Field.frame("value", "length and type"),
      Field("value", Kind.Binary, "bytes")
    ))

  val Truncated = new Reason("truncated-entry", "the file ends inside an entry")
  val LengthPastEnd = new Reason("length-past-end", "an entry is longer than the rest of the file")
  val BadSize = new Reason("bad-entry-size", "the size is too small for an entry")
  val BadChecksum = new Reason("bad-crc",
    "the checksum of an entry does not fit: the file is damaged, or the dump is encrypted")
  val BadFlag = new Reason("bad-flag", "the flag for a second version must be 0 or 1")
  val BadLength =
    new Reason("bad-length", "the lengths of key and value contradict that of their entry")
  val BadType: Reason = StoredValue.BadType

  val reasons: Seq[Reason] =
    Seq(Truncated, LengthPastEnd, BadSize, BadChecksum, BadFlag, BadLength, BadType,
      Reason.TooLarge)
}
