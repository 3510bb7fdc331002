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

  /** The bytes of one direction in a capture, with a dot for each lost byte. */
  private def said(packets: Seq[Captured]): String =
    read(CaptureFiles.pcap(packets)).pieces.map { piece =>
      if (piece.text.startsWith("<")) "." * piece.text.drop(1).dropRight(1).toInt else piece.text
    }.mkString

  test(s"what is cut off is lost, unless another packet has it, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed + 2)
    for (_ <- 0 until 500) {
      val text = random.alphanumeric.take(1 + random.nextInt(200)).mkString
      val start = random.nextInt() & 0xffffffffL
      val cuts = (0 +: Seq.fill(12)(random.nextInt(text.length)) :+ text.length).distinct.sorted
      // Of each packet the first bytes, in order, and some of them again with more or fewer.
      val there = cuts.zip(cuts.tail).flatMap { case (from, until) =>
        Seq.fill(1 + random.nextInt(2))((from, until, random.nextInt(until - from + 1)))
      }
      val packets = there.map { case (from, until, kept) =>
        val whole = frame(client, server, start + from & 0xffffffffL, text.substring(from, until))
        Captured(whole, captured = whole.length - (until - from) + kept)
      }
      val covered = there.flatMap { case (from, _, kept) => from until from + kept }.toSet
      val syn = Captured(frame(client, server, start - 1 & 0xffffffffL, "", flags = Syn))
      val found = said(syn +: packets)
      assert(found.length === text.length)
      for (at <- text.indices)
        assert(found(at) === '.' || (covered(at) && found(at) === text(at)))
      // The first copies come before anything confirms that the rest was sent.
      val first = there.distinctBy(_._1).flatMap { case (from, _, kept) => from until from + kept }
      for (at <- first) assert(found(at) === text(at))
    }
  }

  test(s"a claim takes the place of nothing that comes in order, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed + 3)
    for (_ <- 0 until 500) {
      val text = random.alphanumeric.take(1 + random.nextInt(200)).mkString
      val start = random.nextInt() & 0xffffffffL
      val cuts = (0 +: Seq.fill(12)(random.nextInt(text.length)) :+ text.length).distinct.sorted
      val packets = cuts.zip(cuts.tail).map { case (from, until) =>
        val whole = frame(client, server, start + from & 0xffffffffL, text.substring(from, until))
        // The IP header does not tell the length.
        if (random.nextBoolean()) Captured(whole)
        else
          Captured(whole.updated(16, 0.toByte).updated(17, 0.toByte),
            more = 1 + random.nextInt(1 << random.nextInt(20)))
      }
      val syn = Captured(frame(client, server, start - 1 & 0xffffffffL, "", flags = Syn))
      val found = said(syn +: packets)
      assert(found.take(text.length) === text)
      assert(found.drop(text.length).forall(_ == '.'))
    }
  }
}
