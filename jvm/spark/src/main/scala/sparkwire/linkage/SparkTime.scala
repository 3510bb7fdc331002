package sparkwire.linkage

import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType

/** Spark's TIME. Spark has it since 4.1, and switched off until a session asks for it. The Spark that
  * this jar is compiled against has no class for it, so the type is known by its name, `time(6)`. In
  * a row it is a long: the nanoseconds since midnight.
  */
private[sparkwire] object SparkTime {
  private final val Switch = "spark.sql.timeType.enabled"
  private val Name = "time\\((\\d)\\)".r

  /** @param precision
    *   the digits of the second, 0 to 9
    */
  def apply(precision: Int): DataType = DataType.fromJson(s"\"time($precision)\"")

  /** Finds the precision of a type that is a TIME. */
  def unapply(dataType: DataType): Option[Int] = dataType.typeName match {
    case Name(precision) => Some(precision.toInt)
    case _ => None
  }

  /** Returns the smallest part of a second that a TIME has, in nanoseconds. */
  def unitOf(dataType: DataType): Long = dataType match {
    case SparkTime(precision) => math.pow(10, 9.0 - precision).toLong
    case other => throw new IllegalArgumentException(s"${other.sql} is no TIME")
  }

  private lazy val isKnown: Boolean =
    try SparkTime(0).typeName.nonEmpty
    catch { case _: IllegalArgumentException => false }

  /** Returns why the session has no TIME, with advice; None if it has. */
  def whyNot: Option[String] =
    if (!isKnown) Some("this Spark has no TIME, which needs Spark 4.1 or later")
    else if (isOff) Some(s"TIME is switched off in this session. Set $Switch to true")
    else None

  // A Spark in which TIME is always there may have no such switch.
  private def isOff: Boolean =
    try SQLConf.get.getConfString(Switch) == "false"
    catch { case _: NoSuchElementException => false }
}
