package sparkwire.expressions

import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

import sparkwire.sinks.variant.VariantScalar
import sparkwire.wire.aerospike.Digest

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
  def of(set: UTF8String, key: VariantVal): Array[Byte] = VariantScalar.of(key) match {
    case number: java.lang.Long => of(set, number.longValue)
    case number: java.lang.Double => of(set, number.doubleValue)
    case text: UTF8String => of(set, text)
    case bytes: Array[Byte] => of(set, bytes)
    case _ => null
  }

  private def begun(set: UTF8String): Digest = {
    val name = set.getBytes
    val digest = new Digest
    digest.begin(name, 0, name.length)
    digest
  }
}
