package sparkwire.queries

import scala.util.Random

import org.apache.spark.sql.types._

/** Generates queries over `tables`, which have a column `id INT` with values below `rowCount` and
  * the columns of `sources`. Every query has one correct result, up to the order of its rows where
  * it does not say one.
  */
final class QueryGenerator(random: Random, tables: Seq[String], rowCount: Int, sources: Sources) {
  import QueryGenerator._

  private val dice = new Dice(random)
  private val values = new ValueGenerator(dice)
  import dice.{chance, oneOf, some}
  import values.{condition, inside, list, named, scalar, sortable}

  // A query may fail for malformed input only if it reads one row and has one call that fails,
  // because it is undefined which of several errors a query reports.
  private val isOfOneRow = chance(30)
  private var mayFail = isOfOneRow

  def query(): Query = {
    // Outer queries drop some fields of decodings, so a tenth of the queries has no outer query.
    val isAlone = chance(10)
    var relation = if (isAlone) decodedAgain(table()) else decoded(table())
    if (!isAlone)
      for (_ <- 0 to random.nextInt(3)) relation = wrapped(relation)
    if (chance(30)) sorted(relation)
    else Query(selected(relation.columns.map(_.text), relation), isSorted = false)
  }

  private def selected(list: Seq[String], from: Relation): String =
    s"SELECT ${list.mkString(", ")} FROM ${from.text}"

  /** Sorts by everything that it selects, so that rows that compare as equal are equal. */
  private def sorted(from: Relation): Query = {
    val keys = (0 to random.nextInt(3)).map(_ => sortable(from.columns).text)
    val order = keys.map(_ + oneOf("", " DESC", " NULLS LAST")).mkString(", ")
    val limit = if (chance(30)) s" LIMIT ${1 + random.nextInt(20)}" else ""
    Query(s"${selected(keys, from)} ORDER BY $order$limit", isSorted = true)
  }

  private def table(): Relation = {
    val table = oneOf(tables: _*)
    val text =
      if (isOfOneRow) s"(SELECT * FROM $table WHERE id = ${random.nextInt(rowCount)})" else table
    Relation(text, Value("id", IntegerType) +: some(sources.columns, 4))
  }

  // Decodings.

  private def decodingOf(value: Value): Value = value.content match {
    case Some(content) if value.dataType == BinaryType && chance(15) =>
      Value(s"try_msgpack_decode(${packed(value.text)}, 'BINARY')", BinaryType, Some(content))
    case Some(content) =>
      val calls = sources.calls(content, value.text)
      if (mayFail) {
        mayFail = false
        calls.head
      } else oneOf(calls.drop(if (calls.length > 1) 1 else 0): _*)
    case None if value.dataType == BinaryType =>
      oneOf(Value(s"try_msgpack_decode(${value.text}, 'BIGINT')", LongType),
        Value(s"msgpack_fault(${value.text}).offset", IntegerType))
    case None => value
  }

  // The bytes as a MessagePack bin 32.
  private def packed(bytes: String): String =
    s"concat(X'c6', unhex(lpad(hex(length($bytes)), 8, '0')), $bytes)"

  private def decoded(from: Relation): Relation = {
    val made = some(sourcesOf(from), 2).map(decodingOf).map(named)
    val kept = if (chance(40)) Nil else some(from.columns, 2)
    from.selecting(made.map(_.select) ++ kept.map(_.text), made.map(_.column) ++ kept)
  }

  private def sourcesOf(from: Relation): Seq[Value] = {
    val found = from.columns.filter(_.content.nonEmpty)
    if (found.isEmpty) from.columns else found
  }

  /** Selects fields of the decoding of a decoded value: two projections that look like one decoding
    * and its fields.
    */
  private def decodedAgain(from: Relation): Relation = {
    val source = oneOf(sourcesOf(from): _*)
    val below = named((1 to 5).map(_ => decodingOf(source)).maxBy(_.content.size))
    val again = decodingOf(below.column)
    val taken = (1 to 1 + random.nextInt(4)).map(_ => named(inside(again)))
    from.selecting(Seq(below.select), Seq(below.column))
      .selecting(taken.map(_.select), taken.map(_.column))
  }

  // Queries around a relation.

  private def wrapped(from: Relation): Relation = oneOf(
    () => fields(from), () => fields(from), () => decoded(from), () => decodedAgain(from),
    () => filtered(from), () => filteredByQuery(from),
    () => grouped(from), () => joined(from), () => ranked(from), () => exploded(from),
    () => united(from), () => chosen(from), () => limited(from), () => held(from),
    () => heldByAll(from), () => compared(from))()

  private def fields(from: Relation): Relation = {
    // Mostly of one column, because the operators are made for the fields of one decoding.
    val columns = if (chance(70)) Seq(oneOf(from.columns: _*)) else some(from.columns, 3)
    val taken = columns.flatMap(column => (0 to random.nextInt(4)).map(_ => named(inside(column))))
    from.selecting(taken.map(_.select), taken.map(_.column))
  }

  private def filtered(from: Relation): Relation =
    from.copy(text = s"(SELECT * FROM ${from.text} WHERE ${where(from.columns)})")

  /** Returns a condition that is never NULL. For `a AND b`, with a NULL, whole-stage code of Spark
    * skips the row, and everything else evaluates b, which may fail.
    */
  private def where(columns: Seq[Value]): String = s"(${condition(columns)}) IS TRUE"

  private def filteredByQuery(from: Relation): Relation = {
    val key = scalar(from.columns).text
    val query = s"SELECT $key FROM ${from.text} WHERE ${where(from.columns)}"
    val test = oneOf(s"$key IN ($query)", s"$key NOT IN ($query)", s"EXISTS ($query)",
      s"(SELECT count(*) FROM ($query)) > 3")
    from.copy(text = s"(SELECT * FROM ${from.text} WHERE $test)")
  }

  private def grouped(from: Relation): Relation = {
    val key = named(scalar(from.columns))
    val counted = scalar(from.columns)
    val all = Seq(key, named(Value("count(*)", LongType)),
      named(Value(s"count(DISTINCT ${counted.text})", LongType)),
      named(counted.copy(text = s"max(${counted.text})", content = None)))
    val grouped = from.selecting(all.map(_.select), all.map(_.column))
    grouped.copy(text = s"${grouped.text.dropRight(1)} GROUP BY ${key.value.text})")
  }

  /** Aggregates that hold a value while they see the next, for each group. */
  private def held(from: Relation): Relation = {
    val key = named(scalar(from.columns))
    val grouped = heldValues(from)
    val rows =
      from.selecting(key.select +: grouped.map(_.select), key.column +: grouped.map(_.column))
    rows.copy(text = s"${rows.text.dropRight(1)} GROUP BY ${key.value.text})")
  }

  /** The same over all rows, for which Spark generates other code. */
  private def heldByAll(from: Relation): Relation = {
    val all = heldValues(from)
    from.selecting(all.map(_.select), all.map(_.column))
  }

  private def heldValues(from: Relation): Seq[Named] =
    (0 to random.nextInt(3)).map { _ =>
      val value = sortable(from.columns)
      def list(text: String) = Value(text, ArrayType(value.dataType))
      named(
        oneOf(
          value.copy(text = s"max(${value.text})", content = None),
          value.copy(text = s"min(${value.text})", content = None),
          value.copy(text = s"max_by(${value.text}, ${value.text})", content = None),
          list(s"sort_array(collect_list(${value.text}))"),
          list(s"sort_array(collect_set(${value.text}))")))
    }

  /** Window functions that hold values of several rows. */
  private def compared(from: Relation): Relation = {
    val value = sortable(from.columns)
    val order = s"OVER (PARTITION BY ${scalar(from.columns).text} ORDER BY ${value.text})"
    from.adding(
      named(
        value.copy(
          text = oneOf(s"lag(${value.text}) $order", s"lead(${value.text}) $order",
            s"max(${value.text}) $order", s"first_value(${value.text}) $order"),
          content = None)))
  }

  private def joined(from: Relation): Relation = {
    val key = scalar(from.columns)
    val (mine, other) = (named(key), named(key))
    val count = named(Value("count(*)", LongType))
    val left = s"(SELECT *, ${mine.select} FROM ${from.text})"
    val right = s"(SELECT ${other.select}, ${count.select} FROM ${from.text} GROUP BY ${key.text})"
    Relation(
      s"(SELECT l.*, r.${count.name} FROM $left l ${oneOf("", "LEFT ")}JOIN $right r " +
        s"ON l.${mine.name} = r.${other.name})",
      from.columns :+ mine.column :+ count.column)
  }

  private def ranked(from: Relation): Relation = {
    val (by, value) = (scalar(from.columns).text, scalar(from.columns).text)
    val rank =
      named(Value(s"dense_rank() OVER (PARTITION BY $by ORDER BY $value)", IntegerType))
    from.adding(rank)
  }

  private def exploded(from: Relation): Relation = list(from.columns).fold(fields(from)) {
    case (value, elementType) =>
      val element = named(Value(value.text, elementType)).column
      val taken = (0 to random.nextInt(3)).map(_ => named(inside(element)))
      val rows = from.selecting(taken.map(_.select), taken.map(_.column))
      val view = s" LATERAL VIEW ${oneOf("", "OUTER ")}explode(${value.text}) AS ${element.text})"
      rows.copy(text = rows.text.dropRight(1) + view)
  }

  private def united(from: Relation): Relation =
    from.copy(
      text = s"(SELECT * FROM ${from.text} UNION ALL " +
        s"SELECT * FROM ${from.text} WHERE ${where(from.columns)})")

  private def chosen(from: Relation): Relation = {
    val one = scalar(from.columns)
    from.adding(
      named(
        Value(s"CASE WHEN ${condition(from.columns)} THEN ${one.text} ELSE NULL END",
          one.dataType)))
  }

  /** Keeps all rows with the smallest value, which are the same rows each time. */
  private def limited(from: Relation): Relation = {
    val by = scalar(from.columns).text
    from.copy(
      text = s"(SELECT * FROM ${from.text} WHERE $by <=> (SELECT min($by) FROM ${from.text}))")
  }
}

object QueryGenerator {

  /** @param isSorted
    *   whether the order of the rows is part of the result
    */
  final case class Query(text: String, isSorted: Boolean)

  /** A relation: its SQL and its columns, which may be less than all. */
  private final case class Relation(text: String, columns: Seq[Value]) {
    def selecting(list: Seq[String], columns: Seq[Value]): Relation =
      Relation(s"(SELECT ${list.mkString(", ")} FROM $text)", columns)
    def adding(one: Named): Relation = selecting(Seq("*", one.select), columns :+ one.column)
  }
}
