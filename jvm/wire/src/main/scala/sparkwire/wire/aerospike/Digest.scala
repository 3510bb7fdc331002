package sparkwire.wire.aerospike

/** The digest that identifies a record in Aerospike: RIPEMD-160 over the name of the set (empty if
  * there is none), a byte for the type of the user key, and the user key. The namespace is not
  * included.
  * | user key | byte | bytes                              |
  * | int      | 01   | 8, two's complement, big endian    |
  * | float    | 02   | 8, IEEE 754 double, big endian     |
  * | str      | 03   | UTF-8                              |
  * | bin      | 04   | the bytes                          |
  */
final class Digest {
  private[this] val hash = new Ripemd160
  private[this] val number = new Array[Byte](9)

  def begin(set: Array[Byte], from: Int, until: Int): Unit = {
    hash.begin()
    hash.update(set, from, until)
  }

  // These return true, because keys of these types have a digest.

  def int(key: Long): Boolean = bits(Digest.IntKey, key)
  def double(
      key: Double): Boolean = bits(Digest.DoubleKey, java.lang.Double.doubleToRawLongBits(key))
  def text(bytes: Array[Byte], from: Int, until: Int): Boolean =
    key(Digest.TextKey, bytes, from, until)
  def binary(bytes: Array[Byte], from: Int, until: Int): Boolean =
    key(Digest.BinaryKey, bytes, from, until)

  private def bits(kind: Byte, value: Long): Boolean = {
    number(0) = kind
    var i = 1
    while (i < 9) {
      number(i) = (value >>> (64 - 8 * i)).toByte
      i += 1
    }
    hash.update(number, 0, 9)
    true
  }

  private def key(kind: Byte, bytes: Array[Byte], from: Int, until: Int): Boolean = {
    number(0) = kind
    hash.update(number, 0, 1)
    hash.update(bytes, from, until)
    true
  }

  def isAt(bytes: Array[Byte], at: Int): Boolean =
    java.util.Arrays.equals(hash.result(), 0, Digest.Size, bytes, at, at + Digest.Size)

  def result: Array[Byte] = hash.result().clone()
}

object Digest {
  final val Size = 20
  private final val IntKey: Byte = 1
  private final val DoubleKey: Byte = 2
  private final val TextKey: Byte = 3
  private final val BinaryKey: Byte = 4
}
