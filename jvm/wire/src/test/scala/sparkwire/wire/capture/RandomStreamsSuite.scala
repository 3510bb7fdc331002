package sparkwire.wire.capture

import scala.util.Random

import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.StreamReads._

import org.scalatest.funsuite.AnyFunSuite

/** Streams that are cut at random, delivered in any order, twice, or not at all. */
class RandomStreamsSuite extends AnyFunSuite {
  private val seed = sys.env.get("SPARKWIRE_SEED").fold(System.nanoTime)(_.toLong)

  private def piecesOf(text: String, random: Random): Seq[(Int, Int)] = {
    val cuts = (0 +: Seq.fill(12)(random.nextInt(text.length)) :+ text.length).distinct.sorted
    val plain = cuts.zip(cuts.tail)
    val overlapping = Seq.fill(4) {
      val from = random.nextInt(text.length)
      (from, math.min(text.length, from + 1 + random.nextInt(30)))
    }
    plain ++ overlapping ++ plain.take(3)
  }

  private def frames(text: String, start: Long, pieces: Seq[(Int, Int)]): Seq[Captured] =
    pieces.map { case (from, until) =>
      Captured(frame(client, server, start + from & 0xffffffffL, text.substring(from, until)))
    }

  test(s"all bytes come in the order of the stream, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed)
    for (_ <- 0 until 500) {
      val text = random.alphanumeric.take(1 + random.nextInt(200)).mkString
      val start = random.nextInt() & 0xffffffffL
      val shuffled = random.shuffle(piecesOf(text, random))
      val syn = Captured(frame(client, server, start - 1 & 0xffffffffL, "", flags = Syn))
      assert(read(CaptureFiles.pcap(syn +: frames(text, start, shuffled))).texts ===
        Seq((0, "10.0.0.1:40000", text)))
    }
  }

  test(s"what is lost is said, and nothing else changes, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed + 1)
    for (_ <- 0 until 500) {
      val text = random.alphanumeric.take(1 + random.nextInt(200)).mkString
      val start = random.nextInt() & 0xffffffffL
      val there = random.shuffle(piecesOf(text, random)).filter(_ => random.nextBoolean())
      val covered = there.flatMap { case (from, until) => from until until }.toSet
      val syn = Captured(frame(client, server, start - 1 & 0xffffffffL, "", flags = Syn))
      val fin = Captured(frame(client, server, start + text.length & 0xffffffffL, "", flags = Fin))
      val file = CaptureFiles.pcap(syn +: frames(text, start, there) :+ fin)
      val said = read(file).pieces.map { piece =>
        if (piece.text.startsWith("<")) "." * piece.text.drop(1).dropRight(1).toInt else piece.text
      }.mkString
      assert(said === text.indices.map(i => if (covered(i)) text(i) else '.').mkString)
    }
  }
}
