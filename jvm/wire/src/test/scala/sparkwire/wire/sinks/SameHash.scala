package sparkwire.wire.sinks

import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.charset.StandardCharsets.US_ASCII

import scala.util.Random

/** Names made to have the same hash in [[NameTable]]. */
private[sparkwire] object SameHash {

  /** Returns texts of 24 bytes. The first and the last of their three words are random. The middle
    * word makes all hashes equal.
    */
  def names(count: Int): Seq[String] = {
    val random = new Random(1)
    def word(): Long = random.nextLong() & Letters | 0x4040404040404040L
    Iterator.continually {
      val (head, tail) = (word(), word())
      val middle = -(head + tail * NameTable.TailMix) * NameTable.TailMix
      ByteBuffer.allocate(24).order(LITTLE_ENDIAN).putLong(head).putLong(middle).putLong(
        tail).array
    }.filter(_.forall(_ >= 0)).map(new String(_, US_ASCII)).distinct.take(count).toVector
  }

  private final val Letters = 0x1f1f1f1f1f1f1f1fL
}
