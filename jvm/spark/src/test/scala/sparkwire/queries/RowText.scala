package sparkwire.queries

import org.apache.spark.sql.Row

/** Shows rows such that equal values have equal text, and only those. */
object RowText {
  def of(value: Any): String = value match {
    case bytes: Array[Byte] => bytes.map("%02x".format(_)).mkString("x", "", "")
    case row: Row => row.toSeq.map(of).mkString("(", ",", ")")
    case items: scala.collection.Seq[_] => items.map(of).mkString("[", ",", "]")
    case map: scala.collection.Map[_, _] =>
      map.map { case (key, one) => s"${of(key)}:${of(one)}" }.toSeq.sorted.mkString("{", ",", "}")
    case other => String.valueOf(other)
  }
}
