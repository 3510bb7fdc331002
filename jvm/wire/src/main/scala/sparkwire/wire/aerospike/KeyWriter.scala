package sparkwire.wire.aerospike

import java.util.Arrays

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.MsgpackWriter
import sparkwire.wire.writing._

/** Writes the key of a record; [[KeyReader]] has the table.
  *
  * @param checks
  *   whether a digest that is given must be the one that is made
  */
private[aerospike] final class KeyWriter(checks: Boolean, output: Output, values: MsgpackWriter) {
  import KeyWriter._

  private[this] val userKey = new UserKeyWriter(values)

  /** Writes the fields of a key that begin at position `first` of the struct. */
  def write(source: Source, first: Int): Unit = {
    values.beginArray(4)
    values.element()
    if (!source.has(first)) refuse(Unencodable.MissingField)
    source.text(first)
    values.text(source.bytes, source.from, source.until)
    values.element()
    if (source.has(first + 1)) {
      source.text(first + 1)
      values.text(source.bytes, source.from, source.until)
      userKey.begin(source.bytes, source.from, source.until)
    } else {
      values.nothing()
      userKey.begin(Array.emptyByteArray, 0, 0)
    }
    values.element()
    val digestEnd = writeDigest(source, first + 2)
    values.element()
    if (source.has(first + 3)) source.dynamic(first + 3, userKey) else userKey.nothing()
    if (userKey.isGiven) replaceDigest(source, first + 2, digestEnd - Digest.Size)
    else if (!source.has(first + 2)) refuse(NoDigest)
    values.endArray()
  }

  /** Writes the digest that is given, or as many zeros, and returns where it ends. */
  private def writeDigest(source: Source, field: Int): Int = {
    if (source.has(field)) {
      source.binary(field)
      if (source.until - source.from != Digest.Size) refuse(BadDigestSize)
      values.binary(source.bytes, source.from, source.until)
    } else values.binary(NoBytes, 0, Digest.Size)
    output.position
  }

  private def replaceDigest(source: Source, field: Int, at: Int): Unit = {
    val made = userKey.digest
    if (checks && source.has(field) &&
      !Arrays.equals(output.bytes, at, at + Digest.Size, made, 0, Digest.Size))
      refuse(Unencodable.DerivedMismatch)
    System.arraycopy(made, 0, output.bytes, at, Digest.Size)
  }

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)
}

private object KeyWriter {
  private val NoBytes = new Array[Byte](Digest.Size)
  private val NoDigest =
    Unencodable.MissingField.because("a key without a user key needs its digest")
  private val BadDigestSize = Unencodable.TypeMismatch.because("a digest has 20 bytes")
}

/** Writes a key that stands alone. */
private[aerospike] final class LoneKeyWriter(options: Options, output: Output)
    extends SourceWriter {
  private[this] val values = new MsgpackWriter(output, options.maxDepth)
  private[this] val keys =
    new KeyWriter(options.word(Written.Derived) == "check", output, values)

  override def write(source: Source): Unit = {
    values.begin()
    keys.write(source, KeyNamespace)
  }
}

/** Writes a user key, and computes the digest of its record. */
private final class UserKeyWriter(values: MsgpackWriter) extends DeafSink {
  private[this] val sum = new Digest
  private[this] var hasKey = false

  def begin(set: Array[Byte], from: Int, until: Int): Unit = {
    sum.begin(set, from, until)
    hasKey = false
  }

  def isGiven: Boolean = hasKey
  def digest: Array[Byte] = sum.result

  private def refuse(): Nothing = throw new Unencodable(UserKeyWriter.NoKey)

  override def nothing(): Unit = values.nothing()

  override def int(value: Long): Unit = {
    hasKey = sum.int(value)
    values.int(value)
  }

  override def unsigned(value: Long): Unit = {
    if (value < 0) throw Unencodable(Unencodable.OutOfRange,
      java.lang.Long.toUnsignedString(value), s"${Long.MinValue} to ${Long.MaxValue}")
    int(value)
  }

  override def double(value: Double): Unit = {
    hasKey = sum.double(value)
    values.double(value)
  }

  override def float(value: Float): Unit = double(value.toDouble)

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit = {
    hasKey = sum.text(bytes, from, until)
    values.text(bytes, from, until)
  }

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    hasKey = sum.binary(bytes, from, until)
    values.binary(bytes, from, until)
  }

  override def bool(value: Boolean): Unit = refuse()
  override def decimal(unscaled: java.math.BigInteger, scale: Int): Unit = refuse()
  override def date(days: Int): Unit = refuse()
  override def timestamp(micros: Long): Unit = refuse()
  override def localTimestamp(micros: Long): Unit = refuse()
  override def instant(form: InstantForm, units: Long, nanos: Int): Unit = refuse()
  override def beginArray(count: Int): Boolean = refuse()
  override def beginMap(count: Int): Boolean = refuse()
  override def beginStruct(shape: Shape): Boolean = refuse()
}

private object UserKeyWriter {
  private val NoKey =
    Unencodable.TypeMismatch.because("a user key is an integer, STRING, BINARY or DOUBLE")
}
