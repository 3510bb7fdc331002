package sparkwire

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import org.scalatest.funsuite.AnyFunSuite
import pages.PageExamples

/** The Scala examples of README.md and the pages compile, run, and print the output that the pages
  * show.
  */
class PageExamplesSuite extends AnyFunSuite with SparkSuite {
  PageExamples.all.foreach { example =>
    test(example.name) {
      val session = spark.newSession()
      val database = s"page_${example.name.replaceAll("\\W", "_").toLowerCase}"
      val folder = Files.createTempDirectory("pages")
      session.sql(s"CREATE DATABASE $database LOCATION '$folder'")
      try {
        session.sql(s"USE $database")
        example.setUp.foreach(session.sql(_))
        val out = new ByteArrayOutputStream
        Console.withOut(out)(example.run(session))
        assert(out.toString(UTF_8).trim === example.printed.trim)
      } finally {
        val _ = session.sql(s"DROP DATABASE $database CASCADE")
      }
    }
  }
}
