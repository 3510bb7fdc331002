package sparkwire.queries

import scala.util.Random

/** Generates queries over `tables`, which have the columns `id INT, v BINARY` (Databus events, some
  * of them malformed), `m BINARY` (MessagePack) and `j STRING` (Databus events as JSON). Every
  * query has one correct result, up to the order of its rows.
  */
final class QueryGenerator(random: Random, tables: Seq[String]) {
  import QueryGenerator._

  private var aliases = 0
  private def alias(): String = {
    aliases += 1
    s"c$aliases"
  }

  private def oneOf[A](choices: A*): A = choices(random.nextInt(choices.length))
  private def chance(percent: Int): Boolean = random.nextInt(100) < percent
  private def some[A](all: Seq[A], most: Int): Seq[A] =
    random.shuffle(all).take(1 + random.nextInt(math.min(most, all.length)))

  def query(): String = {
    // Outer queries drop some fields of decodings, so a tenth of the queries has no outer query.
    val isAlone = chance(10)
    var relation = if (isAlone) decodedAgain(table()) else decoded(table())
    if (!isAlone)
      for (_ <- 0 to random.nextInt(3)) relation = wrapped(relation)
    val shown = relation.columns.map(shownAs)
    s"SELECT ${shown.mkString(", ")} FROM ${relation.text}"
  }

  private def table(): Relation = Relation(oneOf(tables: _*),
    Seq(Column("id", "INT"), Column("v", "event"), Column("m", "msgpack"), Column("j", "json")))

  // Decodings, by the kind of their input.

  private def decodingOf(column: Column): (String, String) = column.kind match {
    case "event" => oneOf(
        s"try_databus_decode(${column.name})" -> "databus",
        s"try_databus_decode(try_msgpack_decode(${packed(column.name)}, 'BINARY'))" -> "databus",
        s"try_databus_decode_json(try_databus_to_json(${column.name}))" -> "databus",
        s"try_databus_to_json(${column.name})" -> "json",
        s"try_msgpack_decode(${packed(column.name)}, 'BINARY')" -> "event",
        s"databus_decode_all(${column.name})" -> "batch",
        s"databus_fault(${column.name})" -> "fault"
      )
    case "msgpack" => oneOf(
        s"try_msgpack_decode(${column.name}, '${Message}')" -> "message",
        s"try_msgpack_decode(${column.name})" -> "variant",
        s"msgpack_fault(${column.name})" -> "fault")
    case "json" => oneOf(
        s"try_databus_decode_json(${column.name})" -> "databus",
        s"databus_decode_json_fault(${column.name})" -> "fault")
    case "bytes" => oneOf(
        s"try_msgpack_decode(${column.name}, 'BIGINT')" -> "INT",
        s"msgpack_fault(${column.name})" -> "fault")
    case _ => column.name -> column.kind
  }

  // The bytes as a MessagePack bin 32.
  private def packed(bytes: String): String =
    s"concat(X'c6', unhex(lpad(hex(length($bytes)), 8, '0')), $bytes)"

  private def decoded(from: Relation): Relation = {
    val sources = from.columns.filter(column => Sources(column.kind))
    val made = some(if (sources.isEmpty) from.columns else sources, 2).map { column =>
      val (call, kind) = decodingOf(column)
      call -> Column(alias(), kind)
    }
    val kept = if (chance(40)) Nil else some(from.columns, 2)
    val list = made.map { case (call, column) => s"$call AS ${column.name}" } ++ kept.map(_.name)
    Relation(s"(SELECT ${list.mkString(", ")} FROM ${from.text})", made.map(_._2) ++ kept)
  }

  /** Selects fields of the decoding of a decoded value: two projections that look like one decoding
    * and its fields.
    */
  private def decodedAgain(from: Relation): Relation = {
    val sources = from.columns.filter(column => Sources(column.kind))
    val calls =
      Seq.fill(10)(decodingOf(oneOf((if (sources.isEmpty) from.columns else sources): _*)))
    val (call, kind) = calls.find(made => Sources(made._2)).getOrElse(calls.head)
    val below = Column(alias(), kind)
    val (again, kindAgain) =
      Seq.fill(10)(decodingOf(below)).maxBy(made => if (made._2 == "fault") 0 else 1)
    val taken = some(fieldsOf(Column(again, kindAgain)), 4).map { case (path, kind) =>
      path -> Column(alias(), kind)
    }
    val list = taken.map { case (path, column) => s"$path AS ${column.name}" }
    Relation(
      s"(SELECT ${list.mkString(", ")} FROM (SELECT $call AS ${below.name} FROM ${from.text}))",
      taken.map(_._2))
  }

  private def fieldsOf(column: Column): Seq[(String, String)] = {
    def field(path: String, kind: String): (String, String) = s"${column.name}.$path" -> kind
    // In ANSI mode, `list[0]` of an empty list is an error.
    def first(list: String, path: String, kind: String): (String, String) =
      s"get(${column.name}.$list, 0).$path" -> kind
    column.kind match {
      case "databus" => Seq(field("key", "INT"), field("sequence", "INT"), field("opcode", "TEXT"),
          field("payload", "bytes"), field("src_id", "INT"), field("is_control", "INT"),
          field("metadata.digest", "bytes"), field("schema_id", "bytes"), field("size", "INT"))
      case "message" => Seq(field("a", "INT"), field("b", "TEXT"), field("c", "list"),
          field("d", "variant"), first("c", "x", "INT"), field("c.y", "texts"))
      case "batch" => Seq(field("events.offset", "numbers"), field("tail.reason", "TEXT"),
          first("events", "event", "databus"), first("events", "event.key", "INT"))
      case "fault" => Seq(field("reason", "TEXT"), field("offset", "INT"), field("path", "TEXT"))
      case _ => Seq(column.name -> column.kind)
    }
  }

  // Queries around a relation.

  private def wrapped(from: Relation): Relation = oneOf(
    () => fields(from), () => fields(from), () => decoded(from), () => decodedAgain(from),
    () => filtered(from),
    () => grouped(from), () => joined(from), () => ranked(from), () => exploded(from),
    () => united(from), () => chosen(from), () => limited(from))()

  private def fields(from: Relation): Relation = {
    // Mostly of one column, because the operators are made for the fields of one decoding.
    val columns = if (chance(70)) Seq(oneOf(from.columns: _*)) else some(from.columns, 3)
    val taken = columns.flatMap(column => some(fieldsOf(column), 4)).map { case (path, kind) =>
      path -> Column(alias(), kind)
    }
    val list = taken.map { case (path, column) => s"$path AS ${column.name}" }
    Relation(s"(SELECT ${list.mkString(", ")} FROM ${from.text})", taken.map(_._2))
  }

  private def scalar(from: Relation): (String, String) = {
    val all = from.columns.flatMap(fieldsOf).filter(field => Scalars(field._2))
    if (all.isEmpty) "1" -> "INT" else oneOf(all: _*)
  }

  private def condition(from: Relation): String = {
    def one(): String = {
      val (path, kind) = scalar(from)
      if (kind == "INT") oneOf(s"CAST($path AS BIGINT) % 3 = 0", s"$path IS NOT NULL",
        s"CAST($path AS BIGINT) > 100")
      else if (kind == "TEXT")
        oneOf(s"$path LIKE '%e%'", s"$path IS NULL", s"$path COLLATE UTF8_LCASE <> 'upsert'")
      else oneOf(s"length($path) > 8", s"$path IS NOT NULL")
    }
    if (chance(50)) one() else s"${one()} ${oneOf("AND", "OR")} ${one()}"
  }

  private def filtered(from: Relation): Relation =
    from.copy(text = s"(SELECT * FROM ${from.text} WHERE ${condition(from)})")

  private def grouped(from: Relation): Relation = {
    val (key, kind) = scalar(from)
    val (value, _) = scalar(from)
    val columns = Seq(Column(alias(), kind), Column(alias(), "INT"), Column(alias(), "INT"))
    Relation(
      s"(SELECT $key AS ${columns(0).name}, count(*) AS ${columns(1).name}, " +
        s"count(DISTINCT $value) AS ${columns(2).name} FROM ${from.text} GROUP BY $key)",
      columns)
  }

  private def joined(from: Relation): Relation = {
    val (key, kind) = scalar(from)
    val (mine, other, count) =
      (Column(alias(), kind), Column(alias(), kind), Column(alias(), "INT"))
    val left = s"(SELECT *, $key AS ${mine.name} FROM ${from.text})"
    val right =
      s"(SELECT $key AS ${other.name}, count(*) AS ${count.name} FROM ${from.text} GROUP BY $key)"
    Relation(
      s"(SELECT l.*, r.${count.name} FROM $left l ${oneOf("", "LEFT ")}JOIN $right r " +
        s"ON l.${mine.name} = r.${other.name})",
      from.columns :+ mine :+ count)
  }

  private def ranked(from: Relation): Relation = {
    val (by, _) = scalar(from)
    val (value, _) = scalar(from)
    val rank = Column(alias(), "INT")
    Relation(
      s"(SELECT *, dense_rank() OVER (PARTITION BY $by ORDER BY $value) AS ${rank.name} FROM ${from.text})",
      from.columns :+ rank)
  }

  private def exploded(from: Relation): Relation = {
    val lists = from.columns.flatMap {
      case Column(name, "message") => Seq(s"$name.c" -> "item")
      case Column(name, "batch") => Seq(s"$name.events" -> "element")
      case Column(name, "list") => Seq(name -> "item")
      case _ => Nil
    }
    if (lists.isEmpty) fields(from)
    else {
      val (path, kind) = oneOf(lists: _*)
      val element = alias()
      val fields = if (kind == "item") Seq("x" -> "INT", "y" -> "TEXT")
      else Seq("offset" -> "INT", "event.key" -> "INT", "event.payload" -> "bytes")
      val taken = some(fields, 2).map { case (field, kind) =>
        s"$element.$field" -> Column(alias(), kind)
      }
      val list = taken.map { case (path, column) => s"$path AS ${column.name}" }
      Relation(
        s"(SELECT ${list.mkString(", ")} FROM ${from.text} " +
          s"LATERAL VIEW ${oneOf("", "OUTER ")}explode($path) AS $element)",
        taken.map(_._2))
    }
  }

  private def united(from: Relation): Relation =
    from.copy(
      text = s"(SELECT * FROM ${from.text} UNION ALL " +
        s"SELECT * FROM ${from.text} WHERE ${condition(from)})")

  private def chosen(from: Relation): Relation = {
    val (one, kind) = scalar(from)
    val column = Column(alias(), kind)
    Relation(
      s"(SELECT *, CASE WHEN ${condition(from)} THEN $one ELSE NULL END AS ${column.name} FROM ${from.text})",
      from.columns :+ column)
  }

  /** Keeps all rows with the smallest value, which are the same rows each time. */
  private def limited(from: Relation): Relation = {
    val (by, _) = scalar(from)
    from.copy(
      text = s"(SELECT * FROM ${from.text} WHERE $by <=> " +
        s"(SELECT min($by) FROM ${from.text}))")
  }

  private def shownAs(column: Column): String = column.kind match {
    case "variant" => s"to_json(${column.name}) AS ${column.name}"
    case _ => column.name
  }
}

object QueryGenerator {

  /** A relation: its SQL text and its columns. */
  private final case class Relation(text: String, columns: Seq[Column])

  /** @param kind
    *   the generator's own word for the content of the column, not a SQL type
    */
  private final case class Column(name: String, kind: String)

  val Message = "a INT, b STRING, c ARRAY<STRUCT<x: INT, y: STRING>>, d VARIANT"
  private val Sources = Set("event", "msgpack", "json", "bytes")
  private val Scalars = Set("INT", "TEXT", "bytes")
}
