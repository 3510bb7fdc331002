package sparkwire.wire.core

import java.util.Locale

/** Names of fields, by which names from the data are found regardless of case. Of several fields
  * whose names differ only in case, none is found.
  *
  * Trap: Java takes time that is quadratic in the length of a text to lower it if it has many
  * capital sigmas, whose lower case depends on the letters around, or many dotted capital i, whose
  * lower case is longer. So a name from the data is first compared in a form that is made without
  * them. Only a name that passes, and so is about as long as a field's, takes Java's lower case.
  */
final class FoldedNames(names: Array[String]) {
  private[this] val positions: Map[String, Int] =
    names.zipWithIndex.groupBy(_._1.toLowerCase(Locale.ROOT)).collect {
      case (name, Array((_, position))) => name -> position
    }
  private[this] val similar: Set[String] = names.map(FoldedNames.simplified).toSet

  /** Returns the position of the only field with this name regardless of case, else -1. */
  def positionOf(name: String): Int =
    if (!similar.contains(FoldedNames.simplified(name))) -1
    else positions.getOrElse(name.toLowerCase(Locale.ROOT), -1)
}

private object FoldedNames {
  private final val CapitalSigma = '\u03a3'
  private final val Sigma = '\u03c3'
  private final val FinalSigma = '\u03c2'

  /** Returns a name in lower case, with one sigma for all three. */
  private def simplified(name: String): String =
    name.replace(CapitalSigma, Sigma).replace("\u0130", "i\u0307").toLowerCase(Locale.ROOT)
      .replace(FinalSigma, Sigma)
}
