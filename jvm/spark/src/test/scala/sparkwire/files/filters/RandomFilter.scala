package sparkwire.files.filters

import java.sql.Timestamp

import scala.util.Random

import org.apache.spark.sql.Row

/** Conditions on the columns of a table, with values near those that its rows have. */
final class RandomFilter(random: Random, rows: Seq[Row], columns: Seq[String]) {
  private val values = columns.map { column =>
    column -> rows.map(row => row.getAs[Any](column)).filter(_ != null).distinct.toIndexedSeq
  }.toMap

  def next(): String = condition(2)

  private def condition(depth: Int): String =
    if (depth == 0 || random.nextInt(3) == 0) comparison()
    else
      random.nextInt(5) match {
        case 0 => s"NOT (${condition(depth - 1)})"
        case 1 | 2 => s"(${condition(depth - 1)} AND ${condition(depth - 1)})"
        case _ => s"(${condition(depth - 1)} OR ${condition(depth - 1)})"
      }

  private def comparison(): String = {
    val column = columns(random.nextInt(columns.length))
    random.nextInt(12) match {
      case 0 => s"$column IS NULL"
      case 1 => s"$column IN (${value(column)}, ${value(column)}, NULL)"
      case 2 => s"$column <=> ${value(column)}"
      case 3 => s"$column BETWEEN ${value(column)} AND ${value(column)}"
      case 4 => "fault IS NOT NULL"
      case other =>
        val operator = Seq("=", "<", "<=", ">", ">=")(other % 5)
        // Spark simplifies a sum with 0, and passes the condition on all the same.
        if (column == "offset" && random.nextInt(4) == 0) s"offset + 0 $operator ${value(column)}"
        else s"$column $operator ${value(column)}"
    }
  }

  private def value(column: String): String = {
    val known = values(column)
    if (known.isEmpty) "NULL"
    else
      known(random.nextInt(known.length)) match {
        case number: Int => near(number.toLong).toString
        case number: Long => s"${near(number)}L"
        case time: Timestamp =>
          s"timestamp_micros(${near(time.getTime * 1000 + time.getNanos / 1000 % 1000)})"
        case text => s"'$text'"
      }
  }

  private def near(number: Long): Long = number + random.nextInt(3) - 1
}
