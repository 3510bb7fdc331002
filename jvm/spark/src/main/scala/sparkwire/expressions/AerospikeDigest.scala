package sparkwire.expressions

import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

import sparkwire.wire.aerospike.{Aerospike, Digest}
import sparkwire.wire.core.{DeafSink, Options}
import sparkwire.wire.variant.reading.VariantReader

/** Computes `aerospike_digest` for each type of user key. */
object AerospikeDigest {
  def of(set: UTF8String, key: Long): Array[Byte] = {
    val digest = begun(set)
    digest.int(key)
    digest.result
  }

  def of(set: UTF8String, key: Double): Array[Byte] = {
    val digest = begun(set)
    digest.double(key)
    digest.result
  }

  def of(set: UTF8String, key: UTF8String): Array[Byte] = {
    val bytes = key.getBytes
    val digest = begun(set)
    digest.text(bytes, 0, bytes.length)
    digest.result
  }

  def of(set: UTF8String, key: Array[Byte]): Array[Byte] = {
    val digest = begun(set)
    digest.binary(key, 0, key.length)
    digest.result
  }

  /** Returns null if a record cannot have the value as its key. */
  def of(set: UTF8String, key: VariantVal): Array[Byte] = {
    val sink = new DigestSink(begun(set))
    val (value, names) = (key.getValue, key.getMetadata)
    new VariantReader(Aerospike.OneKey, Options.none.maxSize)
      .give(value, 0, value.length, names, 0, names.length, sink)
    sink.result
  }

  private def begun(set: UTF8String): Digest = {
    val name = set.getBytes
    val digest = new Digest
    digest.begin(name, 0, name.length)
    digest
  }
}

/** Computes the digest of a key. */
private final class DigestSink(digest: Digest) extends DeafSink {
  private[this] var isKey = false
  def result: Array[Byte] = if (isKey) digest.result else null

  override def int(value: Long): Unit = isKey = digest.int(value)
  override def double(value: Double): Unit = isKey = digest.double(value)
  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    isKey = digest.text(bytes, from, until)
  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    isKey = digest.binary(bytes, from, until)
}
