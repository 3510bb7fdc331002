package sparkwire.wire.avro.container

import org.tukaani.xz.{ArrayCache, BasicArrayCache}

/** The arrays that streams of xz use one after the other, so that a block of a few bytes does not cost a
  * dictionary of its own. They are given back once values no longer need them: the dictionary of one
  * value may be 64 MiB. Several values must pass until then, so that the values that come with it in turn
  * cannot have it allocated again each time.
  */
private[avro] final class XzArrays extends ArrayCache {
  import XzArrays._

  private[this] var free = new BasicArrayCache
  private[this] var isUsed = false
  private[this] var valuesWithout = 0

  /** Begins a value. */
  def begin(): Unit = {
    valuesWithout = if (isUsed) 0 else valuesWithout + 1
    isUsed = false
    if (valuesWithout == Patience) free = new BasicArrayCache
  }

  override def getByteArray(size: Int, isFilled: Boolean): Array[Byte] = {
    isUsed = isUsed || size > Small
    free.getByteArray(size, isFilled)
  }
  override def putArray(array: Array[Byte]): Unit = free.putArray(array)
  override def getIntArray(size: Int, isFilled: Boolean): Array[Int] =
    free.getIntArray(size, isFilled)
  override def putArray(array: Array[Int]): Unit = free.putArray(array)
}

private object XzArrays {
  private final val Small = 1 << 20
  private final val Patience = 16
}
