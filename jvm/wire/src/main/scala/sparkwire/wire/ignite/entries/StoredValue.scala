package sparkwire.wire.ignite.entries

import java.util.Arrays

import sparkwire.wire.core.Reason
import sparkwire.wire.ignite.Ignite

/** A key or value in files of a node: an int32 length, an int8 type, and the bytes.
  *
  * Trap: a byte array is not preceded by a type code, unlike every other value.
  */
object StoredValue {

  /** The size of the fields before the bytes. */
  final val HeadSize = 5

  val BadType = new Reason("bad-object-type",
    "a key or value must be a value (1), a byte array (2, never a key), an object (100) or an enum (101)")

  private final val Plain = 1
  private final val ByteArray = 2
  private final val Object = 100
  private final val Enum = 101

  def isType(kind: Int, isKey: Boolean): Boolean =
    kind == Plain || kind == Object || kind == Enum || (kind == ByteArray && !isKey)

  /** Returns a value for `ignite_decode`. */
  def decodable(kind: Int, bytes: Array[Byte], from: Int, until: Int): Array[Byte] =
    if (kind == ByteArray) byteArray(bytes, from, until)
    else Arrays.copyOfRange(bytes, from, until)

  private def byteArray(bytes: Array[Byte], from: Int, until: Int): Array[Byte] = {
    val length = until - from
    val coded = new Array[Byte](5 + length)
    coded(0) = Ignite.ByteArray.toByte
    (0 until 4).foreach(at => coded(1 + at) = (length >>> (8 * at)).toByte)
    System.arraycopy(bytes, from, coded, 5, length)
    coded
  }
}
