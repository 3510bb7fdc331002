package sparkwire.wire.core

import java.util.Locale

/** Suggests known words for a misspelled one. */
object Nearest {
  private final val MaxShown = 3
  // One letter in three may be wrong.
  private final val LettersPerMistake = 3

  /** Returns the known words that are nearest, empty if none is near. */
  def to(word: String, among: Seq[String]): Seq[String] = {
    val asked = word.toLowerCase(Locale.ROOT)
    val ranked = among.map { known =>
      val lower = known.toLowerCase(Locale.ROOT)
      val distance =
        if (asked.length >= LettersPerMistake && lower.contains(asked)) 1
        else mistakes(asked, lower)
      (distance, math.abs(known.length - word.length), known)
    }
    val near = ranked.filter(_._1 <= math.max(1, asked.length / LettersPerMistake)).sorted
    near.takeWhile(_._1 == near.head._1).map(_._3).take(MaxShown)
  }

  /** Returns ` Did you mean a or b?`, with the leading space; empty if no word is near. */
  def hint(word: String, among: Seq[String]): String = to(word, among) match {
    case Seq() => ""
    case near => s" Did you mean ${near.mkString(" or ")}?"
  }

  /** Counts the letters to insert, delete, change, or swap with the next one. */
  private def mistakes(a: String, b: String): Int = {
    val rows = Array.ofDim[Int](a.length + 1, b.length + 1)
    for (i <- 0 to a.length; j <- 0 to b.length)
      rows(i)(j) =
        if (i == 0 || j == 0) i + j
        else {
          val changed = rows(i - 1)(j - 1) + (if (a(i - 1) == b(j - 1)) 0 else 1)
          val moved = math.min(changed, math.min(rows(i - 1)(j), rows(i)(j - 1)) + 1)
          val isSwap = i > 1 && j > 1 && a(i - 1) == b(j - 2) && a(i - 2) == b(j - 1)
          if (isSwap) math.min(moved, rows(i - 2)(j - 2) + 1) else moved
        }
    rows(a.length)(b.length)
  }
}
