package sparkwire

import java.nio.file.{Files, Path, Paths}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.ignite.cache.query.{ScanQuery, SqlFieldsQuery}

import sparkwire.wire.Vectors
import sparkwire.wire.ignite.Node

import com.fasterxml.jackson.databind.ObjectMapper

/** SQL tables of a real node, for the tests in Python: their statements, the bytes of their rows in
  * the node's caches, the node's answers to SELECT, and the files in which it keeps the types.
  * `tests/ignite-node/README.md` tells how to write them again.
  */
object IgniteTables {
  private val json = new ObjectMapper

  /** Tables: name of the cache, `CREATE TABLE` without the name of the cache, and rows. */
  private val tables: Seq[(String, String, Seq[String])] = Seq(
    ("plain",
      """CREATE TABLE plain (id BIGINT PRIMARY KEY, name VARCHAR, born DATE, paid DECIMAL(10, 2))
        |WITH "VALUE_TYPE=Plain"""".stripMargin,
      Seq("INSERT INTO plain VALUES (1, 'Ann', DATE '2024-02-29', 10.50)",
        "INSERT INTO plain VALUES (2, NULL, NULL, NULL)")),
    ("composite",
      """create table if not exists PUBLIC.composite (
        |  people INT NOT NULL, nr int, "Mixed Case" VARCHAR DEFAULT '(, ', country varchar(2) not null,
        |  CONSTRAINT pk PRIMARY KEY (country, nr))
        |with "template=partitioned, key_type=CompositeKey, VALUE_TYPE=Composite"""".stripMargin,
      Seq("INSERT INTO composite VALUES (5, 1, 'x', 'DE')",
        "INSERT INTO composite (country, nr, people) VALUES ('FR', 2, 7)")),
    // Ignite sets the columns with a default first, and so writes them first.
    ("defaults",
      """CREATE TABLE defaults (a INT, b INT DEFAULT 2, "DEFAULT" VARCHAR, d VARCHAR,
        |  e VARCHAR DEFAULT 'DEFAULT, ', n INT, k VARCHAR(5) DEFAULT 'x', PRIMARY KEY (n, k))
        |WITH "KEY_TYPE=DefaultsKey,VALUE_TYPE=Defaults"""".stripMargin,
      Seq("INSERT INTO defaults VALUES (1, 5, 'c', 'd', 'e', 7, 'k')",
        "INSERT INTO defaults (n, a, \"DEFAULT\", d) VALUES (8, 2, 'c', NULL)")),
    ("quoted",
      """CREATE TABLE "Quoted" ("iD" INT, "b,)" VARCHAR, `c` DOUBLE, d TIMESTAMP, PRIMARY KEY ("iD"))
        |WITH "WRAP_KEY=true,KEY_TYPE=QuotedKey,VALUE_TYPE=shop.Quoted"""".stripMargin,
      Seq("""INSERT INTO "Quoted" VALUES (1, 'b', 1.5, TIMESTAMP '2024-02-29 01:02:03')""")),
    ("single",
      """CREATE TABLE single (id VARCHAR, total BIGINT, PRIMARY KEY (id))
        |WITH "wrap_value=false"""".stripMargin,
      Seq("INSERT INTO single VALUES ('a', 5)")),
    ("keyed",
      """CREATE TABLE keyed (total BIGINT, id VARCHAR PRIMARY KEY)
        |WITH "KEY_TYPE=KeyedKey, VALUE_TYPE=Keyed"""".stripMargin,
      Seq("INSERT INTO keyed (id, total) VALUES ('a', 5)")),
    // Every type that Ignite's SQL has, with its limits.
    ("kinds",
      """CREATE TABLE kinds (id UUID PRIMARY KEY, a BOOLEAN, b TINYINT, c SMALLINT, d INT, e BIGINT, f REAL,
        |  g DOUBLE, h DECIMAL(20, 5), i CHAR(3), j VARCHAR, k DATE, l TIME, m TIMESTAMP, n UUID, o BINARY(16))
        |WITH "VALUE_TYPE=Kinds"""".stripMargin,
      Seq(
        "INSERT INTO kinds VALUES ('00000000-0000-0000-0000-000000000001', TRUE, -128, -32768, -2147483648, " +
          "-9223372036854775808, -1.5, 0.1, -123456789012345.00001, 'abc', 'Größe', DATE '1969-12-31', " +
          "TIME '23:59:59', TIMESTAMP '1969-12-31 23:59:59.9', '12345678-9abc-def0-8000-00000000000f', X'00ff10')",
        "INSERT INTO kinds VALUES ('00000000-0000-0000-0000-000000000002', FALSE, 127, 32767, 2147483647, " +
          "9223372036854775807, 0.5, -2.5, 1.00000, 'x', '', DATE '9999-12-31', TIME '00:00:00', " +
          "TIMESTAMP '2024-02-29 01:02:03.4', '00000000-0000-0000-0000-000000000000', X'01')",
        "INSERT INTO kinds (id) VALUES ('00000000-0000-0000-0000-000000000003')"))
  )

  /** Writes the contents of the folder again. */
  def main(arguments: Array[String]): Unit = {
    val folder = Paths.get(arguments.head)
    Using.resource(new Node) { node =>
      write(folder.resolve("tables.jsonl"), lines(node))
      val kept = folder.resolve("binary_meta")
      Files.createDirectories(kept)
      node.metadataFiles
      files(node.metadata).foreach { file =>
        Files.copy(file, kept.resolve(file.getFileName),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING)
      }
    }
  }

  def files(folder: Path): Seq[Path] =
    Using.resource(Files.walk(folder))(_.iterator.asScala.filter(_.toString.endsWith(".bin")).toSeq)

  private def write(file: Path, lines: Seq[String]): Unit = {
    Files.createDirectories(file.getParent)
    val _ = Files.writeString(file, lines.mkString("", "\n", "\n"))
  }

  /** Returns a line for each table. */
  def lines(node: Node): Seq[String] = {
    val start = node.ignite.getOrCreateCache[Integer, Integer]("start")
    def run(query: String): Seq[Seq[Any]] =
      start.query(new SqlFieldsQuery(query).setSchema("PUBLIC")).getAll.asScala
        .map(_.asScala.toSeq).toSeq
    tables.map { case (name, create, inserts) =>
      // Only the tests add the name of the cache: users' statements seldom have one.
      run(create.stripSuffix("\"") + s",CACHE_NAME=$name\"")
      inserts.foreach(run)
      val table = if (name == "quoted") "\"Quoted\"" else name
      val line = json.createObjectNode.put("name", name).put("create", create)
      val answer = line.putArray("select")
      run(s"SELECT * FROM $table ORDER BY 1").foreach { row =>
        val values = answer.addArray()
        row.foreach(value => values.add(textOf(value)))
      }
      val rows = line.putArray("rows")
      entries(node, name).foreach { case (key, value) =>
        rows.addObject().put("key", key).put("value", value)
      }
      json.writeValueAsString(line)
    }
  }

  private def textOf(value: Any): String = value match {
    case null => null
    case bytes: Array[Byte] => Vectors.hex(bytes)
    case other => other.toString
  }

  private def entries(node: Node, cache: String): Seq[(String, String)] =
    node.ignite.cache[Any, Any](cache).withKeepBinary[Any, Any]()
      .query(new ScanQuery[Any, Any]).getAll.asScala.map { entry =>
        (Vectors.hex(node.bytes(entry.getKey)), Vectors.hex(node.bytes(entry.getValue)))
      }.toSeq.sorted
}
