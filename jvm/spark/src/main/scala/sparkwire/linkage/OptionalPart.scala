package sparkwire.linkage

import java.lang.ref.SoftReference

import org.slf4j.LoggerFactory

/** A part of Sparkwire that makes queries faster and changes none of their results. It is left out
  * if Spark lacks something that it needs, so that the functions decode on every platform.
  *
  * @param name
  *   the name of the part in the log
  * @param without
  *   the consequence of leaving it out, for the log
  * @param classes
  *   the classes of the part; the classes that they use in their packages also belong to it. A
  *   by-name parameter, because loading them may already fail
  */
private[sparkwire] abstract class OptionalPart(
    val name: String, without: String, classes: => Seq[Class[_]]) {

  /** Whether Spark has everything that the part needs. Determined once in a JVM; if something is
    * missing, one line of the log says so.
    */
  final lazy val isAvailable: Boolean = {
    val lacking = OptionalPart.lacking(this)
    if (lacking.nonEmpty)
      OptionalPart.log.warn(
        "Sparkwire runs without {} on this Spark: {}. Missing in Spark: {}", name, without,
        lacking.mkString(", "))
    lacking.isEmpty
  }

  private[linkage] final def missing(linkage: Linkage): Seq[String] =
    try {
      val found = classes
      linkage.missing(found.map(_.getName.replace('.', '/')))
    } catch { case error: LinkageError => Seq(String.valueOf(error.getMessage)) }
}

private object OptionalPart {
  private val log = LoggerFactory.getLogger(classOf[OptionalPart])

  // Parts use the same classes of Spark: the class files that were read for one part are there for
  // the next, unless memory is short.
  private[this] var last = new SoftReference[Linkage](null)

  private def lacking(part: OptionalPart): Seq[String] = synchronized {
    val known = last.get
    val linkage = if (known == null) new Linkage(getClass.getClassLoader) else known
    last = new SoftReference(linkage)
    part.missing(linkage)
  }
}
