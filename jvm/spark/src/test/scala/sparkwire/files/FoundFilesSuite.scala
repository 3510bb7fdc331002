package sparkwire.files

import java.nio.file.{Files, Path}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.values.ValueReads

import org.scalatest.concurrent.TimeLimits._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.SpanSugar._

/** Folders that hold more than files with values. */
class FoundFilesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private def load(path: Path, options: (String, String)*): DataFrame =
    spark.read.format("sparkwire-msgpack").options(options.toMap).load(path.toString)

  private def folder(name: String): Path = file(s"$name/a", Array[Byte](1, 2, 3)).getParent
  private def link(at: Path, to: Path): Path = Files.createSymbolicLink(at, to)

  test("symbolic links to a folder around them are not followed") {
    val one = folder("one")
    link(one.resolve("self"), one)
    assert(load(one).count() === 3)
    link(one.resolve("again"), one)
    val below = Files.createDirectory(one.resolve("below"))
    Files.write(below.resolve("b"), Array[Byte](4))
    link(below.resolve("up"), one)
    failAfter(20.seconds)(assert(load(one).count() === 4))
  }

  test("symbolic links to another folder are followed") {
    val target = folder("target")
    val links = Files.createDirectory(root.resolve("links"))
    for (name <- Seq("x", "y")) link(links.resolve(name), target)
    assert(load(links).selectExpr("substring_index(file, '/', -2)").distinct().count() === 2)
    assert(load(links).count() === 6)
  }

  test("links that give one folder very many names are refused, with the folder") {
    val levels = (0 to 30).map(level => Files.createDirectories(root.resolve(s"deep/$level/d")))
    for ((level, next) <- levels.zip(levels.tail); name <- Seq("x", "y"))
      link(level.resolve(name), next)
    failAfter(20.seconds) {
      val error = intercept[AnalysisException](load(levels.head).count())
      assert(error.getCondition === "SPARKWIRE_INVALID_OPTION")
      assert(
        error.getMessage.contains(
          s"symbolic links give the folder ${root.toRealPath()}/deep/6/d more than 32 names"))
    }
  }

  test("a named pipe has no values, and nobody waits for it") {
    val pipes = folder("pipes")
    for (name <- Seq("p", "p.gz", "p.zip"))
      assert(new ProcessBuilder("mkfifo", pipes.resolve(name).toString).start().waitFor() === 0)
    failAfter(20.seconds)(assert(load(pipes).count() === 3))
  }

  test("an empty file has no values, whatever its form") {
    val empty = Seq("a", "a.gz", "a.zst", "a.lz4", "a.bz2", "a.zip").map(name =>
      file(s"empty/$name", Array.emptyByteArray)).head.getParent
    assert(load(empty).count() === 0)
    assert(load(empty, "compression" -> "gzip").count() === 0)
  }

  test("a compressed file of nothing has no values") {
    assert(load(file("nothing/a.gz", ValueReads.gzip(Array.emptyByteArray))).count() === 0)
    assert(load(file("nothing/b.zip", ValueReads.zip(Array.emptyByteArray))).count() === 0)
  }

  test("a file that has become shorter is said to have changed") {
    val path = file("shorter/a", Array.fill[Byte](1000)(1))
    val rows = load(path).queryExecution.toRdd
    val _ = rows.getNumPartitions
    Files.write(path, Array[Byte](1))
    val error = intercept[Exception](rows.count())
    val cause = Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null)
      .collectFirst { case found: SparkThrowable if found.getCondition != null => found }
    assert(error.getMessage.contains("SPARKWIRE_FILE_CHANGED") ||
      cause.exists(_.getCondition == "SPARKWIRE_FILE_CHANGED"))
    assert(error.getMessage.contains("had 1000 bytes when it was listed, and has fewer now"))
  }

  test("names with the characters of patterns are found") {
    for (name <- Seq("a[1]", "b{2}", "c*", "d?", "e\\f")) {
      val path = file(s"patterns/$name", Array[Byte](7))
      val escaped = path.toString.replaceAll("""([\\\[\]{}*?])""", """\\$1""")
      assert(
        spark.read.format("sparkwire-msgpack").load(escaped).selectExpr("hex(value)")
          .collect().toSeq === Seq(Row("07")),
        escaped)
    }
  }
}
